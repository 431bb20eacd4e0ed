#include "stream/offline.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "mpart/archive.hpp"
#include "mpart/error.hpp"
#include "mpart/model_file.hpp"
#include "stream/inputs.hpp"
#include "stream/messages.hpp"
#include "stream/peer.hpp"
#include "stream/preparation_record.hpp"
#include "stream/state_records.hpp"

namespace mpart::stream {

namespace {

using Json = nlohmann::json;
using Place = std::pair<std::int32_t, std::int64_t>;  // partition, offset

class Listening : public Oracle {
 public:
  explicit Listening(std::set<QueryId>& asked) : asked_(asked) {}
  Answer ask(const Query& query) override {
    asked_.insert(query.id);
    return {};
  }

 private:
  std::set<QueryId>& asked_;
};

struct Key {
  Session session;
  std::set<QueryId> asked{};
};

class Examination {
 public:
  Examination(const std::string& brokers, const SessionOptions& options, const Topics& topics)
      : options_(options) {
    const std::int32_t partitions = Sender(brokers).partitions(topics.samples);
    for (Received& one : all_of(brokers, topics.samples, partitions)) {
      samples_[{one.partition, one.offset}] = std::move(one);
    }
    for (Received& one : all_of(brokers, topics.labels, partitions)) {
      labels_[{one.partition, one.offset}] = std::move(one);
    }
    const std::int32_t dead = Sender(brokers).partitions(topics.dead);
    for (const Received& one : all_of(brokers, topics.dead, dead)) {
      const Place place(std::stoi(one.headers.at("partition")),
                        std::stoll(one.headers.at("offset")));
      ++found_.dead;
      use(one.headers.at("topic") == topics.labels ? used_labels_ : used_samples_, place, "dead");
    }
    for (const Received& one : all_of(brokers, topics.out, partitions)) replay(one);
    expect_all_used(samples_, used_samples_, "samples");
    expect_all_used(labels_, used_labels_, "labels");
    check_questions(all_of(brokers, topics.queries, partitions));
    check_states(states_of(brokers, partitions, topics.state));
    check_budgets();
    found_.keys = keys_.size();
  }

  Findings take() { return std::move(found_); }

 private:
  void wrong(const std::string& what) { found_.wrong.push_back(what); }

  static std::string text(const Place& place) {
    return std::to_string(place.first) + "/" + std::to_string(place.second);
  }

  void use(std::set<Place>& used, const Place& place, const char* where) {
    if (!used.insert(place).second) wrong(std::string(where) + ": twice, " + text(place));
  }

  void expect_all_used(const std::map<Place, Received>& all, const std::set<Place>& used,
                       const char* topic) {
    for (const auto& [place, message] : all) {
      if (!used.contains(place)) wrong(std::string(topic) + ": without effect, " + text(place));
    }
  }

  void replay(const Received& out) {
    const bool is_json = !out.value.empty() && out.value[0] == '{';
    if (is_json) {
      const Json json = Json::parse(out.value);
      if (json.contains("label_offset")) {
        return replay_label(out, {out.partition, json.at("label_offset").get<std::int64_t>()});
      }
      return replay_samples(out, {out.partition, json.at("offset").get<std::int64_t>()});
    }
    Reader reader(out.value);
    reader.u8();
    replay_samples(out, {out.partition, static_cast<std::int64_t>(reader.u64())});
  }

  void replay_samples(const Received& out, const Place& place) {
    use(used_samples_, place, "out");
    Key& key = key_of(out.key);
    Listening listening(key.asked);
    SampleMessage message = read_samples(samples_.at(place).value);
    const std::uint64_t time = key.session.counters().samples;
    std::vector<Said> all;
    for (Sample& sample : message.samples) {
      const Step& step = apply(sample, key.session, listening);
      all.push_back(said_of(key.session, sample, step));
      ++found_.samples;
    }
    if (write_said(all, place.second, time, message.binary) != out.value) {
      wrong("out: another answer, " + text(place));
    }
  }

  void replay_label(const Received& out, const Place& place) {
    use(used_labels_, place, "out");
    ++found_.labels;
    const LateAnswer late = read_answer(labels_.at(place).value);
    key_of(out.key).session.apply(late.id, late.answer);
  }

  Key& key_of(const std::string& key) {
    return keys_.try_emplace(key, Key{Session(options_)}).first->second;
  }

  void check_questions(const std::vector<Received>& queries) {
    std::map<std::string, std::set<QueryId>> asked;
    for (const Received& query : queries) {
      ++found_.questions;
      const QueryId id = Json::parse(query.value).at("id");
      if (!asked[query.key].insert(id).second) {
        wrong("queries: " + query.key + " asks " + std::to_string(id) + " twice");
      }
    }
    for (const auto& [key, own] : keys_) {
      if (asked[key] != own.asked) wrong("queries: not those of " + key);
    }
  }

  void check_states(const std::map<std::string, Session>& states) {
    for (const auto& [key, own] : keys_) {
      const auto found = states.find(key);
      if (found == states.end()) {
        wrong("state: nothing of " + key);
      } else if (encode_model(found->second) != encode_model(own.session)) {
        wrong("state: another for " + key);
      }
    }
  }

  void check_budgets() {
    const Budget budget = options_.budget;
    for (const auto& [key, own] : keys_) {
      std::map<std::uint64_t, std::uint64_t> by_period;
      for (std::size_t i = 0; i < own.session.ledger().size(); ++i) {
        ++by_period[own.session.ledger().at(i).asked / budget.period];
      }
      for (const auto& [period, count] : by_period) {
        if (count > budget.questions) wrong("budget: exceeded by " + key);
      }
    }
  }

  SessionOptions options_;
  std::map<Place, Received> samples_, labels_;
  std::set<Place> used_samples_, used_labels_;
  std::map<std::string, Key> keys_;
  Findings found_;
};

}  // namespace

std::map<std::string, Session> states_of(const std::string& brokers, std::int32_t partitions,
                                         const std::string& topic) {
  std::map<std::string, std::map<std::string, StateRecord>> last;  // by key and name
  for (const Received& state : all_of(brokers, topic, partitions)) {
    const StateRecord record = StateRecord::read(state.key, state.value);
    if (record.model == kPreparationKey) continue;
    last[record.model][state.key] = record;
  }
  std::map<std::string, Session> sessions;
  for (const auto& [key, records] : last) {
    std::vector<StateRecord> own;
    for (const auto& [name, record] : records) own.push_back(record);
    const SavedModel saved = assemble(own);
    Session session = decode_model(saved.snapshot);
    for (const std::string& inputs : saved.deltas) apply_all(inputs, session);
    sessions.emplace(key, std::move(session));
  }
  return sessions;
}

Findings examine(const std::string& brokers, const SessionOptions& options, const Topics& topics) {
  return Examination(brokers, options, topics).take();
}

}  // namespace mpart::stream
