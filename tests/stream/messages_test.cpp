#include "stream/messages.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <bit>
#include <nlohmann/json.hpp>
#include <string>

#include "mpart/archive.hpp"
#include "mpart/error.hpp"
#include "wire/limits.hpp"

namespace mpart::stream {
namespace {

using Json = nlohmann::json;

std::string binary(std::uint32_t width, std::uint32_t rows, const std::vector<float>& values) {
  Writer writer;
  writer.u8(1);
  writer.u32(width);
  writer.u32(rows);
  for (const float value : values) writer.u32(std::bit_cast<std::uint32_t>(value));
  return writer.bytes();
}

std::string problem_of_samples(const std::string& bytes) {
  try {
    read_samples(bytes);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInvalidData);
    return error.what();
  }
  return "";
}

std::string problem_of_answer(const std::string& bytes) {
  try {
    read_answer(bytes);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(SampleMessage, IsOneSampleOrMany) {
  const SampleMessage one = read_samples(R"({"id":"a","values":[0.25,1]})");
  ASSERT_EQ(one.samples.size(), 1U);
  EXPECT_EQ(one.samples[0].id, "a");
  EXPECT_EQ(one.samples[0].values, (std::vector<double>{0.25, 1}));
  EXPECT_FALSE(one.binary);
  const SampleMessage many = read_samples(R"({"samples":[{"values":[0.5]},{"values":[0.75]}]})");
  ASSERT_EQ(many.samples.size(), 2U);
  EXPECT_EQ(many.samples[1].values, std::vector<double>{0.75});
}

TEST(SampleMessage, InBinaryHasTheSameValues) {
  const SampleMessage message = read_samples(binary(2, 2, {0.25F, 0.5F, 0.75F, 1.0F}));
  EXPECT_TRUE(message.binary);
  ASSERT_EQ(message.samples.size(), 2U);
  EXPECT_EQ(message.samples[1].values, (std::vector<double>{0.75, 1}));
}

TEST(SampleMessage, SaysWhatIsWrongWithIt) {
  EXPECT_EQ(problem_of_samples("{\"values\":[0.1"), "not JSON at character 15, near \"0.1\"");
  EXPECT_EQ(problem_of_samples(R"({"samples":[{"values":[1]},{"values":[1,2]}]})"),
            "sample 2: 1 values expected, 2 found");
  EXPECT_EQ(problem_of_samples(binary(2, 2, {1, 2, 3})),
            "binary samples: 16 bytes of values expected, 12 found");
  EXPECT_EQ(problem_of_samples("\x01"), "binary samples: cut short");
  EXPECT_EQ(problem_of_samples(binary(1, 0, {})), "at least one sample expected, none found");
  EXPECT_EQ(problem_of_samples(binary(0, 1, {})), "1 values expected, 0 found");
  EXPECT_EQ(problem_of_samples(binary(1, 2, {0.5F, std::bit_cast<float>(0x7f800000U)})),
            "sample 2: value 1 is not finite");
  EXPECT_EQ(problem_of_samples(binary(1, 1025, std::vector<float>(1025))),
            "at most 1024 samples expected, 1025 found");
  EXPECT_EQ(problem_of_samples(binary(4097, 1, std::vector<float>(4097))),
            "at most 4096 values expected, 4097 found");
  EXPECT_NE(problem_of_samples(binary(0xffffffff, 1024, {})), "");
}

TEST(SampleMessage, MayBeAnArrayAndItsIdsNumbers) {
  const SampleMessage message = read_samples(R"([{"values":[1],"id":7},{"features":[2]}])");
  ASSERT_EQ(message.samples.size(), 2U);
  EXPECT_EQ(message.samples[0].id, "7");
  EXPECT_EQ(message.samples[1].values, std::vector<double>{2});
}

TEST(SampleMessage, MayHaveGaps) {
  const SampleMessage json = read_samples(R"({"values":[0.5,null]})");
  EXPECT_TRUE(std::isnan(json.samples[0].values[1]));
  const SampleMessage floats =
      read_samples(binary(2, 1, {0.5F, std::numeric_limits<float>::quiet_NaN()}));
  EXPECT_TRUE(std::isnan(floats.samples[0].values[1]));
  EXPECT_EQ(problem_of_samples(R"({"values":[null]})"), "every value is missing");
}

TEST(SampleMessage, HasTheFormThatTheModelTakes) {
  const auto problem = [](const wire::SampleForm& form, const std::string& bytes) {
    try {
      MessageReader(form).read(bytes);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInvalidData);
      return std::string(error.what());
    }
    return std::string();
  };
  const wire::SampleForm numbers{Columns({{.name = "a"}, {.name = "b"}})};
  EXPECT_EQ(problem(numbers, R"({"a":1,"b":2,"id":7})"), "");
  EXPECT_EQ(problem(numbers, binary(2, 1, {1, 2})), "");
  EXPECT_EQ(problem(numbers, binary(3, 1, {1, 2, 3})),
            "2 values expected, 3 found; expected are values of a, b");
  EXPECT_EQ(problem(numbers, R"({"a":1,"b":2,"c":3})"),
            "\"c\": no such field or column; expected are values of a, b");
  EXPECT_EQ(problem(numbers, R"({"values":{"a":1,"b":2,"c":3}})"),
            "\"c\": no such field or column; expected are values of a, b");
  EXPECT_EQ(problem(numbers, R"({"values":[1,2],"other":{}})"), "");  // as ever
  const wire::SampleForm texts{{}, true};
  EXPECT_EQ(problem(texts, R"({"text":"hello"})"), "");
  EXPECT_EQ(problem(texts, binary(2, 1, {1, 2})),
            "2 numbers found; expected are \"text\", a string");
  EXPECT_EQ(problem({}, R"({"text":"hello"})"),
            "\"text\" found, and the model takes none; expected are \"values\", an array of "
            "numbers");
}

TEST(AnswerMessage, IsTheSameInBothFormats) {
  Writer writer;
  writer.u8(2);
  writer.u64(17);
  writer.u8(0);
  writer.text("cat");
  for (const std::string& bytes : {std::string(R"({"id":17,"label":"cat"})"), writer.bytes()}) {
    const LateAnswer late = read_answer(bytes);
    EXPECT_EQ(late.id, 17U);
    EXPECT_EQ(late.answer.kind, Answer::Kind::kLabel);
    EXPECT_EQ(late.answer.label, "cat");
  }
  EXPECT_EQ(read_answer(R"({"id":17,"skip":true})").answer.kind, Answer::Kind::kSkip);
}

TEST(AnswerMessage, SaysWhatIsWrongWithIt) {
  EXPECT_EQ(problem_of_answer("{}"), "no \"id\"");
  EXPECT_EQ(problem_of_answer("\x02"), "binary answer: cut short or too long");
  EXPECT_EQ(problem_of_answer("{\"id\":1,\"label\":\"" + std::string(201, 'x') + "\"}"),
            "\"label\": at most 200 bytes expected, 201 found");
  EXPECT_EQ(problem_of_answer(R"({"id":1,"label":"a\u0007"})"),
            "\"label\": has a control character");
  Writer writer;
  writer.u8(2);
  writer.u64(1);
  writer.u8(3);
  writer.text("");
  EXPECT_EQ(problem_of_answer(writer.bytes()), "binary answer: kind 0, 1 or 2 expected, not 3");
  const auto binary_label = [](const std::string& label) {
    Writer bytes;
    bytes.u8(2);
    bytes.u64(1);
    bytes.u8(0);
    bytes.text(label);
    return bytes.bytes();
  };
  EXPECT_EQ(problem_of_answer(binary_label("")), "\"label\": is empty");
  EXPECT_EQ(problem_of_answer(binary_label("a\x7f")), "\"label\": has a control character");
  EXPECT_EQ(problem_of_answer(binary_label("caf\xe9")), "\"label\": UTF-8 expected");
}

TEST(SaidMessage, TellsKnownFromUnknownInBothFormats) {
  const std::vector<Said> all = {{"a", "cat", 0.5, true, {}}, {"", "", 0, false, {7}}};
  const Json json = Json::parse(write_said(all, 12, 100, false));
  EXPECT_EQ(json, Json::parse(R"({"offset":12,"time":100,"predictions":[
      {"id":"a","known":true,"predicted":"cat","probability":0.5,"activated":true,"queries":[]},
      {"known":false,"predicted":null,"probability":null,"activated":false,"queries":[7]}]})"));
  const std::string bytes = write_said(all, 12, 100, true);
  Reader reader(bytes);
  EXPECT_EQ(reader.u8(), 3);
  EXPECT_EQ(reader.u64(), 12U);
  EXPECT_EQ(reader.u64(), 100U);
  EXPECT_EQ(reader.u32(), 2U);
  EXPECT_EQ(reader.text(), "cat");
  EXPECT_EQ(reader.text(), "");
  EXPECT_EQ(reader.u32(), 2U);
  EXPECT_EQ(reader.u32(), 0U);
  EXPECT_EQ(std::bit_cast<float>(reader.u32()), 0.5F);
  EXPECT_EQ(reader.u8(), 1);
  EXPECT_EQ(reader.u32(), 0U);
  EXPECT_EQ(reader.u32(), 1U);
}

TEST(SaidMessage, OfAllThatIsAllowedFitsAMessage) {
  constexpr std::size_t kKafkasDefault = 1000000;
  const Said longest{std::string(wire::kLongestId, '"'),
                     std::string(wire::kLongestLabel, '"'),
                     1.0 / 3,
                     false,
                     {~QueryId{0}}};
  const std::vector<Said> most(wire::kMostKafkaSamples, longest);
  EXPECT_LT(write_said(most, 1LL << 60, 1ULL << 60, false).size(), kKafkasDefault);
}

}  // namespace
}  // namespace mpart::stream
