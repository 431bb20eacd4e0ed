#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <cstddef>
#include <mutex>

namespace mpart::python {

// Lets several Python threads call one object: its work is done without the interpreter's lock, by
// one thread at a time. REQUIRES: the caller holds the interpreter's lock.
class Guard {
 public:
  template <typename Work>
  auto alone(Work&& work) {
    const pybind11::gil_scoped_release released;  // before the mutex, or two threads can wait for
    const std::lock_guard lock(mutex_);           // each other
    return work();
  }

  // Keeps the interpreter's lock, too: for a moment only.
  template <typename Work>
  auto alone_with_interpreter(Work&& work) {
    const std::lock_guard lock(mutex_);  // whoever has it never waits for the interpreter's
    return work();
  }

  // work(0) .. work(count - 1) in turns of kTurn. Between them Ctrl-C and other threads are heard.
  template <typename Work>
  void for_each(std::size_t count, Work&& work) {
    std::size_t next = 0;
    while (next < count) {
      alone([&] {
        const Clock::time_point end = Clock::now() + kTurn;
        do {
          work(next++);
        } while (next < count && (next % kLookAtClock != 0 || Clock::now() < end));
      });
      if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
    }
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kTurn{50};
  static constexpr std::size_t kLookAtClock = 16;

  std::mutex mutex_;
};

}  // namespace mpart::python
