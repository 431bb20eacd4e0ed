#pragma once

#include <librdkafka/rdkafka.h>

#include <map>
#include <memory>
#include <string>

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

Partitions no_partitions();

// Throw Error(kBadUse) saying which setting is wrong.
rd_kafka_conf_t* configured(const Settings& settings);
Handle made(rd_kafka_type_t type, rd_kafka_conf_t* conf);

// Throw Error(kFailed).
[[noreturn]] void fail(const std::string& what, const std::string& why);
[[noreturn]] void fail(const std::string& what, rd_kafka_resp_err_t code);

}  // namespace mpart::stream::kafka
