#include "source/line_reader.hpp"

#include <cstring>

#include "util/text.hpp"

namespace mpart {

LineReader::LineReader(std::unique_ptr<ByteStream> stream) : stream_(std::move(stream)) {
  const std::string_view start = stream_->peek(3);
  if (start.starts_with("\xFF\xFE") || start.starts_with("\xFE\xFF")) {
    bad_input(name(), "UTF-16 text found, UTF-8 expected");
  }
  if (start.starts_with("\xEF\xBB\xBF")) stream_->consume(3);
}

bool LineReader::next(std::string_view& line) {
  stream_->consume(taken_);
  taken_ = 0;
  number_ = lines_ + 1;
  return extend(line);
}

// Finds the first line end behind `taken_`; `line` is everything from the first byte to there.
bool LineReader::extend(std::string_view& line) {
  std::size_t searched = taken_;
  for (;;) {
    const std::string_view bytes = stream_->peek(searched + 1);
    const bool ended = bytes.size() == searched;
    if (ended && searched == taken_) return false;
    const void* found =
        ended ? nullptr : std::memchr(bytes.data() + searched, '\n', bytes.size() - searched);
    if (found == nullptr) searched = bytes.size();
    const std::size_t length =
        found == nullptr ? searched
                         : static_cast<std::size_t>(static_cast<const char*>(found) - bytes.data());
    if (length > kMaxLine) bad_input(name(), number_, "longer than 64 MiB");
    if (found == nullptr && !ended) continue;
    ++lines_;
    taken_ = length + (ended ? 0 : 1);
    line = bytes.substr(0, length);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return true;
  }
}

}  // namespace mpart
