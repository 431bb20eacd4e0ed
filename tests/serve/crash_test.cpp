// The program, killed under load again and again: what it acknowledged is there afterwards.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

#include "mpart/model_file.hpp"
#include "mpart/session.hpp"
#include "persist/session_access.hpp"
#include "persist/state_store.hpp"
#include "serve/client.hpp"
#include "temporary_folder.hpp"
#include "util/random.hpp"

namespace mpart::serve {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::uint64_t kQuestions = 3;
constexpr std::uint64_t kPeriod = 20;

// MPART_ROUNDS=200 takes six minutes: all answers are asked for every time.
int rounds() {
  const char* given = std::getenv("MPART_ROUNDS");
  return given == nullptr ? 20 : std::atoi(given);
}

class Program {
 public:
  explicit Program(const std::string& folder) {
    int ends[2];
    if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(ends[1], STDOUT_FILENO);
      ::freopen("/dev/null", "w", stderr);
      ::close(ends[0]);
      ::close(ends[1]);
      ::execl(MPART_PROGRAM, "mpart", "serve", "--state", folder.c_str(), "--port", "0", "--budget",
              "3/20", "--rho", "0.9", "--snapshot-every", "1", nullptr);
      ::_exit(127);
    }
    ::close(ends[1]);
    char line[200] = {};
    const ssize_t read = ::read(ends[0], line, sizeof line - 1);
    ::close(ends[0]);
    const std::string url(line, read > 0 ? static_cast<std::size_t>(read) : 0);
    if (url.empty()) throw std::runtime_error("the server did not start");
    port = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
  }
  ~Program() { kill(); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void kill() {
    if (pid_ < 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }

  std::uint16_t port = 0;

 private:
  pid_t pid_ = -1;
};

// What people know: the last answer of theirs that was acknowledged, or one that they sent and
// never heard of again.
class People {
 public:
  void says(QueryId id, std::string answer) { set(id, &Known::sent, std::move(answer)); }
  void acknowledged(QueryId id, const std::string& answer) {
    set(id, &Known::sent, {});
    set(id, &Known::acknowledged, answer);
  }
  void asked(QueryId id) {  // somebody may have answered before
    const std::lock_guard lock(mutex_);
    known_.try_emplace(id);
  }

  void expect_all(std::uint16_t port) {
    for (auto& [id, known] : known_) {
      const Json query = call(port, "GET", "/queries/" + std::to_string(id)).json();
      const std::string state = query.at("state").get<std::string>();
      const std::string now = state == "labelled" ? query.at("label").get<std::string>() : state;
      const bool arrived = !known.sent.empty() && now == known.sent;
      EXPECT_TRUE(arrived || now == known.acknowledged)
          << "query " << id << " is " << now << ", not " << known.acknowledged;
      known = {now, ""};
    }
  }

  std::size_t size() const { return known_.size(); }

 private:
  struct Known {
    std::string acknowledged = "open";
    std::string sent;
  };

  void set(QueryId id, std::string Known::*what, std::string value) {
    const std::lock_guard lock(mutex_);
    known_[id].*what = std::move(value);
  }

  std::mutex mutex_;
  std::map<QueryId, Known> known_;
};

// People and cameras, until the server is gone.
class Load {
 public:
  Load(std::uint16_t port, People& people, std::atomic<std::uint64_t>& sent, std::uint64_t seed)
      : port_(port), people_(people), sent_(sent) {
    for (std::uint64_t i = 0; i < 2; ++i) {
      run([this, random = Random(seed + i)]() mutable { stream(random); });
      run([this, random = Random(seed + 10 + i), i]() mutable { answer(random, i); });
    }
    run([this, random = Random(seed)]() mutable {
      call(port_, "POST", "/predict", R"({"values":[0.3,0.7]})");
      call(port_, "GET", "/graph");
      if (random.uniform() < 0.05) call(port_, "POST", "/snapshot");
    });
  }
  void join() {
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  void run(std::function<void()> once) {
    threads_.emplace_back([once = std::move(once)] {
      try {
        while (true) once();
      } catch (const std::exception&) {  // the connection broke
      }
    });
  }

  void stream(Random& random) {
    Json samples = Json::array();
    for (int i = 0; i < 8; ++i) {
      samples.push_back({{"values", {random.uniform(), random.uniform()}}});
    }
    sent_ += samples.size();
    for (const Json& sample : call(port_, "POST", "/samples", samples.dump()).json()) {
      for (const Json& id : sample.at("queries")) people_.asked(id.get<QueryId>());
    }
  }

  void answer(Random& random, std::uint64_t person) {
    const Json body = {{"client", "person " + std::to_string(person)}};
    const Reply next = call(port_, "POST", "/queries/next", body.dump());
    if (next.status != 200) return;
    const auto id = next.json().at("id").get<QueryId>();
    const std::string path = "/queries/" + std::to_string(id);
    if (random.uniform() < 0.1) {
      say(id, "skipped", "POST", path + "/skip");
      return;
    }
    say(id, label(random), "POST", path + "/label");
    if (random.uniform() < 0.2) say(id, label(random), "PUT", path);
    if (random.uniform() < 0.1) say(id, "withdrawn", "DELETE", path);
  }

  void say(QueryId id, const std::string& what, const std::string& method,
           const std::string& path) {
    people_.says(id, what);
    const bool labels = what.starts_with("class");
    const Reply reply = call(port_, method, path, labels ? Json{{"label", what}}.dump() : "{}");
    if (reply.status == 200) people_.acknowledged(id, what);
  }

  static std::string label(Random& random) {
    return "class " + std::to_string(static_cast<int>(random.uniform() * 4));
  }

  std::uint16_t port_;
  People& people_;
  std::atomic<std::uint64_t>& sent_;
  std::vector<std::thread> threads_;
};

SessionOptions session_options() {
  SessionOptions options;
  options.budget = {kQuestions, kPeriod};
  options.parameters.rho = 0.9;
  return options;
}

// What the folder says, by the letter of docs/state-format.md.
std::string replayed(const fs::path& folder, const fs::path& copy) {
  fs::remove_all(copy);
  fs::copy(folder, copy);
  const StateStore store(copy);
  EXPECT_TRUE(store.damage().empty()) << store.damage().front();
  const std::vector<StateStore::Snapshot> snapshots = store.snapshots();
  Session session = snapshots.empty() ? Session(session_options())
                                      : load_model(store.model_path(snapshots[0].generation));
  for (const StateStore::Event& event :
       store.events_after(snapshots.empty() ? 0 : snapshots[0].through)) {
    Reader reader(event.body);
    if (event.kind == 9) {  // after the number of the last change and the budget
      for (int skipped = 0; skipped < 4; ++skipped) reader.u64();
      SessionAccess(session).load_queries(reader);
      continue;
    }
    const QueryId id = reader.u64();
    const std::string label = reader.text();
    try {
      if (event.kind == 2) session.teach(id, label);
      if (event.kind == 3) session.skip(id);
      if (event.kind == 4) session.withdraw(id);
    } catch (const std::exception&) {  // as it was the first time: two people at once
    }
  }
  return encode_model(session);
}

void expect_model(std::uint16_t port, const fs::path& folder, const std::string& expected) {
  const Json snapshot = call(port, "POST", "/snapshot").json();
  const std::string name =
      "model-" + std::to_string(snapshot.at("generation").get<int>()) + ".mpart";
  EXPECT_EQ(tests::contents(folder / name), expected);
}

void expect_budget(std::uint16_t port, std::uint64_t sent) {
  const Json model = call(port, "GET", "/model").json();
  EXPECT_LE(model.at("queries").at("asked").get<std::uint64_t>(),
            kQuestions * (sent / kPeriod + 1));
  std::map<std::uint64_t, std::uint64_t> by_period;
  std::string cursor;
  do {
    const Json page = call(port, "GET", "/v1/queries?limit=100" + cursor).json();
    for (const Json& query : page.at("queries")) {
      EXPECT_LE(++by_period[query.at("asked").get<std::uint64_t>() / kPeriod], kQuestions);
    }
    cursor = page.at("next").is_null() ? "" : "&cursor=" + page.at("next").get<std::string>();
  } while (!cursor.empty());
}

TEST(Crash, LosesNothingThatWasAcknowledged) {
  const tests::TemporaryFolder folder;
  const fs::path state = folder.file("state");
  People people;
  std::atomic<std::uint64_t> sent = 0;
  Random random(7);
  for (int round = 0; round < rounds(); ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const std::string expected = fs::exists(state) ? replayed(state, folder.file("copy")) : "";
    Program program(state);
    if (!expected.empty()) expect_model(program.port, state, expected);
    people.expect_all(program.port);
    expect_budget(program.port, sent);
    if (HasFailure()) break;
    Load load(program.port, people, sent, static_cast<std::uint64_t>(100 * round));
    const auto moment = static_cast<useconds_t>(5000 + random.uniform() * 300000);
    ::usleep(moment);
    program.kill();
    load.join();
  }
  EXPECT_GT(people.size(), static_cast<std::size_t>(rounds()));
  RecordProperty("questions", static_cast<int>(people.size()));
  RecordProperty("samples", static_cast<int>(sent));
}

}  // namespace
}  // namespace mpart::serve
