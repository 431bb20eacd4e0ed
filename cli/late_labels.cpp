#include "cli/late_labels.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_map>

#include "mpart/error.hpp"
#include "source/csv_records.hpp"
#include "util/sanitize_text.hpp"
#include "util/text.hpp"
#include "wire/answer_json.hpp"
#include "wire/limits.hpp"

namespace mpart {

namespace {

using LabelJson = nlohmann::json;

// Finds queries by what else is known of their samples.
class QueryNames {
 public:
  explicit QueryNames(const Ledger& ledger) {
    for (std::size_t i = 0; i < ledger.size(); ++i) {
      const LedgerEntry& entry = ledger.at(i);
      if (!entry.name.empty()) samples_[entry.name].push_back(entry.id);
      rows_[std::to_string(entry.row)].push_back(entry.id);
    }
  }

  QueryId of_sample(const std::string& name) const { return only(samples_, "sample", name); }
  QueryId of_row(const std::string& row) const { return only(rows_, "row", row); }

 private:
  using Names = std::unordered_map<std::string, std::vector<QueryId>>;

  static QueryId only(const Names& names, const char* what, const std::string& name) {
    const auto found = names.find(name);
    const std::string who = what + (" " + in_quotes(name));
    if (found == names.end()) throw not_found(who + " was never asked about");
    if (found->second.size() > 1) {
      throw invalid_data(who + " was asked about " + std::to_string(found->second.size()) +
                         " times; name the query by its id");
    }
    return found->second.front();
  }

  Names samples_, rows_;
};

// The query that a line names by "sample" or "row", if it has no "id".
std::optional<QueryId> named_query(std::string_view line, const QueryNames& names) {
  const LabelJson json = LabelJson::parse(line, nullptr, false);
  if (!json.is_object() || json.contains("id")) return std::nullopt;
  if (const auto sample = json.find("sample"); sample != json.end() && sample->is_string()) {
    return names.of_sample(sample->get<std::string>());
  }
  const auto row = json.find("row");
  if (row == json.end() || !row->is_number_unsigned()) return std::nullopt;
  return names.of_row(row->dump());
}

LateAnswer read_line(std::string_view line, const QueryNames& names) {
  return wire::read_answer(line, {.query = named_query(line, names)});
}

// Where a table has what; the number of its columns: nowhere.
struct LabelColumns {
  std::size_t id, sample, row, label, skip, withdraw;

  explicit LabelColumns(std::span<const std::string_view> header) {
    const auto place = [header](std::string_view name) {
      return static_cast<std::size_t>(std::ranges::find(header, name) - header.begin());
    };
    id = place("id");
    sample = place("sample");
    row = place("row");
    label = place("label");
    skip = place("skip");
    withdraw = place("withdraw");
  }
};

bool is_yes(const std::string& cell) {
  const std::string text = lower_case(cell);
  if (text.empty() || text == "0" || text == "false" || text == "no") return false;
  if (text == "1" || text == "true" || text == "yes") return true;
  throw invalid_data(in_quotes(cell) + ": true or false expected");
}

// Reads one row; nothing if it has no answer.
std::optional<LateAnswer> read_row(const LabelColumns& columns, const CsvRecords& records,
                                   const QueryNames& names) {
  const auto cell = [&](std::size_t place) {
    return place < records.fields().size() ? std::string(records.fields()[place]) : std::string();
  };
  LateAnswer late;
  const std::string label = cell(columns.label);
  const bool skip = is_yes(cell(columns.skip));
  const bool withdraw = is_yes(cell(columns.withdraw));
  if (label.empty() && !skip && !withdraw) return std::nullopt;
  if (int{!label.empty()} + int{skip} + int{withdraw} > 1) {
    throw invalid_data("more than one answer");
  }
  if (const std::string id = cell(columns.id); !id.empty()) {
    if (!parse_whole(id, late.id)) throw invalid_data("id " + in_quotes(id) + " is no number");
  } else if (const std::string sample = cell(columns.sample); !sample.empty()) {
    late.id = names.of_sample(sample);
  } else {
    late.id = names.of_row(cell(columns.row));
  }
  if (!label.empty()) wire::check_label(label);
  late.answer = skip       ? Answer{Answer::Kind::kSkip, ""}
                : withdraw ? Answer{Answer::Kind::kWithdraw, ""}
                           : Answer::of(label);
  return late;
}

// Applies what `read` returns; a failure of either is one refused line.
template <typename Read>
void apply_one(LateLabels& result, Session& session, const std::string& where, Read read) {
  try {
    const std::optional<LateAnswer> late = read();
    if (!late) {
      ++result.unanswered;
      return;
    }
    session.apply(late->id, late->answer);
    ++result.applied;
  } catch (const Error& error) {
    result.refused.push_back(where + ": " + sanitize_text(error.what()));
  }
}

LateLabels apply_lines(std::unique_ptr<ByteStream> stream, Session& session) {
  const QueryNames names(session.ledger());
  LateLabels result;
  LineReader lines(std::move(stream));
  for (std::string_view line; lines.next(line);) {
    if (trim(line).empty()) continue;
    apply_one(result, session, lines.name() + ':' + std::to_string(lines.number()),
              [&] { return std::optional(read_line(line, names)); });
  }
  return result;
}

LateLabels apply_table(std::unique_ptr<ByteStream> stream, Session& session) {
  const QueryNames names(session.ledger());
  LateLabels result;
  CsvRecords records(std::move(stream));
  if (!records.next()) bad_input(records.name(), "no header");
  const std::size_t width = records.fields().size();
  const LabelColumns columns(records.fields());
  if (std::min({columns.id, columns.sample, columns.row}) == width) {
    bad_input(records.name(),
              "a column id, sample or row expected, to say which query is answered");
  }
  if (std::min({columns.label, columns.skip, columns.withdraw}) == width) {
    bad_input(records.name(), "a column label, skip or withdraw expected, with the answer");
  }
  while (records.next()) {
    apply_one(result, session, records.name() + ':' + std::to_string(records.line()), [&] {
      if (records.count() != width) {
        throw invalid_data(counted(width, "value") + " expected, " +
                           std::to_string(records.count()) + " found");
      }
      return read_row(columns, records, names);
    });
  }
  return result;
}

}  // namespace

LateLabels apply_late_labels(const std::string& path, Session& session) {
  std::unique_ptr<ByteStream> stream = open_stream(path);
  if (is_gzip(*stream)) stream = unpack(std::move(stream));
  std::string_view start = stream->peek(64);
  start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n\xEF\xBB\xBF"), start.size()));
  const bool is_json = start.starts_with('{');
  return is_json ? apply_lines(std::move(stream), session)
                 : apply_table(std::move(stream), session);
}

}  // namespace mpart
