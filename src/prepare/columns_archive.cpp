// The columns in the model file.
#include "mpart/columns.hpp"

namespace mpart {
namespace {

constexpr std::size_t kLeastColumnBytes = 8 + 1 + 1 + 1 + 8 + 8;  // a column without any text

constexpr std::uint8_t kOtherBit = 1, kOptionalBit = 2;

bool form_suits(ColumnKind kind, CellForm form) {
  if (kind == ColumnKind::kDate) return form >= CellForm::kYearFirst;
  return kind == ColumnKind::kNumber ? form <= CellForm::kGrouped : form == CellForm::kPoint;
}

Column load_column(Reader& in) {
  Column column;
  column.name = in.text();
  const std::uint8_t kind = in.u8(), form = in.u8(), bits = in.u8();
  require(kind <= static_cast<std::uint8_t>(ColumnKind::kLabel), "a column of an unknown kind");
  require(form <= static_cast<std::uint8_t>(CellForm::kMonthFirst), "a column of an unknown form");
  require(bits <= (kOtherBit | kOptionalBit), "a column with an unknown mark");
  column.kind = static_cast<ColumnKind>(kind);
  column.form = static_cast<CellForm>(form);
  column.has_other = (bits & kOtherBit) != 0;
  column.optional = (bits & kOptionalBit) != 0;
  require(form_suits(column.kind, column.form), "a column whose form does not suit its kind");
  column.levels.resize(in.count(8));
  require(column.levels.size() <= Columns::kMostLevels, "a column with too many levels");
  for (std::size_t i = 0; i < column.levels.size(); ++i) {
    column.levels[i] = in.text();
    require(i == 0 || column.levels[i - 1] < column.levels[i], "levels that are not sorted");
  }
  const bool category = column.kind == ColumnKind::kCategory;
  require(category ? !column.levels.empty() : column.levels.empty() && !column.has_other,
          "a column whose levels do not suit its kind");
  column.reason = in.text();
  return column;
}

}  // namespace

void Columns::save(Writer& out) const {
  out.u64(columns_.size());
  for (const Column& column : columns_) {
    out.text(column.name);
    out.u8(static_cast<std::uint8_t>(column.kind));
    out.u8(static_cast<std::uint8_t>(column.form));
    out.u8(static_cast<std::uint8_t>((column.has_other ? kOtherBit : 0) |
                                     (column.optional ? kOptionalBit : 0)));
    out.u64(column.levels.size());
    for (const std::string& level : column.levels) out.text(level);
    out.text(column.reason);
  }
}

Columns Columns::load(Reader& in) {
  const std::size_t count = in.count(kLeastColumnBytes);
  require(count <= kMostColumns, "too many columns");
  std::vector<Column> columns;
  columns.reserve(count);
  std::size_t labels = 0, ids = 0;
  for (std::size_t i = 0; i < count; ++i) {
    columns.push_back(load_column(in));
    labels += columns.back().kind == ColumnKind::kLabel ? 1 : 0;
    ids += columns.back().kind == ColumnKind::kId ? 1 : 0;
  }
  require(labels <= 1 && ids <= 1, "two label columns or two id columns");
  return Columns(std::move(columns));
}

}  // namespace mpart
