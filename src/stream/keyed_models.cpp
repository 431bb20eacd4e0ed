#include "stream/keyed_models.hpp"

#include <algorithm>

#include "mpart/error.hpp"
#include "mpart/model_file.hpp"
#include "stream/inputs.hpp"
#include "wire/bytes.hpp"
#include "wire/limits.hpp"
#include "wire/query_json.hpp"
#include "wire/sample_json.hpp"

namespace mpart::stream {

namespace {

// Passes queries on; whoever answers does so by the topic of labels.
class Asking : public SilentOracle {
 public:
  explicit Asking(std::vector<std::string>& questions) : questions_(questions) {}

  // What can be shown of the sample that is learned now; null: nothing. Strategies that ask about
  // an earlier one show nothing.
  void set_present(std::uint64_t row, const wire::Show* show) {
    row_ = row;
    show_ = show;
  }

  Answer ask(const Query& query) override {
    const bool is_present = query.question.sample.row == row_;
    questions_.push_back(wire::query_json(query, is_present ? show_ : nullptr));
    return SilentOracle::ask(query);
  }

 private:
  std::vector<std::string>& questions_;
  std::uint64_t row_ = 0;
  const wire::Show* show_ = nullptr;
};

// What fits into a query beside all else: Kafka takes messages of 1 MB by default.
const wire::Show* show_of(const SampleMessage& message, std::size_t i) {
  if (i >= message.shows.size()) return nullptr;
  const wire::Show& show = message.shows[i];
  return show.empty() || show.bytes() > wire::kLongestText ? nullptr : &show;
}

const sqlite::Database& create_table(const sqlite::Database& database) {
  database.execute("PRAGMA page_size=16384");
  database.execute("PRAGMA journal_mode=OFF");
  database.execute("PRAGMA synchronous=OFF");
  database.execute("PRAGMA locking_mode=EXCLUSIVE");
  database.execute("PRAGMA cache_size=-65536");
  database.execute(
      "CREATE TABLE records(partition INTEGER, model BLOB, name BLOB, value BLOB,"
      " PRIMARY KEY(partition, model, name))");
  return database;
}

}  // namespace

StateMirror::StateMirror(const std::string& file)
    : file_(file),
      database_(file),
      put_(create_table(database_), "INSERT OR REPLACE INTO records VALUES(?, ?, ?, ?)"),
      get_(database_, "SELECT name, value FROM records WHERE partition = ? AND model = ?") {}

void StateMirror::put(std::int32_t partition, std::span<const SealedRecord> records) {
  sqlite::Transaction transaction(database_);
  for (const SealedRecord& record : records) {
    put_.bind(std::int64_t{partition}).bind(record.model).bind(record.name).bind(record.value);
    put_.run();
  }
  transaction.commit();
}

std::vector<StateRecord> StateMirror::records_of(std::int32_t partition, const std::string& model) {
  std::vector<StateRecord> records;
  get_.bind(std::int64_t{partition}).bind(model);
  while (get_.next()) records.push_back(StateRecord::read(get_.blob(0), get_.blob(1)));
  return records;
}

Effects KeyedModels::learn(std::int32_t partition, const std::string& key, SampleMessage message,
                           std::int64_t offset) {
  Model& own = model(partition, key);
  wire::check_values(message.samples, own.session.learner().width());
  if (own.inputs.bytes().empty()) changed_.emplace_back(partition, key);
  const std::uint64_t time = own.session.counters().samples;
  Effects effects;
  Asking asking(effects.questions);
  std::vector<Said> all;
  for (std::size_t i = 0; i < message.samples.size(); ++i) {
    Sample& sample = message.samples[i];
    asking.set_present(own.session.counters().samples + 1, show_of(message, i));
    all.push_back(said_of(own.session, sample, apply(sample, own.session, asking)));
  }
  wire::write_samples(own.inputs, message.samples);
  effects.answer = write_said(all, offset, time, message.binary);
  return effects;
}

Effects KeyedModels::answer(std::int32_t partition, const std::string& key, const LateAnswer& late,
                            std::int64_t offset) {
  Model& own = model(partition, key);
  own.session.apply(late.id, late.answer);
  if (own.inputs.bytes().empty()) changed_.emplace_back(partition, key);
  write(own.inputs, late);
  const LedgerEntry* asked = own.session.ledger().find(late.id);
  return {write_receipt(late.id, offset, name_of(asked->state)), {}};
}

const KeyedModels::Changes& KeyedModels::changes() {
  for (const Id& id : changed_) {
    for (const StateRecord& record : written(id.second, models_.at(id))) {
      changes_[id.first].push_back(sealed(record));
    }
  }
  return changes_;
}

// A delta, or a snapshot when that costs no more than the deltas since the last one did.
std::vector<StateRecord> KeyedModels::written(const std::string& key, Model& model) const {
  const std::string inputs = std::exchange(model.inputs, {}).bytes();
  const std::size_t worth = std::max(model.snapshot_bytes, options_.least_snapshot);
  const bool snapshot = model.generation == 0 || model.deltas == options_.most_deltas ||
                        model.delta_bytes + inputs.size() > worth ||
                        inputs.size() > options_.piece_bytes;
  if (!snapshot) {
    model.delta_bytes += inputs.size();
    return {{key, true, model.deltas++, model.generation, 0, inputs}};
  }
  const std::string bytes = encode_model(model.session);
  model.snapshot_bytes = bytes.size();
  model.delta_bytes = model.deltas = 0;
  return snapshot_records(key, ++model.generation, bytes, options_.piece_bytes);
}

void KeyedModels::committed() {
  for (const auto& [partition, records] : changes_) mirror_.put(partition, records);
  for (const Id& id : changed_) weigh(models_.at(id));
  changes_.clear();
  changed_.clear();
  while (bytes_ > options_.memory_bytes && models_.size() > 1) drop(models_.find(by_use_.front()));
}

// What is in memory is of no transaction that ever was; the mirror has what was committed.
void KeyedModels::aborted() {
  for (const Id& id : changed_) drop(models_.find(id));
  changes_.clear();
  changed_.clear();
}

void KeyedModels::forget(std::int32_t partition) {
  for (auto model = models_.begin(); model != models_.end();) {
    const auto next = std::next(model);
    if (model->first.first == partition) drop(model);
    model = next;
  }
}

KeyedModels::Model& KeyedModels::model(std::int32_t partition, const std::string& key) {
  const Id id(partition, key);
  auto found = models_.find(id);
  if (found == models_.end()) {
    found = models_.emplace(id, load(id)).first;
    found->second.place = by_use_.insert(by_use_.end(), id);
    weigh(found->second);
  }
  by_use_.splice(by_use_.end(), by_use_, found->second.place);
  return found->second;
}

KeyedModels::Model KeyedModels::load(const Id& id) {
  try {
    const SavedModel saved = assemble(mirror_.records_of(id.first, id.second));
    if (saved.generation == 0) {
      return {options_.start.empty() ? Session(options_.session) : decode_model(options_.start)};
    }
    Model model{decode_model(saved.snapshot), saved.generation,
                static_cast<std::uint32_t>(saved.deltas.size())};
    model.snapshot_bytes = saved.snapshot.size();
    for (const std::string& inputs : saved.deltas) {
      apply_all(inputs, model.session);
      model.delta_bytes += inputs.size();
    }
    ++loaded_;
    return model;
  } catch (const Error& error) {
    throw corrupt("the state of \"" + id.second + "\": " + error.what());
  }
}

// Models of a thousand samples take five times their snapshot: lists have room to grow.
void KeyedModels::weigh(Model& model) {
  constexpr std::size_t kEmpty = 4096;
  bytes_ -= model.bytes;
  model.bytes = kEmpty + 5 * model.snapshot_bytes;
  bytes_ += model.bytes;
}

void KeyedModels::drop(std::map<Id, Model>::iterator model) {
  bytes_ -= model->second.bytes;
  by_use_.erase(model->second.place);
  models_.erase(model);
}

}  // namespace mpart::stream
