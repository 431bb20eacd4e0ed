#include <algorithm>
#include <vector>

#include "source/parquet/column_reader.hpp"
#include "source/parquet/footer.hpp"
#include "source/table_memory.hpp"
#include "source/table_order.hpp"
#include "source/table_readers.hpp"
#include "util/text.hpp"

namespace mpart {
namespace parquet {
namespace {

// Columns are read side by side, each through its own pages.
class Reader : public TableReader {
 public:
  explicit Reader(std::unique_ptr<RandomInput> file)
      : TableReader(file->name()),
        file_(std::move(file)),
        memory_(name_),
        footer_(read_footer(*file_)) {
    std::vector<std::string> names;
    for (const Column& column : footer_.columns) names.push_back(column.name);
    order_ = table_order(names, footer_.pandas);
    if (order_.empty()) bad_input(name_, "no columns");
    for (const std::size_t i : order_) {
      columns_.push_back(names[i]);
      readers_.emplace_back(*file_, footer_.columns[i], memory_);
    }
    fields_.resize(order_.size());
  }

  bool next() override {
    while (left_ == 0) {
      if (group_ == footer_.groups.size()) return false;
      const RowGroup& group = footer_.groups[group_++];
      for (std::size_t i = 0; i < order_.size(); ++i) {
        readers_[i].open(group.chunks[order_[i]]);
      }
      left_ = group.rows;
    }
    --left_;
    ++row_;
    for (std::size_t i = 0; i < readers_.size(); ++i) fields_[i] = readers_[i].next();
    return true;
  }

  std::optional<double> progress() const override {
    return footer_.rows == 0 ? 1.0 : static_cast<double>(row_) / static_cast<double>(footer_.rows);
  }

 private:
  std::unique_ptr<RandomInput> file_;
  TableMemory memory_;
  Footer footer_;
  std::vector<std::size_t> order_;  // which column of the file each field is
  std::vector<ColumnReader> readers_;
  std::size_t group_ = 0;   // the next one
  std::uint64_t left_ = 0;  // rows of the present one
};

}  // namespace
}  // namespace parquet

std::unique_ptr<TableReader> open_parquet(std::unique_ptr<RandomInput> file) {
  return std::make_unique<parquet::Reader>(std::move(file));
}

}  // namespace mpart
