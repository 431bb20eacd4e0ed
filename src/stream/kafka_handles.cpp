#include "stream/kafka_handles.hpp"

#include <array>

#include "mpart/error.hpp"

namespace mpart::stream::kafka {

Partitions no_partitions() { return Partitions(rd_kafka_topic_partition_list_new(4)); }

rd_kafka_conf_t* configured(const Settings& settings) {
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  std::array<char, 512> reason{};
  for (const auto& [name, value] : settings) {
    if (rd_kafka_conf_set(conf, name.c_str(), value.c_str(), reason.data(), reason.size()) !=
        RD_KAFKA_CONF_OK) {
      rd_kafka_conf_destroy(conf);
      throw Error(ErrorKind::kBadUse, std::string("Kafka: ") + reason.data());
    }
  }
  return conf;
}

Handle made(rd_kafka_type_t type, rd_kafka_conf_t* conf) {
  std::array<char, 512> reason{};
  rd_kafka_t* handle = rd_kafka_new(type, conf, reason.data(), reason.size());
  if (handle == nullptr) {
    rd_kafka_conf_destroy(conf);
    throw Error(ErrorKind::kBadUse, std::string("Kafka: ") + reason.data());
  }
  return Handle(handle);
}

void fail(const std::string& what, const std::string& why) {
  throw Error(ErrorKind::kFailed, "Kafka: " + what + ": " + why);
}

void fail(const std::string& what, rd_kafka_resp_err_t code) { fail(what, rd_kafka_err2str(code)); }

}  // namespace mpart::stream::kafka
