#include "stream/peer.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <tuple>

namespace mpart::stream {

namespace {

rd_kafka_t* made(rd_kafka_type_t type, const std::map<std::string, std::string>& settings) {
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  std::array<char, 512> reason{};
  for (const auto& [name, value] : settings) {
    if (rd_kafka_conf_set(conf, name.c_str(), value.c_str(), reason.data(), reason.size()) !=
        RD_KAFKA_CONF_OK) {
      throw std::runtime_error(reason.data());
    }
  }
  rd_kafka_t* handle = rd_kafka_new(type, conf, reason.data(), reason.size());
  if (handle == nullptr) throw std::runtime_error(reason.data());
  return handle;
}

std::string text(const void* bytes, std::size_t size) {
  return size == 0 ? std::string() : std::string(static_cast<const char*>(bytes), size);
}

std::map<std::string, std::string> headers_of(const rd_kafka_message_t* message) {
  std::map<std::string, std::string> headers;
  rd_kafka_headers_t* list = nullptr;
  if (rd_kafka_message_headers(message, &list) != RD_KAFKA_RESP_ERR_NO_ERROR) return headers;
  const char* name = nullptr;
  const void* value = nullptr;
  std::size_t size = 0;
  for (std::size_t i = 0;
       rd_kafka_header_get_all(list, i, &name, &value, &size) == RD_KAFKA_RESP_ERR_NO_ERROR; ++i) {
    headers[name] = text(value, size);
  }
  return headers;
}

}  // namespace

Sender::Sender(const std::string& brokers)
    : producer_(made(RD_KAFKA_PRODUCER, {{"bootstrap.servers", brokers},
                                         {"enable.idempotence", "true"},
                                         {"message.timeout.ms", "0"},
                                         {"linger.ms", "5"},
                                         {"log_level", "2"}})) {}

Sender::~Sender() { rd_kafka_destroy(producer_); }

void Sender::send(const std::string& topic, std::int32_t partition, const std::string& key,
                  const std::string& value) {
  for (;;) {
    const auto error = rd_kafka_producev(
        producer_, RD_KAFKA_V_TOPIC(topic.c_str()), RD_KAFKA_V_PARTITION(partition),
        RD_KAFKA_V_KEY(key.empty() ? nullptr : key.data(), key.size()),
        RD_KAFKA_V_VALUE(const_cast<char*>(value.data()), value.size()),
        RD_KAFKA_V_MSGFLAGS(RD_KAFKA_MSG_F_COPY), RD_KAFKA_V_END);
    if (error == RD_KAFKA_RESP_ERR_NO_ERROR) break;
    if (error != RD_KAFKA_RESP_ERR__QUEUE_FULL) throw std::runtime_error(rd_kafka_err2str(error));
    rd_kafka_poll(producer_, 100);
  }
  rd_kafka_poll(producer_, 0);
}

void Sender::flush() {
  while (rd_kafka_flush(producer_, 10000) != RD_KAFKA_RESP_ERR_NO_ERROR) {
  }
}

// A broker may not know a topic yet that another has just made.
std::int32_t Sender::partitions(const std::string& topic) {
  std::int32_t count = 0;
  for (int tries = 60; count == 0 && tries > 0; --tries) {
    const rd_kafka_metadata_t* metadata = nullptr;
    rd_kafka_topic_t* asked = rd_kafka_topic_new(producer_, topic.c_str(), nullptr);
    if (rd_kafka_metadata(producer_, 0, asked, &metadata, 30000) == RD_KAFKA_RESP_ERR_NO_ERROR) {
      count = metadata->topics[0].partition_cnt;
      rd_kafka_metadata_destroy(metadata);
    }
    rd_kafka_topic_destroy(asked);
    if (count == 0) std::this_thread::sleep_for(std::chrono::milliseconds(500));
  }
  if (count == 0) throw std::runtime_error("no topic " + topic);
  return count;
}

Follower::Follower(const std::string& brokers, const std::string& topic, std::int32_t partitions)
    : consumer_(made(RD_KAFKA_CONSUMER, {{"bootstrap.servers", brokers},
                                         {"group.id", "follower"},
                                         {"enable.auto.commit", "false"},
                                         {"isolation.level", "read_committed"},
                                         {"enable.partition.eof", "true"},
                                         {"auto.offset.reset", "earliest"},
                                         {"log_level", "2"}})),
      partitions_(partitions) {
  rd_kafka_poll_set_consumer(consumer_);
  rd_kafka_topic_partition_list_t* list = rd_kafka_topic_partition_list_new(partitions);
  for (std::int32_t i = 0; i < partitions; ++i) {
    rd_kafka_topic_partition_list_add(list, topic.c_str(), i)->offset = RD_KAFKA_OFFSET_BEGINNING;
  }
  rd_kafka_assign(consumer_, list);
  rd_kafka_topic_partition_list_destroy(list);
}

Follower::~Follower() {
  rd_kafka_consumer_close(consumer_);
  rd_kafka_destroy(consumer_);
}

bool Follower::next(Received& message, int milliseconds) {
  rd_kafka_message_t* found = rd_kafka_consumer_poll(consumer_, milliseconds);
  if (found == nullptr) return false;
  std::int64_t& expected = next_[found->partition];
  const bool news = found->offset >= expected;  // a broker that has just come back may lack some
  const bool real = news && found->err == RD_KAFKA_RESP_ERR_NO_ERROR;
  const bool end = news && found->err == RD_KAFKA_RESP_ERR__PARTITION_EOF;
  if (real || end) ended_[found->partition] = end;
  ends_ = static_cast<std::int32_t>(
      std::count_if(ended_.begin(), ended_.end(), [](const auto& one) { return one.second; }));
  if (real) {
    expected = found->offset + 1;
    message = {found->partition,
               found->offset,
               rd_kafka_message_timestamp(found, nullptr),
               text(found->key, found->key_len),
               text(found->payload, found->len),
               headers_of(found)};
  }
  rd_kafka_message_destroy(found);
  return real;
}

std::vector<Received> all_of(const std::string& brokers, const std::string& topic,
                             std::int32_t partitions) {
  Follower follower(brokers, topic, partitions);
  std::vector<Received> all;
  Received message;
  while (!follower.at_end()) {
    if (follower.next(message, 100)) all.push_back(message);
  }
  std::sort(all.begin(), all.end(), [](const Received& a, const Received& b) {
    return std::tie(a.partition, a.offset) < std::tie(b.partition, b.offset);
  });
  return all;
}

}  // namespace mpart::stream
