#include "cli/completion.hpp"

#include "mpart/error.hpp"
#include "util/similar_name.hpp"

namespace mpart {

namespace {

// In single quotes, for each of the shells.
std::string in_single_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string words(std::span<const std::string> all) {
  std::string line;
  for (const std::string& word : all) line.append(line.empty() ? "" : " ").append(word);
  return line;
}

std::string flags_of(const CommandEntry& command) {
  std::string line;
  for (const std::string_view name : flag_names(command)) {
    line.append(line.empty() ? "" : " ").append(name);
  }
  return line;
}

std::string joined_path(const CommandEntry& command) { return words(command.path); }

// Both shells have `words of the command so far` in $found, and offer by compgen or compadd.
std::string cases(std::span<const CommandEntry> table) {
  std::string text;
  for (const CommandEntry& command : table) {
    text += "    " + in_single_quotes(joined_path(command)) +
            ")\n      flags=" + in_single_quotes(flags_of(command)) +
            "\n      commands=" + in_single_quotes(words(command.subcommands)) + " ;;\n";
  }
  return text;
}

std::string value_cases(std::span<const CommandEntry> table) {
  std::string text;
  std::string seen = " ";
  for (const CommandEntry& command : table) {
    for (const FlagEntry& flag : command.flags) {
      if (flag.values.empty() || seen.find(" " + flag.name + " ") != std::string::npos) continue;
      seen += flag.name + " ";
      text += "    " + flag.name + ") values=" + in_single_quotes(words(flag.values)) + " ;;\n";
    }
  }
  return text;
}

// Finds the command among the words before the one that is being typed.
std::string find_command(std::span<const CommandEntry> table, const std::string& loop) {
  std::string known;
  for (const CommandEntry& command : table) {
    if (!command.path.empty()) known += (known.empty() ? "'" : "|'") + joined_path(command) + "'";
  }
  return "  local word found= next\n  " + loop +
         "\n    next=\"${found:+$found }$word\"\n    case "
         "\"$next\" in\n      " +
         known + ") found=\"$next\" ;;\n    esac\n  done\n";
}

std::string bash(std::span<const CommandEntry> table) {
  return "# Completion of mpart for bash.\n_mpart() {\n"
         "  local current=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\"\n"
         "  local flags= commands= values=\n" +
         find_command(table, "for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do") +
         "  case \"$found\" in\n" + cases(table) + "  esac\n  case \"$before\" in\n" +
         value_cases(table) +
         "  esac\n"
         "  if [ -n \"$values\" ]; then\n"
         "    COMPREPLY=($(compgen -W \"$values\" -- \"$current\"))\n"
         "  elif [ \"${current:0:1}\" = - ]; then\n"
         "    COMPREPLY=($(compgen -W \"$flags\" -- \"$current\"))\n"
         "  else\n"
         "    COMPREPLY=($(compgen -W \"$commands\" -- \"$current\"))\n"
         "  fi\n"
         "}\n"
         "complete -o default -F _mpart mpart\n";
}

std::string zsh(std::span<const CommandEntry> table) {
  return "#compdef mpart\n# Completion of mpart for zsh.\n_mpart() {\n"
         "  local current=\"${words[CURRENT]}\" before=\"${words[CURRENT-1]}\"\n"
         "  local flags= commands= values=\n" +
         find_command(table, "for word in \"${(@)words[2,CURRENT-1]}\"; do") +
         "  case \"$found\" in\n" + cases(table) + "  esac\n  case \"$before\" in\n" +
         value_cases(table) +
         "  esac\n"
         "  if [[ -n \"$values\" ]]; then\n"
         "    compadd -- ${=values}\n"
         "  elif [[ \"$current\" == -* ]]; then\n"
         "    compadd -- ${=flags}\n"
         "  else\n"
         "    [[ -n \"$commands\" ]] && compadd -- ${=commands}\n"
         "    _files\n"
         "  fi\n"
         "}\n"
         "compdef _mpart mpart\n";
}

// fish asks for each offer under which condition it is made.
std::string fish(std::span<const CommandEntry> table) {
  std::string text = "# Completion of mpart for fish.\n";
  for (const CommandEntry& command : table) {
    std::string condition = "__fish_use_subcommand";
    if (!command.path.empty()) {
      condition.clear();
      for (const std::string& word : command.path) {
        condition += (condition.empty() ? "" : "; and ") + ("__fish_seen_subcommand_from " + word);
      }
    }
    const std::string start = "complete -c mpart -n " + in_single_quotes(condition);
    for (const std::string& name : command.subcommands) {
      text.append(start).append(" -a ").append(name) += '\n';
    }
    for (const FlagEntry& flag : command.flags) {
      if (flag.positional) continue;
      text += start + " -l " + flag.name.substr(2) + (flag.takes_value ? " -r" : "");
      if (!flag.values.empty()) text += " -a " + in_single_quotes(words(flag.values));
      text += " -d " + in_single_quotes(flag.help) + '\n';
    }
  }
  return text;
}

}  // namespace

std::string completion(std::string_view shell, std::span<const CommandEntry> table) {
  if (shell == "bash") return bash(table);
  if (shell == "zsh") return zsh(table);
  if (shell == "fish") return fish(table);
  throw invalid_argument("completion is for bash, zsh or fish, not \"" + std::string(shell) + '"' +
                         did_you_mean(shell, kShells));
}

}  // namespace mpart
