#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mpart/embedder.hpp"
#include "mpart/session.hpp"
#include "persist/network_record.hpp"
#include "serve/http_server.hpp"
#include "util/log.hpp"
#include "wire/sample_json.hpp"

namespace mpart::serve {

struct ServeOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8080;  // 0: any free one
  std::string folder = "mpart-state";
  bool accept_damage = false;
  std::uint32_t snapshot_seconds = 10;
  std::string token;                        // empty: none, on a loopback address only
  std::vector<std::string> hosts;           // names by which it may be called, beside loopback's
  std::string label_studio_key = "values";  // name of the values in the data of a task
  TlsFiles tls{};                           // none: plain HTTP
  std::uint32_t drain_seconds = 10;         // for requests that are under way at the end
  bool access_log = false;                  // every request is a line of the log

  // How a folder that is not new is to go on: WriteBehind has the rules.
  std::optional<Budget> budget{};
  std::uint64_t more_labels = 0;
  NetworkRecord networks{};
  std::function<void(const Session&)> check_state{};
};

// The next sample of a demo, with its label and a picture of it as a data URL; false at the end.
using DemoStream = std::function<bool(Sample& sample, std::string& picture)>;

// What samples are, and the networks that they go through before they are learned; with an empty
// chain they are learned as they come. Only one thread at a time uses the chain, which is not that
// of run().
struct Embedding {
  EmbedderChain chain{};
  // Reads a PNG, JPEG, WebP, GIF or BMP file as the values that the first network takes. Throws
  // Error(kInvalidData).
  std::function<void(std::string_view bytes, std::vector<double>& values)> read_picture{};
  wire::SampleForm form{};
};

// A session that people and programs reach by HTTP, docs/http-api.md.
class Server {
 public:
  // Recovers what the folder has, or begins with `start`, and listens. Throws Error:
  // kInvalidArgument for an address that others can reach without a token, kUnavailable if the
  // folder or the address is in use, kCorrupt for a damaged folder.
  // `log` must outlive the server.
  Server(const ServeOptions& options, Session start, Log& log, DemoStream demo = nullptr,
         Embedding embedding = {});
  ~Server();

  std::uint16_t port() const;
  const std::vector<std::string>& notes() const;  // what was recovered or changed, a line each

  // Serves until stop(); a last snapshot is on disk when it returns. If `until_signal`, Ctrl-C and
  // SIGTERM stop it, too, and the second one kills; SIGHUP writes a snapshot and reads the
  // certificate again.
  void run(bool until_signal = false);
  void stop();  // answers what is under way first; from any thread

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace mpart::serve
