#include "cli/man_page.hpp"

#include "mpart/version.hpp"

namespace mpart {

namespace {

// Text that groff prints as it is: a backslash and a dot at the start of a line mean something, and
// a hyphen would become a typographic one.
std::string groff_text(std::string_view text) {
  std::string out = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c == '\n' ? ' ' : c;
    }
  }
  return out;
}

std::string upper_case(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

std::string synopsis(const CommandEntry& command) {
  std::string line = "\\fB" + groff_text(command.name()) + "\\fR";
  if (!command.subcommands.empty()) line += " \\fICOMMAND\\fR";
  for (const FlagEntry& flag : command.flags) {
    if (flag.positional) line += " \\fI" + groff_text(flag.name) + "\\fR";
  }
  return line + " [options]\n";
}

std::string entry(const FlagEntry& flag) {
  std::string text = ".TP\n\\fB" + groff_text(flag.name) + "\\fR";
  if (flag.takes_value && !flag.positional) text += " \\fIVALUE\\fR";
  text += '\n' + groff_text(flag.help);
  if (!flag.standard.empty()) text += " (default: " + groff_text(flag.standard) + ')';
  return text + '\n';
}

}  // namespace

std::string man_page(const CommandEntry& command) {
  std::string page = ".TH \"" + upper_case(groff_text(command.name("-"))) + R"(" 1 "" "mpart )" +
                     std::string(version()) + "\"\n.SH NAME\n" + groff_text(command.name("-")) +
                     " \\- " + groff_text(command.help) + "\n.SH SYNOPSIS\n" + synopsis(command);
  if (!command.subcommands.empty()) {
    page += ".SH COMMANDS\n";
    for (const std::string& name : command.subcommands) {
      page += ".TP\n\\fB" + groff_text(name) + "\\fR\nsee " + groff_text(command.name("-")) +
              "\\-" + groff_text(name) + "(1)\n";
    }
  }
  std::string arguments;
  for (const FlagEntry& flag : command.flags) {
    if (flag.positional) arguments += entry(flag);
  }
  if (!arguments.empty()) page += ".SH ARGUMENTS\n" + arguments;
  for (const std::string& group : command.groups()) {
    page += ".SH " + upper_case(groff_text(group)) + '\n';
    for (const FlagEntry& flag : command.flags) {
      if (!flag.positional && flag.group == group) page += entry(flag);
    }
  }
  return page +
         ".SH EXIT STATUS\n0: done. 2: bad use, bad input or an output that cannot be written. 3: "
         "an operation that failed. 130: stopped by Ctrl\\-C after saving.\n"
         ".SH SEE ALSO\n\\fBmpart help\\fR lists the topics that have a page of their own.\n";
}

}  // namespace mpart
