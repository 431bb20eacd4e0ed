#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <optional>
#include <utility>

#include "mpart/embedder.hpp"
#include "mpart/error.hpp"
#include "prepare/features.hpp"
#include "prepare/network_pictures.hpp"
#include "prepare/network_probe.hpp"
#include "prepare/network_shapes.hpp"
#include "prepare/onnx_outline.hpp"
#include "prepare/onnx_session.hpp"
#include "prepare/onnx_weights.hpp"
#include "prepare/own_network.hpp"
#include "prepare/tensor_elements.hpp"
#include "util/atomic_file.hpp"

namespace mpart {
namespace {

using embed::OnnxOutline;
using embed::OnnxSession;

constexpr std::size_t kMostBatch = 128;  // at a time: stays in the cache
constexpr std::size_t kMostBatchValues = std::size_t{1}
                                         << 19;  // at a time: bounds the memory of pictures

[[noreturn]] void bad_network(const std::string& name, const std::string& what) {
  throw invalid_data(name + ": " + what);
}

class OnnxEmbedder final : public Embedder {
 public:
  // `path` is empty unless there are weights beside the file.
  OnnxEmbedder(const std::string& bytes, const OnnxOutline& file, std::string name,
               const std::string& path, std::size_t image_size, const std::string& output)
      : name_(std::move(name)),
        pictures_(embed::picture_input_of(file, name_, image_size)),
        shape_(embed::input_shape(file, pictures_ ? &*pictures_ : nullptr, name_)),
        input_type_(file.inputs.front().type),
        declared_(embed::find_output(file, output, name_)),
        session_(
            {bytes, path, file.inputs.front().name, declared_.name, input_type_, file.has_loops}) {
    if (embed::element_size(input_type_) == 0) {
      bad_network(name_, "takes elements of type " + std::to_string(input_type_) +
                             " of ONNX, which mpart does not make");
    }
    input_width_ = static_cast<std::size_t>(
        std::accumulate(shape_.begin(), shape_.end(), std::int64_t{1}, std::multiplies<>()));
    const std::int64_t batch = file.inputs.front().shape.front();
    if (batch != OnnxOutline::kAny) fixed_rows_ = static_cast<std::size_t>(batch);
    most_rows_ = std::clamp<std::size_t>(kMostBatchValues / input_width_, 1, kMostBatch);
    try_it();
    embed::check_probe(*this, file.metadata,
                       "ONNX Runtime " + session_.version() + " does not run it right");
  }

  const std::string& name() const override { return name_; }
  std::size_t input_width() const override { return input_width_; }
  std::size_t output_width() const override { return output_width_; }
  const PictureInput* picture_input() const override { return pictures_ ? &*pictures_ : nullptr; }

  void embed(std::span<const float> in, std::size_t rows, std::vector<float>& out) override {
    if (in.size() != rows * input_width_) {
      throw invalid_argument(name_ + ": " + std::to_string(rows * input_width_) +
                             " values expected, " + std::to_string(in.size()) + " given");
    }
    out.resize(rows * output_width_);
    const std::size_t most = fixed_rows_ > 0 ? fixed_rows_ : most_rows_;
    for (std::size_t row = 0; row < rows; row += most) {
      const std::size_t count = std::min(rows - row, most);
      run(in.subspan(row * input_width_, count * input_width_), count,
          std::span(out).subspan(row * output_width_, count * output_width_));
    }
  }

 private:
  // Learns the output's width, and whether a sample in company gives what it gives alone. It does
  // not where the export has a batch of one built in: then samples are run one by one.
  void try_it() {
    const std::vector<float> samples = trial_samples();
    forward(std::span(samples).first(input_width_), 1);
    output_width_ = result_.values.size() / std::max<std::size_t>(1, fixed_rows_);
    if (output_width_ == 0) bad_network(name_, "gives no values");
    std::vector<float> alone(output_width_);
    take_result(1, alone);
    if (!std::all_of(alone.begin(), alone.end(), [](float x) { return std::isfinite(x); })) {
      bad_network(name_, "gives values that are not finite");
    }
    if (fixed_rows_ == 1 || (fixed_rows_ == 0 && most_rows_ == 1)) return;
    if (agrees_in_company(samples, alone)) return;
    if (fixed_rows_ > 0) bad_network(name_, "gives other values for a sample in other company");
    most_rows_ = 1;
  }

  bool agrees_in_company(std::span<const float> samples, std::span<const float> alone) try {
    std::vector<float> both(2 * output_width_);
    run(samples, 2, both);
    return embed::agree(std::span(both).first(output_width_), alone);
  } catch (const Error&) {
    return false;
  }

