// The columns of a table: bytes of the model file, or rows from which they are decided.
#include <string>
#include <vector>

#include "mpart/columns.hpp"
#include "read_everything.hpp"

using namespace mpart;

namespace {

void check_saved(const Columns& columns) {
  Writer out;
  columns.save(out);
  Reader in(out.bytes());
  fuzz::require(Columns::load(in) == columns && in.done());
  fuzz::require(columns.value_names().size() == columns.width());
  fuzz::require(!columns.describe().empty());
}

void load(const std::string& bytes) {
  try {
    Reader in(bytes);
    check_saved(Columns::load(in));
  } catch (const Error& error) {
    fuzz::require(error.kind() == ErrorKind::kCorrupt);
  }
}

// Rows end by a line end, cells by a comma; rows of another length than the first are left out.
std::vector<std::vector<std::string>> rows_in(const std::string& bytes) {
  std::vector<std::vector<std::string>> rows(1, std::vector<std::string>(1));
  for (const char c : bytes) {
    if (c == '\n') {
      if (rows.back().size() != rows.front().size()) rows.pop_back();
      rows.emplace_back(1);
    } else if (c == ',') {
      rows.back().emplace_back();
    } else {
      rows.back().back() += c;
    }
  }
  if (rows.back().size() != rows.front().size()) rows.pop_back();
  return rows;
}

void infer(const std::string& bytes, const ColumnChoices& choices) {
  std::vector<std::vector<std::string>> rows = rows_in(bytes);
  std::vector<std::string> names;
  if (rows.size() > 1 && Columns::is_header(rows, choices)) {
    names = rows.front();
    rows.erase(rows.begin());
  }
  try {
    const Columns columns = Columns::infer(names, rows, choices);
    check_saved(columns);
    fuzz::require(columns.width() > 0 || columns.has_text());
    columns.require_same(columns, "itself");
    fuzz::require(columns.positions_in(names, rows.front().size()).size() == columns.all().size());
    Sample sample;
    for (const std::vector<std::string>& row : rows) {
      const std::vector<std::string_view> cells(row.begin(), row.end());
      columns.encode(cells, sample);
      fuzz::require(sample.values.size() == columns.width());
      for (const double value : sample.values) fuzz::require(!std::isinf(value));
    }
  } catch (const Error& error) {
    fuzz::require(error.kind() == ErrorKind::kInvalidData);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  load(bytes);
  infer(bytes, {});
  infer(bytes, {.labelled = false, .kinds = {"1=category"}, .comma_delimited = true});
  return 0;
}
