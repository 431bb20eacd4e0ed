#pragma once

#include <cstring>
#include <initializer_list>
#include <string>

namespace mpart::test {

// The bytes of numbers in this machine's order, or reversed.
template <typename T>
std::string bytes_of(std::initializer_list<T> values, bool reversed = false) {
  std::string bytes;
  for (const T value : values) {
    char copy[sizeof(T)];
    std::memcpy(copy, &value, sizeof(T));
    const std::string item(copy, sizeof(T));
    bytes += reversed ? std::string(item.rbegin(), item.rend()) : item;
  }
  return bytes;
}

// An NPY file as NumPy writes it, with the header given as text.
inline std::string npy_with_header(const std::string& header, const std::string& data,
                                   int version = 1) {
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(version);
  bytes += '\0';
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  for (std::size_t i = 0; i < length_bytes; ++i) {
    bytes += static_cast<char>(header.size() >> (8 * i) & 0xFF);
  }
  return bytes + header + data;
}

inline std::string npy(const std::string& type, const std::string& shape, const std::string& data,
                       int version = 1) {
  return npy_with_header(
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }   \n", data,
      version);
}

}  // namespace mpart::test
