#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mpart::embed {

// What a text is made of: words, pairs of words side by side, and pieces of words of 3 to 5
// characters. A feature is known by a bucket of its hash.
struct TextFeature {
  std::uint32_t key = 0;    // below kTextKeys; even: a word or a pair, odd: a piece of a word
  std::uint32_t count = 0;  // how often it is in the text
};

// Large enough that common features seldom share a bucket, small enough for a table of counts.
inline constexpr std::uint32_t kTextKeys = 1 << 22;

// A text counts up to here, in bytes: what follows in a longer one is not looked at.
inline constexpr std::size_t kMostTextBytes = 64 << 10;

constexpr bool is_word_feature(std::uint32_t key) { return key % 2 == 0; }

// Finds the features of texts. Any bytes are a text: UTF-8 is read as such, a byte that is not
// UTF-8 stands for itself. Capitals count as small letters (Latin, Greek, Cyrillic), every digit as
// 0, a run of signs such as !! as a word, and a Chinese or Japanese character as a word.
// Whatever the locale and the machine, a text has the same features. Keeps its memory; not
// thread-safe.
class TextFeatures {
 public:
  // The features of `text` by ascending key, each once; valid until the next call.
  const std::vector<TextFeature>& of(std::string_view text);

 private:
  void add_word(std::size_t begin, std::size_t end);

  std::vector<std::uint32_t> codes_;  // the text's characters, folded
  std::vector<std::uint32_t> keys_;   // as found
  std::vector<TextFeature> features_;
  std::uint64_t word_before_ = 0;  // its hash; 0: none
};

}  // namespace mpart::embed
