#pragma once

#include <cstdint>

// Field numbers of the parts of onnx.proto3 that mpart reads and writes, by message. They never
// change: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3
namespace mpart::embed::onnx {

namespace model {  // ModelProto
inline constexpr std::uint64_t kIrVersion = 1, kProducer = 2, kGraph = 7, kOpsets = 8,
                               kMetadata = 14;
}
namespace opset {  // OperatorSetIdProto
inline constexpr std::uint64_t kDomain = 1, kVersion = 2;
}
namespace entry {  // StringStringEntryProto
inline constexpr std::uint64_t kKey = 1, kValue = 2;
}
namespace graph {  // GraphProto; kTensor: an initializer
inline constexpr std::uint64_t kNode = 1, kName = 2, kTensor = 5, kInput = 11, kOutput = 12;
}
namespace node {  // NodeProto
inline constexpr std::uint64_t kInput = 1, kOutput = 2, kName = 3, kType = 4, kAttribute = 5,
                               kDomain = 7;
}
namespace attribute {  // AttributeProto
inline constexpr std::uint64_t kName = 1, kFloat = 2, kInt = 3, kTensor = 5, kInts = 8, kType = 20;
inline constexpr std::uint64_t kTypeFloat = 1, kTypeInt = 2, kTypeInts = 7;
}  // namespace attribute
namespace tensor {  // TensorProto
inline constexpr std::uint64_t kDims = 1, kType = 2, kFloatData = 4, kName = 8, kRawData = 9,
                               kLocation = 14;
inline constexpr std::uint64_t kTypeFloat = 1, kTypeInt64 = 7;
}  // namespace tensor
namespace value {  // ValueInfoProto, TypeProto, TypeProto.Tensor, TensorShapeProto, its Dimension
inline constexpr std::uint64_t kName = 1, kType = 2, kTensor = 1, kElementType = 1, kShape = 2,
                               kSizes = 1, kSize = 1, kSizeName = 2;
}

// What encode_onnx() writes: ONNX 1.5, the last one whose Clip OpenCV 4.6 reads.
inline constexpr std::uint64_t kIrVersion = 5, kOpset = 10;
inline constexpr const char* kInputName = "input";
inline constexpr const char* kOutputName = "embedding";

}  // namespace mpart::embed::onnx
