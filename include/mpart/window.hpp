#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mpart/archive.hpp"
#include "mpart/source.hpp"

namespace mpart {

// How the rows of a series become windows. Size 0: they do not.
struct WindowOptions {
  std::size_t size = 0;  // rows of a window; a larger one says more about slow changes
  std::size_t step = 0;  // rows from the beginning of one to that of the next

  bool given() const { return size > 0; }
  bool operator==(const WindowOptions&) const = default;
  std::string text() const;  // "50,25"

  void save(Writer& out) const;
  static WindowOptions load(Reader& in);  // throws Error(kCorrupt)
};

inline constexpr std::size_t kMostWindowRows = 1'000'000;

// Reads "N" or "N,STEP"; without a step windows follow each other. Throws Error(kInvalidArgument).
WindowOptions parse_window(std::string_view text);

// What is known of a column in a window, in the order of a sample's values:
// x.mean x.std x.min x.max x.change (last minus first) x.energy (mean square of the differences
// between neighbours), then those of the next column.
inline constexpr std::size_t kWindowValues = 6;
std::vector<std::string> window_names(std::span<const std::string> columns);

// A source of windows. The label of a window is the most frequent one of its rows, of equally
// frequent ones the later; its row, id and text are those of its last row. Missing values (NaN) are
// left out; a column without any other has missing values. Rows at the end that do not fill a
// window are dropped.
// `by_id`: ids name series: a window never holds rows of two, and a series begins a new one.
// Keeps one window in memory. Throws Error(kInvalidData) at the end of a stream that has not filled
// one. REQUIRES options.given().
std::unique_ptr<Source> windowed(std::unique_ptr<Source> source, const WindowOptions& options,
                                 bool by_id);

}  // namespace mpart
