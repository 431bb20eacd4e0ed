#include "stream/kafka_log.hpp"

#include <algorithm>
#include <chrono>
#include <span>
#include <thread>

#include "mpart/error.hpp"
#include "stream/kafka_handles.hpp"

namespace mpart::stream {

namespace {

using kafka::configured, kafka::fail, kafka::Handle, kafka::made, kafka::no_partitions;
using kafka::Owned, kafka::Partitions, kafka::Settings;

constexpr int kTimeout = 30000;                   // ms, for what is waited out again and again
constexpr std::chrono::milliseconds kPause(100);  // before what has failed is tried again

// Calls again what may be called again.
template <typename Call>
void insist(const char* what, Call call) {
  for (;;) {
    const Owned<rd_kafka_error_t> error(call());
    if (!error) return;
    if (rd_kafka_error_is_retriable(error.get()) != 0) continue;
    if (rd_kafka_error_txn_requires_abort(error.get()) != 0) {
      throw TransactionLost{rd_kafka_error_string(error.get())};
    }
    fail(what, rd_kafka_error_string(error.get()));
  }
}

std::string_view view(const void* bytes, std::size_t size) {
  return size == 0 ? std::string_view() : std::string_view(static_cast<const char*>(bytes), size);
}

Partitions listed(const std::map<std::pair<std::string, std::int32_t>, std::int64_t>& offsets) {
  Partitions list = no_partitions();
  for (const auto& [place, offset] : offsets) {
    rd_kafka_topic_partition_list_add(list.get(), place.first.c_str(), place.second)->offset =
        offset;
  }
  return list;
}

}  // namespace

struct KafkaLog::Handles {
  Handle consumer, producer, states, ends;
  Owned<rd_kafka_topic_t> state;
};

struct KafkaLog::Callbacks {
  static void rebalanced(rd_kafka_t* consumer, rd_kafka_resp_err_t kind,
                         rd_kafka_topic_partition_list_t* partitions, void* self) {
    auto& log = *static_cast<KafkaLog*>(self);
    const Partitions both = with_labels(*partitions, log.options_.labels);
    try {
      if (kind == RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS) {
        find_committed(log, *both);
        for (int i = 0; i < partitions->cnt; ++i) {
          log.owner_.assigned(partitions->elems[i].partition);
        }
        require_done(rd_kafka_incremental_assign(consumer, both.get()));
        return;
      }
      for (int i = 0; i < both->cnt; ++i) {
        const Place place(both->elems[i].topic, both->elems[i].partition);
        log.next_.erase(place);
        log.committed_.erase(place);
      }
      for (int i = 0; i < partitions->cnt; ++i) {
        log.owner_.revoked(partitions->elems[i].partition);
      }
      require_done(rd_kafka_incremental_unassign(consumer, both.get()));
      return;
    } catch (...) {
      log.thrown_ = std::current_exception();
    }
    rd_kafka_assign(consumer, nullptr);
  }

  static void require_done(rd_kafka_error_t* found) {
    const Owned<rd_kafka_error_t> error(found);
    if (error) fail("partitions", rd_kafka_error_string(error.get()));
  }

  // The group shares the partitions of samples; those of labels go with them, so that a key has one
  // owner. No assignor of librdkafka that moves partitions one by one keeps two topics together.
  static Partitions with_labels(const rd_kafka_topic_partition_list_t& samples,
                                const std::string& labels) {
    Partitions both(rd_kafka_topic_partition_list_copy(&samples));
    for (int i = 0; i < samples.cnt; ++i) {
      rd_kafka_topic_partition_list_add(both.get(), labels.c_str(), samples.elems[i].partition);
    }
    return both;
  }

