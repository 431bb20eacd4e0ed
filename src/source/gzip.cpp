#include "source/byte_stream.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>

#include "mpart/error.hpp"
#include "util/text.hpp"

namespace mpart {
namespace {

constexpr int kGzipOnly = 16 + MAX_WBITS;  // zlib's spelling of "with a gzip header"

uInt clamp_size(std::size_t size) {
  return static_cast<uInt>(std::min<std::size_t>(size, std::numeric_limits<uInt>::max()));
}

class GzipInput : public ByteInput {
 public:
  explicit GzipInput(std::unique_ptr<ByteStream> packed) : packed_(std::move(packed)) {
    if (inflateInit2(&inflater_, kGzipOnly) != Z_OK) {
      throw unavailable(packed_->name() + ": zlib could not start");
    }
  }
  GzipInput(const GzipInput&) = delete;
  GzipInput& operator=(const GzipInput&) = delete;
  ~GzipInput() override { inflateEnd(&inflater_); }

  std::size_t read(std::span<char> into) override {
    while (!ended_) {
      const std::size_t came = inflate_some(into);
      if (came > 0) return came;
    }
    return 0;
  }

  bool ready(int milliseconds) override { return ended_ || packed_->ready(milliseconds); }

  std::optional<double> progress() const override { return packed_->progress(); }

 private:
  std::size_t inflate_some(std::span<char> into) {
    const std::string_view bytes = packed_->peek(1);
    if (bytes.empty()) bad_input(packed_->name(), "gzip data ends early");
    // zlib takes a pointer to non-const for historical reasons and does not write through it.
    inflater_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    inflater_.avail_in = clamp_size(bytes.size());
    inflater_.next_out = reinterpret_cast<Bytef*>(into.data());
    inflater_.avail_out = clamp_size(into.size());
    const uInt offered = inflater_.avail_in;
    const uInt room = inflater_.avail_out;
    const int code = inflate(&inflater_, Z_NO_FLUSH);
    packed_->consume(offered - inflater_.avail_in);
    if (code == Z_STREAM_END) {
      begin_next_member();
    } else if (code != Z_OK) {
      const char* reason = inflater_.msg != nullptr ? inflater_.msg : "unexpected content";
      bad_input(packed_->name(), std::string("damaged gzip data: ") + reason);
    }
    return room - inflater_.avail_out;
  }

  // Files that were packed one by one and joined are one file, as for gunzip.
  void begin_next_member() {
    if (packed_->peek(1).empty()) {
      ended_ = true;
    } else if (is_gzip(*packed_)) {
      inflateReset(&inflater_);
    } else {
      bad_input(packed_->name(), "damaged gzip data: other bytes after its end");
    }
  }

  std::unique_ptr<ByteStream> packed_;
  z_stream inflater_{};
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<ByteStream> unpack(std::unique_ptr<ByteStream> packed) {
  const std::string name = packed->name();
  return std::make_unique<ByteStream>(name, std::make_unique<GzipInput>(std::move(packed)));
}

}  // namespace mpart
