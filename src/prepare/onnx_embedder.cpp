#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <opencv2/dnn.hpp>
#include <utility>

#include "mpart/embedder.hpp"
#include "mpart/error.hpp"
#include "prepare/features.hpp"
#include "prepare/onnx_outline.hpp"
#include "prepare/quiet.hpp"
#include "util/atomic_file.hpp"
#include "util/sanitize_text.hpp"

namespace mpart {
namespace {

using embed::OnnxOutline;

constexpr std::size_t kMostRows = 128;  // at a time: stays in the cache
constexpr std::size_t kMostValues = std::size_t{1}
                                    << 19;             // at a time: bounds the memory of pictures
constexpr std::size_t kWidest = std::size_t{1} << 28;  // values of one sample
constexpr float kTolerance = 1e-4F;

[[noreturn]] void bad_network(const std::string& name, const std::string& what) {
  throw invalid_data(name + ": " + what);
}

// OpenCV's reason in one line; it names an operator as "Node [TYPE@DOMAIN]".
std::string reason_of(const std::exception& error) {
  constexpr std::string_view kNode = "Node [";
  constexpr std::size_t kMost = 160;
  const auto* const its_own = dynamic_cast<const cv::Exception*>(&error);
  const std::string_view text = its_own != nullptr ? std::string_view(its_own->err) : error.what();
  const std::string opencv = "OpenCV " + cv::getVersionString();
  const std::size_t at = text.find(kNode);
  if (at == std::string_view::npos) return opencv + " cannot run it: " + sanitize_text(text, kMost);
  const std::string_view type = text.substr(at + kNode.size());
  return "operator " + sanitize_text(type.substr(0, type.find_first_of("@]")), kMost) +
         " is not supported by " + opencv;
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::string text;
  for (const std::int64_t size : shape) {
    text += (text.empty() ? "" : ", ") + (size == OnnxOutline::kAny ? "any" : std::to_string(size));
  }
  return "[" + text + "]";
}

// Sizes of one sample, with the sides of pictures filled in.
std::vector<int> sample_shape(const std::vector<std::int64_t>& shape, std::size_t image_size,
                              const std::string& name) {
  const bool picture = shape.size() == 4;
  std::vector<int> sizes;
  std::size_t width = 1;
  for (std::size_t i = 1; i < shape.size(); ++i) {
    std::size_t size = shape[i] == OnnxOutline::kAny ? 0 : static_cast<std::size_t>(shape[i]);
    if (size == 0 && picture && i >= 2) {
      if (image_size == 0) bad_network(name, "takes pictures of any size: an image size is needed");
      size = image_size;
    }
    if (size == 0 || size > kWidest / width) {
      sizes.clear();
      break;
    }
    width *= size;
    sizes.push_back(static_cast<int>(size));
  }
  if (sizes.empty()) {
    bad_network(name, "input [N, width] or [N, channels, height, width] expected, " +
                          shape_text(shape) + " found");
  }
  return sizes;
}

// Numbers with spaces between; fewer if one is not a number.
std::vector<float> parse_numbers(std::string_view text) {
  std::vector<float> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    float value = 0;
    const auto [stop, error] = std::from_chars(at, end, value);
    if (error != std::errc()) break;
    numbers.push_back(value);
    at = std::find_if(stop, end, [](char c) { return c != ' '; });
  }
  return numbers;
}

bool agree(std::span<const float> a, std::span<const float> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](float x, float y) {
    return std::abs(x - y) <= kTolerance * std::max(1.F, std::abs(y));  // false for NaN
  });
}

class OnnxEmbedder final : public Embedder {
 public:
  OnnxEmbedder(const std::string& bytes, std::string name, std::size_t image_size)
      : name_(std::move(name)) {
    const OnnxOutline file = embed::read_onnx_outline(bytes, name_);
    require_one(file.inputs.size(), "inputs");
    require_one(file.outputs, "outputs");
    const std::vector<std::int64_t>& shape = file.inputs.front().shape;
    const std::vector<int> sample = sample_shape(shape, image_size, name_);
    input_width_ = std::accumulate(sample.begin(), sample.end(), std::size_t{1},
                                   [](std::size_t a, int b) { return a * std::size_t(b); });
    shape_.push_back(1);
    shape_.insert(shape_.end(), sample.begin(), sample.end());
    load(bytes);
    if (shape.front() != OnnxOutline::kAny) fixed_rows_ = static_cast<std::size_t>(shape.front());
    most_rows_ = std::clamp<std::size_t>(kMostValues / input_width_, 1, kMostRows);
    try_it();
    check_probe(file);
  }

  const std::string& name() const override { return name_; }
  std::size_t input_width() const override { return input_width_; }
  std::size_t output_width() const override { return output_width_; }

