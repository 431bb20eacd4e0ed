#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mpart/embedder.hpp"
#include "mpart/session.hpp"

namespace mpart::serve {

struct ServeOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8080;  // 0: any free one
  std::string folder = "mpart-state";
  bool accept_damage = false;
  std::uint32_t snapshot_seconds = 10;
  std::string token;                        // empty: none, on a loopback address only
  std::vector<std::string> hosts;           // names by which it may be called, beside loopback's
  std::string label_studio_key = "values";  // of the numbers in the data of its tasks
};

// The next sample of a demo, with its label and a picture of it as a data URL; false at the end.
using DemoStream = std::function<bool(Sample& sample, std::string& picture)>;

// Networks that samples go through before they are learned; with an empty chain they are learned as
// they come. Another thread than run()'s uses it, one at a time.
struct Embedding {
  EmbedderChain chain{};
  // Of a PNG, JPEG or BMP file, the values that the first one takes. Throws Error(kBadInput).
  std::function<void(std::string_view bytes, std::vector<double>& values)> read_picture{};
};

// A session that people and programs reach by HTTP, docs/http-api.md.
class Server {
 public:
  // Recovers what the folder has, or begins with `start`, and listens. Throws Error.
  Server(const ServeOptions& options, Session start, DemoStream demo = nullptr,
         Embedding embedding = {});
  ~Server();

  std::uint16_t port() const;
  const std::vector<std::string>& notes() const;  // what was recovered

  // Until stop(), after which a last snapshot is on disk. Ctrl-C and SIGTERM stop it too, if
  // `until_signal`; the second one kills.
  void run(bool until_signal = false);
  void stop();  // from any thread

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace mpart::serve
