#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <unordered_map>

#include "mpart/error.hpp"
#include "source/first_rows.hpp"
#include "source/line_reader.hpp"
#include "source/memory_input.hpp"
#include "source/readers.hpp"
#include "util/text.hpp"
#include "wire/sample_json.hpp"

namespace mpart {
namespace {

wire::SampleRules rules_of(const SourceOptions& options) {
  wire::SampleRules rules;
  rules.labelled = options.labelled;
  rules.label_required = !options.label_column.empty();
  if (rules.label_required) rules.label_key = options.label_column;
  return rules;
}

// The records at the beginning as a table: a column for each key.
struct RecordTable {
  std::vector<std::string> names;
  TextRows rows;
  std::vector<bool> complete;  // every row has this column
};

bool has_line(std::string_view bytes) {
  return bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF") != std::string_view::npos;
}

// Nothing if the samples have their values in arrays, or cannot be read.
std::optional<RecordTable> first_records(ByteStream& stream, wire::SampleReader& reader) {
  LineReader lines(std::make_unique<ByteStream>(
      stream.name(), std::make_unique<MemoryInput>(std::string(first_lines(stream, has_line)))));
  RecordTable table;
  std::unordered_map<std::string, std::size_t> places;
  wire::NamedCells cells;
  std::string_view line;
  try {
    while (table.rows.size() < kFirstRows && lines.next(line)) {
      if (trim(line).empty()) continue;
      if (!reader.read_cells(line, cells)) return std::nullopt;
      std::vector<std::string>& row = table.rows.emplace_back(table.names.size());
      std::vector<bool> seen(table.names.size());
      for (auto& [name, cell] : cells) {
        const auto [found, is_new] = places.try_emplace(name, table.names.size());
        if (is_new) {
          if (name == "show" || table.names.size() == Columns::kMostColumns) continue;
          table.names.push_back(name);
          table.complete.push_back(table.rows.size() == 1);
          row.emplace_back();
          seen.push_back(false);
        }
        if (found->second >= row.size()) continue;
        row[found->second] = std::move(cell);
        seen[found->second] = true;
      }
      for (std::size_t i = 0; i < seen.size(); ++i) {
        if (!seen[i]) table.complete[i] = false;
      }
    }
  } catch (const Error&) {
    // The reader that follows comes to the same line, and says what is wrong there.
    if (table.rows.empty()) return std::nullopt;
  }
  for (std::vector<std::string>& row : table.rows) row.resize(table.names.size());
  return table;
}

// Nothing where only a label and an id are there: the reader misses the values then.
std::optional<Columns> decide_columns(RecordTable table, const SourceOptions& options,
                                      const std::string& label_key) {
  ColumnChoices choices = choices_of(options);
  const auto has = [&](const std::string& name) {
    return std::find(table.names.begin(), table.names.end(), name) != table.names.end();
  };
  choices.labelled = options.labelled && has(label_key);
  choices.label = choices.labelled ? label_key : "";
  if (has("text") && label_key != "text") choices.kinds.insert(choices.kinds.begin(), "text=text");
  const std::size_t others = (choices.labelled ? 1 : 0) + (has("id") ? 1 : 0);
  if (table.names.size() <= others) return std::nullopt;
  std::vector<Column> columns = Columns::infer(table.names, table.rows, choices).all();
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i].optional = !table.complete[i];
  return Columns(std::move(columns));
}

class JsonlSource : public Source {
 public:
  JsonlSource(std::unique_ptr<ByteStream> stream, const SourceOptions& options)
      : reader_(rules_of(options)), missing_label_(options.missing_label) {
    std::optional<RecordTable> records = first_records(*stream, reader_);
    if (options.columns != nullptr) {
      columns_ = *options.columns;
    } else if (records && !records->rows.empty()) {
      with_name(stream->name(), [&] {
        columns_ = decide_columns(std::move(*records), options, rules_of(options).label_key);
      });
    }
    reader_.set_columns(columns_ ? &*columns_ : nullptr);
    lines_.emplace(std::move(stream));
    if (!read(first_)) bad_input(lines_->name(), "no rows");
    width_ = columns_ ? columns_->width() : first_.values.size();
    check_width(first_);
  }

  bool next(Sample& sample) override {
    if (first_waits_) {
      first_waits_ = false;
      sample = std::move(first_);
      return true;
    }
    if (!read(sample)) return false;
    check_width(sample);
    return true;
  }

  std::size_t width() const override { return width_; }
  const Columns* columns() const override { return columns_ ? &*columns_ : nullptr; }
  std::optional<double> progress() const override { return lines_->stream().progress(); }

 private:
  bool read(Sample& sample) {
    std::string_view line;
    do {
      if (!lines_->next(line)) return false;
    } while (trim(line).empty());
    sample.row = lines_->number();
    try {
      reader_.read_one(line, sample);
    } catch (const Error& error) {
      bad_input(lines_->name(), lines_->number(), error.what());
    }
    if (is_missing(sample.label, missing_label_)) sample.label.clear();
    return true;
  }

  void check_width(const Sample& sample) const {
    if (is_empty(sample)) {
      bad_input(lines_->name(), sample.row, "every value is missing");
    }
    if (sample.values.size() == width_) return;
    bad_input(
        lines_->name(), sample.row,
        counted(width_, "value") + " expected, " + std::to_string(sample.values.size()) + " found");
  }

  wire::SampleReader reader_;
  std::string missing_label_;
  std::optional<Columns> columns_;  // of records; samples with arrays have none
  std::optional<LineReader> lines_;
  Sample first_;  // read when opening, to know the width
  bool first_waits_ = true;
  std::size_t width_ = 0;
};

}  // namespace

std::unique_ptr<Source> read_jsonl(std::unique_ptr<ByteStream> stream,
                                   const SourceOptions& options) {
  return std::make_unique<JsonlSource>(std::move(stream), options);
}

}  // namespace mpart