  // Two, of values that any network takes: bytes for one of bytes, 0 and 1 for other whole numbers.
  // Where one has small values the other has large ones, so that neither can hide behind the other.
  std::vector<float> trial_samples() const {
    const bool is_whole = embed::is_whole(input_type_);
    const float most = input_type_ == embed::ort::kUint8 ? 255 : 1;
    std::vector<float> samples(2 * input_width_);
    for (std::size_t i = 0; i < input_width_; ++i) {
      const float value = most * static_cast<float>(i * 40503 % 65536) / 65536;
      samples[i] = is_whole ? std::round(value) : value;
      samples[input_width_ + i] = most - samples[i];
    }
    return samples;
  }

  void run(std::span<const float> in, std::size_t rows, std::span<float> out) {
    forward(in, rows);
    take_result(rows, out);
  }

  void take_result(std::size_t rows, std::span<float> out) const {
    embed::check_output_shape(declared_, fixed_rows_ > 0 ? fixed_rows_ : rows, output_width_,
                              result_.shape, name_);
    std::copy_n(result_.values.begin(), out.size(), out.begin());
  }

  // A batch of its own size is filled up with zeros.
  void forward(std::span<const float> in, std::size_t rows) {
    if (rows < fixed_rows_) {
      padded_.assign(fixed_rows_ * input_width_, 0);
      std::copy(in.begin(), in.end(), padded_.begin());
      in = padded_;
    }
    shape_.front() = static_cast<std::int64_t>(std::max(rows, fixed_rows_));
    std::span<const std::byte> elements = std::as_bytes(in);
    try {
      if (input_type_ != embed::ort::kFloat) {
        embed::to_elements(in, input_type_, input_width_, elements_);
        elements = elements_;
      }
      session_.run(elements, shape_, result_);
    } catch (const Error& error) {
      throw Error(error.kind(), name_ + ": " + error.what());
    }
  }

  std::string name_;
  std::optional<PictureInput> pictures_;
  std::vector<std::int64_t> shape_;  // of the input; the number of rows first
  int input_type_;
  OnnxOutline::Value declared_;  // the output
  OnnxSession session_;
  std::size_t input_width_ = 0;
  std::size_t output_width_ = 0;
  std::size_t fixed_rows_ = 0;  // the network takes as many, no more or fewer; 0: any number
  std::size_t most_rows_ = 1;
  std::vector<float> padded_;
  std::vector<std::byte> elements_;
  OnnxSession::Result result_;
};

// `path` is empty for a network that is not in a file.
std::unique_ptr<Embedder> open_bytes(const std::string& bytes, const std::string& name,
                                     const std::string& path, std::size_t image_size,
                                     const std::string& output) {
  const OnnxOutline file = embed::read_onnx_outline(bytes, name);
  if (auto own = embed::open_own_network(bytes, name)) {
    if (!output.empty()) embed::find_output(file, output, name);
    return embed::wrap_features(std::move(own), file.metadata);
  }
  if (file.inputs.size() != 1) {
    bad_network(name, std::to_string(file.inputs.size()) + " inputs found, 1 expected");
  }
  if (!file.elsewhere.empty() && path.empty()) {
    bad_network(name, "its weights are in another file: open it by its path");
  }
  embed::check_weights(file, path);
  embed::OnnxRuntime::loaded();  // what is missing is not the fault of the file
  try {
    return embed::wrap_features(
        std::make_unique<OnnxEmbedder>(bytes, file, name, file.elsewhere.empty() ? "" : path,
                                       image_size, output),
        file.metadata);
  } catch (const Error& error) {
    const std::string what = error.what();
    bad_network(name, what.starts_with(name + ": ") ? what.substr(name.size() + 2) : what);
  }
}

}  // namespace

std::unique_ptr<Embedder> open_embedder(const std::string& path, std::size_t image_size,
                                        const std::string& output) {
  constexpr std::uintmax_t kLargest = std::uintmax_t{2} << 30;  // of a message of protobuf
  std::error_code error;
  if (!std::filesystem::exists(path)) bad_network(path, "No such file or directory");
  if (std::filesystem::file_size(path, error) > kLargest && !error) {
    bad_network(path, "more than 2 GB: not an ONNX network");
  }
  return open_bytes(read_file(path), path, path, image_size, output);
}

std::unique_ptr<Embedder> read_embedder(const std::string& bytes, const std::string& name,
                                        std::size_t image_size, const std::string& output) {
  return open_bytes(bytes, name, "", image_size, output);
}

}  // namespace mpart
