#include <cstdint>
#include <sstream>

#include "cli/reproduce/trial_log.hpp"

using namespace mpart;

// Whatever is in a log, what is taken from it is a trial.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  std::istringstream in(bytes);
  const std::string head = bytes.substr(0, bytes.find('\n'));
  for (const reproduce::LoggedTrial& trial : reproduce::read_trials(in, head)) {
    if (trial.number == 0 || trial.data.find(',') != std::string::npos) __builtin_trap();
  }
  return 0;
}
