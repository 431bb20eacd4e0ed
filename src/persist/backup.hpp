#pragma once

#include <cstdint>
#include <string>

namespace mpart {

struct BackupResult {
  std::uint64_t generation = 0;  // of the newest snapshot; 0: there is none
  std::uint64_t last_event = 0;
};

// Copies a state folder to a new folder, also while a server writes to it. Everything that was
// acknowledged before the call is in the copy. The copy is opened to see that it is sound. Throws
// Error, and leaves no copy then: kInvalidArgument if `to` exists, kNotFound if `from` is no state,
// kCorrupt if `from` is damaged.
BackupResult backup_state(const std::string& from, const std::string& to);

}  // namespace mpart
