#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "mpart/error.hpp"
#include "source/csv_records.hpp"
#include "source/first_rows.hpp"
#include "source/readers.hpp"
#include "source/table_rows.hpp"
#include "util/text.hpp"

namespace mpart {
namespace {

// With known columns a header is a row that has all their names; any other is judged by its looks.
bool has_header(const TextRows& rows, const SourceOptions& options, const ColumnChoices& choices) {
  if (rows.empty()) return false;
  if (options.columns != nullptr && options.columns->named()) {
    const std::vector<std::string>& first = rows[0];
    const auto is_named = [&](const Column& column) {
      return column.kind == ColumnKind::kSetAside || column.kind == ColumnKind::kId ||
             column.kind == ColumnKind::kLabel ||
             std::find(first.begin(), first.end(), column.name) != first.end();
    };
    const std::vector<Column>& all = options.columns->all();
    if (std::all_of(all.begin(), all.end(), is_named)) return true;
  }
  return Columns::is_header(rows, choices);
}

class CsvSource : public Source {
 public:
  CsvSource(std::unique_ptr<ByteStream> stream, const SourceOptions& options)
      : CsvSource(first_csv_rows(*stream, choices_of(options)), std::move(stream), options) {}

  bool next(Sample& sample) override {
    if (!row_waits_ && !records_.next()) return false;
    row_waits_ = false;
    check_count();
    sample.row = records_.line();
    try {
      rows_->read(records_.fields(), sample);
    } catch (const Error& error) {
      bad_input(records_.name(), records_.line(), error.what());
    }
    return true;
  }

  std::size_t width() const override { return rows_->columns().width(); }
  const Columns* columns() const override { return &rows_->columns(); }
  std::optional<double> progress() const override { return records_.stream().progress(); }

 private:
  CsvSource(TextRows rows, std::unique_ptr<ByteStream>&& stream, const SourceOptions& options)
      : records_(std::move(stream)) {
    ColumnChoices choices = choices_of(options);
    records_.limit(Columns::kMostColumns);
    if (!records_.next()) bad_input(records_.name(), "no rows");
    count_ = records_.count();
    if (count_ > Columns::kMostColumns) {
      bad_input(records_.name(), records_.line(),
                counted(count_, "column") + " found, at most " +
                    std::to_string(Columns::kMostColumns) + " expected");
    }
    choices.comma_delimited = records_.delimiter() == ',';
    std::vector<std::string> names;
    if (has_header(rows, options, choices)) {
      names.assign(rows[0].begin(), rows[0].end());
      rows.erase(rows.begin());
      if (!records_.next()) bad_input(records_.name(), "no rows");
    }
    records_.limit(count_);
    if (rows.empty()) check_count();
    if (rows.empty()) bad_input(records_.name(), records_.line(), "this row cannot be read");
    with_name(records_.name(), [&] { rows_.emplace(names, rows, choices, options); });
  }

  void check_count() const {
    if (records_.count() == count_) return;
    bad_input(
        records_.name(), records_.line(),
        counted(count_, "value") + " expected, " + std::to_string(records_.count()) + " found");
  }

  CsvRecords records_;
  std::size_t count_ = 0;  // cells of every row
  std::optional<TableRows> rows_;
  bool row_waits_ = true;  // the first row of data was read to see that there is one
};

}  // namespace

std::unique_ptr<Source> read_csv(std::unique_ptr<ByteStream> stream, const SourceOptions& options) {
  return std::make_unique<CsvSource>(std::move(stream), options);
}

}  // namespace mpart
