#include "cli/interrupt.hpp"

#include <csignal>
#include <utility>

namespace mpart {

namespace {

bool caught = false;
volatile std::sig_atomic_t stop_asked = 0;

void on_signal(int /*signal*/) { stop_asked = 1; }

}  // namespace

void catch_interrupts() {
  if (std::exchange(caught, true)) return;
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags =
      static_cast<int>(SA_RESETHAND);  // and no SA_RESTART: reads must not go on waiting
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return stop_asked != 0; }

}  // namespace mpart
