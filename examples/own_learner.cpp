// A learner of your own in a session: the class whose mean is nearest.
#include <cmath>
#include <iostream>
#include <map>

#include "mpart/mpart.hpp"

namespace {

class NearestMean : public mpart::Learner {
 public:
  void observe(std::span<const double> values, mpart::Prediction& out) override {
    width_ = values.size();  // nothing is learned from a sample without a label
    mpart::Scratch unused;
    predict(values, unused, out);
  }

  void predict(std::span<const double> values, mpart::Scratch& /*scratch*/,
               mpart::Prediction& out) const override {
    std::vector<double> sum(classes_.size() * width_), count(classes_.size());
    for (const auto& [id, taught] : taught_) {
      ++count[taught.label];
      for (std::size_t k = 0; k < width_; ++k) sum[taught.label * width_ + k] += taught.values[k];
    }
    out = {};
    out.probability.assign(classes_.size(), 0);
    double total = 0;
    for (std::size_t y = 0; y < classes_.size(); ++y) {
      if (count[y] == 0) continue;
      double distance = 1e-9;
      for (std::size_t k = 0; k < width_; ++k) {
        distance += std::abs(values[k] - sum[y * width_ + k] / count[y]);
      }
      out.probability[y] = 1 / (distance * distance);
      total += out.probability[y];
    }
    if (total == 0) return;  // the prediction stays unknown
    out.known = true;
    for (std::size_t y = 0; y < classes_.size(); ++y) {
      out.probability[y] /= total;
      if (out.best == mpart::kNoClass || out.probability[y] > out.probability[out.best]) {
        out.best = static_cast<mpart::ClassIndex>(y);
      }
    }
    out.score = 1 - out.probability[out.best];  // strategies ask where this is high
  }

  mpart::Receipt teach(std::span<const double> values, std::string_view label) override {
    taught_[next_id_] = {index_of(label), {values.begin(), values.end()}};
    return {next_id_, taught_[next_id_++].label};
  }
  bool teach(mpart::NodeId node, std::string_view label, mpart::Receipt& receipt) override {
    auto taught = withdrawn_.extract(node);
    if (taught.empty()) return false;
    taught.mapped().label = index_of(label);
    receipt = {node, taught.mapped().label};
    taught_.insert(std::move(taught));
    return true;
  }
  bool withdraw(const mpart::Receipt& receipt) override {
    return withdrawn_.insert(taught_.extract(receipt.node)).inserted;
  }

  std::size_t width() const override { return width_; }
  const std::vector<std::string>& classes() const override { return classes_; }

  void save(mpart::Writer& writer, const mpart::SaveOptions& /*options*/) const override {
    writer.u64(width_);
    writer.u64(classes_.size());
    for (const std::string& name : classes_) writer.text(name);
    writer.u64(taught_.size());
    for (const auto& [id, taught] : taught_) {
      writer.u64(id);
      writer.u32(taught.label);
      writer.f64s(taught.values);
    }
  }
  void load(mpart::Reader& reader) override {
    width_ = reader.u64();
    for (std::size_t left = reader.count(8); left > 0; --left) classes_.push_back(reader.text());
    for (std::size_t left = reader.count(20); left > 0; --left) {
      next_id_ = reader.u64();
      const mpart::ClassIndex label = reader.u32();
      mpart::require(label < classes_.size(), "a label of no class");
      taught_[next_id_++] = {label, reader.f64s()};
    }
  }

 private:
  struct Taught {
    mpart::ClassIndex label = 0;
    std::vector<double> values;
  };

  mpart::ClassIndex index_of(std::string_view label) {
    for (std::size_t y = 0; y < classes_.size(); ++y) {
      if (classes_[y] == label) return static_cast<mpart::ClassIndex>(y);
    }
    classes_.emplace_back(label);
    return static_cast<mpart::ClassIndex>(classes_.size() - 1);
  }

  std::size_t width_ = 0;
  std::vector<std::string> classes_;
  std::map<mpart::NodeId, Taught> taught_, withdrawn_;
  mpart::NodeId next_id_ = 0;
};

double accuracy(const mpart::Session& session) {
  auto test = mpart::open_source("examples/data/fashion4d-test.csv");
  mpart::Sample sample;
  mpart::Scratch scratch;
  mpart::Prediction prediction;
  double right = 0, all = 0;
  for (; test->next(sample); ++all) {
    session.predict(sample, scratch, prediction);
    right += session.predicted(prediction) == sample.label ? 1 : 0;
  }
  return 100 * right / all;
}

}  // namespace

int main() {
  mpart::SessionOptions options{.budget = {1, 100}};
  options.parameters.learner = "nearest-mean";
  mpart::Session session(options, {.learner = std::make_unique<NearestMean>()});
  auto stream = mpart::open_source("examples/data/fashion4d.csv");
  mpart::ColumnOracle oracle;
  mpart::Sample sample;
  while (stream->next(sample)) session.step(sample, oracle);

  // A model file holds it; whoever loads it passes the same learner, new and empty.
  const std::string bytes = mpart::encode_model(session);
  const mpart::Session loaded =
      mpart::decode_model(bytes, {.learner = std::make_unique<NearestMean>()});
  std::cout << session.ledger().asked() << " queries, " << accuracy(loaded) << " % right\n";
}
