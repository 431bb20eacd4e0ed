#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mpart/source.hpp"

namespace mpart {

// How a network takes pictures, as its file says.
struct PictureInput {
  std::size_t height = 0, width = 0;  // pixels
  std::size_t channels = 3;           // 1 is grey
  bool channels_last = false;         // [height][width][channels], else [channels][height][width]
  bool bgr = false;                   // blue first, else red
  bool is_whole = false;              // takes whole numbers: values are rounded
  // A value is (byte * scale - mean) / std, with one number for all channels or one for each; none:
  // mean 0, std 1.
  double scale = 1 / 255.;
  std::vector<float> mean{};
  std::vector<float> std{};
};

// A network, or another program, that turns pixels, features or texts into a few numbers. Not
// thread-safe: one thread at a time.
class Embedder {
 public:
  Embedder() = default;
  Embedder(const Embedder&) = delete;
  Embedder& operator=(const Embedder&) = delete;
  virtual ~Embedder() = default;

  virtual const std::string& name() const = 0;   // of its file, for messages
  virtual std::size_t input_width() const = 0;   // 0: any
  virtual std::size_t output_width() const = 0;  // 0: not known until something was embedded
  // For a network of pictures; null for any other. Lives as long as the network.
  virtual const PictureInput* picture_input() const { return nullptr; }

  // Whether a value may be NaN, which means that it is missing.
  virtual bool takes_missing() const { return false; }

  // Runs the network on `rows` samples: in [rows][input_width], out [rows][output_width].
  // Throws Error(kUnsupported) if the network cannot be run.
  virtual void embed(std::span<const float> in, std::size_t rows, std::vector<float>& out) = 0;

  // Whether it takes whole samples, with their text, when it is the first.
  virtual bool takes_samples() const { return false; }
  // Runs it on samples: out [samples][output_width]. REQUIRES takes_samples(). Throws as embed()
  // does.
  virtual void embed_whole(std::span<const Sample> samples, std::vector<float>& out);
};

// Opens a network in an ONNX file; its weights may be in other files of the same folder.
// `image_size`: the side of the pictures, in pixels, for a network that takes any size and does not
// say which; 0: as it says. `output`: which of its outputs is wanted; empty: the first.
//
// A network that `mpart embed fit` wrote is run by mpart. Any other is run by ONNX Runtime, which
// is loaded when it is first needed. Throws Error(kUnsupported) that says how to install it where
// it is missing, and Error(kInvalidData) that names the file if it is no network, is damaged, has
// an operator that is not supported, does not give the shape that it declares, or does not give
// what its own probe says.
std::unique_ptr<Embedder> open_embedder(const std::string& path, std::size_t image_size = 0,
                                        const std::string& output = {});

// Opens a network from the bytes of such a file; `name` is for messages. Weights in other files are
// Error(kInvalidData).
std::unique_ptr<Embedder> read_embedder(const std::string& bytes, const std::string& name,
                                        std::size_t image_size = 0, const std::string& output = {});

// Networks that run one after another, each on the output of the one before.
using EmbedderChain = std::vector<std::shared_ptr<Embedder>>;

// Throws Error(kInvalidData) that names the widths unless each takes what the one before it gives:
// "umap.onnx: 784 values expected, 50 given". A width that is not known yet is checked when the
// chain is run.
void require_fit(const EmbedderChain& chain);

// Replaces the values of the samples by the output of the networks, up to the first sample that has
// the wrong width, a value too large for a float, or a result that is not finite. Returns how many
// were replaced; if not all, `problem` says which network refuses the next one, and why. REQUIRES:
// a chain that fits. Throws what a network throws.
[[nodiscard]] std::size_t embed_leading(const EmbedderChain& chain, std::span<Sample> samples,
                                        std::string& problem);

// The same for all of them. Throws Error(kInvalidData) that names sample and network, or row and
// network for samples that have a row: "sample 3: umap.onnx: 784 values expected, 12 found".
void embed_samples(const EmbedderChain& chain, std::span<Sample> samples);

// A source that gives the samples of `source` after the networks. Throws as require_fit() does,
// also if the first network does not take what `source` gives. Where the width is not known yet the
// first samples are embedded at once.
std::unique_ptr<Source> embedded(std::unique_ptr<Source> source, EmbedderChain chain);

}  // namespace mpart
