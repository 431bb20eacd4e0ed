#include <algorithm>
#include <cmath>
#include <limits>

#include "learn/baselines/network/network.hpp"
#include "learn/baselines/sample_learner.hpp"
#include "learn/make_learner.hpp"

namespace mpart {

namespace {

// The paper's reference, a multi-layer perceptron, made to learn from a stream: it keeps the
// labelled samples, and every label that comes is worth `epochs` presentations of samples drawn
// from them. So after N labels it has seen N x epochs samples, as in offline training.
//
// The network is a function of the seed and the labels, in their order. When one of them is changed
// or taken back, the network is made anew from the others: costly, but without a trace.
class Mlp : public SampleLearner {
 public:
  explicit Mlp(const LearnerSetup& setup);

  void save(Writer& writer, const SaveOptions& options) const override;
  void load(Reader& reader) override;

 protected:
  double gather(std::span<const double> values, Prediction& out) const override;
  void label_added() override;
  void labels_changed() override;

 private:
  void train_on(std::size_t newest);

  std::size_t hidden_, layers_, epochs_, batch_;
  float rate_;
  std::uint64_t seed_;
  std::uint64_t learned_ = 0;  // labels that the network has been trained with
  Network network_;
};

Mlp::Mlp(const LearnerSetup& setup)
    : SampleLearner(setup.parameters),
      hidden_(setup.options.whole("hidden", 128, 1, 1024)),
      layers_(setup.options.whole("layers", 3, 1, 8)),
      epochs_(setup.options.whole("epochs", 200, 1, 1000)),
      batch_(setup.options.whole("batch", 32, 1, 1024)),
      rate_(static_cast<float>(setup.options.number("rate", 1e-3, 1e-6, 1))),
      seed_(setup.seed) {}

void Mlp::label_added() { train_on(size() - 1); }

void Mlp::labels_changed() {
  network_ = {};
  learned_ = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    if (label(i) != kNoClass) train_on(i);
  }
}

// `epochs` presentations of samples up to the newest, which is in every batch.
void Mlp::train_on(std::size_t newest) {
  if (!network_.made()) network_ = Network(width(), hidden_, layers_, seed_);
  // Not one generator for all, because a label must not depend on how many were taken back.
  Random random(seed_ + 0x9E3779B97F4A7C15U * ++learned_);
  std::vector<std::size_t> labelled;
  for (std::size_t i = 0; i <= newest; ++i) {
    if (label(i) != kNoClass) labelled.push_back(i);
  }
  const std::size_t rows = std::min(batch_, labelled.size());
  FloatMatrix inputs;
  inputs.reset(rows, width());
  std::vector<ClassIndex> classes(rows);
  for (std::size_t shown = 0; shown < epochs_; shown += rows) {
    for (std::size_t r = 0; r < rows; ++r) {
      const std::size_t i = r == 0 ? newest : labelled[random.below(labelled.size())];
      std::copy(sample(i).begin(), sample(i).end(), inputs.row(r).begin());
      classes[r] = label(i);
    }
    network_.train(inputs, classes, rate_);
  }
}

// Softmax over the known classes. Every label counts as evidence everywhere: a network has no
// notion of how far away they are, so what is left to ask by is the entropy.
double Mlp::gather(std::span<const double> values, Prediction& out) const {
  std::vector<float> logits;
  if (network_.made()) logits = network_.logits(values);
  logits.resize(classes().size(), 0.0F);  // a class that has not been trained yet
  double highest = -std::numeric_limits<double>::infinity();
  for (ClassIndex y = 0; y < logits.size(); ++y) {
    if (!std::isfinite(logits[y])) logits[y] = 0;  // weights of a file can be anything
    if (labels().known(y)) highest = std::max<double>(highest, logits[y]);
  }
  double sum = 0;
  for (ClassIndex y = 0; y < logits.size(); ++y) {
    if (labels().known(y)) out.probability[y] = std::exp(logits[y] - highest);
    sum += out.probability[y];
  }
  const auto mass = static_cast<double>(learned_);
  for (double& p : out.probability) p *= mass / sum;
  return mass;
}

void Mlp::save(Writer& writer, const SaveOptions& options) const {
  SampleLearner::save(writer, options);
  writer.u64(learned_);
  writer.u8(network_.made() ? 1 : 0);
  if (network_.made()) network_.save(writer);
}

void Mlp::load(Reader& reader) {
  SampleLearner::load(reader);
  learned_ = reader.u64();
  if (reader.u8() != 0) network_.load(reader, width(), layers_);
  require(!network_.made() || width() > 0, "a network without inputs");
  require(network_.outputs() <= classes().size(), "a network with more classes than the model");
}

}  // namespace

std::unique_ptr<Learner> make_mlp(const LearnerSetup& setup) {
  return std::make_unique<Mlp>(setup);
}

}  // namespace mpart
