#include "source/first_rows.hpp"

#include <algorithm>

#include "mpart/error.hpp"
#include "source/csv_records.hpp"
#include "source/memory_input.hpp"
#include "util/text.hpp"

namespace mpart {
namespace {

TextRows rows_in(const std::string& name, std::string_view bytes, std::size_t most) {
  TextRows rows;
  try {
    CsvRecords records(
        std::make_unique<ByteStream>(name, std::make_unique<MemoryInput>(std::string(bytes))));
    records.limit(Columns::kMostColumns);
    while (rows.size() < most && records.next()) {
      const bool fits = records.count() <= Columns::kMostColumns &&
                        (rows.empty() || records.count() == rows[0].size());
      if (!fits && rows.empty()) break;
      if (fits) rows.emplace_back(records.fields().begin(), records.fields().end());
    }
  } catch (const Error&) {
    // The reader that follows comes to the same place, and says what is wrong there.
    return rows;
  }
  return rows;
}

// A row of numbers is data. Any other may be a header: a row below it is needed to tell.
bool is_surely_data(const std::vector<std::string>& row, const ColumnChoices& choices) {
  const std::size_t features =
      choices.labelled && choices.label.empty() && !row.empty() ? row.size() - 1 : row.size();
  return std::all_of(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(features),
                     [](const std::string& cell) {
                       double ignored = 0;
                       return cell.empty() ||
                              parse_number(trim(cell), ignored) != NumberState::kNotNumber;
                     });
}

}  // namespace

std::string_view first_lines(ByteStream& stream,
                             const std::function<bool(std::string_view)>& enough) {
  constexpr int kPause = 100;  // milliseconds: another program writes its next rows within
  std::size_t wanted = kFirstBytes;
  for (;;) {
    std::string_view bytes = stream.peek_ready(wanted, kPause);
    const std::size_t end = bytes.rfind('\n');
    const std::string_view complete =
        end == std::string_view::npos ? std::string_view() : bytes.substr(0, end + 1);
    if (!complete.empty() && enough(complete)) return complete;
    const std::size_t before = bytes.size();
    bytes = stream.peek(before + 1);
    if (bytes.size() == before) return bytes;  // that was all
    wanted = std::max(kFirstBytes, 2 * before);
  }
}

TextRows first_csv_rows(ByteStream& stream, const ColumnChoices& choices) {
  const std::string_view bytes = first_lines(stream, [&](std::string_view seen) {
    const TextRows rows = rows_in(stream.name(), seen, 2);
    return rows.size() > 1 || (!rows.empty() && is_surely_data(rows[0], choices));
  });
  return rows_in(stream.name(), bytes, kFirstRows);
}

ColumnChoices choices_of(const SourceOptions& options) {
  ColumnChoices choices;
  choices.label = options.label_column;
  choices.labelled = options.labelled;
  choices.id = options.id_column;
  choices.used = options.used_columns;
  choices.ignored = options.ignored_columns;
  choices.kinds = options.column_kinds;
  return choices;
}

}  // namespace mpart
