#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

// Writes small ONNX files, byte by byte: protobuf is a list of (field number, value).
namespace mpart::test::onnx {

inline std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(0x80 | (value & 0x7F));
  return bytes + static_cast<char>(value);
}
inline std::string number(std::uint64_t field, std::uint64_t value) {
  return varint(field << 3) + varint(value);
}
inline std::string text(std::uint64_t field, const std::string& bytes) {
  return varint(field << 3 | 2) + varint(bytes.size()) + bytes;
}

// A dimension that is not known in the file.
inline constexpr std::int64_t kAny = -1;

// ONNX's number of the type float.
inline constexpr std::uint64_t kFloat = 1;

// ValueInfoProto of a tensor.
inline std::string value_info(const std::string& name, const std::vector<std::int64_t>& shape,
                              std::uint64_t type = kFloat) {
  std::string dimensions;
  for (const std::int64_t size : shape) {
    dimensions +=
        text(1, size == kAny ? text(2, "N") : number(1, static_cast<std::uint64_t>(size)));
  }
  return text(1, name) + text(2, text(1, number(1, type) + text(2, dimensions)));
}

// TensorProto of floats.
inline std::string tensor(const std::string& name, const std::vector<std::int64_t>& shape,
                          const std::vector<float>& values) {
  std::string bytes;
  for (const std::int64_t size : shape) bytes += number(1, static_cast<std::uint64_t>(size));
  std::string raw(values.size() * sizeof(float), '\0');
  if (!raw.empty()) std::memcpy(raw.data(), values.data(), raw.size());
  return bytes + number(2, 1) + text(8, name) + text(9, raw);
}

// TensorProto of whole numbers.
inline std::string whole_tensor(const std::string& name, const std::vector<std::int64_t>& values,
                                bool is_scalar = false) {
  std::string raw(values.size() * sizeof(std::int64_t), '\0');
  std::memcpy(raw.data(), values.data(), raw.size());
  return (is_scalar ? "" : number(1, values.size())) + number(2, 7) + text(8, name) + text(9, raw);
}

// TensorProto of floats that are in another file.
inline std::string tensor_elsewhere(const std::string& name, const std::vector<std::int64_t>& shape,
                                    const std::string& file, std::uint64_t offset,
                                    std::uint64_t length) {
  std::string bytes;
  for (const std::int64_t size : shape) bytes += number(1, static_cast<std::uint64_t>(size));
  const auto entry = [](const std::string& key, const std::string& value) {
    return text(13, text(1, key) + text(2, value));
  };
  return bytes + number(2, kFloat) + text(8, name) + entry("location", file) +
         entry("offset", std::to_string(offset)) + entry("length", std::to_string(length)) +
         number(14, 1);
}

// FunctionProto of the domain "own", from "in" to "out".
inline std::string function(const std::string& name, const std::vector<std::string>& nodes) {
  std::string bytes = text(1, name) + text(4, "in") + text(5, "out");
  for (const std::string& it : nodes) bytes += text(7, it);
  return bytes + text(9, number(2, 17)) + text(9, text(1, "own") + number(2, 1)) + text(10, "own");
}

// NodeProto with integer attributes.
using Attribute = std::pair<std::string, std::vector<std::uint64_t>>;
inline std::string node(const std::string& type, const std::vector<std::string>& inputs,
                        const std::string& output, const std::vector<Attribute>& lists = {},
                        const std::vector<std::pair<std::string, std::uint64_t>>& single = {}) {
  std::string bytes;
  for (const std::string& input : inputs) bytes += text(1, input);
  bytes += text(2, output) + text(3, "to_" + output) + text(4, type);
  for (const auto& [name, values] : lists) {
    std::string attribute = text(1, name);
    for (const std::uint64_t value : values) attribute += number(8, value);
    bytes += text(5, attribute + number(20, 7));
  }
  for (const auto& [name, value] : single) {
    bytes += text(5, text(1, name) + number(3, value) + number(20, 2));
  }
  return bytes;
}

// The parts of a file; every string is an encoded message of its kind.
struct Model {
  std::vector<std::string> nodes;
  std::vector<std::string> weights;
  std::vector<std::string> inputs;
  std::string output = value_info("embedding", {kAny, kAny});
  std::vector<std::string> more_outputs;
  std::vector<std::string> functions;
  std::vector<std::pair<std::string, std::string>> metadata;

  std::string bytes() const {
    std::string graph;
    for (const std::string& it : nodes) graph += text(1, it);
    graph += text(2, "tiny");
    for (const std::string& it : weights) graph += text(5, it);
    for (const std::string& it : inputs) graph += text(11, it);
    graph += text(12, output);
    for (const std::string& it : more_outputs) graph += text(12, it);
    std::string model = number(1, 8) + text(2, "mpart test") + text(7, graph);
    for (const auto& [key, value] : metadata) model += text(14, text(1, key) + text(2, value));
    for (const std::string& it : functions) model += text(25, it);
    if (!functions.empty()) model += text(8, text(1, "own") + number(2, 1));
    return model + text(8, text(1, "") + number(2, 11));
  }
};

}  // namespace mpart::test::onnx
