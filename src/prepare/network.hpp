#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "prepare/encoder.hpp"
#include "prepare/matrix.hpp"

namespace mpart::embed {

// An encoder that learns, by Adam, with each gradient limited to +-4.
// The same calls with the same numbers give the same bits on the same machine, however many
// threads there are. Not thread-safe.
class Network {
 public:
  // threads: 0 for one a core. More than four are not used.
  explicit Network(const Encoder& encoder, std::size_t threads = 0);
  ~Network();
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  // Embeds the chosen rows of `data` and keeps what step() needs; valid until the next call.
  std::span<const float> forward(const Matrix& data, std::span<const std::uint32_t> rows);

  // One step against the gradient of the loss by the last forward()'s output, in the same order.
  void step(std::span<const float> gradient, double learning_rate);

  Encoder encoder() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// The encoder's output for every row.
Matrix embed_rows(const Encoder& encoder, const Matrix& rows);

}  // namespace mpart::embed
