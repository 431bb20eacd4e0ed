#include "prepare/scaling_stage.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "mpart/error.hpp"

namespace mpart::embed {

namespace {

class ScalingStage final : public Embedder {
 public:
  ScalingStage(Scaling scaling, std::string name)
      : scaling_(std::move(scaling)), name_(std::move(name)) {}

  const std::string& name() const override { return name_; }
  std::size_t input_width() const override { return scaling_.width(); }
  std::size_t output_width() const override { return scaling_.width(); }
  bool takes_missing() const override { return true; }

  void embed(std::span<const float> in, std::size_t rows, std::vector<float>& out) override {
    const std::size_t width = scaling_.width();
    out.resize(rows * width);
    for (std::size_t i = 0; i < rows; ++i) {
      row_.assign(in.begin() + static_cast<std::ptrdiff_t>(i * width),
                  in.begin() + static_cast<std::ptrdiff_t>((i + 1) * width));
      const std::span<const double> scaled = scaling_.apply(row_, scaled_);
      std::transform(scaled.begin(), scaled.end(),
                     out.begin() + static_cast<std::ptrdiff_t>(i * width),
                     [](double value) { return static_cast<float>(std::clamp(value, 0.0, 1.0)); });
    }
  }

 private:
  Scaling scaling_;
  std::string name_;
  std::vector<double> row_, scaled_;
};

}  // namespace

std::unique_ptr<Embedder> make_scaling(Scaling scaling, std::string name) {
  return std::make_unique<ScalingStage>(std::move(scaling), std::move(name));
}

}  // namespace mpart::embed
