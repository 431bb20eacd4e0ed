#include "python/src/preparer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include "mpart/error.hpp"
#include "python/src/arrays.hpp"
#include "python/src/onnx_package.hpp"
#include "wire/limits.hpp"

namespace mpart::python {

namespace py = pybind11;

namespace {

constexpr std::array<const char*, 7> kKindNames{"number",    "category", "date", "text",
                                                "set aside", "id",       "label"};
constexpr std::array<const char*, 6> kFormNames{"point",      "comma",     "grouped",
                                                "year first", "day first", "month first"};

std::string_view view_of(const py::handle& text) {
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes == nullptr) throw py::error_already_set();  // half of a surrogate pair
  return {bytes, static_cast<std::size_t>(size)};
}

py::str decode(const std::string& bytes) {
  return py::reinterpret_steal<py::str>(
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "surrogateescape"));
}

py::list decode_all(const std::vector<std::string>& texts) {
  py::list decoded;
  for (const std::string& text : texts) decoded.append(decode(text));
  return decoded;
}

// Whether a cell of text says nothing.
bool is_blank(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\r\n";
  const std::size_t first = std::min(text.find_first_not_of(kSpaces), text.size());
  return is_missing_cell(text.substr(first, text.find_last_not_of(kSpaces) + 1 - first));
}

bool is_number(const Column& column) { return column.kind == ColumnKind::kNumber; }

bool is_feature(const Column& column) {
  return is_number(column) || column.kind == ColumnKind::kCategory ||
         column.kind == ColumnKind::kDate || column.kind == ColumnKind::kText;
}

}  // namespace

Preparer::Preparer(Preparation preparation) : preparation_(std::move(preparation)) {
  if (!preparation_.pictures.empty()) {
    throw unsupported("the model was trained on pictures (" + preparation_.pictures +
                      "), which Python does not read; use mpart predict, or mpart serve");
  }
  if (preparation_.window > 0) {
    throw unsupported("the model was trained on windows of " + std::to_string(preparation_.window) +
                      " rows, and Python takes rows one by one; use mpart predict");
  }
  for (const Stage& stage : preparation_.stages) {
    if (stage.kind == Stage::Kind::kNetwork) load_runtime_for(stage, onnxruntime_folder());
    stages_.push_back(make_stage(stage));
  }
  require_fit(stages_);
}

void Preparer::name_features(const std::vector<std::string>& names) {
  std::vector<Column> columns;
  std::set<std::string_view> seen;
  for (const std::string& name : names) {
    if (name.empty()) throw invalid_data("a feature has an empty name");
    if (!seen.insert(name).second) throw invalid_data("two features are called '" + name + "'");
    columns.push_back({.name = name});
  }
  // So that the program finds the answers in a table, which may have them or not.
  constexpr std::string_view kLabel = "label";
  if (!seen.contains(kLabel)) {
    columns.push_back({.name = std::string(kLabel), .kind = ColumnKind::kLabel});
  }
  if (columns.size() > Columns::kMostColumns) throw invalid_data("too many features");
  preparation_.columns = Columns(std::move(columns));
}

void Preparer::read(const py::handle& x, Sample& sample) const {
  sample.id.clear();
  sample.text.clear();
  sample.values.clear();
  if (py::isinstance<py::str>(x)) {
    read_text(x, sample);
  } else if (py::isinstance<py::list>(x)) {
    read_cells(py::reinterpret_borrow<py::list>(x), sample);
  } else {
    read_values(x, sample);
  }
  if (is_empty(sample)) throw invalid_data("every value is missing");
}

void Preparer::read_values(const py::handle& x, Sample& sample) const {
  const std::vector<Column>& columns = preparation_.columns.all();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!is_feature(columns[i]) || is_number(columns[i])) continue;
    throw invalid_data("the model has columns that are no numbers, such as " +
                       preparation_.columns.title(i) + ": values by name expected");
  }
  const Buffer buffer(x);
  const auto* const values = buffer.data<const double>();
  if (values == nullptr) throw invalid_argument("a sample must be an array of float64");
  if (buffer.dimensions() != 1) {
    throw invalid_data("one sample is a 1-D array, " + std::to_string(buffer.dimensions()) +
                       " dimensions found");
  }
  sample.values.assign(values, values + buffer.size(0));
  const auto infinite = std::find_if(sample.values.begin(), sample.values.end(),
                                     [](double value) { return std::isinf(value); });
  if (infinite == sample.values.end()) return;
  const auto k = static_cast<std::size_t>(infinite - sample.values.begin());
  const std::vector<std::string> names = preparation_.columns.value_names();
  const bool is_named = preparation_.columns.named() && k < names.size();
  throw invalid_data(is_named ? "the feature '" + names[k] + "' is infinite"
                              : "column " + std::to_string(k) + " is infinite");
}

void Preparer::read_cells(const py::list& cells, Sample& sample) const {
  if (cells.size() != preparation_.columns.all().size()) {
    throw invalid_data(std::to_string(preparation_.columns.all().size()) + " columns expected, " +
                       std::to_string(cells.size()) + " found");
  }
  for (std::size_t i = 0; i < cells.size(); ++i) read_cell(i, cells[i], sample);
}

void Preparer::read_cell(std::size_t column, const py::handle& cell, Sample& sample) const {
  const Columns& columns = preparation_.columns;
  const ColumnKind kind = columns.all()[column].kind;
  if (PyFloat_Check(cell.ptr())) {
    const double value = PyFloat_AS_DOUBLE(cell.ptr());
    if (std::isinf(value)) throw invalid_data(columns.title(column) + " is infinite");
    if (kind != ColumnKind::kNumber) {
      throw invalid_argument(columns.title(column) + " is no number");
    }
    sample.values.push_back(value);
    return;
  }
  const std::string_view text = cell.is_none() ? std::string_view() : view_of(cell);
  if (kind == ColumnKind::kId) {
    wire::check_id(std::string(text));
    sample.id = text;
  } else if (kind != ColumnKind::kText) {
    columns.encode_cell(column, text, sample.values);
  } else if (!is_blank(text)) {
    if (!sample.text.empty()) sample.text += '\n';
    sample.text += text;
  }
}

void Preparer::read_text(const py::handle& x, Sample& sample) const {
  const std::vector<Column>& columns = preparation_.columns.all();
  const auto features = std::count_if(columns.begin(), columns.end(), is_feature);
  const bool is_only_text = columns.empty() ? !stages_.empty() && stages_.front()->takes_samples()
                                            : preparation_.columns.has_text() && features == 1;
  if (!is_only_text) throw invalid_data("a text found, the model does not take a text alone");
  const std::string_view text = view_of(x);
  if (columns.empty() || !is_blank(text)) sample.text = text;
}

void Preparer::run(Sample& sample) const {
  std::string problem;
  if (run({&sample, 1}, problem) == 0) throw invalid_data(problem);
}

py::list Preparer::columns() const {
  py::list rows;
  for (const Column& column : preparation_.columns.all()) {
    rows.append(py::make_tuple(decode(column.name),
                               kKindNames.at(static_cast<std::size_t>(column.kind)),
                               kFormNames.at(static_cast<std::size_t>(column.form)),
                               column.optional, decode_all(column.levels)));
  }
  return rows;
}

py::list Preparer::describe() const { return decode_all(preparation_.describe()); }

}  // namespace mpart::python
