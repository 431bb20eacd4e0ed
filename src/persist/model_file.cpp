#include "mpart/model_file.hpp"

#include <string>
#include <utility>

#include "mpart/error.hpp"
#include "util/atomic_file.hpp"
#include "util/crc64.hpp"

namespace mpart {

namespace {

// file    = magic version length payload crc
// magic   = 8 bytes, the last one tells text conversions apart
// version = u32, of the grammar in docs/model-file.md
// length  = u64, bytes of the payload
// crc     = u64, CRC-64/XZ of everything before it
constexpr std::string_view kMagic("MPART\r\n\x1a", 8);
constexpr std::uint32_t kVersion = 4;
constexpr std::uint32_t kVersionWithoutPreparation = 3;
constexpr std::uint32_t kVersionWithoutExtra = 2;
constexpr std::uint32_t kOldestVersion = 1;
constexpr std::size_t kHeaderBytes = 8 + 4 + 8;
constexpr std::size_t kChecksumBytes = 8;

// A payload of an old version in the grammar of the present one. Version 1 knew one learner and did
// not name it.
std::string upgraded(std::string_view payload, std::uint32_t version) {
  Writer whole;
  if (version < 2) whole.text("mpart");
  whole.raw(payload);
  return whole.bytes();
}

}  // namespace

std::string encode_model(const Session& session, const SaveOptions& options,
                         const Preparation& preparation) {
  const bool prepared = !preparation.empty() || session.has_extension();
  Writer payload;
  if (prepared) preparation.save(payload);
  session.save(payload, options);
  Writer file;
  file.raw(kMagic);
  // A model without extra questions is what version 2 is; older programs can read it.
  const bool extra = session.budget_status().extra > 0;
  file.u32(prepared ? kVersion : extra ? kVersionWithoutPreparation : kVersionWithoutExtra);
  file.u64(payload.bytes().size());
  file.raw(payload.bytes());
  file.u64(crc64(file.bytes()));
  return file.bytes();
}

Session decode_model(std::string_view bytes, SessionParts own, Preparation* preparation) {
  if (bytes.substr(0, kMagic.size()) != kMagic.substr(0, bytes.size()) || bytes.empty()) {
    throw invalid_data("not a model file");
  }
  if (bytes.size() < kHeaderBytes + kChecksumBytes) {
    throw corrupt("damaged model: it is cut short");
  }
  Reader header(bytes.substr(kMagic.size()));
  const std::uint32_t version = header.u32();
  const std::uint64_t length = header.u64();
  const std::string_view covered = bytes.substr(0, bytes.size() - kChecksumBytes);
  if (Reader(bytes.substr(covered.size())).u64() != crc64(covered)) {
    throw corrupt("damaged model: its checksum is wrong; it was cut short or changed");
  }
  if (version < kOldestVersion || version > kVersion) {
    throw unsupported("model of version " + std::to_string(version) +
                      "; this program reads versions up to " + std::to_string(kVersion) +
                      (version > kVersion ? ": a newer version of mpart is needed" : ""));
  }
  require(covered.size() - kHeaderBytes == length, "its length is wrong");
  const std::string payload = upgraded(covered.substr(kHeaderBytes), version);
  Reader reader(payload);
  Preparation found;
  if (version > kVersionWithoutPreparation) found = Preparation::load(reader);
  if (preparation == nullptr && !found.stages.empty()) {
    throw unsupported("the model was trained on prepared samples: " + found.describe().back() +
                      "; this use of it does not prepare them");
  }
  if (preparation != nullptr) *preparation = std::move(found);
  Session session = Session::load(reader, std::move(own));
  require(reader.done(), "bytes after its end");
  return session;
}

void save_model(const std::string& path, const Session& session, const SaveOptions& options,
                const Preparation& preparation) {
  write_file_atomically(path, encode_model(session, options, preparation));
}

Session load_model(const std::string& path, SessionParts own, Preparation* preparation) {
  const std::string bytes = read_file(path);
  try {
    return decode_model(bytes, std::move(own), preparation);
  } catch (const Error& error) {
    throw Error(error.kind(), path + ": " + error.what());
  }
}

}  // namespace mpart
