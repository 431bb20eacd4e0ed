#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/datasets.hpp"
#include "mpart/session.hpp"
#include "plot/figures.hpp"

namespace mpart::reproduce {

// Mean and standard deviation as the paper prints them.
using Figure = plot::Spread;

// One line of a table or one picture: how to learn, what to measure, and what the paper has.
struct Row {
  std::string group;  // the heading it stands under; may be empty
  std::string name;
  std::string measure;  // one of measures()
  SessionOptions session;
  std::size_t samples = 10000;          // of a trial
  std::size_t points = 0;               // of its learning curve
  std::map<std::string, Figure> paper;  // by dataset
  std::string against;                  // a row of the group: the difference to it is given
};

// A part of the stream as a picture: its samples, the questions asked in it, the graph at its end.
struct Frame {
  std::size_t from = 0, to = 0;
  bool graph = true, questions = true;
};

struct Plan {
  std::string name;  // of the file, without its ending
  std::string title;
  std::size_t trials = 30;
  std::size_t dims = 4;           // what samples are brought to
  std::vector<Dataset> datasets;  // columns
  std::vector<Row> rows;
  std::vector<std::string> notes;  // what the reader of the table has to know
  std::vector<Frame> frames;       // not empty: one trial is drawn, and there is no table
  bool by_labels = false;          // drawn as curves over budgets, one for the rows of a name
};

// Throws Error naming the file, the row and the key that is wrong. `path` is where `text` is from.
Plan parse_plan(const std::string& text, const std::string& path);
Plan read_plan(const std::string& path);

// The row that a row is compared with; nullptr if there is none.
const Row* row_against(const Plan& plan, const Row& row);

// The plans that come with the program, beside it or where it is installed; in order of name.
std::vector<std::string> known_plans();

// The file of a known plan, or `name` itself if it is a file. Throws Error(kInvalidArgument)
// listing them.
std::string find_plan(const std::string& name);

}  // namespace mpart::reproduce
