#pragma once

#include <memory>
#include <string>
#include <vector>

#include "mpart/source.hpp"
#include "source/byte_stream.hpp"

namespace mpart {

// One function a form of data. Each reads as much as it needs to know the width, and throws
// Error(kInvalidData) if that is not what the form looks like.

std::unique_ptr<Source> read_csv(std::unique_ptr<ByteStream> stream, const SourceOptions& options);
std::unique_ptr<Source> read_jsonl(std::unique_ptr<ByteStream> stream,
                                   const SourceOptions& options);

std::unique_ptr<Source> read_arff(std::unique_ptr<ByteStream> stream, const SourceOptions& options);

// `features`: values of a sample; 0 is refused with the flag that says them.
std::unique_ptr<Source> read_svmlight(std::unique_ptr<ByteStream> stream, std::size_t features,
                                      const SourceOptions& options);

// Reads all of it. Throws Error(kInvalidData) if there is none.
std::size_t largest_svmlight_index(std::unique_ptr<ByteStream> stream);

// `labels` may be null: no sample has a label then.
std::unique_ptr<Source> read_npy(std::unique_ptr<ByteStream> stream,
                                 std::unique_ptr<ByteStream> labels, const SourceOptions& options);
std::unique_ptr<Source> read_idx(std::unique_ptr<ByteStream> stream,
                                 std::unique_ptr<ByteStream> labels, const SourceOptions& options);

// `class_names` has ten names, or none: the label is the number then.
std::unique_ptr<Source> read_cifar(std::unique_ptr<ByteStream> stream,
                                   std::vector<std::string> class_names,
                                   const SourceOptions& options);

// One class name a line. Throws Error(kInvalidData) unless there are ten.
std::vector<std::string> read_cifar_names(std::unique_ptr<ByteStream> stream);

// `spec` is what follows "synthetic:". Throws Error(kInvalidArgument).
std::unique_ptr<Source> make_synthetic(const std::string& spec, const SourceOptions& options);

}  // namespace mpart
