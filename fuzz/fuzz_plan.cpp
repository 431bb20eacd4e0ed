#include <cstdint>

#include "cli/reproduce/plan.hpp"
#include "mpart/error.hpp"

using namespace mpart;

// A plan is refused in words or makes sense.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const reproduce::Plan plan = reproduce::parse_plan(text, "plan.json");
    if (plan.rows.empty() || plan.trials == 0 || plan.dims == 0) __builtin_trap();
    for (const reproduce::Row& row : plan.rows) {
      if (row.name.empty() || row.samples == 0 || row.points > row.samples) __builtin_trap();
    }
    for (const reproduce::Frame& frame : plan.frames) {
      if (frame.to <= frame.from) __builtin_trap();
    }
  } catch (const Error&) {
  }
  return 0;
}
