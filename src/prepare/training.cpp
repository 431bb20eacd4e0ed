#include "prepare/training.hpp"

#include <chrono>
#include <string>
#include <vector>

#include "mpart/error.hpp"
#include "prepare/network.hpp"
#include "prepare/pair_loss.hpp"
#include "util/random.hpp"

namespace mpart::embed {

namespace {

using Clock = std::chrono::steady_clock;

void require_option(bool sound, const char* what) {
  if (!sound) throw invalid_argument(what);
}

// The mean of the losses of one epoch, a batch counting by its edges.
struct MeanLoss {
  double sum = 0, edges = 0;

  void add(double loss, std::size_t count) {
    sum += loss * static_cast<double>(count);
    edges += static_cast<double>(count);
  }
  double value() const { return edges > 0 ? sum / edges : 0; }
};

void keep(const Network& network, double loss, Trained& best) {
  best.encoder = network.encoder();
  best.loss = loss;
}

}  // namespace

void TrainingOptions::check() const {
  require_option(dims >= 1 && dims <= 1024, "dims: 1 to 1024 expected");
  require_option(epochs >= 1, "epochs: 1 or more expected");
  require_option(learning_rate > 0, "learning rate: more than 0 expected");
  require_option(batch.edges >= 1, "batch edges: 1 or more expected");
  require_option(batch.patch >= 1, "batch patch: 1 or more expected");
}

Trained train(const Matrix& rows, std::span<const FuzzyEdge> edges, const Curve& curve,
              const TrainingOptions& options, const ProgressCallback& callback) {
  options.check();
  const auto start = Clock::now();
  Random random(options.seed);
  Network network(make_encoder(options.network, rows.columns, options.dims, random),
                  options.threads);
  EdgeBatches batches(edges, rows.rows, options.batch, random);
  Batch batch;
  std::vector<float> gradient;
  Progress progress{.epochs = options.epochs};
  Trained best;
  bool go_on = true;
  while (go_on && progress.epoch < options.epochs) {
    MeanLoss mean;
    batches.start_epoch();
    while (go_on && batches.next(batch)) {
      const std::span<const float> z = network.forward(rows, batch.rows);
      const double loss = pair_loss(z, options.dims, batch.near, batch.far, curve, gradient);
      network.step(gradient, options.learning_rate * (1 - progress.share));
      mean.add(loss, batch.near.size());
      progress.share = (static_cast<double>(progress.epoch) + batches.share()) /
                       static_cast<double>(options.epochs);
      progress.loss = mean.value();
      progress.seconds = std::chrono::duration<double>(Clock::now() - start).count();
      go_on = !callback || callback(progress);
    }
    if (!go_on && batches.share() < 1) break;
    ++progress.epoch;
    if (best.epochs == 0 || mean.value() < best.loss) keep(network, mean.value(), best);
    best.epochs = progress.epoch;
  }
  if (best.epochs == 0) keep(network, progress.loss, best);  // stopped in the first epoch
  return best;
}

}  // namespace mpart::embed
