#pragma once

#include <librdkafka/rdkafka.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mpart::stream {

struct Received {
  std::int32_t partition = 0;
  std::int64_t offset = 0;
  std::int64_t milliseconds = 0;  // when it was sent
  std::string key, value;
  std::map<std::string, std::string> headers;
};

// Whoever is at the other end of the topics. Settings are those of a cautious client.
class Sender {
 public:
  explicit Sender(const std::string& brokers);
  ~Sender();
  Sender(const Sender&) = delete;
  Sender& operator=(const Sender&) = delete;

  // A key without bytes is no key.
  void send(const std::string& topic, std::int32_t partition, const std::string& key,
            const std::string& value);
  void flush();  // until all of it has arrived
  std::int32_t partitions(const std::string& topic);

 private:
  rd_kafka_t* producer_;
};

// Reads a topic from its beginning: what has been committed.
class Follower {
 public:
  Follower(const std::string& brokers, const std::string& topic, std::int32_t partitions);
  ~Follower();
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;

  bool next(Received& message, int milliseconds);
  bool at_end() const { return ends_ == partitions_; }  // of all partitions, when next() is false

 private:
  rd_kafka_t* consumer_;
  std::int32_t partitions_;
  std::int32_t ends_ = 0;
  std::map<std::int32_t, bool> ended_;
  std::map<std::int32_t, std::int64_t> next_;
};

// All that is there now, partition by partition.
std::vector<Received> all_of(const std::string& brokers, const std::string& topic,
                             std::int32_t partitions);

}  // namespace mpart::stream
