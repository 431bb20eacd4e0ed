#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "source/line_reader.hpp"

namespace mpart {

struct ArffAttribute {
  std::string name;
  bool is_nominal = false;
  std::vector<std::string> levels{};  // of a nominal one, as declared
  std::string absent{};               // what a sparse row means by leaving it out
};

// Rows of an ARFF file: @relation, @attribute and @data in any case, % comments, quotes of both
// kinds with backslashes, dense rows and sparse ones ({index value, ...}, from 0). Throws
// Error(kInvalidData) that names file and line. No memory is allocated once the longest row has
// been seen.
class ArffRecords {
 public:
  // Reads the header.
  explicit ArffRecords(std::unique_ptr<ByteStream> stream);

  const std::vector<ArffAttribute>& attributes() const { return attributes_; }

  // Goes to the next row; false at the end.
  bool next();

  // A cell for each attribute. Valid until next().
  std::span<const std::string_view> fields() const { return fields_; }

  std::uint64_t line() const { return lines_.number(); }
  const std::string& name() const { return lines_.name(); }
  const ByteStream& stream() const { return lines_.stream(); }

 private:
  bool next_line(std::string_view& line);
  void add_attribute(std::string_view declaration);
  void read_levels(std::string_view list, ArffAttribute& attribute);
  void read_dense(std::string_view row);
  void read_sparse(std::string_view row);
  std::string_view take_value(std::string_view& rest, std::string_view ends);
  [[noreturn]] void fail(const std::string& what) const;

  LineReader lines_;
  std::vector<ArffAttribute> attributes_;
  std::vector<std::string_view> fields_;
  std::string unquoted_;  // text of the row's quoted values
};

}  // namespace mpart
