#include <gtest/gtest.h>

#include "prepare/table_of.hpp"

namespace mpart {
namespace {

using tests::columns_of;
using tests::encoded;
using tests::problem_of;
using Values = std::vector<double>;

// A column of `rows` cells beside a feature that stays and a label.
template <typename Cell>
Columns with_column(const std::string& name, std::size_t rows, const Cell& cell,
                    const ColumnChoices& choices = {}) {
  std::string table = name + ";x;label\n";
  for (std::size_t i = 0; i < rows; ++i) {
    table += cell(i) + ";" + std::to_string(i * i % 7) + ";a\n";
  }
  return columns_of(table, choices, ';');
}

std::string number(std::size_t i) { return std::to_string(i); }

TEST(InferColumns, ConstantColumnsAreSetAsideOnceEnoughRowsHaveBeenSeen) {
  const auto word = [](std::size_t) { return std::string("v3"); };
  EXPECT_EQ(with_column("c", 49, word).all()[0].kind, ColumnKind::kCategory);
  EXPECT_EQ(with_column("c", 50, word).all()[0].reason, "always v3");
  const auto three = [](std::size_t) { return std::string("3"); };
  EXPECT_EQ(with_column("c", 199, three).all()[0].kind, ColumnKind::kNumber);
  EXPECT_EQ(with_column("c", 200, three).all()[0].reason, "always 3");
  const auto nothing = [](std::size_t) { return std::string(); };
  EXPECT_EQ(with_column("c", 49, nothing).all()[0].kind, ColumnKind::kNumber);
  EXPECT_EQ(with_column("c", 50, nothing).all()[0].reason, "always missing");
}

TEST(InferColumns, ColumnsThatOnlyTellRowsApartAreSetAside) {
  EXPECT_EQ(with_column("c", 20, number).all()[0].reason, "counts the rows");
  EXPECT_EQ(with_column("c", 19, number).all()[0].kind, ColumnKind::kNumber);
  const auto scattered = [](std::size_t i) { return number(i * 7919 % 1009); };
  EXPECT_EQ(with_column("PassengerId", 100, scattered).all()[0].reason, "every value differs");
  EXPECT_EQ(with_column("user_key", 100, scattered).all()[0].reason, "every value differs");
  EXPECT_EQ(with_column("weight", 100, scattered).all()[0].kind, ColumnKind::kNumber);
  const auto hash = [&](std::size_t i) { return "h" + scattered(i); };
  EXPECT_EQ(with_column("c", 100, hash).all()[0].reason, "every value differs");
  const auto growing = [](std::size_t i) { return number(1700000000 + i * i); };
  EXPECT_EQ(with_column("timestamp", 100, growing).all()[0].reason, "grows with every row");
  const auto day = [](std::size_t i) {
    return "2021-01-" + std::string(i < 9 ? "0" : "") + number(i + 1);
  };
  EXPECT_EQ(with_column("c", 30, day).all()[0].reason, "grows with every row");
}

TEST(InferColumns, ANumberThatIsAllThereIsIsNotSetAside) {
  std::string table = "x,label\n";
  for (std::size_t i = 0; i < 300; ++i) table += number(i) + ",a\n";
  EXPECT_EQ(columns_of(table).width(), 1);
}

TEST(InferColumns, ManyWordsAreATextAndFewWordsACategory) {
  const auto sentence = [](std::size_t i) { return "word " + number(i) + " of a sentence"; };
  EXPECT_EQ(with_column("c", 50, sentence).all()[0].kind, ColumnKind::kText);
  const auto name = [](std::size_t i) { return "Jane Doe" + number(i); };
  EXPECT_EQ(with_column("c", 50, name).all()[0].kind, ColumnKind::kText);
  const auto phrase = [](std::size_t i) {
    return i % 2 == 0 ? std::string("not at all good") : "quite good";
  };
  EXPECT_EQ(with_column("c", 50, phrase).all()[0].kind, ColumnKind::kCategory);
}

TEST(InferColumns, AFewWordsAmongNumbersAreAMistakeAndManyAreLevels) {
  const auto slip = [](std::size_t i) { return i == 7 ? std::string("abc") : number(i % 5); };
  EXPECT_EQ(with_column("c", 100, slip).all()[0].kind, ColumnKind::kNumber);
  const auto code = [](std::size_t i) { return i % 3 == 0 ? std::string("A") : number(i % 5); };
  EXPECT_EQ(with_column("c", 100, code).all()[0].kind, ColumnKind::kCategory);
}

TEST(InferColumns, DecimalCommasAndGroupsOfThousandsAreRead) {
  const auto comma = [](std::size_t i) { return number(i % 3) + "," + number(i % 7); };
  EXPECT_EQ(encoded(with_column("c", 30, comma), {"1,5", "0", ""}), (Values{1.5, 0}));
  EXPECT_EQ(encoded(with_column("c", 30, comma), {"1.234,5", "0", ""}), (Values{1234.5, 0}));
  const auto grouped = [](std::size_t i) { return number(i % 7 + 1) + ",234.5"; };
  EXPECT_EQ(encoded(with_column("c", 30, grouped), {"-1,234.5", "0", ""}), (Values{-1234.5, 0}));
  EXPECT_EQ(problem_of([&] {
              encoded(with_column("c", 30, grouped), {"12,34", "0", ""});
            }),
            "column 1 (c): \"12,34\" is not a number");
}

TEST(InferColumns, ACommaThatMayMeanTwoThingsIsRefusedUnlessItIsSaid) {
  const auto both = [](std::size_t i) { return number(i % 7 + 1) + ",234"; };
  EXPECT_EQ(problem_of([&] { with_column("c", 30, both); }),
            "column 1 (c): \"1,234\" may have a decimal comma or a group of thousands; say --kind "
            "NAME=number-comma or NAME=number-grouped");
  EXPECT_EQ(
      encoded(with_column("c", 30, both, {.kinds = {"c=number-comma"}}), {"1,234", "0", ""})[0],
      1.234);
  EXPECT_EQ(
      encoded(with_column("c", 30, both, {.kinds = {"1=number-grouped"}}), {"1,234", "0", ""})[0],
      1234);
  EXPECT_EQ(encoded(with_column("c", 30, both, {.comma_delimited = true}), {"1,234", "0", ""})[0],
            1234);
}

TEST(InferColumns, DatesAreReadInEveryOrderThatTheRowsDecide) {
  const auto date_of = [](const std::string& pattern, const std::string& cell) {
    const auto dates = [&](std::size_t i) {
      std::string date = pattern;
      const std::string day = number(28 - i % 9);
      return date.replace(date.find("DD"), 2, day);
    };
    return encoded(with_column("c", 30, dates), {cell, "0", ""})[0];
  };
  EXPECT_EQ(date_of("2021-02-DD", "1970-01-11"), 10);
  EXPECT_EQ(date_of("2021/02/DD", "1970/1/11"), 10);
  EXPECT_EQ(date_of("DD.02.2021", "11.01.1970"), 10);
  EXPECT_EQ(date_of("DD/02/2021", "11/01/1970"), 10);
  EXPECT_EQ(date_of("02/DD/2021", "01/11/1970"), 10);
  EXPECT_EQ(date_of("02/DD/21 3:45 PM", "01/11/70 6:00 pm"), 10.75);
  EXPECT_EQ(date_of("2021-02-DDT10:00:00+02:00", "1970-01-11T02:00:00+02:00"), 10);
  EXPECT_EQ(date_of("2021-02-DD 10:00:00.25", "1970-01-11 06:00"), 10.25);
}

TEST(InferColumns, ADateThatMayMeanTwoDaysIsRefusedUnlessItIsSaid) {
  const auto dates = [](std::size_t i) { return "0" + number(i % 9 + 1) + "/04/2021"; };
  EXPECT_EQ(
      problem_of([&] { with_column("when", 30, dates); }),
      "column 1 (when): \"01/04/2021\" may have the day first or the month first, as every date "
      "seen; say --kind NAME=date-dmy or NAME=date-mdy");
  const auto day = [&](const char* kind) {
    return encoded(with_column("when", 30, dates, {.kinds = {kind}}), {"02/01/1970", "0", ""})[0];
  };
  EXPECT_EQ(day("when=date-dmy"), 1);
  EXPECT_EQ(day("when=date-mdy"), 31);
}

TEST(InferColumns, DatesThatAreNotInTheCalendarAreNoDates) {
  const auto dates = [](std::size_t) { return std::string("2021-02-30"); };
  EXPECT_EQ(with_column("c", 30, dates).all()[0].kind, ColumnKind::kCategory);
}

TEST(InferColumns, TheLabelIsTheLastColumnOrTheOneThatIsCalledSo) {
  EXPECT_EQ(columns_of("x,y,kind\n1,2,a\n").label(), 2);
  EXPECT_EQ(columns_of("x,Class,y\n1,a,2\n").label(), 1);
  EXPECT_EQ(columns_of("target,x,y\na,1,2\n").label(), 0);
  EXPECT_EQ(columns_of("class,x,label\na,1,b\n").label(), 2);
  EXPECT_EQ(columns_of("x,class,y\n1,a,2\n", {.label = "y"}).label(), 2);
  EXPECT_EQ(columns_of("x,class\n1,a\n", {.labelled = false}).label(), std::nullopt);
}

TEST(InferColumns, AMeasurementInTheLastColumnIsNotTakenForALabel) {
  std::string table = "x,y,z\n";
  for (int i = 0; i < 100; ++i) table += "1,2," + std::to_string(i % 30) + ".5\n";
  EXPECT_EQ(
      problem_of([&] { columns_of(table); }),
      "column 3 (z), the last, has 30 different values in 100 rows and cannot be the label; say "
      "which is by --label-column, or that there is none by --unlabelled");
  EXPECT_NO_THROW(columns_of(table, {.label = "z"}));
  EXPECT_EQ(columns_of(table, {.labelled = false}).width(), 3);
}

TEST(InferColumns, TheCallerChooses) {
  const std::string table = "a,b,c,d,label\n1,2,3,4,x\n5,6,7,8,y\n";
  EXPECT_EQ(columns_of(table, {.used = {"c", "1"}}).value_names(),
            (std::vector<std::string>{"a", "c"}));
  EXPECT_EQ(columns_of(table, {.ignored = {"b", "4"}}).describe(),
            "columns: 2 numbers; set aside: b (ignored), d (ignored)");
  EXPECT_EQ(columns_of(table, {.id = "d"}).id(), 3);
  EXPECT_EQ(columns_of(table, {.kinds = {"b=category"}}).value_names()[1], "b=6");
  EXPECT_EQ(columns_of(table, {.kinds = {"b=text"}}).width(), 3);
  EXPECT_EQ(problem_of([&] { columns_of(table, {.ignored = {"e"}}); }),
            "no column \"e\"; columns are a, b, c, d, label");
  EXPECT_EQ(problem_of([&] { columns_of(table, {.kinds = {"b=colour"}}); }),
            "kind \"b=colour\": NAME=number|number-comma|number-grouped|category|date|date-dmy|"
            "date-mdy|text expected");
  EXPECT_EQ(problem_of([&] { columns_of(table, {.used = {"b"}, .ignored = {"b"}}); }),
            "column 2 (b) is both used (--columns) and ignored (--ignore)");
  EXPECT_EQ(problem_of([&] {
              columns_of(table, {.ignored = {"a", "b", "c", "d"}});
            }),
            "5 columns found, at least one feature beside the label expected");
}

TEST(InferColumns, AChosenColumnIsNeverSetAside) {
  EXPECT_EQ(with_column("nr", 50, number, {.used = {"nr", "x"}}).width(), 2);
  EXPECT_EQ(with_column("nr", 50, number, {.kinds = {"nr=number"}}).width(), 2);
}

TEST(IsHeader, AWordAboveNumbersOrDatesIsAName) {
  const auto is_header = [](const std::string& text) {
    return Columns::is_header(tests::rows_of(text), {});
  };
  EXPECT_TRUE(is_header("x,y\n1,a\n"));
  EXPECT_TRUE(is_header("colour,x,y\nred,1,a\n"));
  EXPECT_TRUE(is_header("when,y\n2021-01-01,a\n"));
  EXPECT_FALSE(is_header("red,1,a\nblue,2,b\n"));
  EXPECT_FALSE(is_header("2021-01-01,a\n2021-01-02,b\n"));
  EXPECT_FALSE(is_header("1,2,a\n3,4,b\n"));
}

TEST(IsHeader, AmongWordsAloneTheFirstRowIsAHeaderUnlessItIsFoundAgain) {
  const auto is_header = [](const std::string& text) {
    return Columns::is_header(tests::rows_of(text), {});
  };
  EXPECT_TRUE(is_header("colour,shape,kind\nred,round,a\nblue,round,b\n"));
  EXPECT_FALSE(is_header("red,round,a\nblue,round,b\n"));
  EXPECT_TRUE(is_header("text,label\nhello there,spam\n"));
}

}  // namespace
}  // namespace mpart
