#include "cli/data_options.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "mpart/error.hpp"
#include "prepare/picture_list.hpp"
#include "util/random.hpp"

namespace mpart {

namespace {

class ShuffledSource : public Source {
 public:
  ShuffledSource(Source& source, std::uint64_t seed) : width_(source.width()) {
    if (source.columns() != nullptr) columns_ = *source.columns();
    Sample sample;
    while (source.next(sample)) samples_.push_back(sample);
    Random random(seed);
    mpart::shuffle(samples_, random);
  }

  bool next(Sample& sample) override {
    if (given_ == samples_.size()) return false;
    sample = samples_[given_++];
    return true;
  }
  std::size_t width() const override { return width_; }
  const Columns* columns() const override { return columns_ ? &*columns_ : nullptr; }
  std::optional<double> progress() const override {
    return samples_.empty() ? 1
                            : static_cast<double>(given_) / static_cast<double>(samples_.size());
  }

 private:
  std::size_t width_;
  std::optional<Columns> columns_;
  std::vector<Sample> samples_;
  std::size_t given_ = 0;
};

}  // namespace

void DataOptions::add_to(CLI::App& command) {
  command.add_option("--label-column", source.label_column,
                     "name or number of the label column (default: the last; \"label\" in JSONL)");
  command.add_option("--labels", source.labels_file,
                     "labels of NPY or IDX data (default: the file beside it)");
  command.add_option(
      "--missing-label", source.missing_label,
      "text that means \"no label\", in addition to the empty text, ?, NaN and null");
  command.add_flag("--unlabelled", unlabelled, "the data has no label column");
  command
      .add_option("--columns", source.used_columns,
                  "columns of a table to use, by name or number: a,b,c (default: all)")
      ->delimiter(',');
  command.add_option("--ignore", source.ignored_columns, "columns of a table not to use: a,b,c")
      ->delimiter(',');
  command.add_option("--id-column", source.id_column,
                     "column that names the rows (default: the one called id)");
  command
      .add_option("--kind", source.column_kinds,
                  "what a column is, if it is not as it looks: NAME=number, category, date "
                  "(date-dmy, date-mdy) or text; can be given again")
      ->allow_extra_args(false);
  command.add_option(
      "--feature-count", source.features,
      "number of features of svmlight data (default: the largest index in the file)");
  embedding.add_to(command);
}

std::unique_ptr<Source> DataOptions::open_rows(const std::string& data,
                                               std::size_t expected_width) {
  if (embed::is_picture_data(data)) return embedding.read_pictures(data);
  if (unlabelled && !source.label_column.empty()) {
    throw invalid_argument("--unlabelled and --label-column exclude each other");
  }
  const bool chosen = !source.used_columns.empty() || !source.ignored_columns.empty() ||
                      !source.column_kinds.empty();
  if ((source.columns != nullptr || columns_) && chosen && !columns_chosen_) {
    throw invalid_argument(
        "the model has its columns already; leave --columns, --ignore and --kind out");
  }
  SourceOptions options = source;
  options.labelled = !unlabelled;
  options.stop = interrupted;
  options.expected_width = expected_width;
  if (options.columns == nullptr && columns_) options.columns = &*columns_;
  columns_chosen_ = true;
  std::unique_ptr<Source> rows = open_source(data, options);
  if (!columns_ && rows->columns() != nullptr) columns_ = *rows->columns();
  rows = embedding.apply_window(std::move(rows), !source.id_column.empty());
  return ranges == nullptr ? std::move(rows) : ranges->watch(std::move(rows));
}

std::unique_ptr<Source> DataOptions::open(const std::string& data) {
  return embedding.given() ? open_for(data, 0) : open_rows(data, 0);
}

std::unique_ptr<Source> DataOptions::open_for(const std::string& data, std::size_t width) {
  std::unique_ptr<Source> opened = embedding.apply(open_rows(data, embedding.input_width(width)));
  if (width != 0 && opened->width() != width) {
    throw invalid_data(data + ": " + std::to_string(width) + " values a sample expected, " +
                       std::to_string(opened->width()) + " found");
  }
  return opened;
}

Preparation DataOptions::preparation() const {
  Preparation preparation = embedding.preparation();
  if (columns_) preparation.columns = *columns_;
  return preparation;
}

void DataOptions::use(const Preparation& preparation) {
  if (!preparation.columns.all().empty()) columns_ = preparation.columns;
  embedding.use(preparation);
}

std::unique_ptr<Source> shuffled(std::unique_ptr<Source> source, std::uint64_t seed) {
  return std::make_unique<ShuffledSource>(*source, seed);
}

}  // namespace mpart
