#include "wire/json_bounds.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "mpart/error.hpp"

namespace mpart::wire {
namespace {

constexpr JsonBounds kSmall{.deepest = 2, .most_values = 5};
constexpr const char* kDeep = "not nested deeper than 2 expected";
constexpr const char* kMany = "at most 5 values expected in all";

TEST(JsonBounds, CountArraysAndObjectsInsideEachOther) {
  EXPECT_EQ(problem_of_bounds(R"([{}])", kSmall), "");
  EXPECT_EQ(problem_of_bounds(R"([[],{}])", kSmall), "");
  EXPECT_EQ(problem_of_bounds(R"([[[]]])", kSmall), kDeep);
  EXPECT_EQ(problem_of_bounds(R"({"a":{"b":[)", kSmall), kDeep);
}

TEST(JsonBounds, CountValues) {
  EXPECT_EQ(problem_of_bounds(R"([1,2,3,4])", kSmall), "");
  EXPECT_EQ(problem_of_bounds(R"([1,2,3,4,5])", kSmall), kMany);
  EXPECT_EQ(problem_of_bounds(R"({"a":1,"b":[2,3]})", kSmall), "");
  EXPECT_EQ(problem_of_bounds(R"([[],[]])", kSmall), "");
  EXPECT_EQ(problem_of_bounds(R"([[],[],[]])", kSmall), kMany);
}

TEST(JsonBounds, CountFields) {
  constexpr JsonBounds kFew{.most_fields = 2};
  EXPECT_EQ(problem_of_bounds(R"([{"a:":1},{"b":2}])", kFew), "");
  EXPECT_EQ(problem_of_bounds(R"({"a":{"b":2,"c":3}})", kFew), "at most 2 fields expected in all");
}

TEST(JsonBounds, ANumberIsNotLongerThanADoubleCanBe) {
  const std::string longest(kLongestNumber, '9');
  EXPECT_EQ(problem_of_bounds("[ " + longest + " ," + longest + "]"), "");
  for (const char* end : {"", ",1]", " ", "x"}) {
    EXPECT_EQ(problem_of_bounds("[1," + longest + "9" + end),
              "numbers of at most 1024 characters expected");
  }
}

TEST(JsonBounds, WhatStandsInStringsIsNotCounted) {
  EXPECT_EQ(problem_of_bounds(R"(["[[[[[,,,,,,",1])", kSmall), "");
  EXPECT_EQ(problem_of_bounds(R"(["\\\"[[[[,,,,,\\","\\",1])", kSmall), "");
  EXPECT_EQ(problem_of_bounds(R"(["\\",[[]]])", kSmall), kDeep);
  EXPECT_EQ(problem_of_bounds(R"(["never ends [[[[\")", kSmall), "");
  EXPECT_EQ(problem_of_bounds("\"", kSmall), "");
  EXPECT_EQ(problem_of_bounds("", kSmall), "");
  EXPECT_EQ(problem_of_bounds("]]]}}}[{}]", kSmall), "");
}

// No text that passes is nested deeper, or has more values, than it was said to.
TEST(JsonBounds, AreWhatAParserFinds) {
  for (const char* text : {"1", "[]", R"({"a":[1,2,{"b":null}],"c":"x,y"})", "[[1],[2,[3,4]]]"}) {
    std::size_t values = 0;
    std::size_t deepest = 0;
    const auto count = [&](int depth, nlohmann::json::parse_event_t event, nlohmann::json&) {
      using Event = nlohmann::json::parse_event_t;
      const bool begins = event == Event::object_start || event == Event::array_start;
      if (begins) deepest = std::max(deepest, static_cast<std::size_t>(depth) + 1);
      values += begins || event == Event::value ? 1 : 0;
      return true;
    };
    EXPECT_FALSE(nlohmann::json::parse(text, count).is_discarded());
    EXPECT_NE(problem_of_bounds(text, {deepest, values - 1}), "") << text;
    if (deepest > 0) {
      EXPECT_NE(problem_of_bounds(text, {deepest - 1, 100}), "") << text;
    }
    EXPECT_EQ(problem_of_bounds(text, {deepest, 100}), "") << text;
  }
}

TEST(JsonBounds, RefuseInNoTime) {
  const auto before = std::chrono::steady_clock::now();
  EXPECT_THROW(check_bounds(std::string(15 << 20, '[')), Error);
  EXPECT_THROW(check_bounds("[" + std::string(15 << 20, ',')), Error);
  EXPECT_THROW(check_bounds("[" + std::string(15 << 20, '9')), Error);
  EXPECT_NO_THROW(check_bounds('"' + std::string(15 << 20, 'x')));
  std::string quotes;
  while (quotes.size() < 1 << 20) quotes += "\\\"";
  EXPECT_NO_THROW(check_bounds('"' + quotes));
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(1));
}

}  // namespace
}  // namespace mpart::wire
