#include "cli/commands.hpp"

#include <csignal>
#include <utility>

#include "cli/report.hpp"
#include "util/text.hpp"

namespace mpart {

namespace {

bool caught = false;
volatile std::sig_atomic_t stop_asked = 0;

void on_signal(int /*signal*/) { stop_asked = 1; }

}  // namespace

CLI::Validator whole_number(std::uint64_t least) {
  const auto check = [least](std::string& text) -> std::string {
    std::uint64_t number = 0;
    if (parse_whole(text, number) && number >= least) return "";
    return "must be a whole number of at least " + std::to_string(least) + ", not " + text;
  };
  return {check, "", "whole_number"};
}

void catch_interrupts() {
  if (std::exchange(caught, true)) return;
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags =
      static_cast<int>(SA_RESETHAND);  // and no SA_RESTART: reads must not go on waiting
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  // A terminal that closes sends SIGHUP twice, once itself and once by its shell, so the second one
  // must not kill. Whoever ignores it, as nohup does, goes on ignoring it.
  struct sigaction before {};
  if (::sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) return;
  action.sa_flags = 0;
  ::sigaction(SIGHUP, &action, nullptr);
}

bool interrupted() { return stop_asked != 0; }

}  // namespace mpart
