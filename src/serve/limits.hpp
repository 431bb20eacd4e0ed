#pragma once

#include <cstddef>

namespace mpart::serve {

inline constexpr std::size_t kMostSamples = 4096;  // in a request
inline constexpr std::size_t kMostQueries = 1000;  // in an answer
inline constexpr std::size_t kMostEmbedding = 64;  // requests that wait for the network
inline constexpr std::size_t kLongestLabel = 200;  // bytes
inline constexpr std::size_t kLongestClient = 100;

}  // namespace mpart::serve
