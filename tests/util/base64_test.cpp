#include "util/base64.hpp"

#include <gtest/gtest.h>

#include "util/random.hpp"

using namespace mpart;

TEST(Base64, IsThatOfTheStandard) {  // RFC 4648, section 10
  const std::pair<const char*, const char*> examples[] = {{"", ""},
                                                          {"f", "Zg=="},
                                                          {"fo", "Zm8="},
                                                          {"foo", "Zm9v"},
                                                          {"foob", "Zm9vYg=="},
                                                          {"fooba", "Zm9vYmE="},
                                                          {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : examples) {
    EXPECT_EQ(to_base64(bytes), text);
    EXPECT_EQ(from_base64(text), bytes);
  }
}

TEST(Base64, GivesBackWhatWentIn) {
  Random random(3);
  for (std::size_t size = 0; size < 100; ++size) {
    std::string bytes;
    for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(random.below(256));
    EXPECT_EQ(from_base64(to_base64(bytes)), bytes);
  }
}

TEST(Base64, HasOneSpellingOnly) {
  for (const char* text : {"Z", "Zg", "Zg=", "Zh==", "Zm9=", "Zm9v\n", "Zm 9", "Zm9-",
                           "====", "Z===", "Zg==Zg==", "Zm\xC3v"}) {
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
  }
}
