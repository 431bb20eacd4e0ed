#include "cli/interrupt.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace mpart {

namespace {

volatile std::sig_atomic_t stop_asked = 0;
int nothing = -1;  // a descriptor that is always at its end

void on_signal(int /*signal*/) {
  const int saved = errno;
  stop_asked = 1;
  ::dup2(nothing, STDIN_FILENO);  // a read that waits starts over, and finds the end
  errno = saved;
}

}  // namespace

void catch_interrupts() {
  nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // and no SA_RESTART
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return stop_asked != 0; }

}  // namespace mpart
