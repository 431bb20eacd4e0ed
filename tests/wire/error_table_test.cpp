#include "wire/error_table.hpp"

#include <gtest/gtest.h>

#include "util/atomic_file.hpp"

namespace mpart::wire {
namespace {

TEST(ErrorTable, HasARowForEveryKind) {
  for (const ErrorRow& row : error_table()) EXPECT_EQ(&error_row(row.kind), &row);
  EXPECT_EQ(error_table().back().kind, ErrorKind::kInternal);
}

TEST(ErrorTable, HasAWordForEveryKind) {
  EXPECT_EQ(error_code(ErrorKind::kConflict), "conflict");
  EXPECT_EQ(error_code(ErrorKind::kOutOfSpace), "out_of_space");
}

TEST(ErrorTable, IsWhatThePageSays) {
  const std::string page = read_file(std::string(MPART_SOURCE_DIR) + "/docs/errors.md");
  for (const ErrorRow& row : error_table()) {
    const std::size_t start = page.find("\n| " + std::string(row.name) + " |");
    ASSERT_NE(start, std::string::npos) << row.name;
    const std::string line = page.substr(start + 1, page.find('\n', start + 1) - start - 1);
    const std::string told = " | " + std::to_string(row.exit_code) + " | " +
                             std::to_string(row.http_status) + " | " +
                             (row.dead_letter ? "dead letter" : "the worker stops") + " | ";
    EXPECT_NE(line.find(told), std::string::npos) << line;
    EXPECT_NE(line.find('`' + std::string(row.python) + '`'), std::string::npos) << line;
  }
}

}  // namespace
}  // namespace mpart::wire