  void embed(std::span<const float> in, std::size_t rows, std::vector<float>& out) override {
    if (in.size() != rows * input_width_) {
      throw invalid_argument(name_ + ": " + std::to_string(rows * input_width_) +
                             " values expected, " + std::to_string(in.size()) + " given");
    }
    out.resize(rows * output_width_);
    try {
      for (std::size_t row = 0; row < rows;) {
        const std::size_t count = std::min(rows - row, fixed_rows_ > 0 ? fixed_rows_ : most_rows_);
        run(in.subspan(row * input_width_, count * input_width_), count,
            std::span(out).subspan(row * output_width_, count * output_width_));
        row += count;
      }
    } catch (const Error&) {
      throw;
    } catch (const std::exception& error) {
      throw unsupported(name_ + ": " + reason_of(error));
    }
  }

 private:
  void require_one(std::size_t count, const std::string& what) const {
    if (count != 1) bad_network(name_, std::to_string(count) + " " + what + " found, 1 expected");
  }

  void load(const std::string& bytes) {
    const embed::Quiet quiet;
    net_ = cv::dnn::readNetFromONNX(bytes.data(), bytes.size());
    require_one(net_.getUnconnectedOutLayers().size(), "open ends");
  }

  // Learns the output's width. A network that gives other values for a sample in company, as those
  // do whose export has the batch of one built in, is run sample by sample.
  void try_it() {
    std::vector<float> samples(2 * input_width_);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      samples[i] = static_cast<float>(i * 40503 % 65536) / 65536;
    }
    const std::span<const float> second = std::span(samples).subspan(input_width_);
    output_width_ = forward(second, 1).total() / std::max<std::size_t>(1, fixed_rows_);
    std::vector<float> alone(output_width_);
    run(second, 1, alone);
    if (alone.empty()) bad_network(name_, "gives no values");
    if (!std::all_of(alone.begin(), alone.end(), [](float x) { return std::isfinite(x); })) {
      bad_network(name_, "gives values that are not finite");
    }
    if (fixed_rows_ > 0 || most_rows_ == 1) return;
    try {
      std::vector<float> both(2 * output_width_);
      run(samples, 2, both);
      if (!agree(std::span(both).subspan(output_width_), alone)) most_rows_ = 1;
    } catch (const std::exception&) {
      most_rows_ = 1;
    }
  }

  void check_probe(const OnnxOutline& file) {
    const auto input = file.metadata.find("mpart.probe.input");
    const auto output = file.metadata.find("mpart.probe.output");
    if (input == file.metadata.end() || output == file.metadata.end()) return;
    const std::vector<float> sample = parse_numbers(input->second);
    const std::vector<float> expected = parse_numbers(output->second);
    if (sample.size() != input_width_ || expected.size() != output_width_) {
      bad_network(name_, "its probe is damaged");
    }
    std::vector<float> found;
    embed(sample, 1, found);
    if (!agree(found, expected)) {
      bad_network(name_, "gives other values than when it was written: this OpenCV (" +
                             cv::getVersionString() + ") does not run it right");
    }
  }

  void run(std::span<const float> in, std::size_t rows, std::span<float> out) {
    const cv::Mat result = forward(in, rows);
    const std::size_t made = fixed_rows_ > 0 ? fixed_rows_ : rows;
    if (result.type() != CV_32F || !result.isContinuous() ||
        result.total() != made * output_width_) {
      throw unsupported(name_ + ": " + std::to_string(made * output_width_) +
                        " values expected from " + std::to_string(made) + " samples, " +
                        std::to_string(result.total()) + " given");
    }
    std::copy_n(result.ptr<float>(), out.size(), out.begin());
  }

  // OpenCV sets itself up anew when the number of rows changes: some 10 us for a small network.
  cv::Mat forward(std::span<const float> in, std::size_t rows) {
    const embed::Quiet quiet;
    if (rows < fixed_rows_) {
      padded_.assign(fixed_rows_ * input_width_, 0);
      std::copy(in.begin(), in.end(), padded_.begin());
      in = padded_;
      rows = fixed_rows_;
    }
    shape_.front() = static_cast<int>(rows);
    // Mat wants to be able to write; setInput only reads, and copies.
    net_.setInput(cv::Mat(shape_, CV_32F, const_cast<float*>(in.data())));
    return net_.forward();
  }

  std::string name_;
  cv::dnn::Net net_;
  std::vector<int> shape_;  // of the input; the number of rows first
  std::size_t input_width_ = 0;
  std::size_t output_width_ = 0;
  std::size_t fixed_rows_ = 0;  // the network takes as many, no more or fewer; 0: any number
  std::size_t most_rows_ = 1;
  std::vector<float> padded_;
};

}  // namespace

std::unique_ptr<Embedder> open_embedder(const std::string& path, std::size_t image_size) {
  if (!std::filesystem::exists(path)) bad_network(path, "No such file or directory");
  return read_embedder(read_file(path), path, image_size);
}

std::unique_ptr<Embedder> read_embedder(const std::string& bytes, const std::string& name,
                                        std::size_t image_size) {
  try {
    return embed::wrap_features(std::make_unique<OnnxEmbedder>(bytes, name, image_size),
                                embed::read_onnx_outline(bytes, name).metadata);
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    bad_network(name, reason_of(error));
  }
}

}  // namespace mpart
