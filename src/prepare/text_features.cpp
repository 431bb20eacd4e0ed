#include "prepare/text_features.hpp"

#include <algorithm>
#include <array>

#include "util/sanitize_text.hpp"

namespace mpart::embed {

namespace {

// Pieces of a word have so many characters, with a space before and after the word.
constexpr std::size_t kShortestPiece = 3;
constexpr std::size_t kLongestPiece = 5;

constexpr std::uint32_t kSpace = ' ';
// Broken UTF-8 is read byte by byte, as codes above all characters.
constexpr std::uint32_t kBrokenByte = 0x110000;

enum class CharacterKind { kSeparator, kLetter, kSign, kWordOfItsOwn };

struct Range {
  std::uint32_t first, last;
};

constexpr bool in_one_of(std::uint32_t code, const auto& ranges) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const Range& range) { return code >= range.first && code <= range.last; });
}

// Above ASCII, characters that separate words: spaces, punctuation, byte order mark.
constexpr std::array<Range, 8> kSeparators{{{0x80, 0xA1},
                                            {0xA6, 0xA9},
                                            {0xAB, 0xB4},
                                            {0xB6, 0xB9},
                                            {0xBB, 0xBF},
                                            {0x2000, 0x206F},
                                            {0x3000, 0x303F},
                                            {0xFEFF, 0xFF0F}}};
// Writing without spaces between words: Thai to Myanmar, kana, Han.
constexpr std::array<Range, 5> kUnspaced{
    {{0xE00, 0xEFF}, {0x1000, 0x109F}, {0x3040, 0x30FF}, {0x3400, 0x9FFF}, {0x20000, 0x3FFFF}}};
// Money, arrows, symbols, emoji: each says something by itself.
constexpr std::array<Range, 4> kSymbols{
    {{0xA2, 0xA5}, {0x20A0, 0x20CF}, {0x2190, 0x2BFF}, {0x1F000, 0x1FAFF}}};

CharacterKind kind_of(std::uint32_t code) {
  if (code < 0x80) {
    const bool letter = (code >= 'a' && code <= 'z') || code == '0' || code == '_';
    if (letter) return CharacterKind::kLetter;
    constexpr std::string_view kSigns = "!?$%#@";
    if (code != 0 && kSigns.find(static_cast<char>(code)) != std::string_view::npos) {
      return CharacterKind::kSign;
    }
    return CharacterKind::kSeparator;
  }
  if (in_one_of(code, kSymbols)) return CharacterKind::kSign;
  if (in_one_of(code, kUnspaced)) return CharacterKind::kWordOfItsOwn;
  if (in_one_of(code, kSeparators)) return CharacterKind::kSeparator;
  return CharacterKind::kLetter;
}

// A small letter for a capital, 0 for a digit.
std::uint32_t folded(std::uint32_t code) {
  if (code < 0x80) {
    if (code >= 'A' && code <= 'Z') return code + ('a' - 'A');
    return code >= '0' && code <= '9' ? '0' : code;
  }
  if (code >= 0xC0 && code <= 0xDE && code != 0xD7) return code + 0x20;  // Latin-1
  if (code >= 0x100 && code <= 0x137) return code | 1;                   // Latin Extended-A
  if (code >= 0x139 && code <= 0x148) return code + code % 2;            // in odd pairs
  if (code >= 0x14A && code <= 0x177) return code | 1;
  if (code >= 0x179 && code <= 0x17E) return code + code % 2;
  if (code >= 0x391 && code <= 0x3A9 && code != 0x3A2) return code + 0x20;  // Greek
  if (code >= 0x410 && code <= 0x42F) return code + 0x20;                   // Cyrillic
  if (code >= 0x400 && code <= 0x40F) return code + 0x50;                   // with marks
  return code;
}

void read_characters(std::string_view text, std::vector<std::uint32_t>& codes) {
  text = text.substr(0, kMostTextBytes);
  codes.clear();
  while (!text.empty()) {
    const auto byte = static_cast<unsigned char>(text.front());
    if (byte < 0x80) {
      codes.push_back(folded(byte));
      text.remove_prefix(1);
      continue;
    }
    const Utf8Character character = first_character(text);
    codes.push_back(character.size > 0 ? folded(character.code) : kBrokenByte + byte);
    text.remove_prefix(std::max<std::size_t>(character.size, 1));
  }
}

// FNV-1a over characters; mix() then spreads what differs in a few bits only.
constexpr std::uint64_t kStart = 0xCBF29CE484222325;
constexpr std::uint64_t add(std::uint64_t hash, std::uint64_t code) {
  return (hash ^ code) * 0x100000001B3;
}
constexpr std::uint64_t mix(std::uint64_t hash) {
  hash = (hash ^ (hash >> 33)) * 0xFF51AFD7ED558CCD;
  hash = (hash ^ (hash >> 33)) * 0xC4CEB9FE1A85EC53;
  return hash ^ (hash >> 33);
}

constexpr std::uint32_t word_key(std::uint64_t hash) {
  return static_cast<std::uint32_t>(mix(hash) % kTextKeys) & ~std::uint32_t{1};
}
constexpr std::uint32_t piece_key(std::uint64_t hash) {
  return static_cast<std::uint32_t>(mix(hash) % kTextKeys) | 1;
}

}  // namespace

void TextFeatures::add_word(std::size_t begin, std::size_t end) {
  std::uint64_t hash = kStart;
  for (std::size_t i = begin; i < end; ++i) hash = add(hash, codes_[i]);
  keys_.push_back(word_key(hash));
  if (word_before_ != 0) keys_.push_back(word_key(add(add(word_before_, kSpace), mix(hash))));
  word_before_ = hash;
  // The word lies between two spaces: positions begin - 1 and end.
  const auto at = [&](std::size_t i) { return i < begin || i >= end ? kSpace : codes_[i]; };
  const std::size_t size = end - begin + 2;
  for (std::size_t start = 0; start + kShortestPiece <= size; ++start) {
    std::uint64_t piece = kStart;
    for (std::size_t length = 1; length <= std::min(kLongestPiece, size - start); ++length) {
      piece = add(piece, at(begin + start + length - 2));
      if (length >= kShortestPiece) keys_.push_back(piece_key(piece));
    }
  }
}

const std::vector<TextFeature>& TextFeatures::of(std::string_view text) {
  read_characters(text, codes_);
  keys_.clear();
  word_before_ = 0;
  for (std::size_t begin = 0; begin < codes_.size();) {
    const CharacterKind kind = kind_of(codes_[begin]);
    std::size_t end = begin + 1;
    if (kind == CharacterKind::kLetter || kind == CharacterKind::kSign) {
      while (end < codes_.size() && kind_of(codes_[end]) == kind) ++end;
    }
    if (kind != CharacterKind::kSeparator) add_word(begin, end);
    begin = end;
  }
  std::sort(keys_.begin(), keys_.end());
  features_.clear();
  for (const std::uint32_t key : keys_) {
    if (!features_.empty() && features_.back().key == key) {
      ++features_.back().count;
    } else {
      features_.push_back({key, 1});
    }
  }
  return features_;
}

}  // namespace mpart::embed
