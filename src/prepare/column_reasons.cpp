#include "prepare/column_reasons.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "mpart/error.hpp"
#include "util/text.hpp"

namespace mpart {
namespace {

// Rows that must have been seen before a column is set aside: chance alone does not make twenty
// rows that count up, nor fifty equal words. A number may stay the same for longer: the edge of a
// picture, a sensor at rest.
constexpr std::size_t kRowsOfAnId = 20;
constexpr std::size_t kRowsOfAConstant = 50;
constexpr std::size_t kRowsOfAConstantNumber = 200;

// The last word of a name in lower case: "id" of PassengerId, passenger_id and "passenger id".
std::string last_word(std::string_view name) {
  std::size_t begin = name.size();
  while (begin > 0 && std::isalnum(static_cast<unsigned char>(name[begin - 1])) != 0) {
    --begin;
    const bool upper = std::isupper(static_cast<unsigned char>(name[begin])) != 0;
    const bool after_lower =
        begin > 0 && std::islower(static_cast<unsigned char>(name[begin - 1])) != 0;
    if (upper && after_lower) break;
  }
  return lower_case(name.substr(begin));
}

template <std::size_t kCount>
bool is_one_of(const std::string& word, const std::array<std::string_view, kCount>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_id_name(std::string_view name) {
  constexpr std::array<std::string_view, 8> kWords{"id",  "ids",   "uuid", "guid",
                                                   "key", "index", "idx",  "nr"};
  return is_one_of(last_word(name), kWords);
}

bool is_time_name(std::string_view name) {
  constexpr std::array<std::string_view, 6> kWords{"time",     "timestamp", "date",
                                                   "datetime", "ts",        "unixtime"};
  return is_one_of(last_word(name), kWords);
}

}  // namespace

std::string reason_to_set_aside(const ColumnSurvey& survey, const Column& column) {
  const bool number = column.kind == ColumnKind::kNumber;
  const bool date = column.kind == ColumnKind::kDate;
  const std::size_t rows = survey.rows();
  if (survey.present() == 0) return rows >= kRowsOfAConstant ? "always missing" : "";
  const std::size_t enough = number ? kRowsOfAConstantNumber : kRowsOfAConstant;
  if (survey.distinct() == 1 && survey.present() == rows && rows >= enough) {
    return "always " + shortened(trim(survey.first_present()));
  }
  if (rows < kRowsOfAnId) return {};
  if (number) {
    if (survey.counts_up()) return "counts the rows";
    const bool whole = survey.is_whole() && survey.all_differ();
    if (whole && is_id_name(column.name)) return "every value differs";
    return survey.grows() && is_time_name(column.name) ? "grows with every row" : "";
  }
  if (date) return survey.grows() ? "grows with every row" : "";
  if (column.kind != ColumnKind::kCategory || survey.has_spaces()) return {};
  if (survey.all_differ() && survey.distinct() > Columns::kMostLevels) return "every value differs";
  const bool many = 2 * survey.distinct() > survey.present() && survey.is_scattered();
  return many ? std::to_string(survey.distinct()) + " different values in " +
                    counted(survey.present(), "row")
              : "";
}

void refuse_measured_label(const ColumnSurvey& survey, const std::string& title) {
  const bool many =
      survey.present() >= kRowsOfAConstant && 2 * survey.distinct() > survey.present();
  if (!survey.is_measured() && !many) return;
  throw invalid_data(title + ", the last, has " + std::to_string(survey.distinct()) +
                     " different values in " + counted(survey.present(), "row") +
                     " and cannot be the label; say which is by --label-column, or that there is "
                     "none by --unlabelled");
}

}  // namespace mpart
