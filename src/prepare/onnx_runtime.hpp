#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include "prepare/onnx_runtime_table.hpp"
#include "util/non_copyable.hpp"

namespace mpart::embed {

// An object of ONNX Runtime, released at the end of its life.
template <typename Object>
using Owned = std::unique_ptr<Object, void (*)(Object*)>;

// ONNX Runtime, the library that runs networks. Any thread may use it.
class OnnxRuntime : private NonCopyable {
 public:
  // Finds and loads the library the first time; it stays until the process ends. `package`: where
  // Python has its package onnxruntime, if known. Throws Error(kUnsupported) that says how to
  // install it.
  static const OnnxRuntime& loaded(const std::filesystem::path& package = {});

  const std::string& version() const { return version_; }  // such as 1.31.1
  const ort::Env* environment() const { return environment_.get(); }
  const ort::MemoryInfo* memory() const { return memory_.get(); }

  // Calls a function of the table. Throws Error(kUnsupported) with the message of a call that
  // failed, in one line.
  template <std::size_t position, typename... Parameters, typename... Arguments>
  void call(ort::Function<position, ort::Result(Parameters...)> function,
            Arguments... arguments) const {
    const ort::Result status = pointer(function)(arguments...);
    if (status != nullptr) fail(status);
  }

  // Makes an object by a function whose last parameter is where to put it.
  template <std::size_t position, typename Object, typename Create, typename... Arguments>
  Owned<Object> make(ort::Function<position, void(Object*)> release, Create create,
                     Arguments... arguments) const {
    Object* made = nullptr;
    call(create, arguments..., &made);
    return {made, pointer(release)};
  }

 private:
  OnnxRuntime(const void* const* table, std::string version);
  static OnnxRuntime* load(const std::filesystem::path& package);

  template <std::size_t position, typename Signature>
  Signature* pointer(ort::Function<position, Signature> /*function*/) const {
    return reinterpret_cast<Signature*>(const_cast<void*>(table_[position]));
  }
  [[noreturn]] void fail(ort::Status* status) const;

  const void* const* table_;
  std::string version_;
  Owned<ort::Env> environment_;
  Owned<ort::MemoryInfo> memory_;
};

}  // namespace mpart::embed
