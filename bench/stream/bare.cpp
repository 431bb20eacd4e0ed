// What Kafka alone allows: reads, writes every message as it came, and commits, with the settings
// of the worker. usage: mpart_bench_bare BROKERS MESSAGES
#include <chrono>
#include <cstdlib>
#include <iostream>

#include "stream/kafka_log.hpp"

namespace {

class Nobody : public mpart::stream::KafkaLog::Owner {
 public:
  void assigned(std::int32_t /*partition*/) override {}
  void revoked(std::int32_t /*partition*/) override {}
};

}  // namespace

int main(int argc, char** argv) {
  using Clock = std::chrono::steady_clock;
  constexpr std::size_t kMostMessages = 1000;  // as WorkerOptions
  constexpr std::chrono::milliseconds kWait(100);
  if (argc != 3) return 2;
  Nobody nobody;
  mpart::stream::KafkaLog log(
      {argv[1], "samples", "labels", "bare", "queries", "state", "dead", "bare", "bare"}, nobody);
  const std::uint64_t messages = std::strtoull(argv[2], nullptr, 10);
  mpart::stream::Message message;
  for (std::uint64_t done = 0; done < messages;) {
    std::size_t size = 0;
    auto end = Clock::time_point::max();
    while (size < kMostMessages && done < messages && Clock::now() < end) {
      if (!log.next(message, 100)) continue;
      if (size == 0) {
        end = Clock::now() + kWait;
        log.begin();
      }
      log.write("bare", message.partition, message.key, message.value);
      ++size;
      ++done;
    }
    log.commit();
  }
  std::cout << messages << " messages\n";
  return 0;
}
