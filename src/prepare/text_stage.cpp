#include "prepare/text_stage.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "mpart/error.hpp"

namespace mpart::embed {

namespace {

class TextStage final : public Embedder {
 public:
  TextStage(Scaling numbers, TextEmbedder texts, std::string name)
      : numbers_(std::move(numbers)), texts_(std::move(texts)), name_(std::move(name)) {}

  const std::string& name() const override { return name_; }
  std::size_t input_width() const override { return numbers_.width(); }
  std::size_t output_width() const override { return numbers_.width() + texts_.output_width(); }
  bool takes_missing() const override { return true; }
  bool takes_samples() const override { return true; }

  void embed(std::span<const float> /*in*/, std::size_t /*rows*/,
             std::vector<float>& /*out*/) override {
    throw unsupported(name_ + ": samples with a text expected");
  }

  void embed_whole(std::span<const Sample> samples, std::vector<float>& out) override {
    out.clear();
    for (const Sample& sample : samples) {
      if (sample.values.size() != numbers_.width()) {
        throw invalid_data(name_ + ": " + std::to_string(numbers_.width()) +
                           " values beside the text expected, " +
                           std::to_string(sample.values.size()) + " found");
      }
      if (!sample.values.empty()) {
        for (const double value : numbers_.apply(sample.values, scaled_)) {
          out.push_back(static_cast<float>(std::clamp(value, 0.0, 1.0)));
        }
      }
      texts_.embed(sample.text, vector_);
      out.insert(out.end(), vector_.begin(), vector_.end());
    }
  }

 private:
  Scaling numbers_;
  TextEmbedder texts_;
  std::string name_;
  std::vector<double> scaled_;
  std::vector<float> vector_;
};

}  // namespace

std::string encode_text_stage(const Scaling& numbers, const TextEmbedder& texts) {
  Writer writer;
  numbers.save(writer);
  texts.save(writer);
  return writer.bytes();
}

std::unique_ptr<Embedder> make_text_stage(std::string_view bytes, std::string name) {
  Reader reader(bytes);
  Scaling numbers = Scaling::load(reader);
  TextEmbedder texts = TextEmbedder::load(reader);
  require(reader.done(), "bytes after a text stage");
  return std::make_unique<TextStage>(std::move(numbers), std::move(texts), std::move(name));
}

}  // namespace mpart::embed
