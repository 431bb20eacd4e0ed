#include "prepare/gif.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "mpart/error.hpp"

namespace mpart::embed {
namespace {

constexpr unsigned kHasColours = 0x80, kInterlaced = 0x40;
constexpr char kPicture = ',', kExtension = '!', kEnd = ';';

// Reads on only where there is something; after the end everything is 0.
class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : rest_(bytes) {}

  bool ok() const { return ok_; }
  std::string_view take(std::size_t count) {
    ok_ = ok_ && count <= rest_.size();
    if (!ok_) return {};
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  unsigned byte() {
    const std::string_view taken = take(1);
    return ok_ ? static_cast<unsigned char>(taken[0]) : 0;
  }
  std::size_t two_bytes() {
    const unsigned low = byte();
    return low + 256 * byte();
  }
  // Blocks of a length and so many bytes, up to one of length 0, which stand for one text.
  void skip_blocks() {
    while (!take(byte()).empty()) {
    }
  }
  std::vector<std::uint8_t> take_blocks() {
    std::vector<std::uint8_t> all;
    for (std::string_view block = take(byte()); !block.empty(); block = take(byte())) {
      all.insert(all.end(), block.begin(), block.end());
    }
    return all;
  }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

std::string_view take_colours(Cursor& at, unsigned flags) {
  return (flags & kHasColours) == 0 ? std::string_view()
                                    : at.take(3 * (std::size_t{2} << (flags & 7)));
}

struct Canvas {
  explicit Canvas(Cursor& at) {
    at.take(6);
    width = at.two_bytes();
    height = at.two_bytes();
    const unsigned flags = at.byte();
    background = at.byte();
    at.take(1);
    colours = take_colours(at, flags);
  }
  std::size_t width = 0, height = 0, background = 0;
  std::string_view colours;
};

struct Picture {
  explicit Picture(Cursor& at)
      : left(at.two_bytes()), top(at.two_bytes()), width(at.two_bytes()), height(at.two_bytes()) {
    const unsigned flags = at.byte();
    interlaced = (flags & kInterlaced) != 0;
    colours = take_colours(at, flags);
    code_bits = at.byte();
  }
  bool lies_in(const Canvas& canvas) const {
    return width > 0 && height > 0 && left + width <= canvas.width && top + height <= canvas.height;
  }
  std::size_t left, top, width, height;
  bool interlaced = false;
  std::string_view colours;
  unsigned code_bits = 0;
};

// The first picture, its data next; nothing if there is none.
std::optional<Picture> find_picture(Cursor& at) {
  for (unsigned mark = at.byte(); at.ok(); mark = at.byte()) {
    if (mark == kPicture) return Picture(at);
    if (mark != kExtension) return std::nullopt;
    at.byte();
    at.skip_blocks();
  }
  return std::nullopt;
}

// LZW with codes that grow from code_bits + 1 to 12 bits, the lowest bit first. A code stands for
// the text of an earlier code and one symbol more.
class Unpacker {
 public:
  explicit Unpacker(unsigned code_bits)
      : first_bits_(code_bits + 1), clear_(1U << code_bits), bits_(first_bits_), next_(clear_ + 2) {
    for (unsigned symbol = 0; symbol < clear_; ++symbol) entries_[symbol] = {0, 1, symbol, symbol};
  }

  // False if the data end or make no sense before there are `count` symbols.
  bool unpack(const std::vector<std::uint8_t>& data, std::size_t count,
              std::vector<std::uint8_t>& symbols) {
    symbols.reserve(count);
    std::uint32_t waiting = 0;
    unsigned waiting_bits = 0;
    for (const std::uint8_t byte : data) {
      waiting |= std::uint32_t{byte} << waiting_bits;
      for (waiting_bits += 8; waiting_bits >= bits_ && symbols.size() < count;) {
        const unsigned code = waiting & ((1U << bits_) - 1);
        waiting >>= bits_;
        waiting_bits -= bits_;
        if (code == clear_ + 1 || !read(code, symbols)) return false;
      }
      if (symbols.size() >= count) break;
    }
    if (symbols.size() < count) return false;
    symbols.resize(count);
    return true;
  }

 private:
  static constexpr unsigned kMostBits = 12, kNone = 1U << kMostBits;

  struct Entry {
    unsigned before = 0;  // the code of all symbols but the last
    unsigned length = 0;
    unsigned first = 0, last = 0;
  };

  bool read(unsigned code, std::vector<std::uint8_t>& symbols) {
    if (code == clear_) {
      bits_ = first_bits_;
      next_ = clear_ + 2;
      previous_ = kNone;
      return true;
    }
    if (code > next_ || (code == next_ && previous_ == kNone)) return false;
    if (previous_ != kNone && next_ < kNone) {
      const unsigned first = entries_[code == next_ ? previous_ : code].first;
      entries_[next_++] = {previous_, entries_[previous_].length + 1, entries_[previous_].first,
                           first};
      if (next_ == 1U << bits_ && bits_ < kMostBits) ++bits_;
    }
    if (code >= next_) return false;
    previous_ = code;
    append(code, symbols);
    return true;
  }

  void append(unsigned code, std::vector<std::uint8_t>& symbols) const {
    symbols.resize(symbols.size() + entries_[code].length);
    auto at = symbols.rbegin();
    for (unsigned left = entries_[code].length; left > 0; --left, ++at) {
      *at = static_cast<std::uint8_t>(entries_[code].last);
      code = entries_[code].before;
    }
  }

  unsigned first_bits_, clear_, bits_, next_;
  unsigned previous_ = kNone;
  std::array<Entry, kNone> entries_{};
};

// Rows come in four passes, to show a coarse picture early: every eighth row from 0, every eighth
// from 4, every fourth from 2, every second from 1.
std::vector<std::size_t> row_order(const Picture& picture) {
  constexpr std::array<std::array<std::size_t, 2>, 4> kPasses = {{{0, 8}, {4, 8}, {2, 4}, {1, 2}}};
  std::vector<std::size_t> order;
  if (picture.interlaced) {
    for (const auto& [from, step] : kPasses) {
      for (std::size_t row = from; row < picture.height; row += step) order.push_back(row);
    }
    return order;
  }
  for (std::size_t row = 0; row < picture.height; ++row) order.push_back(row);
  return order;
}

// Black if there is no such colour.
void paint(std::string_view colours, std::size_t colour, std::uint8_t* pixel) {
  if (3 * colour + 3 > colours.size()) return;
  std::copy_n(colours.begin() + static_cast<std::ptrdiff_t>(3 * colour), 3, pixel);
}

}  // namespace

bool is_gif(std::string_view bytes) {
  return bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a");
}

bool is_whole_gif(std::string_view bytes) {
  Cursor at(bytes);
  const Canvas canvas(at);
  bool any = false;
  for (unsigned mark = at.byte(); at.ok(); mark = at.byte()) {
    if (mark == kEnd) return any;
    if (mark == kPicture) {
      any = true;
      const Picture picture(at);
    } else if (mark == kExtension) {
      at.byte();
    } else {
      return false;
    }
    at.skip_blocks();
  }
  return false;
}

PictureSize gif_size(std::string_view bytes) {
  Cursor at(bytes);
  const Canvas canvas(at);
  const std::optional<Picture> picture = find_picture(at);
  if (!at.ok() || !picture || !picture->lies_in(canvas)) return {};
  return {canvas.width, canvas.height};
}

std::vector<std::uint8_t> decode_gif(std::string_view bytes) {
  Cursor at(bytes);
  const Canvas canvas(at);
  const std::optional<Picture> picture = find_picture(at);
  constexpr unsigned kMostCodeBits = 8;
  std::vector<std::uint8_t> symbols;
  if (!at.ok() || !picture || !picture->lies_in(canvas) || picture->code_bits == 0 ||
      picture->code_bits > kMostCodeBits ||
      !Unpacker(picture->code_bits)
           .unpack(at.take_blocks(), picture->width * picture->height, symbols)) {
    throw invalid_data("damaged picture");
  }
  const std::string_view colours = picture->colours.empty() ? canvas.colours : picture->colours;
  std::vector<std::uint8_t> pixels(3 * canvas.width * canvas.height);
  if (picture->width * picture->height < canvas.width * canvas.height) {
    for (std::size_t i = 0; i < pixels.size(); i += 3) {
      paint(canvas.colours, canvas.background, &pixels[i]);
    }
  }
  const std::uint8_t* symbol = symbols.data();
  for (const std::size_t row : row_order(*picture)) {
    const std::size_t start = (picture->top + row) * canvas.width + picture->left;
    for (std::size_t column = 0; column < picture->width; ++column) {
      paint(colours, *symbol++, &pixels[3 * (start + column)]);
    }
  }
  return pixels;
}

}  // namespace mpart::embed
