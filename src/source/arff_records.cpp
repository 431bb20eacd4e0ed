#include "source/arff_records.hpp"

#include <algorithm>

#include "mpart/columns.hpp"
#include "util/text.hpp"

namespace mpart {
namespace {

// Takes the word at the beginning if it is this one, in upper or lower case.
bool take_keyword(std::string_view& line, std::string_view keyword) {
  if (line.size() < keyword.size() || lower_case(line.substr(0, keyword.size())) != keyword) {
    return false;
  }
  const std::string_view rest = line.substr(keyword.size());
  if (!rest.empty() && rest.front() != ' ' && rest.front() != '\t') return false;
  line = trim(rest);
  return true;
}

void skip_spaces(std::string_view& text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
}

}  // namespace

ArffRecords::ArffRecords(std::unique_ptr<ByteStream> stream) : lines_(std::move(stream)) {
  std::string_view line;
  while (next_line(line)) {
    unquoted_.clear();
    unquoted_.reserve(line.size());
    if (take_keyword(line, "@relation")) continue;
    if (take_keyword(line, "@attribute")) {
      add_attribute(line);
    } else if (take_keyword(line, "@data")) {
      if (attributes_.empty()) fail("no @attribute before @data");
      return;
    } else {
      fail("@relation, @attribute or @data expected, " + in_quotes(line) + " found");
    }
  }
  bad_input(name(), "no @data");
}

bool ArffRecords::next_line(std::string_view& line) {
  do {
    if (!lines_.next(line)) return false;
    line = trim(line);
  } while (line.empty() || line.front() == '%');
  return true;
}

void ArffRecords::add_attribute(std::string_view declaration) {
  ArffAttribute attribute;
  attribute.name = take_value(declaration, " \t{");
  skip_spaces(declaration);
  if (attribute.name.empty() || declaration.empty()) fail("@attribute NAME TYPE expected");
  if (attributes_.size() == Columns::kMostColumns) {
    fail("at most " + std::to_string(Columns::kMostColumns) + " attributes expected");
  }
  const std::string type = lower_case(declaration.substr(0, declaration.find_first_of(" \t")));
  if (declaration.front() == '{') {
    read_levels(declaration.substr(1), attribute);
  } else if (type == "numeric" || type == "real" || type == "integer") {
    attribute.absent = "0";
  } else if (type != "string" && type != "date") {
    fail("attribute " + in_quotes(attribute.name) +
         ": numeric, string, date or {levels} expected, " + in_quotes(declaration) + " found");
  }
  attributes_.push_back(std::move(attribute));
}

void ArffRecords::read_levels(std::string_view list, ArffAttribute& attribute) {
  attribute.is_nominal = true;
  for (;;) {
    skip_spaces(list);
    if (list.starts_with('}')) break;
    attribute.levels.emplace_back(trim(take_value(list, ",}")));
    skip_spaces(list);
    if (list.starts_with(',')) {
      list.remove_prefix(1);
    } else if (!list.starts_with('}')) {
      fail("attribute " + in_quotes(attribute.name) + ": a comma or } expected after a level");
    }
  }
  if (!attribute.levels.empty()) attribute.absent = attribute.levels.front();
}

// Takes a value up to one of `ends`, or one in quotes.
std::string_view ArffRecords::take_value(std::string_view& rest, std::string_view ends) {
  skip_spaces(rest);
  const char quote = rest.empty() ? '\0' : rest.front();
  if (quote != '\'' && quote != '"') {
    const std::size_t stop = std::min(rest.find_first_of(ends), rest.size());
    const std::string_view value = trim(rest.substr(0, stop));
    rest.remove_prefix(stop);
    return value;
  }
  const std::size_t begin = unquoted_.size();  // it has room for the whole line
  std::size_t i = 1;
  for (; i < rest.size() && rest[i] != quote; ++i) {
    if (rest[i] == '\\' && i + 1 < rest.size()) ++i;
    unquoted_ += rest[i];
  }
  if (i >= rest.size()) fail("the quote is not closed");
  rest.remove_prefix(i + 1);
  return std::string_view(unquoted_).substr(begin);
}

bool ArffRecords::next() {
  std::string_view line;
  if (!next_line(line)) return false;
  fields_.clear();
  unquoted_.clear();
  unquoted_.reserve(line.size());
  if (line.starts_with('{')) {
    read_sparse(line.substr(1));
  } else {
    read_dense(line);
  }
  return true;
}

void ArffRecords::read_dense(std::string_view row) {
  std::size_t count = 0;
  for (;; ++count) {
    const std::string_view value = take_value(row, ",\t");
    if (count < attributes_.size()) fields_.push_back(value);
    skip_spaces(row);
    if (row.empty()) break;
    if (row.front() != ',' && row.front() != '\t') {
      fail("value " + std::to_string(count + 1) + ": text after the closing quote");
    }
    row.remove_prefix(1);
  }
  ++count;
  if (count != attributes_.size()) {
    fail(counted(attributes_.size(), "value") + " expected, " + std::to_string(count) + " found");
  }
}

void ArffRecords::read_sparse(std::string_view row) {
  for (const ArffAttribute& attribute : attributes_) fields_.emplace_back(attribute.absent);
  for (;;) {
    skip_spaces(row);
    if (row.starts_with('}')) break;
    const std::string_view text = take_value(row, " \t,}");
    std::size_t index = 0;
    if (!parse_whole(text, index) || index >= attributes_.size()) {
      fail("an index from 0 to " + std::to_string(attributes_.size() - 1) + " expected, " +
           in_quotes(text) + " found");
    }
    fields_[index] = take_value(row, ",}");
    skip_spaces(row);
    if (row.starts_with(',')) {
      row.remove_prefix(1);
    } else if (!row.starts_with('}')) {
      fail("a comma or } expected after a value");
    }
  }
  if (!trim(row.substr(1)).empty()) fail("text after the closing }");
}

void ArffRecords::fail(const std::string& what) const { bad_input(name(), line(), what); }

}  // namespace mpart
