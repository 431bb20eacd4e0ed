#include <gtest/gtest.h>

#include "mpart/embedder.hpp"
#include "prepare/message_of.hpp"

using namespace mpart;
using namespace mpart::test;

namespace {

// Row i has the values i, i + 1, ...; counts what has been read.
class Rows final : public Source {
 public:
  struct Options {
    std::uint64_t rows = 10;
    bool measured = true;
    std::uint64_t bad_row = 0;
  };
  Rows(std::size_t width, Options options, std::uint64_t* read)
      : width_(width), options_(options), read_(read) {}

  bool next(Sample& sample) override {
    if (*read_ == options_.rows) return false;
    const std::uint64_t row = ++*read_;
    if (row == options_.bad_row) throw Error(ErrorKind::kInvalidData, "bad row");
    sample.row = row;
    sample.id = "id" + std::to_string(row);
    sample.label = row % 3 == 0 ? "" : "label" + std::to_string(row);
    sample.values.clear();
    for (std::size_t i = 0; i < width_; ++i) sample.values.push_back(double(row + i));
    return true;
  }
  std::size_t width() const override { return width_; }
  std::optional<double> progress() const override {
    if (!options_.measured) return std::nullopt;
    return double(*read_) / double(options_.rows);
  }

 private:
  std::size_t width_;
  Options options_;
  std::uint64_t* read_;
};

// Output j is the sum of the inputs, times factor, plus j; remembers the largest batch.
class Sums final : public Embedder {
 public:
  Sums(std::string name, std::size_t in, std::size_t out, float factor = 1,
       std::size_t* batch = nullptr)
      : name_(std::move(name)), in_(in), out_(out), factor_(factor), batch_(batch) {}
  const std::string& name() const override { return name_; }
  std::size_t input_width() const override { return in_; }
  std::size_t output_width() const override { return out_; }
  void embed(std::span<const float> in, std::size_t rows, std::vector<float>& out) override {
    EXPECT_EQ(in.size(), rows * in_);
    if (batch_ != nullptr) *batch_ = std::max(*batch_, rows);
    out.clear();
    for (std::size_t row = 0; row < rows; ++row) {
      float sum = 0;
      for (const float value : in.subspan(row * in_, in_)) sum += value;
      for (std::size_t j = 0; j < out_; ++j) out.push_back(factor_ * sum + float(j));
    }
  }

 private:
  std::string name_;
  std::size_t in_;
  std::size_t out_;
  float factor_;
  std::size_t* batch_;
};

struct Network {
  std::string name;
  std::size_t in, out;
  float factor = 1;
  std::size_t* batch = nullptr;
};

EmbedderChain chain_of(const std::vector<Network>& networks) {
  EmbedderChain chain;
  for (const auto& [name, in, out, factor, batch] : networks) {
    chain.push_back(std::make_unique<Sums>(name, in, out, factor, batch));
  }
  return chain;
}

std::unique_ptr<Source> rows_of(std::size_t width, Rows::Options options, std::uint64_t& read) {
  return std::make_unique<Rows>(width, options, &read);
}

}  // namespace

TEST(Embedded, EverySampleKeepsItsRowNameAndLabel) {
  std::uint64_t read = 0;
  const auto source = embedded(rows_of(2, {.rows = 600}, read), chain_of({{"a", 2, 3}}));
  EXPECT_EQ(source->width(), 3U);
  Sample sample;
  for (std::uint64_t row = 1; row <= 600; ++row) {
    ASSERT_TRUE(source->next(sample));
    EXPECT_EQ(sample.row, row);
    EXPECT_EQ(sample.id, "id" + std::to_string(row));
    EXPECT_EQ(sample.label, row % 3 == 0 ? "" : "label" + std::to_string(row));
    const double sum = double(row + row + 1);
    EXPECT_EQ(sample.values, (std::vector<double>{sum, sum + 1, sum + 2}));
  }
  EXPECT_FALSE(source->next(sample));
  EXPECT_FALSE(source->next(sample));
  EXPECT_EQ(source->progress(), 1.0);
}

TEST(Embedded, EmbeddersRunOneAfterAnother) {
  std::uint64_t read = 0;
  const auto source = embedded(rows_of(1, {}, read), chain_of({{"a", 1, 2}, {"b", 2, 1, 10}}));
  Sample sample;
  ASSERT_TRUE(source->next(sample));
  EXPECT_EQ(sample.values, std::vector<double>{30});  // 10 * (1 + 2)
}

TEST(Embedded, WithoutEmbeddersTheSourceIsUnchanged) {
  std::uint64_t read = 0;
  auto plain = rows_of(1, {}, read);
  const Source* const before = plain.get();
  EXPECT_EQ(embedded(std::move(plain), {}).get(), before);
}

TEST(Embedded, WidthsThatDoNotFitAreNamed) {
  std::uint64_t read = 0;
  EXPECT_EQ(message_of([&] {
              embedded(rows_of(50, {}, read), chain_of({{"umap.onnx", 784, 4}}));
            }),
            "umap.onnx: 784 values expected, 50 given");
  EXPECT_EQ(
      message_of([&] {
        embedded(rows_of(3, {}, read), chain_of({{"resnet.onnx", 3, 2048}, {"umap.onnx", 5, 4}}));
      }),
      "umap.onnx: 5 values expected, 2048 given");
}

TEST(Embedded, AFileIsReadAheadInBatches) {
  std::uint64_t read = 0;
  std::size_t batch = 0;
  const auto source = embedded(rows_of(1, {.rows = 600}, read), chain_of({{"a", 1, 1, 1, &batch}}));
  Sample sample;
  while (source->next(sample)) continue;
  EXPECT_EQ(read, 600U);
  EXPECT_EQ(batch, 256U);
}

TEST(Embedded, ALiveStreamIsNotHeldBack) {
  std::uint64_t read = 0;
  const auto source =
      embedded(rows_of(1, {.rows = 600, .measured = false}, read), chain_of({{"a", 1, 1}}));
  Sample sample;
  for (std::uint64_t row = 1; row <= 5; ++row) {
    ASSERT_TRUE(source->next(sample));
    EXPECT_EQ(read, row);
  }
}

TEST(Embedded, ABadRowIsReportedAfterTheRowsBeforeIt) {
  std::uint64_t read = 0;
  const auto source =
      embedded(rows_of(1, {.rows = 10, .bad_row = 4}, read), chain_of({{"a", 1, 1}}));
  Sample sample;
  for (int row = 1; row <= 3; ++row) EXPECT_TRUE(source->next(sample));
  EXPECT_EQ(message_of([&] { source->next(sample); }), "bad row");
  EXPECT_TRUE(source->next(sample));
  EXPECT_EQ(sample.row, 5U);
}

TEST(Embedded, AValueThatIsNotFiniteIsNeverGiven) {
  std::uint64_t read = 0;
  const float huge = 1e38F;
  const auto source = embedded(rows_of(2, {.rows = 600}, read), chain_of({{"a.onnx", 2, 1, huge}}));
  Sample sample;
  EXPECT_EQ(message_of([&] {
              while (source->next(sample)) continue;
            }),
            "row 2: a.onnx: gives a value that is not finite");
}
