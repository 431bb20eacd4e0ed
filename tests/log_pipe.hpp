#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <string>

#include "util/owned_fd.hpp"

namespace mpart::tests {

// A pipe for a log to write into:
//   LogPipe pipe;
//   Log log(pipe.in.get(), LogLevel::kInfo, LogFormat::kText);
struct LogPipe {
  LogPipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    out.reset(ends[0]);
    in.reset(ends[1]);
  }

  // What was written since the last call, up to and including a piece that contains `text`. Fails
  // if that does not come within ten seconds.
  std::string read_until(const std::string& text) const {
    constexpr int kMilliseconds = 10000;
    std::string all;
    std::array<char, 65536> some{};
    while (all.find(text) == std::string::npos) {
      pollfd ready{out.get(), POLLIN, 0};
      const bool has_come = ::poll(&ready, 1, kMilliseconds) == 1;
      const ssize_t size = has_come ? ::read(out.get(), some.data(), some.size()) : 0;
      if (size <= 0) {
        ADD_FAILURE() << '"' << text << "\" has not come, but " << all;
        break;
      }
      all.append(some.data(), static_cast<std::size_t>(size));
    }
    return all;
  }

  OwnedFd out, in;
};

}  // namespace mpart::tests
