#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "util/non_copyable.hpp"

namespace mpart::embed {

// Calls `stop` from another thread if it still lives after `limit`.
class RunLimit : private NonCopyable {
 public:
  RunLimit(std::chrono::seconds limit, std::function<void()> stop)
      : thread_([this, limit, stop = std::move(stop)] {
          std::unique_lock lock(mutex_);
          if (!done_.wait_for(lock, limit, [this] { return is_done_; })) stop();
        }) {}

  ~RunLimit() {
    {
      const std::lock_guard lock(mutex_);
      is_done_ = true;
    }
    done_.notify_one();
    thread_.join();
  }

 private:
  std::mutex mutex_;
  std::condition_variable done_;
  bool is_done_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace mpart::embed
