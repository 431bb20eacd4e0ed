#include "serve/guard.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mpart/error.hpp"
#include "temporary_folder.hpp"

namespace mpart::serve {
namespace {

class TokenFile : public testing::Test {
 protected:
  bool is_accepted(mode_t mode) {
    EXPECT_EQ(::chmod(path_.c_str(), mode), 0);
    try {
      return read_token(path_) == "a secret of some length";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("others may read it"), std::string::npos);
      return false;
    }
  }

  tests::TemporaryFolder folder_;
  std::string path_ = folder_.write("token", "a secret of some length\n");
};

TEST_F(TokenFile, MustNotBeOpenToOthers) {
  if (::geteuid() == 0) {  // not root's group
    ASSERT_EQ(::chown(path_.c_str(), 0, 12), 0);
  }
  EXPECT_TRUE(is_accepted(0600));
  EXPECT_TRUE(is_accepted(0400));
  EXPECT_FALSE(is_accepted(0640));
  EXPECT_FALSE(is_accepted(0604));
  EXPECT_FALSE(is_accepted(0602));
}

TEST_F(TokenFile, MayBeACredentialOfSystemd) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root, whose file a credential is";
  ASSERT_EQ(::chown(path_.c_str(), 0, 0), 0);
  EXPECT_TRUE(is_accepted(0440));
  EXPECT_FALSE(is_accepted(0444));
  EXPECT_FALSE(is_accepted(0460));
}

}  // namespace
}  // namespace mpart::serve
