#include <map>
#include <vector>

#include "source/arrow/array.hpp"
#include "source/arrow/dictionary.hpp"
#include "source/arrow/messages.hpp"
#include "source/arrow/schema.hpp"
#include "source/table_order.hpp"
#include "source/table_readers.hpp"

namespace mpart {
namespace arrow {
namespace {

class Reader : public TableReader {
 public:
  explicit Reader(std::unique_ptr<Messages> messages)
      : TableReader(messages->name()), messages_(std::move(messages)), memory_(name_) {
    if (!messages_->next() || messages_->kind() != Messages::kSchema) {
      bad_input(name_, "not an Arrow file or stream: it does not begin with a schema");
    }
    schema_ = read_schema(messages_->header(), memory_, name_);
    std::vector<std::string> names;
    bool any_values = false;
    for (const Field& field : schema_.fields) {
      names.push_back(field.name);
      any_values = any_values || field.type.layout != Layout::kNull;
    }
    order_ = table_order(names, schema_.pandas);
    if (order_.empty() || !any_values) bad_input(name_, "no columns with values");
    for (const std::size_t i : order_) {
      columns_.push_back(names[i]);
      printers_.emplace_back(schema_.fields[i].type.cell);
    }
    fields_.resize(order_.size());
    bits_.resize(order_.size());
  }

  bool next() override {
    while (in_batch_ == batch_rows_) {
      if (!load_batch()) return false;
    }
    ++row_;
    for (std::size_t i = 0; i < order_.size(); ++i) fields_[i] = cell(i);
    ++in_batch_;
    return true;
  }

  std::optional<double> progress() const override { return messages_->progress(); }

 private:
  // Goes to the next record batch, by way of the dictionaries before it.
  bool load_batch() {
    while (messages_->next()) {
      if (messages_->kind() == Messages::kDictionaryBatch) {
        load_dictionary();
      } else if (messages_->kind() == Messages::kRecordBatch) {
        BatchReader batch(messages_->header(), messages_->body(), unpacked_, memory_, name_);
        if (batch.length() == 0) continue;
        arrays_.clear();
        for (const Field& field : schema_.fields) {
          arrays_.push_back(batch.take(field.dictionary ? field.index : field.type));
        }
        batch_rows_ = batch.length();
        in_batch_ = 0;
        return true;
      } else {
        bad_input(name_, "damaged Arrow metadata");
      }
    }
    return false;
  }

  void load_dictionary() {
    const FlatTable header = messages_->header();
    const auto id = header.number<std::int64_t>(0, 0);
    const bool delta = header.number<std::uint8_t>(2, 0) != 0;
    const std::optional<FlatTable> data = header.table(1);
    if (!data) bad_input(name_, "damaged Arrow metadata");
    for (const Field& field : schema_.fields) {
      if (field.dictionary != id) continue;
      BatchReader batch(*data, messages_->body(), unpacked_, memory_, name_);
      const Array array = batch.take(field.type);
      if (!dictionaries_[id].add(array, field.type, delta, memory_)) {
        bad_input(name_, "column " + in_quotes(field.name) + ": damaged dictionary");
      }
      return;
    }
  }

  std::string_view cell(std::size_t i) {
    const std::size_t column = order_[i];
    const Field& field = schema_.fields[column];
    const Array& array = arrays_[column];
    if (field.type.layout == Layout::kNull || array.is_missing(in_batch_)) return {};
    const ArrayType& type = field.dictionary ? field.index : field.type;
    std::string_view value;
    if (!find_value(array, type, in_batch_, value, bits_[i])) {
      fail(field, "its text lies outside of the record batch");
    }
    return field.dictionary ? entry(field, value) : printers_[i].print(value);
  }

  std::string_view entry(const Field& field, std::string_view index) const {
    std::uint64_t number = 0;
    for (std::size_t i = index.size(); i-- > 0;) {
      number = number << 8 | static_cast<unsigned char>(index[i]);
    }
    const auto dictionary = dictionaries_.find(*field.dictionary);
    std::string_view cell;
    if (dictionary == dictionaries_.end() || !dictionary->second.find(number, cell)) {
      fail(field, "an index outside of its dictionary");
    }
    return cell;
  }

  [[noreturn]] void fail(const Field& field, const std::string& what) const {
    bad_input(name_, row_, "column " + in_quotes(field.name) + ": " + what);
  }

  std::unique_ptr<Messages> messages_;
  TableMemory memory_;
  Schema schema_;
  std::vector<std::size_t> order_;  // which column of the file each field is
  std::vector<CellPrinter> printers_;
  std::vector<char> bits_;
  std::map<std::int64_t, Dictionary> dictionaries_;
  std::vector<TableBuffer> unpacked_;
  std::vector<Array> arrays_;
  std::uint64_t batch_rows_ = 0;
  std::uint64_t in_batch_ = 0;  // the next row of the batch
};

}  // namespace
}  // namespace arrow

std::unique_ptr<TableReader> open_arrow_file(std::unique_ptr<RandomInput> file) {
  return std::make_unique<arrow::Reader>(arrow::file_messages(std::move(file)));
}

std::unique_ptr<TableReader> open_arrow_stream(std::unique_ptr<ByteStream> stream) {
  return std::make_unique<arrow::Reader>(arrow::stream_messages(std::move(stream)));
}

}  // namespace mpart
