#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mpart/source.hpp"

namespace mpart {

// Turns what users have (pixels, features) into what the learner wants: a few numbers in [0,1].
// Not thread-safe: one thread embeds.
class Embedder {
 public:
  virtual ~Embedder() = default;

  virtual const std::string& name() const = 0;  // for messages: its file
  virtual std::size_t input_width() const = 0;
  virtual std::size_t output_width() const = 0;

  // `rows` samples one after another: in [rows][input_width], out [rows][output_width].
  // Throws Error(kFailed) if the network cannot be run.
  virtual void embed(std::span<const float> in, std::size_t rows, std::vector<float>& out) = 0;
};

// A network in an ONNX file. Throws Error(kBadInput) naming the file if it is not one, is damaged,
// has an operator that is not supported, or does not give what its own probe says it must give.
// `image_size`: the side of the pictures, in pixels, for a network that takes any size.
// Only in builds with MPART_OPENCV; see mpart::embed in CMake.
std::unique_ptr<Embedder> open_embedder(const std::string& path, std::size_t image_size = 0);

// The same from the bytes of such a file; `name` is for messages.
std::unique_ptr<Embedder> read_embedder(const std::string& bytes, const std::string& name,
                                        std::size_t image_size = 0);

// Networks that run one after another.
using EmbedderChain = std::vector<std::shared_ptr<Embedder>>;

// Throws Error(kBadInput) naming the widths if one does not take what the one before it gives:
// "umap.onnx: 784 values expected, 50 given".
void require_fit(const EmbedderChain& chain);

// Replaces `rows` samples, one after another, by what the networks make of them. Returns the first
// that became something not finite, or `rows`. REQUIRES: a chain of at least one that fits.
[[nodiscard]] std::size_t run_chain(const EmbedderChain& chain, std::size_t rows,
                                    std::vector<float>& values);

// The samples of `source` after every one of `chain`. Throws as require_fit()
// does, also if the first does not take what `source` gives.
std::unique_ptr<Source> embedded(std::unique_ptr<Source> source, EmbedderChain chain);

}  // namespace mpart
