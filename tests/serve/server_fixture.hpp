#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "log_pipe.hpp"
#include "serve/client.hpp"
#include "serve/server.hpp"
#include "temporary_folder.hpp"
#include "util/random.hpp"

namespace mpart::serve {

// A client of GET /events.
class Listener {
 public:
  explicit Listener(std::uint16_t port);
  ~Listener();
  void wait_for(const std::string& text);  // until it has been heard

 private:
  class Socket;
  std::unique_ptr<Socket> socket_;
  std::string heard_;
};

// A server in a thread of its own, and what its clients do.
class ServerTest : public testing::Test {
 protected:
  ServerTest();
  ~ServerTest() override;

  void start();
  void stop();

  std::string raw(const std::string& bytes);
  Reply call(const std::string& method, const std::string& target, const std::string& body = "",
             const Headers& headers = {});

  QueryId ask();  // samples until there is a question
  nlohmann::json samples(std::size_t count);
  static std::string path(QueryId id, const std::string& verb = "");

  tests::TemporaryFolder folder_;
  ServeOptions options_;
  tests::LogPipe pipe_;
  Log log_{pipe_.in.get(), LogLevel::kInfo, LogFormat::kText};
  SessionOptions session_;
  DemoStream demo_;
  Embedding embedding_;
  Random random_{1};
  std::unique_ptr<Server> server_;

 private:
  std::thread thread_;
};

}  // namespace mpart::serve
