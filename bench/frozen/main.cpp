// Predictions a second of a frozen model of about a thousand nodes, by number of threads, and what
// learning beside them costs. Answers are compared with the learner's first.
//   mpart_bench_frozen [rho, 0.981]
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

#include "mpart/mpart.hpp"

namespace {

using namespace mpart;

template <typename Work>
double seconds(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The least of some runs: the one that other programs disturbed least.
template <typename Work>
double least_seconds(const Work& work) {
  double least = seconds(work);
  for (int run = 0; run < 20; ++run) least = std::min(least, seconds(work));
  return least;
}

std::vector<Sample> read_stream() {
  std::vector<Sample> samples;
  const auto source = open_source(MPART_SOURCE_DIR "/bench/data/fashion4d-10k.csv");
  for (Sample sample; source->next(sample);) samples.push_back(sample);
  return samples;
}

bool agree(const Learner& learner, const Frozen& frozen, const std::vector<Sample>& samples) {
  Scratch scratch;
  Prediction a;
  Prediction b;
  return std::all_of(samples.begin(), samples.end(), [&](const Sample& sample) {
    learner.predict(sample.values, scratch, a);
    frozen.predict(sample.values, scratch, b);
    return a.winner == b.winner && a.best == b.best && std::abs(a.score - b.score) < 1e-9;
  });
}

}  // namespace

int main(int argc, char** argv) {
  SessionOptions options;
  options.parameters.rho = argc > 1 ? std::strtod(argv[1], nullptr) : 0.981;
  const std::vector<Sample> samples = read_stream();
  const auto learn = [&](Session& session) {
    ColumnOracle oracle;
    for (const Sample& sample : samples) session.step(sample, oracle);
  };
  Session session(options);
  learn(session);
  std::unique_ptr<const Frozen> frozen;
  const double freezing =
      least_seconds([&] { frozen = as<Freezable>(session.learner())->freeze(); });
  if (!agree(session.learner(), *frozen, samples)) {
    std::fputs("the frozen model and the learner disagree: nothing to time\n", stderr);
    return 1;
  }
  std::printf("%zu nodes, frozen in %.2f ms\n", session.learner().node_count(), freezing * 1e3);

  std::vector<double> rows;
  for (int copy = 0; copy < 10; ++copy) {
    for (const Sample& sample : samples) {
      rows.insert(rows.end(), sample.values.begin(), sample.values.end());
    }
  }
  std::vector<Prediction> out(rows.size() / frozen->width());
  for (std::size_t threads = 1; threads <= std::max(1U, std::thread::hardware_concurrency());
       ++threads) {
    const double time = least_seconds([&] { frozen->predict_all(rows, out, threads); });
    std::printf("%zu threads: %.2f million predictions a second\n", threads,
                static_cast<double>(out.size()) / time / 1e6);
  }

  const auto learn_anew = [&] {
    Session fresh(options);
    learn(fresh);
  };
  const double alone = least_seconds(learn_anew);
  std::atomic<bool> done = false;
  std::thread beside([&] {
    while (!done) frozen->predict_all(rows, out, 1);
  });
  const double accompanied = least_seconds(learn_anew);
  done = true;
  beside.join();
  std::printf("learning 10,000 samples: %.1f ms alone, %.1f ms beside one predicting thread\n",
              alone * 1e3, accompanied * 1e3);
}
