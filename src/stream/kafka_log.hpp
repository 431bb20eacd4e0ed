#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "util/non_copyable.hpp"

namespace mpart::stream {

struct KafkaOptions {
  std::string brokers;
  std::string samples, labels, out, queries, state;  // topics, all with as many partitions
  std::string dead = "dead";                         // topic of messages that cannot be used
  std::string group = "mpart";
  std::string
      name;  // of this worker: one that is started again under it ends what the old one began
  std::map<std::string, std::string> settings{};  // of librdkafka, over what is set here
  int patience = 10;                              // seconds, for topics to appear
};

struct Message {
  std::string topic;
  std::int32_t partition = 0;
  std::int64_t offset = 0;
  bool has_key = false;
  std::string key, value;
};

// The transaction cannot be committed; abort() and read again.
struct TransactionLost {
  std::string reason;
};

// All that is spoken with Kafka: a consumer of samples and labels in a group, a producer whose
// transactions hold what follows from them, and a reader of the topic of states. Errors that do not
// pass are thrown as Error(kInternal); those that do are waited out. Not thread-safe.
class KafkaLog {
 public:
  class Owner : private NonCopyable {
   public:
    virtual ~Owner() = default;
    // From now on: read_state() it before its next message comes.
    virtual void assigned(std::int32_t partition) = 0;
    virtual void revoked(std::int32_t partition) = 0;
  };

  KafkaLog(KafkaOptions options, Owner& owner);
  ~KafkaLog();
  KafkaLog(const KafkaLog&) = delete;
  KafkaLog& operator=(const KafkaLog&) = delete;

  // The next message, or false after so long. Calls the owner when partitions come and go.
  bool next(Message& message, int milliseconds);

  void begin();
  // partition -1: by the key.
  void write(const std::string& topic, std::int32_t partition, std::string_view key,
             std::string_view value, const std::map<std::string, std::string>& headers = {});
  // With what was read: all that next() gave is done. Throws TransactionLost.
  void commit();
  void abort();  // and goes on reading after the last commit

  // Every record of the topic of states that was committed, from an offset on; returns where the
  // next one would be. Waits for transactions of others that are not decided.
  std::int64_t read_state(std::int32_t partition, std::int64_t from,
                          const std::function<void(std::string_view, std::string_view)>& take);

  void leave();  // the group, so that others take over at once

 private:
  struct Handles;
  struct Callbacks;

  std::map<std::string, int> partitions_by_topic() const;
  void check_topics();
  bool in_group() const;
  std::int64_t end_of_state(std::int32_t partition) const;

  using Place = std::pair<std::string, std::int32_t>;  // topic, partition

  KafkaOptions options_;
  Owner& owner_;
  std::unique_ptr<Handles> handles_;
  std::map<Place, std::int64_t> next_, committed_;  // offsets to be read, of what is owned
  std::exception_ptr thrown_;                       // by the owner, while librdkafka called
};

}  // namespace mpart::stream
