#include "wire/error_table.hpp"

#include <algorithm>

namespace mpart::wire {

namespace {

// Exit code 2: what the caller gave cannot be used. 3: it could, but this machine failed.
constexpr ErrorRow kTable[] = {
    {ErrorKind::kInvalidArgument, 2, 400, true, "invalid argument", "ValueError"},
    {ErrorKind::kInvalidData, 2, 400, true, "invalid data", "ValueError"},
    {ErrorKind::kNotFound, 2, 404, true, "not found", "LookupError"},
    {ErrorKind::kConflict, 2, 409, true, "conflict", "ValueError"},
    {ErrorKind::kCorrupt, 2, 500, false, "corrupt", "ValueError"},
    {ErrorKind::kUnavailable, 3, 503, false, "unavailable", "OSError"},
    {ErrorKind::kOutOfSpace, 3, 507, false, "out of space", "OSError"},
    {ErrorKind::kUnsupported, 2, 501, true, "unsupported", "NotImplementedError"},
    {ErrorKind::kInternal, 3, 500, false, "internal", "RuntimeError"},
};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < std::size(kTable); ++i) {
    if (static_cast<std::size_t>(kTable[i].kind) != i) return false;
  }
  return std::size(kTable) == static_cast<std::size_t>(ErrorKind::kInternal) + 1;
}
static_assert(is_in_order());

}  // namespace

std::span<const ErrorRow> error_table() { return kTable; }

const ErrorRow& error_row(ErrorKind kind) { return kTable[static_cast<std::size_t>(kind)]; }

std::string error_code(ErrorKind kind) { return code_of_title(error_row(kind).name); }

std::string code_of_title(std::string_view title) {
  std::string code(title);
  std::replace(code.begin(), code.end(), ' ', '_');
  return code;
}

}  // namespace mpart::wire
