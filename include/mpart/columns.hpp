#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mpart/archive.hpp"
#include "mpart/sample.hpp"

namespace mpart {

enum class ColumnKind : std::uint8_t {
  kNumber,    // one value
  kCategory,  // a value of 0 or 1 for each level
  kDate,      // one value: days since 1970, UTC
  kText,      // no value: goes to Sample::text
  kSetAside,  // not used; Column::reason says why
  kId,        // goes to Sample::id
  kLabel,     // goes to Sample::label
};

// How the numbers or the dates of a column are written.
enum class CellForm : std::uint8_t {
  kPoint,       // 1234.5
  kComma,       // 1.234,5 or 1234,5
  kGrouped,     // 1,234.5
  kYearFirst,   // 2021-12-31, 2021/12/31
  kDayFirst,    // 31.12.2021, 31/12/2021, 31-12-2021
  kMonthFirst,  // 12/31/2021, 12-31-2021
};

// A column of a table.
struct Column {
  std::string name{};  // empty: the table does not name it
  ColumnKind kind = ColumnKind::kNumber;
  CellForm form = CellForm::kPoint;   // of kNumber and kDate
  std::vector<std::string> levels{};  // of kCategory: those with a value of their own, sorted
  bool has_other = false;  // kCategory: one more value, 1 for every level that is not in `levels`
  bool optional = false;   // a record may leave it out, which means a missing value
  std::string reason{};    // of kSetAside

  bool operator==(const Column&) const = default;
};

// What a caller says about a table before it is looked at. Columns are called by name or by number
// from 1; a name comes before a number.
struct ColumnChoices {
  std::string label{};  // empty: a column called label, class or target, else the last one
  bool labelled = true;
  std::string id{};                    // empty: the column called id
  std::vector<std::string> used{};     // the features; empty: every column
  std::vector<std::string> ignored{};  // set aside
  // NAME=KIND: number, number-comma (1.234,5), number-grouped (1,234.5), category, date, date-dmy
  // (day first), date-mdy (month first) or text
  std::vector<std::string> kinds{};
  bool comma_delimited = false;  // a comma inside a cell is no decimal comma then
};

// What the columns of a table are, and how a row of cells becomes a sample. Decided once, from the
// first rows of the data, and kept in the model. A value that is missing is NaN.
//
// A cell is missing if it is empty or, in upper or lower case, one of
//   ? - -- . NA N/A #N/A <NA> NaN null <null> none nil
//
// Const members may be called by several threads at once.
class Columns {
 public:
  using Cells = std::span<const std::string_view>;
  using Rows = std::span<const std::vector<std::string>>;

  static constexpr std::size_t kMostLevels = 15;  // of a category, beside "other"
  static constexpr std::size_t kMostColumns = std::size_t{1} << 20;
  static constexpr std::size_t kAbsent = static_cast<std::size_t>(-1);

  Columns() = default;
  // REQUIRES: at most kMostColumns columns, at most kMostLevels levels each.
  explicit Columns(std::vector<Column> columns);

  // Whether the first of `rows` names the columns: a word stands above numbers, or it has the name
  // of a label column. Where every column is made of words, it is a header unless one of its cells
  // is found again below it. REQUIRES: rows of the same length.
  static bool is_header(Rows rows, const ColumnChoices& choices);

  // Decides what each column is. `names`: the header; empty: there is none. Throws
  // Error(kInvalidData) if a column that the caller names is not there, if no column is left, if
  // the last column cannot be the label, or if a date may be day first or month first.
  // REQUIRES: at least one row; rows, and names if there are any, of the same length.
  static Columns infer(std::span<const std::string> names, Rows rows, const ColumnChoices& choices);

  const std::vector<Column>& all() const { return columns_; }
  bool named() const { return named_; }              // the table has a header
  std::size_t width() const { return width_; }       // values of a sample
  bool has_text() const { return !texts_.empty(); }  // samples have a text
  std::optional<std::size_t> label() const { return label_; }
  std::optional<std::size_t> id() const { return id_; }
  // The column of this name; of several, the first.
  std::optional<std::size_t> find(std::string_view name) const;

  // Replaces values, text, id and label of `sample` by what the cells say; the label is not looked
  // at. Throws Error(kInvalidData) that names column and cell. Allocates nothing once warm.
  // REQUIRES: a cell for each column, trimmed.
  void encode(Cells cells, Sample& sample) const;

  // Appends the values alone.
  void encode(Cells cells, std::vector<double>& values) const;

  // Appends the values of one column; none unless it is a number, a category or a date. Throws as
  // above.
  void encode_cell(std::size_t column, std::string_view cell, std::vector<double>& values) const;

  // Where each column is found in a table with this header (empty: none) and this many columns;
  // kAbsent for a column that is not needed (set aside, id, label) and not there. Columns are found
  // by name, in any order, and others are passed over; without names the number of columns must
  // match, where a last label may be left out. Throws Error(kInvalidData) that names what is
  // missing and what was found.
  std::vector<std::size_t> positions_in(std::span<const std::string> header,
                                        std::size_t count) const;

  // Throws Error(kInvalidData) that names both unless a sample means the same under `other`: the
  // same features, of the same kind, in the same order. `whose` calls the other in the message:
  // "the model b.mpart".
  void require_same(const Columns& other, const std::string& whose) const;

  // A name for each value: "age", "colour=red", "column 3" where there is no header.
  std::vector<std::string> value_names() const;
  std::vector<std::size_t> origins() const;  // the column that each value comes from

  // How messages call a column: `column 3 (x2)`.
  std::string title(std::size_t column) const;

  // One line for a person: "columns: 11 numbers, 2 categories, 1 date; set aside: id (every value
  // differs), version (always 3)".
  std::string describe() const;

  // The bytes for the model file. load() throws Error(kCorrupt) for what save() cannot have
  // written.
  void save(Writer& out) const;
  static Columns load(Reader& in);

  bool operator==(const Columns& other) const { return columns_ == other.columns_; }

 private:
  // How one feature is read; small, so that the steps of a row lie close together.
  struct Step {
    std::uint32_t column = 0;
    ColumnKind kind = ColumnKind::kNumber;
    CellForm form = CellForm::kPoint;
  };

  void encode_slowly(const Step& step, std::string_view cell, std::vector<double>& values) const;
  void append_levels(const Column& column, std::string_view cell,
                     std::vector<double>& values) const;

  std::vector<Column> columns_;
  std::vector<Step> steps_;         // features that become values, in order
  std::vector<std::size_t> texts_;  // columns of text
  std::optional<std::size_t> label_, id_;
  std::size_t width_ = 0;
  bool named_ = false;
};

// Whether a cell says that its value is missing; the list is above. REQUIRES: `cell` is trimmed.
bool is_missing_cell(std::string_view cell);

}  // namespace mpart
