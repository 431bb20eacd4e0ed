#include "prepare/worker_threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "mpart/error.hpp"

namespace mpart::embed {
namespace {

TEST(WorkerThreads, DoEveryPieceOnce) {
  for (const std::size_t threads : {1, 2, 5}) {
    WorkerThreads workers(threads);
    for (const std::size_t pieces : {0, 1, 3, 100}) {
      std::vector<std::atomic<int>> done(pieces);
      workers.run(pieces, [&](std::size_t i) { ++done[i]; });
      for (const std::atomic<int>& it : done) EXPECT_EQ(it, 1);
    }
  }
}

TEST(WorkerThreads, PassOnWhatAPieceThrowsAndGoOnAfterwards) {
  WorkerThreads workers(2);
  const auto fail = [](std::size_t i) {
    if (i == 3) throw internal_error("piece 3");
  };
  EXPECT_THROW(workers.run(10, fail), Error);
  std::atomic<int> done = 0;
  workers.run(10, [&](std::size_t) { ++done; });
  EXPECT_EQ(done, 10);
}

}  // namespace
}  // namespace mpart::embed
