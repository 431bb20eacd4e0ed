#include "cli/range_check.hpp"

#include <optional>
#include <utility>

#include "cli/report.hpp"
#include "mpart/error.hpp"
#include "prepare/table_scale.hpp"

namespace mpart {

RangeCheck::RangeCheck(const Preparation& preparation, const Session& session) {
  if (preparation.stages.empty()) {
    is_known_ = session.options().scale || session.scaling().width() > 0;
    scaling_ = session.scaling();
  } else if (preparation.stages.front().kind == Stage::Kind::kScaling) {
    is_known_ = true;
    scaling_ = embed::TableScale::decode(preparation.stages.front().bytes).scaling();
  }
}

class RangeCheck::Watch : public Source {
 public:
  Watch(RangeCheck& check, std::unique_ptr<Source> source)
      : check_(check), source_(std::move(source)) {}

  bool next(Sample& sample) override {
    if (!source_->next(sample)) return false;
    ++check_.rows_;
    const std::optional<std::size_t> column = check_.scaling_.find_far(sample.values);
    if (column && check_.far_++ == 0) {
      const Columns* columns = source_->columns();
      check_.example_ = "row " + std::to_string(sample.row) + " has " +
                        shortest(sample.values[*column]) + " in " +
                        (columns != nullptr && columns->width() == sample.values.size()
                             ? columns->value_names()[*column]
                             : "column " + std::to_string(*column + 1)) +
                        ", the model has seen " + shortest(check_.scaling_.least(*column)) +
                        " to " + shortest(check_.scaling_.most(*column));
    }
    return true;
  }
  std::size_t width() const override { return source_->width(); }
  const Columns* columns() const override { return source_->columns(); }
  std::optional<double> progress() const override { return source_->progress(); }

 private:
  RangeCheck& check_;
  std::unique_ptr<Source> source_;
};

std::unique_ptr<Source> RangeCheck::watch(std::unique_ptr<Source> source) {
  if (!is_known_) return source;
  return std::make_unique<Watch>(*this, std::move(source));
}

void RangeCheck::require_near(const std::string& data) const {
  if (2 * far_ <= rows_) return;
  throw invalid_data(data + ": " + grouped(far_) + " of " + grouped(rows_) +
                     " rows are far from all that the model has learned, so the answers to them "
                     "mean nothing (" +
                     example_ + "): are the values in another unit, or scaled in another way?");
}

}  // namespace mpart
