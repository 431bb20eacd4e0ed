#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mpart {

// The networks that samples go through before they are learned, and how pictures are read for them.
// A state keeps it: a model is of no use with samples that come another way.
struct NetworkRecord {
  struct Network {
    std::string name;            // of its file; another name for the same bytes is no difference
    std::uint64_t checksum = 0;  // CRC-64 of the file
  };
  std::vector<Network> networks;  // in the order in which they run
  std::string pictures;           // how pictures are read, as flags: "--image-size 28 --grey"

  std::string encode() const;
  static NetworkRecord decode(std::string_view bytes);  // throws Error(kCorrupt)

  // Throws Error(kInvalidArgument) that names the first difference unless `given` is the same.
  void require_same(const NetworkRecord& given) const;
};

}  // namespace mpart