  // Where to read on. Answers when all transactions about these offsets are decided: so the states
  // that belong to them are there to be read after it.
  static void find_committed(KafkaLog& log, rd_kafka_topic_partition_list_t& places) {
    rd_kafka_t* consumer = log.handles_->consumer.get();
    const std::span<rd_kafka_topic_partition_t> all(places.elems,
                                                    static_cast<std::size_t>(places.cnt));
    while (rd_kafka_committed(consumer, &places, kTimeout) != RD_KAFKA_RESP_ERR_NO_ERROR ||
           std::any_of(all.begin(), all.end(), [](const auto& place) { return place.err != 0; })) {
      std::this_thread::sleep_for(kPause);
    }
    for (rd_kafka_topic_partition_t& place : all) {
      if (place.offset < 0) place.offset = RD_KAFKA_OFFSET_BEGINNING;
      const Place key(place.topic, place.partition);
      log.next_[key] = log.committed_[key] = place.offset;
    }
  }
};

KafkaLog::KafkaLog(KafkaOptions options, Owner& owner)
    : options_(std::move(options)), owner_(owner), handles_(std::make_unique<Handles>()) {
  const auto with = [this](Settings own) {
    own.insert({"bootstrap.servers", options_.brokers});
    for (const auto& [name, value] : options_.settings) own[name] = value;
    return configured(own);
  };
  rd_kafka_conf_t* reading = with({{"group.id", options_.group},
                                   {"enable.auto.commit", "false"},
                                   {"isolation.level", "read_committed"},
                                   {"auto.offset.reset", "earliest"},
                                   {"partition.assignment.strategy", "cooperative-sticky"},
                                   {"session.timeout.ms", "10000"},
                                   {"queued.max.messages.kbytes", "16384"}});
  rd_kafka_conf_set_opaque(reading, this);
  rd_kafka_conf_set_rebalance_cb(reading, Callbacks::rebalanced);
  handles_->consumer = made(RD_KAFKA_CONSUMER, reading);
  rd_kafka_poll_set_consumer(handles_->consumer.get());
  handles_->producer = made(RD_KAFKA_PRODUCER, with({{"transactional.id", options_.name},
                                                     {"transaction.timeout.ms", "15000"},
                                                     {"linger.ms", "5"},
                                                     {"compression.type", "lz4"}}));
  handles_->states =
      made(RD_KAFKA_CONSUMER, with({{"group.id", options_.group + "-states"},
                                    {"enable.auto.commit", "false"},
                                    {"isolation.level", "read_committed"},
                                    {"auto.offset.reset", "earliest"},
                                    {"fetch.wait.max.ms", "10"},  // to see the end soon
                                    {"enable.partition.eof", "true"}}));
  rd_kafka_poll_set_consumer(handles_->states.get());
  // Or it would be looked for when it is first read, and that once a second.
  handles_->state.reset(
      rd_kafka_topic_new(handles_->states.get(), options_.state.c_str(), nullptr));
  handles_->ends =
      made(RD_KAFKA_CONSUMER, with({{"isolation.level", "read_uncommitted"},
                                    // It reads nothing by which it would hear of a new leader.
                                    {"metadata.max.age.ms", "1000"}}));
  check_topics();
  insist("the transactions of this worker",
         [this] { return rd_kafka_init_transactions(handles_->producer.get(), kTimeout); });
  const Partitions topics = no_partitions();
  rd_kafka_topic_partition_list_add(topics.get(), options_.samples.c_str(), RD_KAFKA_PARTITION_UA);
  const auto error = rd_kafka_subscribe(handles_->consumer.get(), topics.get());
  if (error != RD_KAFKA_RESP_ERR_NO_ERROR) {
    fail("the group " + options_.group, rd_kafka_err2str(error));
  }
}

KafkaLog::~KafkaLog() { leave(); }

void KafkaLog::leave() {
  rd_kafka_t* consumer = handles_->consumer.get();
  if (rd_kafka_consumer_closed(consumer) == 0) rd_kafka_consumer_close(consumer);
}

std::map<std::string, int> KafkaLog::partitions_by_topic() const {
  const rd_kafka_metadata_t* metadata = nullptr;
  const auto error = rd_kafka_metadata(handles_->states.get(), 1, nullptr, &metadata, kTimeout);
  if (error != RD_KAFKA_RESP_ERR_NO_ERROR) fail(options_.brokers, rd_kafka_err2str(error));
  std::map<std::string, int> partitions;
  for (int i = 0; i < metadata->topic_cnt; ++i) {
    partitions[metadata->topics[i].topic] = metadata->topics[i].partition_cnt;
  }
  rd_kafka_metadata_destroy(metadata);
  return partitions;
}

// A key has the same partition in all of them. A broker that has just started does not know all
// topics at once.
void KafkaLog::check_topics() {
  const auto topics = {options_.samples, options_.labels, options_.out,
                       options_.queries, options_.state,  options_.dead};
  std::map<std::string, int> partitions = partitions_by_topic();
  const auto unknown = [&] {
    return std::find_if_not(topics.begin(), topics.end(),
                            [&](const std::string& topic) { return partitions.contains(topic); });
  };
  for (int tries = options_.patience; unknown() != topics.end() && tries > 0; --tries) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    partitions = partitions_by_topic();
  }
  if (unknown() != topics.end()) {
    throw not_found("there is no topic " + *unknown());
  }
  const int expected = partitions[options_.samples];
  for (const std::string& topic : topics) {
    if (topic == options_.dead || partitions[topic] == expected) continue;
    throw invalid_data("topic " + topic + " has " + std::to_string(partitions[topic]) +
                       " partitions, " + std::to_string(expected) + " expected, as topic " +
                       options_.samples + " has");
  }
}

