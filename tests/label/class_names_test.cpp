#include "label/class_names.hpp"

#include <gtest/gtest.h>

#include "util/sanitize_text.hpp"

namespace mpart {
namespace {

using Kind = NameMatch::Kind;
using Names = std::vector<std::string>;

const Names kAnimals = {"cat", "Cow", "dog", "dogfish"};

void expect_match(const std::string& typed, const Names& classes, Kind kind,
                  const std::string& name) {
  const NameMatch match = match_name(typed, classes);
  EXPECT_EQ(match.kind, kind) << typed;
  EXPECT_EQ(match.name, name) << typed;
}

TEST(ClassNames, AnExactNameIsSureEvenIfOthersStartWithIt) {
  expect_match("cat", kAnimals, Kind::kSure, "cat");
  expect_match("  dog\t", kAnimals, Kind::kSure, "dog");
}

TEST(ClassNames, ANameInOtherCaseOrTheStartOfOneIsAGuess) {
  expect_match("CAT", kAnimals, Kind::kPerhaps, "cat");
  expect_match("cow", kAnimals, Kind::kPerhaps, "Cow");
  expect_match("ca", kAnimals, Kind::kPerhaps, "cat");
  expect_match("DOG", kAnimals, Kind::kPerhaps, "dog");
  expect_match("dogf", kAnimals, Kind::kPerhaps, "dogfish");
}

TEST(ClassNames, TheStartOfSeveralNamesListsThem) {
  const NameMatch match = match_name("c", kAnimals);
  EXPECT_EQ(match.kind, Kind::kSeveral);
  EXPECT_EQ(match.candidates, (Names{"cat", "Cow"}));
  EXPECT_EQ(match_name("a", {"A", "a b", "A"}).kind, Kind::kSeveral);
}

TEST(ClassNames, AnUnknownNameIsNew) {
  expect_match("dgo", kAnimals, Kind::kNew, "dgo");
  expect_match("cats", kAnimals, Kind::kNew, "cats");
  expect_match("Käfer", kAnimals, Kind::kNew, "Käfer");
  expect_match("first", {}, Kind::kNew, "first");
}

TEST(ClassNames, APlusTakesTheNameAsItIs) {
  expect_match("+ca", kAnimals, Kind::kSure, "ca");
  expect_match("+ dog ", kAnimals, Kind::kSure, "dog");
  expect_match("++", kAnimals, Kind::kSure, "+");
  expect_match("+#1", kAnimals, Kind::kSure, "#1");
  expect_match("+", kAnimals, Kind::kUnusable, "a class name is missing");
}

TEST(ClassNames, ANumberSignIsAPlaceInTheList) {
  expect_match("#1", kAnimals, Kind::kSure, "cat");
  expect_match("#4", kAnimals, Kind::kSure, "dogfish");
  expect_match("#0", kAnimals, Kind::kUnusable, "no #0, known classes: 4");
  expect_match("#5", kAnimals, Kind::kUnusable, "no #5, known classes: 4");
  expect_match("#x", kAnimals, Kind::kNew, "#x");
  expect_match("#1", {"#1", "#2"}, Kind::kSure, "#1");
}

TEST(ClassNames, ABareNumberIsAPlaceUnlessClassesAreNumbers) {
  expect_match("2", kAnimals, Kind::kSure, "Cow");
  expect_match("5", kAnimals, Kind::kNew, "5");
  expect_match("2", {"7", "2", "1"}, Kind::kSure, "2");
  expect_match("3", {"7", "2", "1"}, Kind::kNew, "3");
  expect_match("3", {}, Kind::kNew, "3");
}

TEST(ClassNames, ManyClassesAreNotNumbered) {
  Names many;
  for (char letter = 'a'; letter <= 'u'; ++letter) many.emplace_back(2, letter);
  ASSERT_EQ(many.size(), kNumberedClasses + 1);
  EXPECT_EQ(match_name("#1", many).kind, Kind::kUnusable);
  expect_match("1", many, Kind::kNew, "1");
  many.pop_back();
  expect_match("1", many, Kind::kSure, "aa");
}

TEST(ClassNames, ControlCharactersMakeNoNewClass) {
  EXPECT_EQ(match_name("\x1b[A", kAnimals).kind, Kind::kUnusable);
  EXPECT_EQ(match_name("+a\tb", kAnimals).kind, Kind::kUnusable);
  expect_match("a\tb", {"a\tb"}, Kind::kSure, "a\tb");
}

TEST(Harmless, LeavesPrintableTextAlone) {
  EXPECT_EQ(sanitize_text("cat, Käfer, 猫, 🐈 \"'\\"), "cat, Käfer, 猫, 🐈 \"'\\");
  EXPECT_EQ(sanitize_text(""), "");
}

TEST(Harmless, EscapesWhatATerminalWouldObey) {
  EXPECT_EQ(sanitize_text("\x1b[2J"), "\\x1b[2J");
  EXPECT_EQ(sanitize_text("a\nb\rc\x7f"), "a\\x0ab\\x0dc\\x7f");
  EXPECT_EQ(sanitize_text(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(sanitize_text("\xc2\x9b"), "\\xc2\\x9b");           // C1: CSI in one character
  EXPECT_EQ(sanitize_text("\xe2\x80\xae"), "\\xe2\\x80\\xae");  // writes backwards from here on
}

TEST(Harmless, EscapesBrokenUtf8ByteByByte) {
  EXPECT_EQ(sanitize_text("caf\xe9"), "caf\\xe9");
  EXPECT_EQ(sanitize_text("\xc0\xaf"), "\\xc0\\xaf");  // overlong
  EXPECT_EQ(sanitize_text("\xe0\x80\xaf"), "\\xe0\\x80\\xaf");
  EXPECT_EQ(sanitize_text("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // surrogate
  EXPECT_EQ(sanitize_text("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond U+10FFFF
  EXPECT_EQ(sanitize_text("\xff"), "\\xff");
  EXPECT_EQ(sanitize_text("\xe7\x8c"), "\\xe7\\x8c");
}

TEST(Harmless, CutsLongText) {
  EXPECT_EQ(sanitize_text(std::string(1000, 'x')), std::string(200, 'x') + "...");
}

}  // namespace
}  // namespace mpart
