#include <gtest/gtest.h>

#include <cmath>

#include "source/table_files.hpp"
#include "source/table_source.hpp"

namespace mpart::test {
namespace {

std::string error_of(const std::string& path, const SourceOptions& options = {}) {
  return bad_input_of([&] { read_all(*open_source(path, options)); });
}

// A value that is missing in both is the same.
bool is_same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

TEST(TableSource, GivesTheSamplesOfTheSameTableAsCsv) {
  const auto csv = open_source(table_path("table.csv"));
  const std::vector<Sample> expected = read_all(*csv);
  ASSERT_EQ(expected.size(), 20);
  for (const char* name : {"pyarrow-snappy.parquet", "polars-snappy.parquet", "duckdb-v2.parquet",
                           "pandas.parquet", "pandas-index.parquet", "pyarrow-lz4.feather",
                           "polars-uncompressed.arrow", "polars-stream.arrows"}) {
    const auto source = open_source(table_path(name));
    ASSERT_EQ(source->width(), csv->width()) << name;
    ASSERT_NE(source->columns(), nullptr);
    EXPECT_EQ(*source->columns(), *csv->columns()) << name;
    const std::vector<Sample> samples = read_all(*source);
    ASSERT_EQ(samples.size(), expected.size()) << name;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      EXPECT_EQ(samples[i].row, i + 1);
      EXPECT_EQ(samples[i].label, expected[i].label);
      EXPECT_EQ(samples[i].id, expected[i].id);
      EXPECT_TRUE(std::equal(samples[i].values.begin(), samples[i].values.end(),
                             expected[i].values.begin(), expected[i].values.end(), is_same))
          << name << " row " << i;
    }
    EXPECT_EQ(source->progress(), 1.0);
  }
}

TEST(TableSource, ChoosesColumnsByName) {
  SourceOptions options;
  options.label_column = "flag";
  options.used_columns = {"ratio", "small"};
  const std::vector<Sample> samples =
      read_all(*open_source(table_path("pyarrow-snappy.parquet"), options));
  ASSERT_EQ(samples.size(), 20);
  EXPECT_EQ(samples[1].values.size(), 2);
  EXPECT_EQ(samples[1].label, "false");
  options.label_column = "kind";
  const std::string path = table_path("pyarrow-snappy.parquet");
  EXPECT_TRUE(error_of(path, options).starts_with(path + ": ")) << error_of(path, options);
}

TEST(TableSource, FileOfAnotherEndingIsKnownByItsContent) {
  const TemporaryFolder folder;
  for (const char* name : {"pyarrow-snappy.parquet", "polars-lz4.arrow", "pyarrow-stream.arrows"}) {
    EXPECT_EQ(read_all(*open_source(folder.write("data", table_bytes(name)))).size(), 20);
  }
}

TEST(TableSource, OtherContentUnderTheNameIsRefused) {
  const TemporaryFolder folder;
  const std::string path = folder.write("a.parquet", "x,y\n1,2\n");
  EXPECT_EQ(error_of(path), path + ": not a Parquet or Arrow file");
  const std::string old = folder.write("a.feather", "FEA1....");
  EXPECT_EQ(error_of(old), old + ": Feather version 1, which is not read; write it as version 2");
}

TEST(TableSource, TableWithoutRowsIsRefused) {
  const std::string path = table_path("no-rows.parquet");
  EXPECT_EQ(error_of(path), path + ": no rows");
}

TEST(TableSource, RowsBehindThoseThatDecideTheColumnsAreReadToo) {
  class Numbers : public TableReader {
   public:
    Numbers() : TableReader("numbers") { columns_ = {"x", "label"}; }
    bool next() override {
      if (row_ == 2500) return false;
      ++row_;
      text_ = std::to_string(row_ * 3 % 1000);
      fields_ = {text_, row_ % 2 == 0 ? " even " : "odd"};
      return true;
    }
    std::optional<double> progress() const override { return std::nullopt; }

   private:
    std::string text_;
  };
  const std::vector<Sample> samples = read_all(*read_table(std::make_unique<Numbers>(), {}));
  ASSERT_EQ(samples.size(), 2500);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    EXPECT_EQ(samples[i].row, i + 1);
    EXPECT_EQ(samples[i].values, (std::vector<double>{static_cast<double>((i + 1) * 3 % 1000)}));
    EXPECT_EQ(samples[i].label, i % 2 == 0 ? "odd" : "even");
  }
}

#ifdef MPART_ZLIB
TEST(TableSource, ParquetThatIsPackedAsAWholeIsRefusedWithTheReason) {
  const TemporaryFolder folder;
  // A gzip member that holds "PAR1" without compression.
  const std::string packed(
      "\x1F\x8B\x08\0\0\0\0\0\0\x03\x01\4\0\xFB\xFFPAR1\xA5\x08\x42\x42\4\0\0\0", 27);
  const std::string path = folder.write("a.parquet.gz", packed);
  EXPECT_EQ(error_of(path),
            path +
                ": Parquet is read from its end: a file expected, no pipe and no gzip; unpack "
                "or save it first");
}
#endif

}  // namespace
}  // namespace mpart::test
