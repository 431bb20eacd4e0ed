#include "prepare/network_shapes.hpp"

#include <algorithm>

#include "mpart/error.hpp"
#include "util/text.hpp"

namespace mpart::embed {
namespace {

constexpr std::size_t kWidest = std::size_t{1} << 28;  // values that go in at once

std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::string text;
  for (const std::int64_t size : shape) {
    text += (text.empty() ? "" : ", ") + (size == OnnxOutline::kAny ? "any" : std::to_string(size));
  }
  return "[" + text + "]";
}

}  // namespace

std::vector<std::int64_t> input_shape(const OnnxOutline& network, const PictureInput* pictures,
                                      const std::string& name) {
  std::vector<std::int64_t> shape = network.inputs.front().shape;
  if (pictures != nullptr) {
    const std::size_t rows = pictures->channels_last ? 1 : 2;
    shape[rows] = static_cast<std::int64_t>(pictures->height);
    shape[rows + 1] = static_cast<std::int64_t>(pictures->width);
    shape[pictures->channels_last ? 3 : 1] = static_cast<std::int64_t>(pictures->channels);
  }
  const std::size_t batch = shape.empty() || shape.front() == OnnxOutline::kAny
                                ? 1
                                : static_cast<std::size_t>(shape.front());
  std::size_t values = std::min(batch, kWidest + 1);
  for (std::size_t i = 1; i < shape.size(); ++i) {
    const bool fits = shape[i] != OnnxOutline::kAny && values <= kWidest &&
                      static_cast<std::size_t>(shape[i]) <= kWidest / values;
    values = fits ? values * static_cast<std::size_t>(shape[i]) : kWidest + 1;
  }
  if (shape.size() < 2 || values > kWidest) {
    throw invalid_data(name + ": input [N, width] or [N, channels, height, width] expected, " +
                       shape_text(network.inputs.front().shape) + " found");
  }
  shape.front() = 1;
  return shape;
}

const OnnxOutline::Value& find_output(const OnnxOutline& network, const std::string& wanted,
                                      const std::string& name) {
  if (wanted.empty()) return network.outputs.front();
  std::string names;
  for (const OnnxOutline::Value& output : network.outputs) {
    if (output.name == wanted) return output;
    names += (names.empty() ? "" : ", ") + shortened(output.name);
  }
  throw invalid_data(name + ": no output " + in_quotes(wanted) + "; it has " + names);
}

// How many samples the file says is not looked at: exports often have the number of the example.
void check_output_shape(const OnnxOutline::Value& declared, std::size_t rows, std::size_t width,
                        const std::vector<std::int64_t>& found, const std::string& name) {
  std::size_t values = 1;
  for (const std::int64_t size : found) values *= static_cast<std::size_t>(size);
  bool fits = values == rows * width &&
              (rows == 1 || (!found.empty() && found.front() == static_cast<std::int64_t>(rows)));
  if (declared.has_shape) {
    fits = fits && found.size() == declared.shape.size();
    for (std::size_t i = 1; fits && i < found.size(); ++i) {
      fits = declared.shape[i] == OnnxOutline::kAny || declared.shape[i] == found[i];
    }
  }
  if (fits) return;
  throw unsupported(name + ": output " + shortened(declared.name) + " of shape " +
                    (declared.has_shape ? shape_text(declared.shape) + " declared, " : "") +
                    shape_text(found) + " given for " + counted(rows, "sample"));
}

}  // namespace mpart::embed
