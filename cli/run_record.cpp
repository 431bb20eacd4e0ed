#include "cli/run_record.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "cli/command_words.hpp"
#include "mpart/error.hpp"
#include "util/atomic_file.hpp"
#include "util/crc64.hpp"
#include "util/sanitize_text.hpp"

namespace mpart {

namespace {

using RecordJson = nlohmann::ordered_json;

std::string path_of(const std::string& model) { return model + ".run"; }

}  // namespace

std::optional<RunRecord> RunRecord::read(const std::string& model) {
  const std::string path = path_of(model);
  if (!std::filesystem::exists(path)) return std::nullopt;
  try {
    const RecordJson json = RecordJson::parse(read_file(path));
    return RunRecord{json.at("data"),   json.at("words"),   json.at("skip"),
                     json.at("passed"), json.at("samples"), json.at("first_row")};
  } catch (const RecordJson::exception&) {
    throw corrupt(path + ": not a record of a run; --resume " + model +
                  " goes on from the model, with --skip for the rows that are done");
  }
}

void RunRecord::write(const std::string& model) const {
  const RecordJson json = {{"data", data},     {"words", words},     {"skip", skip},
                           {"passed", passed}, {"samples", samples}, {"first_row", first_row}};
  write_file_atomically(path_of(model),
                        json.dump(2, ' ', false, RecordJson::error_handler_t::replace) + "\n");
}

std::string RunRecord::difference(const RunRecord& other) const {
  if (data != other.data) return "it was made from " + data + ", not from " + other.data;
  const auto text = [](const RunRecord& record) {
    const std::string flags = shell_line(record.words);
    return flags.empty() ? std::string("no flags") : flags;
  };
  if (words != other.words) {
    return "it read the data with " + text(*this) + ", not with " + text(other);
  }
  if (skip != other.skip) {
    return "it began with --skip " + std::to_string(skip) + ", not " + std::to_string(other.skip);
  }
  return "";
}

std::string whole_path(const std::string& data) {
  if (data == "-" || data.starts_with("synthetic:")) return data;
  std::error_code problem;
  const auto path = std::filesystem::weakly_canonical(data, problem);
  return problem ? data : path.string();
}

std::uint64_t row_checksum(const Sample& sample) {
  std::string bytes = sample.id;
  const std::size_t start = bytes.size();
  bytes.resize(start + sample.values.size() * sizeof(double));
  std::memcpy(bytes.data() + start, sample.values.data(), bytes.size() - start);
  return std::max<std::uint64_t>(crc64(bytes), 1);
}

PassedRows::PassedRows(const RunRecord& record, const Session& session, std::string data)
    : first_row_(record.first_row), data_(std::move(data)) {
  const Ledger& ledger = session.ledger();
  for (std::size_t i = 0; i < ledger.size(); ++i) {
    const LedgerEntry& entry = ledger.at(i);
    if (entry.time < record.samples) continue;  // of a run before the one that is recorded
    asked_[record.passed + entry.time - record.samples] = {entry.row, entry.name};
  }
}

void PassedRows::check(std::uint64_t index, const Sample& sample) const {
  const auto changed = [this](const std::string& what) {
    return conflict(data_ + ": " + what +
                    ", so it is not the data that the model has seen; --resume MODEL goes on from "
                    "it with other data, --overwrite starts anew");
  };
  if (index == 0 && first_row_ != 0 && row_checksum(sample) != first_row_) {
    throw changed("its first row is another one than before");
  }
  const auto found = asked_.find(index);
  if (found == asked_.end()) return;
  const Asked& asked = found->second;
  if (asked.row == sample.row && asked.name == sample.id) return;
  const auto name = [](std::uint64_t row, const std::string& id) {
    return "row " + std::to_string(row) + (id.empty() ? "" : " \"" + sanitize_text(id) + '"');
  };
  throw changed(name(sample.row, sample.id) + " is where " + name(asked.row, asked.name) + " was");
}

}  // namespace mpart
