#include "persist/network_record.hpp"

#include "mpart/archive.hpp"
#include "mpart/error.hpp"

namespace mpart {

namespace {

constexpr const char* kAdvice = "; or start with another --state";

std::string names_of(const std::vector<NetworkRecord::Network>& networks) {
  std::string names;
  for (const NetworkRecord::Network& network : networks) {
    names += (names.empty() ? "" : ", ") + network.name;
  }
  return names;
}

}  // namespace

std::string NetworkRecord::encode() const {
  Writer writer;
  writer.u64(networks.size());
  for (const Network& network : networks) {
    writer.text(network.name);
    writer.u64(network.checksum);
  }
  writer.text(pictures);
  return writer.bytes();
}

NetworkRecord NetworkRecord::decode(std::string_view bytes) {
  constexpr std::size_t kNetworkBytes = 8 + 8;  // at least
  NetworkRecord record;
  Reader reader(bytes);
  record.networks.resize(reader.count(kNetworkBytes));
  for (Network& network : record.networks) {
    network.name = reader.text();
    network.checksum = reader.u64();
  }
  record.pictures = reader.text();
  require(reader.done(), "bytes after its end");
  return record;
}

void NetworkRecord::require_same(const NetworkRecord& given) const {
  if (networks.empty() && given.networks.empty()) return;
  if (networks.empty()) {
    throw invalid_argument("--embedder " + given.networks.front().name +
                           ": the state was made without a network; leave it out" + kAdvice);
  }
  if (given.networks.empty()) {
    throw invalid_argument("the state was made with a network, and none is given: --embedder " +
                           names_of(networks) + " is needed" + kAdvice);
  }
  if (networks.size() != given.networks.size()) {
    throw invalid_argument("--embedder " + names_of(given.networks) + ": the state was made with " +
                           names_of(networks) + kAdvice);
  }
  for (std::size_t i = 0; i < networks.size(); ++i) {
    if (networks[i].checksum == given.networks[i].checksum) continue;
    throw invalid_argument("--embedder " + given.networks[i].name + ": the state was made with " +
                           (networks[i].name == given.networks[i].name ? "another file of this name"
                                                                       : networks[i].name) +
                           kAdvice);
  }
  if (pictures == given.pictures) return;
  const auto shown = [](const std::string& flags) {
    return flags.empty() ? "no flags for pictures" : flags;
  };
  throw invalid_argument(shown(given.pictures) + ": the state was made with " + shown(pictures) +
                         kAdvice);
}

}  // namespace mpart
