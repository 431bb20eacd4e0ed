#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace mpart::embed {

// Threads that sleep until there is work: to start new ones for each batch takes as long as a small
// batch. One thread at a time may call run().
class WorkerThreads {
 public:
  // The thread that calls run() is one of the `count`.
  explicit WorkerThreads(std::size_t count);

  // Calls work(0) .. work(count - 1) once each, in any order and thread, and returns when all have
  // ended. Throws what the last failing one threw.
  void run(std::size_t count, const std::function<void(std::size_t)>& work);

 private:
  void serve(const std::stop_token& stop);
  void work_off(std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;  // guards all but the threads
  std::condition_variable_any wake_;
  std::condition_variable done_;
  const std::function<void(std::size_t)>* work_ = nullptr;
  std::size_t count_ = 0;
  std::size_t next_ = 0;
  std::size_t unfinished_ = 0;
  std::exception_ptr failure_;
  std::vector<std::jthread> threads_;  // last: they end before the rest does
};

}  // namespace mpart::embed
