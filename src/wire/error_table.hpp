#pragma once

#include <span>
#include <string>
#include <string_view>

#include "mpart/error.hpp"

namespace mpart::wire {

// How an error of one kind is told at each door.
struct ErrorRow {
  ErrorKind kind;
  int exit_code;            // of the program
  int http_status;          // of the server
  bool dead_letter;         // the worker puts the message aside and goes on
  std::string_view name;    // in problem+json, dead letters and Python's Error.kind: "invalid data"
  std::string_view python;  // the built-in exception that mpart_learn's own one derives from
};

std::span<const ErrorRow> error_table();  // in the order of ErrorKind
const ErrorRow& error_row(ErrorKind kind);

// The name as a word for programs: "invalid_data".
std::string error_code(ErrorKind kind);

// The same of any title: "not found" is not_found.
std::string code_of_title(std::string_view title);

}  // namespace mpart::wire
