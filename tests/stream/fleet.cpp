// The other end of a fleet, for tests/kafka: feeds keys, answers questions, and examines everything
// afterwards.
//   mpart_fleet feed BROKERS KEYS MESSAGES SAMPLES-A-MESSAGE json|binary [PER-SECOND]
//   mpart_fleet examine BROKERS
//   mpart_fleet fill BROKERS KEYS MESSAGES SAMPLES-A-MESSAGE json|binary     nobody answers
//   mpart_fleet rate BROKERS TOPIC MESSAGES     waits for so many, and tells how fast they came
#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "mpart/archive.hpp"
#include "stream/offline.hpp"
#include "stream/peer.hpp"
#include "util/random.hpp"

namespace mpart::stream {
namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kWidth = 4;

std::string json_message(Random& random, std::uint64_t samples) {
  Json list = Json::array();
  for (std::uint64_t i = 0; i < samples; ++i) {
    Json values = Json::array();
    for (std::size_t k = 0; k < kWidth; ++k) values.push_back(random.uniform());
    list.push_back({{"values", values}});
  }
  return Json{{"samples", list}}.dump();
}

std::string binary_message(Random& random, std::uint64_t samples) {
  Writer writer;
  writer.u8(1);
  writer.u32(kWidth);
  writer.u32(static_cast<std::uint32_t>(samples));
  for (std::uint64_t i = 0; i < samples * kWidth; ++i) {
    writer.u32(std::bit_cast<std::uint32_t>(static_cast<float>(random.uniform())));
  }
  return writer.bytes();
}

// Answers every question once, most with a label. Returns how many.
class People {
 public:
  People(const std::string& brokers, std::int32_t partitions)
      : sender_(brokers), queries_(brokers, "queries", partitions) {}

  void answer_some(int milliseconds) {
    Received query;
    while (queries_.next(query, milliseconds)) {
      const QueryId id = Json::parse(query.value).at("id");
      Json answer = {{"id", id}};
      if (random_.below(10) == 0) {
        answer["skip"] = true;
      } else {
        answer["label"] = "class " + std::to_string(random_.below(5));
      }
      sender_.send("labels", query.partition, query.key, answer.dump());
      ++answered;
    }
  }
  void flush() { sender_.flush(); }

  std::uint64_t answered = 0;

 private:
  Random random_{2};
  Sender sender_;
  Follower queries_;
};

void send_sample_messages(Sender& sender, std::uint64_t keys, std::uint64_t messages,
                          std::uint64_t samples, bool binary,
                          const std::function<void(std::uint64_t)>& after) {
  const std::int32_t partitions = sender.partitions("samples");
  Random random(1);
  for (std::uint64_t i = 0; i < messages; ++i) {
    const std::uint64_t key = i < keys ? i : random.below(keys);  // every one at least once
    sender.send("samples", static_cast<std::int32_t>(key) % partitions,
                "key " + std::to_string(key),
                binary ? binary_message(random, samples) : json_message(random, samples));
    after(i);
  }
  sender.flush();
}

// By the times at which they were sent, the first and the last hundredth left out.
int rate(const std::string& brokers, const std::string& topic, std::uint64_t messages) {
  Follower follower(brokers, topic, Sender(brokers).partitions(topic));
  std::vector<std::int64_t> times;
  Received message;
  while (times.size() < messages) {
    if (follower.next(message, 1000)) times.push_back(message.milliseconds);
  }
  std::sort(times.begin(), times.end());
  const std::size_t edge = times.size() / 100;
  const double seconds = static_cast<double>(times[times.size() - 1 - edge] - times[edge]) / 1000;
  std::cout << static_cast<std::uint64_t>(static_cast<double>(times.size() - 2 * edge) / seconds)
            << '\n';
  return 0;
}

// Until everything that was sent has had its effect.
int feed(const std::string& brokers, std::uint64_t keys, std::uint64_t messages,
         std::uint64_t samples, bool binary, double per_second) {
  Sender sender(brokers);
  const std::int32_t partitions = sender.partitions("samples");
  People people(brokers, partitions);
  Follower out(brokers, "out", partitions);
  Follower dead(brokers, "dead", sender.partitions("dead"));
  std::uint64_t done = 0;
  std::uint64_t bad = 0;  // messages, besides the others
  Received message;
  const auto count = [&] {
    while (out.next(message, 0)) ++done;
    while (dead.next(message, 0)) ++done;
  };
  const auto start = Clock::now();
  send_sample_messages(sender, keys, messages, samples, binary, [&](std::uint64_t i) {
    if (i % 100 != 0) return;
    sender.send(i % 200 == 0 ? "samples" : "labels", 0, "key 0", "{not JSON");
    ++bad;
    people.answer_some(0);
    count();
    std::this_thread::sleep_until(
        start + std::chrono::duration<double>(static_cast<double>(i) / per_second));
  });
  const double sent = std::chrono::duration<double>(Clock::now() - start).count();
  auto last_change = Clock::now();
  std::uint64_t last = 0;
  while (done < messages + bad + people.answered ||
         Clock::now() < last_change + std::chrono::seconds(2)) {
    people.answer_some(50);
    count();
    if (done + people.answered != last) last_change = Clock::now();
    last = done + people.answered;
    if (Clock::now() > last_change + std::chrono::seconds(120)) {
      std::cerr << "fleet: " << done << " of " << messages + bad + people.answered
                << " messages had an effect, and no more come\n";
      return 1;
    }
  }
  people.flush();
  std::cout << messages << " messages of " << samples << " samples for " << keys << " keys and "
            << bad << " bad ones, sent in " << sent << " s; " << people.answered << " answers\n";
  return 0;
}

int examine_all(const std::string& brokers) {
  SessionOptions options;
  options.budget = Budget::parse("1/100");
  const Findings found = examine(brokers, options);
  std::cout << found.keys << " keys, " << found.samples << " samples, " << found.questions
            << " questions, " << found.labels << " labels, " << found.dead << " dead: ";
  if (found.wrong.empty()) {
    std::cout
        << "every state equals an offline run, budgets hold, no question twice, no label lost\n";
    return 0;
  }
  std::cout << found.wrong.size() << " things are wrong\n";
  for (std::size_t i = 0; i < found.wrong.size() && i < 20; ++i)
    std::cout << found.wrong[i] << '\n';
  return 1;
}

int run(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "examine" && argc == 3) return examine_all(argv[2]);
  if (what == "rate" && argc == 5)
    return rate(argv[2], argv[3], std::strtoull(argv[4], nullptr, 10));
  if (what == "fill" && argc == 7) {
    Sender sender(argv[2]);
    const auto number = [argv](int i) { return std::strtoull(argv[i], nullptr, 10); };
    send_sample_messages(sender, number(3), number(4), number(5), std::string(argv[6]) == "binary",
                         [](std::uint64_t) {});
    return 0;
  }
  if (what == "feed" && argc >= 7) {
    const auto number = [argv](int i) { return std::strtoull(argv[i], nullptr, 10); };
    return feed(argv[2], number(3), number(4), number(5), std::string(argv[6]) == "binary",
                argc > 7 ? static_cast<double>(number(7)) : 1e9);
  }
  std::cerr << "usage: see the first lines of fleet.cpp\n";
  return 2;
}

}  // namespace
}  // namespace mpart::stream

int main(int argc, char** argv) {
  try {
    return mpart::stream::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "fleet: " << error.what() << '\n';
    return 1;
  }
}
