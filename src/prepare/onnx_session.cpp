#include "prepare/onnx_session.hpp"

#include <algorithm>
#include <optional>
#include <thread>

#include "mpart/error.hpp"
#include "prepare/onnx_message.hpp"
#include "prepare/run_limit.hpp"
#include "prepare/tensor_elements.hpp"
#include "util/sanitize_text.hpp"

namespace mpart::embed {
namespace {

constexpr std::chrono::seconds kLongestRun{10};  // of a network with loops, which could be endless
constexpr const char* kMostFolded =
    "268435456";  // bytes of a constant that is computed at the start

template <typename Action>
auto explained(const OnnxRuntime& runtime, Action&& action) {
  try {
    return action();
  } catch (const Error& error) {
    throw unsupported(sanitize_text(explain_onnx_error(error.what(), runtime.version())));
  }
}

}  // namespace

OnnxSession::OnnxSession(const Network& network)
    : runtime_(OnnxRuntime::loaded()),
      session_(explained(runtime_, [&] { return load(network); })),
      run_options_(runtime_.make(ort::kReleaseRunOptions, ort::kCreateRunOptions)),
      input_(network.input),
      output_(network.output),
      input_type_(network.input_type),
      has_loops_(network.has_loops) {}

Owned<ort::SessionOptions> OnnxSession::make_options() const {
  auto options = runtime_.make(ort::kReleaseSessionOptions, ort::kCreateSessionOptions);
  runtime_.call(ort::kSetSessionLogSeverityLevel, options.get(), ort::kFatalOnly);
  const unsigned processors = std::max(1U, std::thread::hardware_concurrency());
  runtime_.call(ort::kSetIntraOpNumThreads, options.get(), static_cast<int>(processors));
  const auto set = [&](const char* key, const char* value) {
    runtime_.call(ort::kAddSessionConfigEntry, options.get(), key, value);
  };
  set("session.use_env_allocators", "1");       // which has a limit
  set("session.intra_op.allow_spinning", "0");  // pictures are decoded at the same time
  set("optimization.constant_folding_max_output_size_in_bytes", kMostFolded);
  return options;
}

Owned<ort::Session> OnnxSession::load(const Network& network) const {
  const auto options = make_options();
  const ort::SessionOptions* const given = options.get();
  if (!network.path.empty()) {
    return runtime_.make(ort::kReleaseSession, ort::kCreateSession, runtime_.environment(),
                         network.path.c_str(), given);
  }
  const void* const bytes = network.bytes.data();
  return runtime_.make(ort::kReleaseSession, ort::kCreateSessionFromArray, runtime_.environment(),
                       bytes, network.bytes.size(), given);
}

// A run that takes too long is ended between two operators.
Owned<ort::Value> OnnxSession::forward(const ort::Value* input) {
  const char* const input_name = input_.c_str();
  const char* const output_name = output_.c_str();
  std::optional<RunLimit> limit;
  if (has_loops_) {
    runtime_.call(ort::kRunOptionsUnsetTerminate, run_options_.get());
    limit.emplace(kLongestRun,
                  [this] { runtime_.call(ort::kRunOptionsSetTerminate, run_options_.get()); });
  }
  const ort::RunOptions* const options = run_options_.get();
  return runtime_.make(ort::kReleaseValue, ort::kRun, session_.get(), options, &input_name, &input,
                       std::size_t{1}, &output_name, std::size_t{1});
}

void OnnxSession::copy(ort::Value* output, Result& result) const {
  int is_tensor = 0;
  if (output != nullptr) runtime_.call(ort::kIsTensor, output, &is_tensor);
  if (is_tensor == 0) throw unsupported("its output is not a tensor");
  const auto info = runtime_.make(ort::kReleaseTensorInfo, ort::kGetTensorTypeAndShape, output);
  std::size_t dimensions = 0;
  runtime_.call(ort::kGetDimensionsCount, info.get(), &dimensions);
  result.shape.resize(dimensions);
  runtime_.call(ort::kGetDimensions, info.get(), result.shape.data(), dimensions);
  int type = 0;
  runtime_.call(ort::kGetTensorElementType, info.get(), &type);
  if (element_size(type) == 0) {
    throw unsupported("its output has elements of type " + std::to_string(type) +
                      " of ONNX, which are no numbers for mpart");
  }
  std::size_t count = 1;
  for (const std::int64_t size : result.shape) count *= static_cast<std::size_t>(size);
  result.values.resize(count);
  void* data = nullptr;
  runtime_.call(ort::kGetTensorMutableData, output, &data);
  to_floats(data, type, result.values);
}

void OnnxSession::run(std::span<const std::byte> elements, std::span<const std::int64_t> shape,
                      Result& result) {
  // The tensor wants to be able to write; a network only reads its input.
  void* const data = const_cast<std::byte*>(elements.data());
  const auto input =
      runtime_.make(ort::kReleaseValue, ort::kCreateTensorWithDataAsOrtValue, runtime_.memory(),
                    data, elements.size(), shape.data(), shape.size(), input_type_);
  const Owned<ort::Value> output = explained(runtime_, [&] { return forward(input.get()); });
  copy(output.get(), result);
}

}  // namespace mpart::embed
