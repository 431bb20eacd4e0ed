#include "mpart/columns.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mpart/error.hpp"
#include "prepare/table_of.hpp"

namespace mpart {
namespace {

using tests::columns_of;
using tests::encoded;
using tests::problem_of;
using Names = std::vector<std::string>;
using Values = std::vector<double>;

Columns small_table() {
  return columns_of(
      "age,colour,size,when,label\n"
      "3,red,S,2021-01-02,yes\n"
      "4,blue,L,2021-01-01,no\n"
      "5,red,M,2020-12-31,yes\n");
}

TEST(Columns, NumbersCategoriesAndDatesBecomeValuesWithNames) {
  const Columns columns = small_table();
  EXPECT_EQ(columns.value_names(),
            (Names{"age", "colour=red", "size=L", "size=M", "size=S", "when"}));
  EXPECT_EQ(columns.width(), 6);
  EXPECT_EQ(encoded(columns, {"7", "red", "M", "1970-01-02", "no"}), (Values{7, 1, 0, 1, 0, 1}));
  EXPECT_EQ(encoded(columns, {"7", "blue", "S", "1970-01-01T12:00:00Z", ""}),
            (Values{7, 0, 0, 0, 1, 0.5}));
}

TEST(Columns, IdLabelAndTextGoToTheirPlacesInTheSample) {
  const Columns columns = columns_of(
      "id,x,note,remark,label\n"
      "a,1,this is a sentence,and one more here,yes\n"
      "b,2,that is another one,nothing to say today,no\n");
  Sample sample;
  sample.values = {9, 9};
  sample.text = "old";
  columns.encode(std::vector<std::string_view>{"c", "3", "a third", "of four", "maybe"}, sample);
  EXPECT_EQ(sample.id, "c");
  EXPECT_EQ(sample.label, "maybe");
  EXPECT_EQ(sample.text, "a third\nof four");
  EXPECT_EQ(sample.values, Values{3});
  columns.encode(std::vector<std::string_view>{"c", "3", "NA", "of four", ""}, sample);
  EXPECT_EQ(sample.text, "of four");
}

TEST(Columns, EverySpellingOfAMissingValueIsNan) {
  const Columns columns = small_table();
  for (const char* cell : {"", "?", "-", "--", ".", "NA", "na", "N/A", "#N/A", "<NA>", "NaN", "nan",
                           "null", "NULL", "None", "nil"}) {
    const Values values = encoded(columns, {cell, cell, cell, cell, ""});
    ASSERT_EQ(values.size(), 6);
    for (const double value : values) EXPECT_TRUE(std::isnan(value)) << cell;
  }
}

TEST(Columns, ALevelThatWasNotSeenIsNoneOfTheOthers) {
  const Columns columns = small_table();
  const Values values = encoded(columns, {"1", "green", "XL", "1970-01-01", ""});
  EXPECT_TRUE(std::isnan(values[1]));  // neither of two
  EXPECT_EQ(Values(values.begin() + 2, values.begin() + 5), (Values{0, 0, 0}));
}

TEST(Columns, RareLevelsAreOther) {
  std::string table = "city,x,label\n";
  for (int i = 0; i < 400; ++i) {
    table += "c" + std::to_string(i % 40 < 30 ? i % 15 : i % 40) + ",1,a\n";
  }
  const Columns columns = columns_of(table);
  ASSERT_EQ(columns.all()[0].kind, ColumnKind::kCategory);
  EXPECT_EQ(columns.all()[0].levels.size(), Columns::kMostLevels);
  EXPECT_EQ(columns.value_names()[15], "city=other");
  const Values known = encoded(columns, {"c3", "1", ""}), rare = encoded(columns, {"c39", "1", ""});
  EXPECT_EQ(known[15], 0);
  EXPECT_EQ(rare[15], 1);
  EXPECT_EQ(std::count(known.begin(), known.begin() + 15, 1), 1);
  EXPECT_EQ(std::count(rare.begin(), rare.begin() + 15, 1), 0);
}

TEST(Columns, ACellThatIsNotWhatItsColumnIsIsNamed) {
  const Columns columns = small_table();
  EXPECT_EQ(problem_of([&] {
              encoded(columns, {"x", "red", "S", "2021-01-01", ""});
            }),
            "column 1 (age): \"x\" is not a number");
  EXPECT_EQ(problem_of([&] {
              encoded(columns, {"1e999", "red", "S", "2021-01-01", ""});
            }),
            "column 1 (age): \"1e999\" is not finite");
  EXPECT_EQ(problem_of([&] {
              encoded(columns, {"1", "red", "S", "31.12.2021", ""});
            }),
            "column 4 (when): \"31.12.2021\" is not a date like the others");
}

TEST(Columns, DescriptionCountsKindsAndNamesWhatIsSetAside) {
  std::string table = "nr,version,x,colour,label\n";
  for (int i = 0; i < 60; ++i) {
    table += std::to_string(i + 1) + ",v3," + std::to_string(i * i) +
             (i % 2 == 0 ? ",red" : ",blue") + ",a\n";
  }
  EXPECT_EQ(columns_of(table).describe(),
            "columns: 1 number, 1 category; set aside: nr (counts the rows), version (always v3)");
}

TEST(Columns, ColumnsOfAnotherTableAreFoundByNameInAnyOrder) {
  const Columns columns = small_table();
  EXPECT_EQ(columns.positions_in(Names{"label", "new", "when", "size", "colour", "age"}, 6),
            (std::vector<std::size_t>{5, 4, 3, 2, 0}));
  EXPECT_EQ(columns.positions_in(Names{"age", "colour", "size", "when"}, 4).back(),
            Columns::kAbsent);
  EXPECT_EQ(problem_of([&] {
              columns.positions_in(Names{"age", "size", "colour"}, 3);
            }),
            "no column when; found are age, size, colour");
  EXPECT_EQ(problem_of([&] {
              columns.positions_in(Names{"a", "b"}, 2);
            }),
            "no columns age, colour, size, when; found are a, b");
  EXPECT_EQ(columns.positions_in({}, 5), (std::vector<std::size_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(problem_of([&] { columns.positions_in({}, 7); }), "5 columns expected, 7 found");
}

TEST(Columns, WithoutNamesTheNumberOfColumnsMustMatchButForALastLabel) {
  const Columns columns = columns_of("1,2,a\n3,4,b\n");
  EXPECT_EQ(columns.positions_in({}, 3), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(columns.positions_in({}, 2), (std::vector<std::size_t>{0, 1, Columns::kAbsent}));
  EXPECT_EQ(problem_of([&] { columns.positions_in({}, 4); }), "3 columns expected, 4 found");
  EXPECT_EQ(problem_of([&] { columns.positions_in({}, 1); }), "3 columns expected, 1 found");
}

TEST(Columns, ModelsWithOtherColumnsAreRefusedByNamingBoth) {
  const Columns columns = columns_of("x,y,l\n1,2,a\n");
  EXPECT_NO_THROW(columns.require_same(columns_of("x,y,kind\n5,6,b\n"), "b.mpart"));
  EXPECT_EQ(problem_of([&] { columns.require_same(columns_of("y,x,l\n1,2,a\n"), "b.mpart"); }),
            "the columns are x, y; those of b.mpart are y, x");
  EXPECT_EQ(problem_of([&] { columns.require_same(columns_of("x,l\n1,a\n"), "b.mpart"); }),
            "the columns are x, y; those of b.mpart are x");
}

TEST(Columns, SavedAndLoadedColumnsAreTheSame) {
  const Columns columns = small_table();
  Writer out;
  columns.save(out);
  Reader in(out.bytes());
  EXPECT_EQ(Columns::load(in), columns);
  EXPECT_TRUE(in.done());
}

TEST(Columns, DamagedBytesAreRefusedOrAreOtherColumns) {
  const Columns columns = small_table();
  Writer out;
  columns.save(out);
  for (std::size_t i = 0; i < out.bytes().size(); ++i) {
    for (const int bit : {0, 3, 7}) {
      std::string bytes = out.bytes();
      bytes[i] = static_cast<char>(bytes[i] ^ (1 << bit));
      try {
        Reader in(bytes);
        const Columns loaded = Columns::load(in);
        EXPECT_FALSE(loaded == columns && in.done()) << i;
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kCorrupt);
      }
    }
    Reader cut(std::string_view(out.bytes()).substr(0, i));
    EXPECT_THROW(Columns::load(cut), Error);
  }
}

}  // namespace
}  // namespace mpart
