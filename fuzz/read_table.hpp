#pragma once

#include <functional>
#include <memory>

#include "read_everything.hpp"
#include "source/table_readers.hpp"

namespace mpart::fuzz {

// Reads some rows or to an Error, the only way out that is allowed, and checks what every
// TableReader promises. A few bytes can say that one value is meant a billion times, so not all.
// Returns the rows that came.
inline std::uint64_t read_table(const std::function<std::unique_ptr<TableReader>()>& open) {
  constexpr std::uint64_t kMostRows = 1000;
  std::uint64_t rows = 0;
  std::size_t bytes = 0;
  try {
    const std::unique_ptr<TableReader> table = open();
    require(!table->columns().empty());
    while (rows < kMostRows && table->next()) {
      ++rows;
      require(table->row() == rows);
      require(table->fields().size() == table->columns().size());
      for (const std::string_view cell : table->fields()) {
        for (const char c : cell.substr(0, 100)) bytes += c != 0 ? 1 : 0;  // they can be read
      }
      const double progress = table->progress().value_or(0);
      require(progress >= 0 && progress <= 1);
    }
    require(bytes <= rows * table->columns().size() * 100);
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::kInvalidData);
    const char* message = error.what();
    require(std::strlen(message) < 1000);
    for (; *message != '\0'; ++message) require(static_cast<unsigned char>(*message) >= 0x20);
  }
  return rows;
}

}  // namespace mpart::fuzz