bool KafkaLog::next(Message& message, int milliseconds) {
  const Owned<rd_kafka_message_t> found(
      rd_kafka_consumer_poll(handles_->consumer.get(), milliseconds));
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  if (!found) return false;
  if (found->err != RD_KAFKA_RESP_ERR_NO_ERROR) {
    const auto fatal = rd_kafka_fatal_error(handles_->consumer.get(), nullptr, 0);
    if (fatal != RD_KAFKA_RESP_ERR_NO_ERROR) fail("the consumer", rd_kafka_err2str(fatal));
    return false;  // librdkafka goes on trying
  }
  const Place place(rd_kafka_topic_name(found->rkt), found->partition);
  std::int64_t& expected = next_[place];
  // librdkafka begins at the first message again where an offset is said to be out of range, as a
  // broker may say that has just come back and is still taken for the leader. If seeking fails,
  // messages go on to come again, and it is tried again.
  if (found->offset < expected) {
    const Partitions one = listed({{place, expected}});
    const Owned<rd_kafka_error_t> error(
        rd_kafka_seek_partitions(handles_->consumer.get(), one.get(), kTimeout));
    return false;
  }
  expected = found->offset + 1;
  message.topic = place.first;
  message.partition = place.second;
  message.offset = found->offset;
  message.has_key = found->key != nullptr;
  message.key = view(found->key, found->key_len);
  message.value = view(found->payload, found->len);
  return true;
}

void KafkaLog::begin() {
  insist("a transaction", [this] { return rd_kafka_begin_transaction(handles_->producer.get()); });
}

void KafkaLog::write(const std::string& topic, std::int32_t partition, std::string_view key,
                     std::string_view value, const std::map<std::string, std::string>& headers) {
  rd_kafka_headers_t* list = rd_kafka_headers_new(headers.size());
  for (const auto& [name, text] : headers) {
    rd_kafka_header_add(list, name.data(), static_cast<ssize_t>(name.size()), text.data(),
                        static_cast<ssize_t>(text.size()));
  }
  rd_kafka_t* producer = handles_->producer.get();
  for (;;) {
    const auto error = rd_kafka_producev(
        producer, RD_KAFKA_V_TOPIC(topic.c_str()), RD_KAFKA_V_PARTITION(partition),
        RD_KAFKA_V_KEY(key.data(), key.size()),
        RD_KAFKA_V_VALUE(const_cast<char*>(value.data()), value.size()),
        RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_HEADERS(list), RD_KAFKA_V_END);
    if (error == RD_KAFKA_RESP_ERR_NO_ERROR) break;
    if (error != RD_KAFKA_RESP_ERR__QUEUE_FULL) {
      rd_kafka_headers_destroy(list);
      if (error == RD_KAFKA_RESP_ERR__STATE) throw TransactionLost{rd_kafka_err2str(error)};
      fail("writing to " + topic, rd_kafka_err2str(error));
    }
    rd_kafka_poll(producer, 100);
  }
  rd_kafka_poll(producer, 0);
}

