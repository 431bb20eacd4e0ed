#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "prepare/matrix.hpp"
#include "prepare/picture_shape.hpp"
#include "util/random.hpp"

namespace mpart::embed {

enum class NetworkKind {
  kMlp,  // 3 x 100 ReLU, for any row
  kCnn,  // two convolutions and a dense layer, for square pictures
};
std::string_view name_of(NetworkKind kind);

// y = W x + b
struct Dense {
  std::size_t in = 0, out = 0;
  std::vector<float> weights;  // [out][in]
  std::vector<float> bias;     // [out]
};

// 3 x 3 with stride 2 and one pixel of zeros around: halves the side of a picture.
struct Convolution {
  static constexpr std::size_t kSide = 3, kStride = 2, kPadding = 1;

  std::size_t in = 0, out = 0;  // channels
  std::vector<float> weights;   // [out][in][kSide][kSide]
  std::vector<float> bias;      // [out]
};

// The trained function as plain numbers: a row goes through the convolutions, each with a ReLU,
// and then the dense layers, each but the last with a ReLU.
struct Encoder {
  PictureShape picture;                   // of a CNN
  std::vector<Convolution> convolutions;  // none in an MLP
  std::vector<Dense> dense;

  std::size_t input_width() const;
  std::size_t output_width() const { return dense.back().out; }
};

// An untrained one: weights and biases uniform within 1 / sqrt(inputs of a unit).
Encoder make_encoder(NetworkKind kind, std::size_t width, std::size_t dims, Random& random);

// How rows are brought near 0 with a variance near 1 for training, without changing their shape:
// one scale for all columns, as one picture has one brightness.
struct InputScale {
  std::vector<float> mean;  // by column
  float deviation = 1;      // of all values from their column's mean; 1 if there is none
};
InputScale input_scale(const Matrix& rows);

// (row - mean) / deviation
Matrix scaled(const Matrix& rows, const InputScale& scale);

// Makes an encoder of scaled rows one of the rows themselves, by changing its first layer.
// REQUIRES: mean 0 for a CNN, whose pictures end in zeros.
void fold_input(Encoder& encoder, const InputScale& scale);

// What comes out of the encoder so far is brought from its range over `fitted` to [0,1], column by
// column, by changing the last layer. A column without a range becomes 0.5.
void scale_output(Encoder& encoder, const Matrix& fitted);

// Keys and values that travel in the file, in this order.
using Metadata = std::vector<std::pair<std::string, std::string>>;

// The bytes of an ONNX file (opset 10) that any runtime can run: `input`, float [N][input_width],
// to `embedding`, float [N][output_width], limited to [0,1]; N is free.
// The same arguments give the same bytes.
std::string encode_onnx(const Encoder& encoder, const Metadata& metadata);

}  // namespace mpart::embed
