#pragma once

#include <cstddef>
#include <cstdint>

// Our own declaration of that part of ONNX Runtime's C interface which mpart calls. The library
// gives a table of functions; a function's position in it never changes, and new ones are added at
// the end. So no header of ONNX Runtime is needed to build mpart.
namespace mpart::embed::ort {

// Objects of ONNX Runtime, known by their addresses alone.
struct Status;
struct Env;
struct Session;
struct SessionOptions;
struct RunOptions;
struct Value;
struct TensorInfo;
struct MemoryInfo;
struct ArenaConfig;

// A function of the table, by its position.
template <std::size_t position, typename Signature>
struct Function {
  using Type = Signature*;
  static constexpr std::size_t kPosition = position;
};

// What every function returns that can fail; null: it has not.
using Result = Status*;

inline constexpr Function<2, const char*(const Status*)> kGetErrorMessage;
inline constexpr Function<3, Result(int, const char*, Env**)> kCreateEnv;
inline constexpr Function<7, Result(const Env*, const char*, const SessionOptions*, Session**)>
    kCreateSession;
inline constexpr Function<8, Result(const Env*, const void*, std::size_t, const SessionOptions*,
                                    Session**)>
    kCreateSessionFromArray;
inline constexpr Function<9, Result(Session*, const RunOptions*, const char* const*,
                                    const Value* const*, std::size_t, const char* const*,
                                    std::size_t, Value**)>
    kRun;
inline constexpr Function<10, Result(SessionOptions**)> kCreateSessionOptions;
inline constexpr Function<22, Result(SessionOptions*, int)> kSetSessionLogSeverityLevel;
inline constexpr Function<24, Result(SessionOptions*, int)> kSetIntraOpNumThreads;
inline constexpr Function<39, Result(RunOptions**)> kCreateRunOptions;
inline constexpr Function<46, Result(RunOptions*)> kRunOptionsSetTerminate;
inline constexpr Function<47, Result(RunOptions*)> kRunOptionsUnsetTerminate;
inline constexpr Function<49, Result(const MemoryInfo*, void*, std::size_t, const std::int64_t*,
                                     std::size_t, int, Value**)>
    kCreateTensorWithDataAsOrtValue;
inline constexpr Function<50, Result(const Value*, int*)> kIsTensor;
inline constexpr Function<51, Result(Value*, void**)> kGetTensorMutableData;
inline constexpr Function<60, Result(const TensorInfo*, int*)> kGetTensorElementType;
inline constexpr Function<61, Result(const TensorInfo*, std::size_t*)> kGetDimensionsCount;
inline constexpr Function<62, Result(const TensorInfo*, std::int64_t*, std::size_t)> kGetDimensions;
inline constexpr Function<65, Result(const Value*, TensorInfo**)> kGetTensorTypeAndShape;
inline constexpr Function<69, Result(int, int, MemoryInfo**)> kCreateCpuMemoryInfo;
inline constexpr Function<92, void(Env*)> kReleaseEnv;
inline constexpr Function<93, void(Status*)> kReleaseStatus;
inline constexpr Function<94, void(MemoryInfo*)> kReleaseMemoryInfo;
inline constexpr Function<95, void(Session*)> kReleaseSession;
inline constexpr Function<96, void(Value*)> kReleaseValue;
inline constexpr Function<97, void(RunOptions*)> kReleaseRunOptions;
inline constexpr Function<99, void(TensorInfo*)> kReleaseTensorInfo;
inline constexpr Function<100, void(SessionOptions*)> kReleaseSessionOptions;
inline constexpr Function<130, Result(SessionOptions*, const char*, const char*)>
    kAddSessionConfigEntry;
inline constexpr Function<144, Result(Env*, const MemoryInfo*, const ArenaConfig*)>
    kCreateAndRegisterAllocator;
inline constexpr Function<156, Result(std::size_t, int, int, int, ArenaConfig**)>
    kCreateArenaConfig;
inline constexpr Function<157, void(ArenaConfig*)> kReleaseArenaConfig;

// OrtApiBase, which the one exported function of the library, OrtGetApiBase(), returns.
struct ApiBase {
  const void* const* (*get_api)(std::uint32_t version);
  const char* (*get_version)();
};

// ONNX's types of elements, as far as networks take or give them.
enum ElementType : int {
  kFloat = 1,
  kUint8 = 2,
  kInt8 = 3,
  kInt32 = 6,
  kInt64 = 7,
  kFloat16 = 10,
  kDouble = 11,
};

// Other constants of the interface.
inline constexpr int kFatalOnly = 4;  // logging: what ends the process; errors are returned
inline constexpr int kDeviceAllocator = 0;
inline constexpr int kArenaAllocator = 1;
inline constexpr int kDefaultMemory = 0;

}  // namespace mpart::embed::ort
