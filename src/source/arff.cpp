#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "mpart/error.hpp"
#include "source/arff_records.hpp"
#include "source/first_rows.hpp"
#include "source/memory_input.hpp"
#include "source/readers.hpp"
#include "source/table_rows.hpp"
#include "util/text.hpp"

namespace mpart {
namespace {

TextRows first_arff_rows(const std::string& name, std::string_view bytes, std::size_t most) {
  TextRows rows;
  try {
    ArffRecords records(
        std::make_unique<ByteStream>(name, std::make_unique<MemoryInput>(std::string(bytes))));
    while (rows.size() < most && records.next()) {
      rows.emplace_back(records.fields().begin(), records.fields().end());
    }
  } catch (const Error&) {
    return rows;  // the reader that follows comes to the same place
  }
  return rows;
}

// What the file declares comes before what its first rows show: a level may come late.
Columns with_declared_levels(const Columns& inferred, const std::vector<ArffAttribute>& attributes,
                             const std::vector<bool>& chosen) {
  std::vector<Column> columns = inferred.all();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Column& column = columns[i];
    std::vector<std::string> levels = attributes[i].levels;
    std::sort(levels.begin(), levels.end());
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    const bool is_feature = column.kind != ColumnKind::kLabel && column.kind != ColumnKind::kId &&
                            column.reason != "ignored" && column.reason != "not chosen";
    if (chosen[i] || !is_feature || levels.empty()) continue;
    if (levels.size() <= Columns::kMostLevels) {
      column = {.name = column.name, .kind = ColumnKind::kCategory, .levels = std::move(levels)};
    } else if (column.kind != ColumnKind::kCategory) {
      levels.resize(Columns::kMostLevels);
      column = {.name = column.name,
                .kind = ColumnKind::kCategory,
                .levels = std::move(levels),
                .has_other = true};
    } else {
      column.has_other = true;
    }
  }
  return Columns(std::move(columns));
}

class ArffSource : public Source {
 public:
  ArffSource(std::unique_ptr<ByteStream> stream, const SourceOptions& options)
      : ArffSource(first_rows(*stream), std::move(stream), options) {}

  bool next(Sample& sample) override {
    if (!records_.next()) return false;
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
  static TextRows first_rows(ByteStream& stream) {
    const std::string_view bytes = first_lines(stream, [&](std::string_view seen) {
      return !first_arff_rows(stream.name(), seen, 1).empty();
    });
    return first_arff_rows(stream.name(), bytes, kFirstRows);
  }

  ArffSource(const TextRows& rows, std::unique_ptr<ByteStream>&& stream,
             const SourceOptions& options)
      : records_(std::move(stream)) {
    if (rows.empty()) {
      records_.next();  // says what is wrong with the first row, if there is one
      bad_input(records_.name(), "no rows");
    }
    std::vector<std::string> names;
    for (const ArffAttribute& attribute : records_.attributes()) names.push_back(attribute.name);
    with_name(records_.name(), [&] {
      const ColumnChoices choices = choices_of(options);
      rows_.emplace(names, rows, choices, options);
      if (options.columns != nullptr) return;
      std::vector<bool> chosen(names.size());
      for (std::size_t i = 0; i < names.size(); ++i) {
        chosen[i] =
            std::any_of(choices.kinds.begin(), choices.kinds.end(), [&](const std::string& kind) {
              return kind.starts_with(names[i] + "=") ||
                     kind.starts_with(std::to_string(i + 1) + "=");
            });
      }
      rows_.emplace(with_declared_levels(rows_->columns(), records_.attributes(), chosen), options);
    });
  }

  ArffRecords records_;
  std::optional<TableRows> rows_;
};

}  // namespace

std::unique_ptr<Source> read_arff(std::unique_ptr<ByteStream> stream,
                                  const SourceOptions& options) {
  return std::make_unique<ArffSource>(std::move(stream), options);
}

}  // namespace mpart
