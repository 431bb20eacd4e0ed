#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "mpart/columns.hpp"

namespace mpart {

// What the first rows of a table say about one of its columns. Views are of the rows.
class ColumnSurvey {
 public:
  // Looks at the rows from `first` on.
  ColumnSurvey(Columns::Rows rows, std::size_t column, std::size_t first = 0);

  std::size_t rows() const { return rows_; }
  std::size_t present() const { return present_; }  // cells that are not missing
  std::size_t distinct() const { return counts_.size(); }

  // Whether it is a column of numbers, and how they are written: at least 95 % of the cells are
  // numbers, or half of them where there are too few to tell. A column without any cell is one.
  bool has_numbers() const;
  CellForm number_form() const;
  bool is_comma_ambiguous() const;  // 1,234 is 1234 or 1.234
  bool has_comma_decimals() const;  // surely

  // Whether it is a column of dates, by the same shares, and how they are written.
  bool has_dates() const;
  CellForm date_form() const;
  bool is_day_ambiguous() const;  // 03/04/2021: every date may be day first or month first

  // Numbers or dates that grow from row to row; numbers that grow by one.
  bool grows() const { return grows_ && rows_ > 1; }
  bool counts_up() const { return counts_up_ && rows_ > 1; }
  bool is_whole() const { return fractions_ == 0; }  // of numbers
  bool is_measured() const;                          // many different fractional numbers
  bool all_differ() const { return distinct() == present_; }

  // Words, of a column that has neither numbers nor dates.
  bool has_spaces() const { return words_ > present_; }  // some cell has
  double words_per_cell() const;
  bool is_scattered() const;  // the levels that a category keeps are less than half of the cells
  std::vector<std::string> levels() const;  // those that a category keeps, sorted

  const std::string& first_present() const { return *first_present_; }  // REQUIRES: present() > 0

 private:
  enum Form { kPoint, kComma, kGrouped };

  void look_at(const std::string& cell);
  void look_at_forms(const std::string& cell);
  void look_at_order(Columns::Rows rows, std::size_t column, std::size_t first);
  std::vector<std::pair<std::string_view, std::size_t>> by_count() const;
  std::size_t numbers() const;
  bool mostly(std::size_t count) const;

  std::size_t rows_ = 0, present_ = 0, words_ = 0, fractions_ = 0;
  std::array<std::size_t, 3> numbers_{};  // cells that are numbers, by form from kPoint
  std::array<std::size_t, 3> dates_{};    // cells that are dates, by form from kYearFirst
  std::unordered_map<std::string_view, std::size_t> counts_;
  const std::string* first_present_ = nullptr;
  bool grows_ = true, counts_up_ = true;
};

}  // namespace mpart
