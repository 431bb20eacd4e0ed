#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "mpart/columns.hpp"
#include "mpart/error.hpp"
#include "mpart/source.hpp"
#include "source/byte_stream.hpp"

namespace mpart {

// What readers of tables share: a look at the first rows, from which the columns are decided.

inline constexpr std::size_t kFirstRows = 1000;
inline constexpr std::size_t kFirstBytes = std::size_t{1} << 20;

using TextRows = std::vector<std::vector<std::string>>;

// The first complete lines, at least one, `kFirstBytes` or more of a long file; of a pipe what has
// come, or comes without a pause. Nothing is consumed. `enough` says whether so many bytes will do;
// if not, it is asked again with more, up to all of them. Valid until the stream is read.
std::string_view first_lines(ByteStream& stream,
                             const std::function<bool(std::string_view)>& enough);

// The first rows of delimited text, those with as many cells as the first. None if the first cannot
// be read.
TextRows first_csv_rows(ByteStream& stream, const ColumnChoices& choices);

// What the options say about columns.
ColumnChoices choices_of(const SourceOptions& options);

// Runs `action`; an Error without a place gets the name of the file in front.
template <typename Action>
auto with_name(const std::string& name, const Action& action) {
  try {
    return action();
  } catch (const Error& error) {
    throw Error(error.kind(), name + ": " + error.what());
  }
}

}  // namespace mpart
