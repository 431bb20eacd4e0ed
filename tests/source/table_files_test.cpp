#include "source/table_files.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace mpart::test {
namespace {

class TableFile : public testing::TestWithParam<const char*> {};

TEST_P(TableFile, HasTheCellsOfTheSameTableAsCsv) {
  const std::vector<Row> expected = csv_rows("table.csv");
  ASSERT_EQ(expected.size(), 21);
  const auto table = table_of(GetParam(), table_bytes(GetParam()));
  const std::vector<Row> rows = rows_of(*table);
  ASSERT_EQ(rows.size(), expected.size());
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(rows[i], expected[i]) << "row " << i;
  EXPECT_EQ(table->row(), 20);
  EXPECT_EQ(table->progress(), 1.0);
  EXPECT_FALSE(table->next());
}

INSTANTIATE_TEST_SUITE_P(
    Parquet, TableFile,
    testing::Values("pyarrow-none.parquet", "pyarrow-snappy.parquet", "pyarrow-lz4.parquet",
                    "pyarrow-pages-v2.parquet", "pyarrow-row-groups.parquet",
                    "pyarrow-small-pages.parquet", "pyarrow-plain.parquet", "pyarrow-delta.parquet",
                    "pyarrow-int96.parquet", "polars-uncompressed.parquet", "polars-snappy.parquet",
                    "polars-lz4.parquet", "duckdb-uncompressed.parquet", "duckdb-snappy.parquet",
                    "duckdb-lz4.parquet", "duckdb-v2.parquet", "pandas.parquet"));
INSTANTIATE_TEST_SUITE_P(Arrow, TableFile,
                         testing::Values("pyarrow-uncompressed.feather", "pyarrow-lz4.feather",
                                         "pyarrow-stream.arrows", "pyarrow-large.arrow",
                                         "polars-uncompressed.arrow", "polars-lz4.arrow",
                                         "polars-stream.arrows"));
#ifdef MPART_ZLIB
INSTANTIATE_TEST_SUITE_P(Gzip, TableFile,
                         testing::Values("pyarrow-gzip.parquet", "polars-gzip.parquet",
                                         "duckdb-gzip.parquet"));
#endif
#ifdef MPART_ZSTD
INSTANTIATE_TEST_SUITE_P(Zstd, TableFile,
                         testing::Values("pyarrow-zstd.parquet", "pyarrow-zstd.feather",
                                         "polars-zstd.parquet", "polars-zstd.arrow",
                                         "duckdb-zstd.parquet"));
#else
TEST(TableWithoutZstd, SaysWhatIsMissing) {
  for (const char* name : {"polars-zstd.parquet", "polars-zstd.arrow"}) {
    EXPECT_EQ(
        message_of([&] { rows_of(*table_of(name, table_bytes(name))); }, ErrorKind::kUnsupported),
        std::string(name) +
            ": compressed by zstd, but this mpart was built without it; write the file with "
            "snappy, gzip, lz4 or no compression");
  }
}
#endif

TEST(TableFiles, IndexThatPandasAddsWithoutANameIsNoColumn) {
  EXPECT_NE(table_bytes("pandas-index.parquet").find("__index_level_0__"), std::string::npos);
  EXPECT_EQ(rows_of(*table_of("a.parquet", table_bytes("pandas-index.parquet"))),
            csv_rows("table.csv"));
}

TEST(TableFiles, IndexThatPandasNamesComesFirstAsInItsCsv) {
  EXPECT_EQ(rows_of(*table_of("a.parquet", table_bytes("pandas-named-index.parquet"))),
            csv_rows("table.csv"));
}

#ifdef MPART_ZLIB
TEST(TableFiles, FastparquetIsReadToo) {
  const std::vector<Row> rows = rows_of(*table_of("a.parquet", table_bytes("fastparquet.parquet")));
  const std::vector<Row> table = csv_rows("table.csv");
  ASSERT_EQ(rows.size(), table.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i], (Row{table[i][1], table[i][3], table[i][10]}));
  }
}
#endif

TEST(TableFiles, ArrowComesThroughAPipeByteByByte) {
  for (const char* name : {"pyarrow-stream.arrows", "pyarrow-lz4.feather"}) {
    EXPECT_EQ(rows_of(*open_arrow_stream(stream_of(name, table_bytes(name), 1))),
              csv_rows("table.csv"));
  }
}

TEST(TableFiles, TableWithoutRowsHasItsColumns) {
  const std::vector<Row> rows = rows_of(*table_of("a.parquet", table_bytes("no-rows.parquet")));
  ASSERT_EQ(rows.size(), 1);
  EXPECT_EQ(rows[0], csv_rows("table.csv")[0]);
}

}  // namespace
}  // namespace mpart::test
