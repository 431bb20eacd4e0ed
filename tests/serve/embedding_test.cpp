// Samples that go through a network before they are learned; here one that can be counted by hand.
#include "serve/embedding.hpp"

#include <algorithm>
#include <limits>

#include "mpart/error.hpp"
#include "serve/server_fixture.hpp"
#include "util/base64.hpp"

namespace mpart::serve {
namespace {

using Json = nlohmann::json;

// Mean and maximum of three values.
class MeanAndMost : public Embedder {
 public:
  const std::string& name() const override { return name_; }
  std::size_t input_width() const override { return 3; }
  std::size_t output_width() const override { return 2; }
  void embed(std::span<const float> in, std::size_t rows, std::vector<float>& out) override {
    if (in[0] == 666) throw Error(ErrorKind::kInternal, name_ + ": cannot be run");
    out.clear();
    for (std::size_t i = 0; i < rows; ++i) {
      const auto row = in.subspan(3 * i, 3);
      out.push_back((row[0] + row[1] + row[2]) / 3);
      out.push_back(row[0] == 777 ? std::numeric_limits<float>::quiet_NaN()
                                  : *std::max_element(row.begin(), row.end()));
    }
  }

 private:
  std::string name_ = "mean.onnx";
};

// A "picture" whose bytes are hundredths.
void read_bytes(std::string_view bytes, std::vector<double>& values) {
  if (bytes == "broken") throw Error(ErrorKind::kInvalidData, "damaged picture");
  values.clear();
  for (const char byte : bytes) values.push_back(byte / 100.);
}

class EmbeddingTest : public ServerTest {
 protected:
  EmbeddingTest() {
    embedding_ = {{std::make_shared<MeanAndMost>()}, read_bytes};
    session_.budget = {1, 1};
  }

