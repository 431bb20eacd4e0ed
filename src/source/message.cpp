#include "source/message.hpp"

#include <cstddef>

#include "mpart/error.hpp"
#include "util/printable.hpp"

namespace mpart {
namespace {

constexpr std::size_t kShort = 40;

}  // namespace

void bad_input(const std::string& name, const std::string& what) {
  throw Error(ErrorKind::kBadInput, name + ": " + what);
}

void bad_input(const std::string& name, std::uint64_t row, const std::string& what) {
  throw Error(ErrorKind::kBadInput, name + ":" + std::to_string(row) + ": " + what);
}

std::string shortened(std::string_view foreign) { return printable(foreign, kShort); }

std::string in_quotes(std::string_view foreign) { return '"' + shortened(foreign) + '"'; }

std::string counted(std::uint64_t count, std::string_view noun) {
  std::string out = std::to_string(count);
  out += ' ';
  out += noun;
  if (count != 1) out += 's';
  return out;
}

}  // namespace mpart
