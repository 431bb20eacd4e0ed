#pragma once

#include <string>
#include <vector>

// Nanoseconds a sample, and what they depend on.
struct Times {
  double observe = 0, predict = 0, scan = 0;
  double memory = 0;  // for what the search looks at, at the machine's bandwidth
  double active = 0;  // nodes
  double groups = 0;  // opened by the search
};

struct ScalingFigure {
  std::string name, axis;
  std::vector<double> x;
  std::vector<Times> times;
};

// FOLDER/NAME.csv and FOLDER/NAME.svg.
void write(const std::string& folder, const ScalingFigure& figure);
