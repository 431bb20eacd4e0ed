#pragma once

#include <charconv>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mpart/strategy.hpp"

namespace mpart {

std::string grouped(std::uint64_t number);               // 12,345
std::string fixed(double number, int digits);            // 0.58
std::string percent(double share);                       // 58.4 %
std::string duration(double seconds);                    // 0.021 s, 4.2 s, 3 min 20 s, 2 h 5 min
std::string shortest(double number);                     // every digit that matters and no other
std::string csv_cell(const std::string& text);           // quoted where it must be
std::string budget_text(const Budget& budget);           // 1/100
std::string joined(std::span<const std::string> texts);  // a, b, c

// Names on the left, values on the right, as people read them.
class Table {
 public:
  void add(std::string name, std::string value) {
    rows_.emplace_back(std::move(name), std::move(value));
  }
  std::string text() const;

 private:
  std::vector<std::pair<std::string, std::string>> rows_;
};

}  // namespace mpart
