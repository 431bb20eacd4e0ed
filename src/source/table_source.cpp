#include "source/table_source.hpp"

#include <optional>
#include <vector>

#include "mpart/error.hpp"
#include "source/first_rows.hpp"
#include "source/table_readers.hpp"
#include "source/table_rows.hpp"
#include "util/text.hpp"

namespace mpart {
namespace {

constexpr std::string_view kParquetStart = "PAR1", kArrowFileStart = "ARROW1",
                           kArrowStreamStart = "\xFF\xFF\xFF\xFF", kOldFeatherStart = "FEA1";

class TableSource : public Source {
 public:
  TableSource(std::unique_ptr<TableReader> table, const SourceOptions& options)
      : table_(std::move(table)), cells_(table_->columns().size()) {
    keep_first_rows();
    if (kept_.empty()) bad_input(table_->name(), "no rows");
    ColumnChoices choices = choices_of(options);
    choices.comma_delimited = true;  // a number is a number here, and has no decimal comma
    with_name(table_->name(), [&] { rows_.emplace(table_->columns(), kept_, choices, options); });
  }

  bool next(Sample& sample) override {
    if (row_ < kept_.size()) {
      for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] = kept_[row_][i];
    } else {
      kept_ = {};
      if (!table_->next()) return false;
      take_cells();
    }
    sample.row = ++row_;
    try {
      rows_->read(cells_, sample);
    } catch (const Error& error) {
      bad_input(table_->name(), row_, error.what());
    }
    return true;
  }

  std::size_t width() const override { return rows_->columns().width(); }
  const Columns* columns() const override { return &rows_->columns(); }
  std::optional<double> progress() const override { return table_->progress(); }

 private:
  // The columns are decided by them; they are samples like the others afterwards.
  void keep_first_rows() {
    std::size_t bytes = 0;
    while (kept_.size() < kFirstRows && bytes < kFirstBytes && table_->next()) {
      take_cells();
      kept_.emplace_back(cells_.begin(), cells_.end());
      for (const std::string_view cell : cells_) bytes += cell.size() + 1;
    }
  }

  void take_cells() {
    const std::span<const std::string_view> fields = table_->fields();
    for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] = trim(fields[i]);
  }

  std::unique_ptr<TableReader> table_;
  std::optional<TableRows> rows_;
  TextRows kept_;                        // the first rows, until they have been given
  std::vector<std::string_view> cells_;  // of the present row
  std::uint64_t row_ = 0;
};

}  // namespace

std::unique_ptr<Source> read_table(std::unique_ptr<TableReader> table,
                                   const SourceOptions& options) {
  return std::make_unique<TableSource>(std::move(table), options);
}

bool is_table(std::string_view start) {
  return start.starts_with(kParquetStart) || start.starts_with(kArrowFileStart) ||
         start.starts_with(kArrowStreamStart) || start.starts_with(kOldFeatherStart);
}

std::unique_ptr<TableReader> open_table(const std::string& path,
                                        std::unique_ptr<ByteStream> stream) {
  const std::string_view start = stream->peek(kTableStart);
  // What is unpacked on the way, or comes by a pipe, has no size.
  const bool is_file = path != "-" && stream->size().has_value();
  if (start.starts_with(kParquetStart)) {
    if (is_file) return open_parquet(open_random(path));
    bad_input(stream->name(),
              "Parquet is read from its end: a file expected, no pipe and no gzip; unpack or save "
              "it first");
  }
  if (start.starts_with(kArrowFileStart) && is_file) return open_arrow_file(open_random(path));
  if (start.starts_with(kArrowFileStart) || start.starts_with(kArrowStreamStart)) {
    return open_arrow_stream(std::move(stream));
  }
  if (start.starts_with(kOldFeatherStart)) {
    bad_input(stream->name(), "Feather version 1, which is not read; write it as version 2");
  }
  bad_input(stream->name(), "not a Parquet or Arrow file");
}

}  // namespace mpart
