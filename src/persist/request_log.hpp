#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace mpart {

// The answers to requests that carried an idempotency key, to be given again when a client repeats
// a request because it did not hear the answer. Bounded: the oldest go first.
//
// Time is the system's, in seconds since 1970. A clock that jumps does no harm: between two calls
// at most kLongestStep counts, and a clock that goes back stands still.
class RequestLog {
 public:
  static constexpr std::size_t kMostKeys = 10'000;
  static constexpr std::size_t kMostBytes = std::size_t{16} << 20;  // of keys and answers
  static constexpr std::int64_t kKept = 86'400;                     // seconds
  static constexpr std::int64_t kLongestStep = 3600;                // seconds

  struct Record {
    std::uint64_t fingerprint = 0;  // fingerprint_of() of the request
    std::uint16_t status = 0;       // of the answer; 0: it is to be made from the present state
    std::string content_type;
    std::string body;
    bool written = true;  // false: what the request did is not on disk yet
  };

  static std::int64_t system_seconds();

  // Of the route and the body: the same key with another one is a client's mistake.
  static std::uint64_t fingerprint_of(std::string_view route, std::string_view body);

  // nullptr if the key is not known. Valid until the log is changed.
  const Record* find(std::string_view key) const;
  std::size_t size() const { return records_.size(); }
  std::size_t bytes() const { return bytes_; }

  // Replaces what the key had. An answer that is too large to keep is kept without its body.
  void remember(const std::string& key, Record record, std::int64_t now);
  void settle(const std::string& key);  // its record is written now
  void forget(const std::string& key);
  void forget_old(std::int64_t now);

  // Without the records that are not written: their events say it if they are.
  std::string encode() const;
  static RequestLog decode(std::string_view bytes);  // throws Error(kCorrupt)

  // One record with its key, as an event of a journal.
  static std::string encode_record(const std::string& key, const Record& record);
  static std::pair<std::string, Record> decode_record(std::string_view bytes);

 private:
  struct Kept {
    Record record;
    std::int64_t time = 0;  // on the log's own clock
    std::uint64_t turn = 0;
  };
  using Records = std::map<std::string, Kept, std::less<>>;

  static std::size_t size_of(const std::string& key, const Record& record);
  void advance(std::int64_t now);
  void add(const std::string& key, Record record, std::int64_t time);
  void drop(Records::iterator kept);
  void keep_bounds();

  Records records_;
  std::map<std::uint64_t, std::string> by_turn_;  // the keys, the oldest first
  std::size_t bytes_ = 0;
  std::uint64_t last_turn_ = 0;
  std::int64_t clock_ = 0;  // seconds that have passed, without jumps
  std::int64_t seen_ = 0;   // the system's clock at the last call; 0: none yet
};

}  // namespace mpart
