#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/command_tree.hpp"

namespace mpart {

// A page of help about something that several commands share: a text, and flags that belong to it.
struct HelpTopic {
  std::string_view name, title, text;
  std::string_view group;  // heading of the flags of mpart run to list; empty: none
  std::string_view flags;  // more of them, with spaces between
};

std::span<const HelpTopic> help_topics();

// The page, with the flags as `run` has them.
std::string topic_page(const HelpTopic& topic, const CommandEntry& run);

}  // namespace mpart
