#include "persist/request_log.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "mpart/archive.hpp"
#include "util/crc64.hpp"

namespace mpart {

namespace {

void write(Writer& writer, const std::string& key, const RequestLog::Record& record) {
  writer.text(key);
  writer.u64(record.fingerprint);
  writer.u32(record.status);
  writer.text(record.content_type);
  writer.text(record.body);
}

std::pair<std::string, RequestLog::Record> read(Reader& reader) {
  std::string key = reader.text();
  RequestLog::Record record;
  record.fingerprint = reader.u64();
  record.status = static_cast<std::uint16_t>(reader.u32());
  record.content_type = reader.text();
  record.body = reader.text();
  return {std::move(key), std::move(record)};
}

constexpr std::size_t kRecordBytes = 8 + 8 + 8 + 4 + 8 + 8;  // at least, with its time

}  // namespace

std::int64_t RequestLog::system_seconds() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(now).count();
}

std::uint64_t RequestLog::fingerprint_of(std::string_view route, std::string_view body) {
  Writer covered;
  covered.text(route);
  covered.raw(body);
  return crc64(covered.bytes());
}

const RequestLog::Record* RequestLog::find(std::string_view key) const {
  const auto found = records_.find(key);
  return found == records_.end() ? nullptr : &found->second.record;
}

void RequestLog::advance(std::int64_t now) {
  if (seen_ != 0) clock_ += std::clamp<std::int64_t>(now - seen_, 0, kLongestStep);
  seen_ = now;
}

void RequestLog::remember(const std::string& key, Record record, std::int64_t now) {
  advance(now);
  if (size_of(key, record) > kMostBytes) {
    record.status = 0;
    record.body = {};
  }
  forget(key);
  add(key, std::move(record), clock_);
  keep_bounds();
}

void RequestLog::settle(const std::string& key) {
  const auto found = records_.find(key);
  if (found != records_.end()) found->second.record.written = true;
}

void RequestLog::forget(const std::string& key) {
  const auto found = records_.find(key);
  if (found != records_.end()) drop(found);
}

void RequestLog::forget_old(std::int64_t now) {
  advance(now);
  keep_bounds();
}

void RequestLog::add(const std::string& key, Record record, std::int64_t time) {
  bytes_ += size_of(key, record);
  by_turn_[++last_turn_] = key;
  records_[key] = {std::move(record), time, last_turn_};
}

void RequestLog::drop(Records::iterator kept) {
  bytes_ -= size_of(kept->first, kept->second.record);
  by_turn_.erase(kept->second.turn);
  records_.erase(kept);
}

void RequestLog::keep_bounds() {
  while (!by_turn_.empty()) {
    const auto oldest = records_.find(by_turn_.begin()->second);
    const bool expired = clock_ - oldest->second.time > kKept;
    if (!expired && records_.size() <= kMostKeys && bytes_ <= kMostBytes) return;
    drop(oldest);
  }
}

std::size_t RequestLog::size_of(const std::string& key, const Record& record) {
  return key.size() + record.content_type.size() + record.body.size();
}

std::string RequestLog::encode() const {
  Writer writer;
  writer.u64(static_cast<std::uint64_t>(clock_));
  writer.u64(static_cast<std::uint64_t>(seen_));
  const auto is_written = [this](const auto& turn) { return find(turn.second)->written; };
  writer.u64(
      static_cast<std::uint64_t>(std::count_if(by_turn_.begin(), by_turn_.end(), is_written)));
  for (const auto& [turn, key] : by_turn_) {
    const Kept& kept = records_.find(key)->second;
    if (!kept.record.written) continue;
    writer.u64(static_cast<std::uint64_t>(kept.time));
    write(writer, key, kept.record);
  }
  return writer.bytes();
}

RequestLog RequestLog::decode(std::string_view bytes) {
  RequestLog log;
  if (bytes.empty()) return log;
  Reader reader(bytes);
  log.clock_ = static_cast<std::int64_t>(reader.u64());
  log.seen_ = static_cast<std::int64_t>(reader.u64());
  require(log.clock_ >= 0 && log.seen_ >= 0, "a time before 1970");
  for (std::size_t i = reader.count(kRecordBytes); i > 0; --i) {
    const auto time = static_cast<std::int64_t>(reader.u64());
    require(time >= 0 && time <= log.clock_, "a request of another time");
    auto [key, record] = read(reader);
    require(log.find(key) == nullptr, "a request that is remembered twice");
    log.add(key, std::move(record), time);
  }
  require(reader.done(), "bytes after its end");
  log.keep_bounds();
  return log;
}

std::string RequestLog::encode_record(const std::string& key, const Record& record) {
  Writer writer;
  write(writer, key, record);
  return writer.bytes();
}

std::pair<std::string, RequestLog::Record> RequestLog::decode_record(std::string_view bytes) {
  Reader reader(bytes);
  auto record = read(reader);
  require(reader.done(), "bytes after its end");
  return record;
}

}  // namespace mpart
