#include <gtest/gtest.h>

#include "source/table_files.hpp"

namespace mpart::test {
namespace {

const char* const kSmallFiles[] = {
    "pyarrow-snappy.parquet", "pyarrow-delta.parquet", "pyarrow-pages-v2.parquet",
    "polars-lz4.parquet",     "duckdb-v2.parquet",     "pyarrow-lz4.feather",
    "polars-lz4.arrow",       "pyarrow-stream.arrows", "polars-stream.arrows",
};

// Reads some rows, to the end or to an Error(kInvalidData); any other way out fails the test.
bool is_refused(const std::string& name, const std::string& bytes) {
  constexpr int kRows = 100;  // a damaged count may say that there are billions
  try {
    const auto table = table_of(name, bytes);
    for (int i = 0; i < kRows && table->next(); ++i) {
    }
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInvalidData) << error.what();
    EXPECT_TRUE(std::string(error.what()).starts_with(name)) << error.what();
    return true;
  }
  return false;
}

std::string error_of(const std::string& name) {
  return bad_input_of([&] { rows_of(*table_of(name, table_bytes(name))); });
}

TEST(BadTable, EveryFlippedByteIsAnErrorOrAnotherTable) {
  for (const std::string name : kSmallFiles) {
    std::string bytes = table_bytes(name);
    ASSERT_FALSE(bytes.empty());
    std::size_t refused = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const char before = bytes[i];
      for (const int mask : {0xFF, 0x01, 0x80}) {
        bytes[i] = static_cast<char>(before ^ mask);
        refused += is_refused(name, bytes) ? 1 : 0;
      }
      bytes[i] = before;
    }
    EXPECT_GT(refused, bytes.size() / 4) << name;
    EXPECT_FALSE(is_refused(name, bytes));
  }
}

TEST(BadTable, EveryCutFileIsAnError) {
  for (const std::string name : kSmallFiles) {
    const std::string bytes = table_bytes(name);
    std::size_t refused = 0;
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      refused += is_refused(name, bytes.substr(0, size)) ? 1 : 0;
    }
    // A stream may end without its last mark, and between two record batches.
    const std::size_t unnoticed = bytes.size() - refused;
    EXPECT_LE(unnoticed, name.ends_with(".arrows") ? 4 : 0) << name;
  }
}

TEST(BadTable, ColumnOfListsOrStructsIsNamed) {
  const std::string expected =
      " holds lists or structs, one value a row expected; drop it, or write its parts as columns "
      "of their own";
  EXPECT_EQ(error_of("nested.parquet"), "nested.parquet: column \"tags\"" + expected);
  EXPECT_EQ(error_of("nested.feather"), "nested.feather: column \"tags\"" + expected);
}

TEST(BadTable, CompressionThatIsNotReadIsNamedWithTheRemedy) {
  EXPECT_EQ(error_of("pyarrow-brotli.parquet"),
            "pyarrow-brotli.parquet: compressed by Brotli, which is not read; write the file with "
            "snappy, gzip, zstd, lz4 or no compression");
}

TEST(BadTable, OtherFileIsRefused) {
  const auto error = [](const std::string& name, const std::string& bytes) {
    return bad_input_of([&] { table_of(name, bytes); });
  };
  EXPECT_EQ(error("a.parquet", "x,y\n1,2\n3,4\n5,6\n"), "a.parquet: not a Parquet file");
  EXPECT_EQ(error("a.parquet", "PAR1"), "a.parquet: not a Parquet file, or cut short");
  EXPECT_EQ(error("a.parquet", "PAR1 and nothing else that is known"),
            "a.parquet: cut short: a Parquet file ends with PAR1");
  EXPECT_EQ(error("a.parquet", std::string("PAR1....\4\0\0\0PARE", 16)),
            "a.parquet: encrypted Parquet, which is not read");
  EXPECT_EQ(error("a.arrow", "ARROW1 and nothing else that is known"),
            "a.arrow: cut short: an Arrow file ends with ARROW1");
  EXPECT_EQ(error("a.arrows", "x,y\n1,2\n3,4\n5,6\n"),
            "a.arrows: not an Arrow stream, or one from before version 0.15");
}

TEST(BadTable, PolarsFileThroughAPipeIsRefusedWithTheReason) {
  EXPECT_EQ(bad_input_of([&] {
              open_arrow_stream(stream_of("-", table_bytes("polars-uncompressed.arrow")));
            }),
            "-: an Arrow file that can only be read from its end; not by a pipe or compressed as a "
            "whole");
}

}  // namespace
}  // namespace mpart::test
