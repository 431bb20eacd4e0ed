#pragma once

#include <librdkafka/rdkafka.h>

#include <array>
#include <map>
#include <memory>
#include <string>

#include "mpart/error.hpp"

// librdkafka's objects with an owner, and its errors as ours.
namespace mpart::stream::kafka {

struct Destroy {
  void operator()(rd_kafka_t* handle) const { rd_kafka_destroy(handle); }
  void operator()(rd_kafka_topic_t* topic) const { rd_kafka_topic_destroy(topic); }
  void operator()(rd_kafka_message_t* message) const { rd_kafka_message_destroy(message); }
  void operator()(rd_kafka_error_t* error) const { rd_kafka_error_destroy(error); }
  void operator()(rd_kafka_topic_partition_list_t* list) const {
    rd_kafka_topic_partition_list_destroy(list);
  }
  void operator()(rd_kafka_consumer_group_metadata_t* group) const {
    rd_kafka_consumer_group_metadata_destroy(group);
  }
};
template <typename T>
using Owned = std::unique_ptr<T, Destroy>;
using Handle = Owned<rd_kafka_t>;
using Partitions = Owned<rd_kafka_topic_partition_list_t>;
using Settings = std::map<std::string, std::string>;

inline Partitions no_partitions() { return Partitions(rd_kafka_topic_partition_list_new(4)); }

// Throws Error(kInvalidArgument) saying which setting is wrong.
inline rd_kafka_conf_t* configured(const Settings& settings) {
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  std::array<char, 512> reason{};
  for (const auto& [name, value] : settings) {
    if (rd_kafka_conf_set(conf, name.c_str(), value.c_str(), reason.data(), reason.size()) !=
        RD_KAFKA_CONF_OK) {
      rd_kafka_conf_destroy(conf);
      throw invalid_argument(std::string("Kafka: ") + reason.data());
    }
  }
  return conf;
}

// Throws Error(kInvalidArgument) if the settings do not fit together.
inline Handle made(rd_kafka_type_t type, rd_kafka_conf_t* conf) {
  std::array<char, 512> reason{};
  rd_kafka_t* handle = rd_kafka_new(type, conf, reason.data(), reason.size());
  if (handle == nullptr) {
    rd_kafka_conf_destroy(conf);
    throw invalid_argument(std::string("Kafka: ") + reason.data());
  }
  return Handle(handle);
}

// Throws Error(kUnavailable).
[[noreturn]] inline void fail(const std::string& what, const std::string& why) {
  throw unavailable("Kafka: " + what + ": " + why);
}

}  // namespace mpart::stream::kafka
