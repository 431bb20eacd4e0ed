#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mpart/session.hpp"

namespace mpart::reproduce {

// Mean and standard deviation as the paper prints them.
struct Figure {
  double mean = 0, deviation = 0;
};

// One line of a table: how to learn, what to measure, and what the paper has.
struct Row {
  std::string group;  // the heading it stands under; may be empty
  std::string name;
  std::string measure;  // a key of measures()
  SessionOptions session;
  std::size_t samples = 10000;          // of a trial
  std::map<std::string, Figure> paper;  // by dataset
};

struct Plan {
  std::string name;  // of the file, without its ending
  std::string title;
  std::size_t trials = 30;
  std::vector<std::string> datasets;  // columns
  std::vector<Row> rows;
};

// Throws Error(kBadInput) naming the file, the row and the key that is wrong.
Plan read_plan(const std::string& path);

// The plans that come with the program, beside it or where it is installed; in order of name.
std::vector<std::string> known_plans();

// The file of a known plan, or `name` itself if it is a file. Throws Error(kBadUse) listing them.
std::string find_plan(const std::string& name);

}  // namespace mpart::reproduce
