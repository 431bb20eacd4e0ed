#include "prepare/network.hpp"

#include <algorithm>
#include <thread>
#include <vector>

#include "prepare/adam.hpp"
#include "prepare/batch_shard.hpp"
#include "prepare/encoder_runner.hpp"
#include "prepare/layer_plan.hpp"
#include "prepare/worker_threads.hpp"

namespace mpart::embed {

namespace {

constexpr float kGradientLimit = 4;
constexpr std::size_t kMostShards = 4;
constexpr std::size_t kRowsOfShard = 64;              // fewer are not worth a gradient of their own
constexpr std::size_t kParametersAtOnce = 1U << 14U;  // of a step, in one thread

std::size_t count_threads(std::size_t wanted) {
  const std::size_t cores = std::thread::hardware_concurrency();
  return std::clamp<std::size_t>(wanted > 0 ? wanted : cores, 1, kMostShards);
}

}  // namespace

// How a batch is cut into shards depends on its size alone, and gradients are added in the order
// of the shards, so it does not matter which thread has which shard.
struct Network::Parts {
  Parts(const Encoder& encoder, std::size_t threads)
      : shape(encoder),
        plan(plan_layers(encoder)),
        parameters(pack_parameters(plan, encoder)),
        adam(plan.parameters),
        shards(kMostShards),
        workers(count_threads(threads)) {
    transposed.resize(plan.transposed);
  }

  // First of the rows of a shard, in a batch of `rows`.
  std::size_t first_row(std::size_t shard, std::size_t rows) const { return shard * rows / used; }

  Encoder shape;  // its numbers are the untrained ones
  LayerPlan plan;
  BigVector<float> parameters, transposed;
  Adam adam;
  std::vector<BatchShard> shards;
  std::size_t used = 0;  // shards of the last forward()
  std::vector<float> output;
  WorkerThreads workers;
};

Network::Network(const Encoder& encoder, std::size_t threads)
    : parts_(std::make_unique<Parts>(encoder, threads)) {}

Network::~Network() = default;

std::span<const float> Network::forward(const Matrix& data, std::span<const std::uint32_t> rows) {
  Parts& parts = *parts_;
  const std::size_t dims = parts.shape.output_width();
  parts.used = std::clamp<std::size_t>(rows.size() / kRowsOfShard, 1, kMostShards);
  parts.output.resize(rows.size() * dims);
  transpose_weights(parts.plan, parts.parameters, parts.transposed);
  parts.workers.run(parts.used, [&](std::size_t i) {
    const std::size_t first = parts.first_row(i, rows.size());
    const std::size_t end = parts.first_row(i + 1, rows.size());
    parts.shards[i].forward(parts.plan, parts.parameters, parts.transposed, data,
                            rows.subspan(first, end - first), &parts.output[first * dims]);
  });
  return parts.output;
}

void Network::step(std::span<const float> gradient, double learning_rate) {
  Parts& parts = *parts_;
  const std::size_t dims = parts.shape.output_width();
  const std::size_t rows = gradient.size() / dims;
  parts.workers.run(parts.used, [&](std::size_t i) {
    parts.shards[i].backward(parts.plan, parts.parameters,
                             gradient.subspan(parts.first_row(i, rows) * dims));
  });
  parts.adam.start_step(learning_rate);
  const std::size_t blocks = (parts.plan.parameters + kParametersAtOnce - 1) / kParametersAtOnce;
  parts.workers.run(blocks, [&](std::size_t block) {
    const std::size_t first = block * kParametersAtOnce;
    const std::size_t count = std::min(kParametersAtOnce, parts.plan.parameters - first);
    float* const sum = parts.shards[0].gradient().data() + first;
    for (std::size_t i = 1; i < parts.used; ++i) {
      const float* const more = parts.shards[i].gradient().data() + first;
      for (std::size_t j = 0; j < count; ++j) sum[j] += more[j];
    }
    for (std::size_t j = 0; j < count; ++j) {
      sum[j] = std::clamp(sum[j], -kGradientLimit, kGradientLimit);
    }
    parts.adam.update(first, {sum, count}, parts.parameters);
  });
}

Encoder Network::encoder() const {
  Encoder encoder = parts_->shape;
  unpack_parameters(parts_->plan, parts_->parameters, encoder);
  return encoder;
}

Matrix embed_rows(const Encoder& encoder, const Matrix& rows) {
  Matrix out{rows.rows, encoder.output_width(), {}};
  out.values.resize(out.rows * out.columns);
  EncoderRunner(encoder).run(rows.values.data(), rows.rows, out.values.data());
  return out;
}

}  // namespace mpart::embed