// When the group gives a member up, librdkafka forgets its name at once, and tells the owner later.
// Kafka would take a commit with neither name nor generation, whoever has the partitions now.
bool KafkaLog::in_group() const {
  const std::unique_ptr<char, void (*)(char*)> name(
      rd_kafka_memberid(handles_->consumer.get()),
      [](char* bytes) { rd_kafka_mem_free(nullptr, bytes); });
  return name && *name != '\0';
}

// All of them each time, not only what has moved: Kafka forgets offsets of a topic that its group
// has not subscribed to, such as labels, when they are a week old.
void KafkaLog::commit() {
  auto read = next_;
  std::erase_if(read, [](const auto& one) { return one.second < 0; });  // nothing ever was
  const Partitions offsets = listed(read);
  const Owned<rd_kafka_consumer_group_metadata_t> group(
      rd_kafka_consumer_group_metadata(handles_->consumer.get()));
  if (!in_group()) throw TransactionLost{"the group has given this worker up"};
  rd_kafka_t* producer = handles_->producer.get();
  insist("offsets", [&] {
    return rd_kafka_send_offsets_to_transaction(producer, offsets.get(), group.get(), kTimeout);
  });
  insist("a commit", [&] { return rd_kafka_commit_transaction(producer, kTimeout); });
  committed_ = next_;
}

void KafkaLog::abort() {
  insist("an abort",
         [this] { return rd_kafka_abort_transaction(handles_->producer.get(), kTimeout); });
  next_ = committed_;
  if (next_.empty()) return;
  const Partitions owned = listed(next_);
  insist("reading again",
         [&] { return rd_kafka_seek_partitions(handles_->consumer.get(), owned.get(), kTimeout); });
  for (int i = 0; i < owned->cnt; ++i) {
    if (owned->elems[i].err != RD_KAFKA_RESP_ERR_NO_ERROR) {
      fail("reading again",
           rd_kafka_err2str(owned->elems[i].err));  // or messages would be passed over
    }
  }
}

// With what is written in transactions that are not decided yet. rd_kafka_query_watermark_offsets
// would never return if the broker that it asks dies (librdkafka before 2.3).
std::int64_t KafkaLog::end_of_state(std::int32_t partition) const {
  for (;;) {
    const Partitions place = no_partitions();
    rd_kafka_topic_partition_t& end =
        *rd_kafka_topic_partition_list_add(place.get(), options_.state.c_str(), partition);
    end.offset = RD_KAFKA_OFFSET_END;
    const auto error = rd_kafka_offsets_for_times(handles_->ends.get(), place.get(), kTimeout);
    if (error == RD_KAFKA_RESP_ERR_NO_ERROR && end.err == error) return end.offset;
    std::this_thread::sleep_for(kPause);
  }
}

std::int64_t KafkaLog::read_state(
    std::int32_t partition, std::int64_t from,
    const std::function<void(std::string_view, std::string_view)>& take) {
  rd_kafka_t* reader = handles_->states.get();
  const std::int64_t end = end_of_state(partition);
  const Partitions place = no_partitions();
  rd_kafka_topic_partition_list_add(place.get(), options_.state.c_str(), partition)->offset = from;
  rd_kafka_assign(reader, place.get());
  // The end is passed only when every transaction before it is decided.
  for (std::int64_t reached = from; reached < end;) {
    const Owned<rd_kafka_message_t> found(rd_kafka_consumer_poll(reader, kTimeout));
    if (!found) continue;
    if (found->err == RD_KAFKA_RESP_ERR__PARTITION_EOF) reached = found->offset;
    if (found->err != RD_KAFKA_RESP_ERR_NO_ERROR) continue;
    take(view(found->key, found->key_len), view(found->payload, found->len));
    reached = found->offset + 1;
  }
  rd_kafka_assign(reader, nullptr);
  return end;
}

}  // namespace mpart::stream
