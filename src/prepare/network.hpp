#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "prepare/encoder.hpp"
#include "prepare/matrix.hpp"

namespace mpart::embed {

// An encoder that learns: the only door to libtorch. Adam, gradients clipped to +-4 each.
// The same calls with the same numbers give the same bits on the same machine.
// Not thread-safe. Uses up to 4 threads of its own and sets those of libtorch and OpenBLAS to one,
// for the whole process.
class Network {
 public:
  explicit Network(const Encoder& encoder);
  ~Network();
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  // Embeds the chosen rows of `data` and keeps what step() needs; valid until the next call.
  std::span<const float> forward(const Matrix& data, std::span<const std::uint32_t> rows);

  // One step against the gradient of the loss by the last forward()'s output, in the same order.
  void step(std::span<const float> gradient, double learning_rate);

  Encoder encoder() const;

 private:
  struct Shard;
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// The encoder's output for every row, in batches.
Matrix embed_rows(const Encoder& encoder, const Matrix& rows);

}  // namespace mpart::embed