  static std::string picture(const std::string& bytes) {
    return "data:image/png;base64," + to_base64(bytes);
  }
  static Json sample(const std::string& bytes) { return {{"show", {{"picture", picture(bytes)}}}}; }
  void expect_refused(const Json& body, const std::string& why) {
    for (const char* route : {"/samples", "/predict"}) {
      const Reply reply = call("POST", route, body.dump());
      EXPECT_EQ(reply.status, 400U) << body;
      EXPECT_EQ(reply.json()["detail"], why);
    }
  }
};

TEST_F(EmbeddingTest, ValuesAreWhatTheNetworkTakes) {
  start();
  const Reply reply = call("POST", "/samples", R"({"values":[0.1,0.2,0.6]})");
  ASSERT_EQ(reply.status, 200U) << reply.body;
  call("POST", path(1, "/label"), R"({"label":"cat"})");
  const Json same = call("POST", "/predict", R"({"values":[0.6,0.1,0.2]})").json();
  EXPECT_EQ(same["predicted"], "cat");
  EXPECT_EQ(same["activated"], true);
  expect_refused({{"values", {0.1, 0.2}}}, "mean.onnx: 3 values expected, 2 found");
  expect_refused({{"values", {1e300, 0.2, 0.3}}}, "mean.onnx: value 1 is too large for a float");
}

TEST_F(EmbeddingTest, APictureIsEmbeddedWhereThereAreNoValues) {
  start();
  ASSERT_EQ(call("POST", "/samples", sample(std::string("\x0A\x14\x3C")).dump()).status, 200U);
  EXPECT_EQ(call("GET", path(1)).json()["show"]["picture"], picture("\x0A\x14\x3C"));
  const Json by_picture = call("POST", "/predict", sample("\x0A\x14\x3C").dump()).json();
  EXPECT_EQ(by_picture, call("POST", "/predict", R"({"values":[0.1,0.2,0.6]})").json());
  Json both = sample("no matter");
  both["values"] = {0.1, 0.2, 0.6};
  EXPECT_EQ(call("POST", "/predict", both.dump()).json(), by_picture);
}

TEST_F(EmbeddingTest, ABatchMayMixThemAndKeepsItsOrder) {
  start();
  const Json batch = {{{"values", {0.9, 0.9, 0.9}}}, sample("\x0A\x14\x3C")};
  const Json learned = call("POST", "/samples", batch.dump()).json();
  ASSERT_EQ(learned.size(), 2U);
  EXPECT_EQ(learned[1]["time"], 1);
  call("POST", path(1, "/label"), R"({"label":"bright"})");
  call("POST", path(2, "/label"), R"({"label":"dark"})");
  const Json found = call("POST", "/predict", batch.dump()).json();
  EXPECT_EQ(found[0]["predicted"], "bright");
  EXPECT_EQ(found[1]["predicted"], "dark");
}

TEST_F(EmbeddingTest, WhatCannotBeEmbeddedIsRefusedBeforeAnythingIsLearned) {
  start();
  expect_refused({{"id", "nothing"}}, "no \"values\"");
  expect_refused(sample("broken"), "\"picture\": damaged picture");
  expect_refused(sample("\x01\x02"),
                 "\"picture\": 3 values expected, 2 found; --image-size and --grey say how the "
                 "server reads pictures");
  expect_refused({{"show", {{"picture", "data:image/svg+xml;base64,AAAA"}}}},
                 "\"picture\": image/png, image/jpeg, image/webp, image/gif or image/bmp expected, "
                 "image/svg+xml found");
  expect_refused({{"show", {{"picture", "data:image/png,AAAA"}}}},
                 "\"picture\": data:image/png;base64,... expected");
  expect_refused({{"show", {{"picture", "data:image/png;base64,A A="}}}},
                 "\"picture\": what follows the comma is not base64");
  expect_refused({{"show", {{"picture", "data:image/png;base64"}}}},
                 "\"picture\": 3 values expected, 0 found; --image-size and --grey say how the "
                 "server reads pictures");
  expect_refused({sample("\x01\x02\x03"), sample("broken")},
                 "sample 2: \"picture\": damaged picture");
  EXPECT_EQ(call("GET", "/model").json()["samples"], 0);
}

TEST_F(EmbeddingTest, ANetworkThatFailsIsTheServersFault) {
  start();
  EXPECT_EQ(call("POST", "/samples", R"({"values":[666,0,0]})").status, 500U);
  expect_refused({{"values", {777, 0, 0}}}, "mean.onnx: gives a value that is not finite");
  EXPECT_EQ(call("GET", "/model").json()["samples"], 0);
}

TEST_F(EmbeddingTest, WithoutANetworkAPictureIsNoSample) {
  embedding_ = {};
  start();
  expect_refused(sample("\x01\x02\x03"), "no \"values\"");
}

TEST_F(EmbeddingTest, NetworksMustFitEachOtherAndTheModel) {
  embedding_.chain.push_back(std::make_shared<MeanAndMost>());
  EXPECT_THROW(start(), Error);
  embedding_.chain.pop_back();
  start();
  ASSERT_EQ(call("POST", "/samples", R"({"values":[0.1,0.2,0.6]})").status, 200U);
  stop();
  EXPECT_THROW(require_fit(embedding_, 3), Error);
  EXPECT_NO_THROW(require_fit(embedding_, 2));
  EXPECT_NO_THROW(require_fit({}, 2));
}

TEST_F(EmbeddingTest, LargeRowsAreEmbeddedInParts) {
  Samples samples;
  samples.many = true;
  constexpr std::size_t kCount = 400000;  // more values than are embedded at a time
  samples.samples.resize(kCount);
  samples.shows.resize(kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    samples.samples[i].values = {static_cast<double>(i % 100), 0, 0};
  }
  embed(samples, embedding_);
  for (std::size_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(samples.samples[i].values.at(1), static_cast<double>(i % 100));
  }
}

}  // namespace
}  // namespace mpart::serve
