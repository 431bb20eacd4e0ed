// How far probabilities are from how often they are right, before and after calibration.
//
// usage: mpart_bench_calibration [--rows] NAME TRAIN TEST PERIOD...
//
// For both modes and every budget 1/PERIOD, models of at most 10,000 samples of TRAIN, in the
// orders of seeds 1 to 3, answer TEST. Printed: the expected calibration error over what was
// answered, the answers of the three models together, by 15 bins of equal width (ECE) and by 15
// bins of as many answers each (quantiles). --rows prints every answer instead, for fit.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "mpart/mpart.hpp"
#include "util/random.hpp"

namespace {

using mpart::Sample;

constexpr std::size_t kBins = 15;
constexpr std::size_t kMostSamples = 10000;
constexpr std::uint64_t kSeeds = 3;

struct Said {
  double probability = 0;
  bool right = false;
};

std::vector<Sample> read(const std::string& path) {
  const auto source = mpart::open_source(path);
  std::vector<Sample> samples;
  for (Sample sample; source->next(sample);) samples.push_back(sample);
  return samples;
}

// |mean probability - share that is right| of one bin, times its size.
double gap(const std::vector<Said>& said, std::size_t begin, std::size_t end) {
  double sum = 0;
  for (std::size_t i = begin; i < end; ++i) sum += said[i].probability - (said[i].right ? 1 : 0);
  return std::abs(sum);
}

struct Errors {
  double width = 0, quantile = 0;
};

Errors calibration_error(std::vector<Said> said) {
  std::stable_sort(said.begin(), said.end(),
                   [](const Said& a, const Said& b) { return a.probability < b.probability; });
  Errors errors;
  std::size_t begin = 0;
  for (std::size_t bin = 1; bin <= kBins; ++bin) {
    const double above = static_cast<double>(bin) / kBins;
    std::size_t end = begin;
    while (end < said.size() && (bin == kBins || said[end].probability < above)) ++end;
    errors.width += gap(said, begin, end);
    begin = end;
    errors.quantile += gap(said, said.size() * (bin - 1) / kBins, said.size() * bin / kBins);
  }
  const double count = std::max(1.0, static_cast<double>(said.size()));
  return {errors.width / count, errors.quantile / count};
}

struct Answers {
  std::string rows_of;  // "data,mode,period," if every answer is to be printed
  std::vector<Said> before, after;
  std::uint64_t labels = 0;
};

void print_row(const std::string& rows_of, const mpart::Prediction& prediction, bool right) {
  std::printf("%s,%d,%.9g,%.9g,%d", rows_of.c_str(), right ? 1 : 0, prediction.mass,
              prediction.labels_per_class, static_cast<int>(prediction.probability.size()));
  for (const double p : prediction.probability) {
    if (p > 0) std::printf(",%.6g", p);
  }
  std::printf("\n");
}

void add_answers(std::vector<Sample> train, const std::vector<Sample>& test,
                 const mpart::SessionOptions& options, Answers& answers) {
  mpart::Random random(options.seed);
  mpart::shuffle(train, random);
  train.resize(std::min(train.size(), kMostSamples));
  mpart::Session session(options);
  mpart::ColumnOracle oracle;
  for (const Sample& sample : train) session.step(sample, oracle);
  session.finish(oracle);
  mpart::Scratch scratch;
  mpart::Prediction prediction;
  for (const Sample& sample : test) {
    session.predict(sample, scratch, prediction);
    if (!prediction.known) continue;
    const bool right = session.predicted(prediction) == sample.label;
    if (!answers.rows_of.empty()) {
      print_row(answers.rows_of + std::to_string(options.seed), prediction, right);
    }
    answers.before.push_back({prediction.probability[prediction.best], right});
    answers.after.push_back({mpart::calibrated_best(prediction), right});
  }
  answers.labels += session.counters().labels;
}

void measure(const std::string& name, const std::vector<Sample>& train,
             const std::vector<Sample>& test, const char* mode, std::uint64_t period, bool rows) {
  Answers answers;
  if (rows) answers.rows_of = name + ',' + mode + ',' + std::to_string(period) + ',';
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    mpart::SessionOptions options;
    mpart::set_mode(mode, options);
    options.budget = {1, period};
    options.seed = seed;
    add_answers(train, test, options, answers);
  }
  if (rows) return;
  double right = 0, sure = 0, sure_right = 0;
  constexpr double kSure = 0.999;
  for (const Said& said : answers.before) {
    right += said.right ? 1 : 0;
    sure += said.probability >= kSure ? 1 : 0;
    sure_right += said.probability >= kSure && said.right ? 1 : 0;
  }
  const Errors before = calibration_error(answers.before), after = calibration_error(answers.after);
  std::printf("| %s | %s | 1/%d | %d | %.1f | %.1f | %.3f | %.3f | %.3f | %.3f |\n", name.c_str(),
              mode, static_cast<int>(period), static_cast<int>(answers.labels / kSeeds),
              100 * right / static_cast<double>(std::max<std::size_t>(answers.before.size(), 1)),
              100 * sure_right / std::max(sure, 1.0), before.width, after.width, before.quantile,
              after.quantile);
}

}  // namespace

int main(int argc, char** argv) {
  const bool rows = argc > 1 && std::string(argv[1]) == "--rows";
  if (rows) {
    --argc;
    ++argv;
  }
  if (argc < 5) {
    std::fprintf(stderr, "usage: mpart_bench_calibration [--rows] NAME TRAIN TEST PERIOD...\n");
    return 2;
  }
  try {
    const std::vector<Sample> train = read(argv[2]), test = read(argv[3]);
    for (const char* mode : {"faithful", "plus"}) {
      for (int i = 4; i < argc; ++i) {
        measure(argv[1], train, test, mode, std::strtoull(argv[i], nullptr, 10), rows);
      }
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "mpart_bench_calibration: %s\n", error.what());
    return 2;
  }
  return 0;
}
