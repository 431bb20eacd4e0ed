#include "serve/server_fixture.hpp"

#include <boost/asio.hpp>

namespace mpart::serve {

namespace asio = boost::asio;
using Json = nlohmann::json;

namespace {

asio::ip::tcp::endpoint endpoint(std::uint16_t port) {
  return {asio::ip::make_address("127.0.0.1"), port};
}

}  // namespace

class Listener::Socket {
 public:
  explicit Socket(std::uint16_t port) : socket(context) { socket.connect(endpoint(port)); }
  asio::io_context context;
  asio::ip::tcp::socket socket;
};

Listener::Listener(std::uint16_t port) : socket_(std::make_unique<Socket>(port)) {
  asio::write(socket_->socket,
              asio::buffer(std::string("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")));
}

Listener::~Listener() = default;

void Listener::wait_for(const std::string& text) {
  while (heard_.find(text) == std::string::npos) {
    char some[4096];
    heard_.append(some, socket_->socket.read_some(asio::buffer(some)));
  }
}

ServerTest::ServerTest() {
  options_.port = 0;
  options_.folder = folder_.path();
  session_.budget = {1, 10};
}

ServerTest::~ServerTest() { stop(); }

void ServerTest::start() {
  server_ = std::make_unique<Server>(options_, Session(session_), log_, demo_, embedding_);
  thread_ = std::thread([this] { server_->run(); });
}

void ServerTest::stop() {
  if (!server_) return;
  server_->stop();
  thread_.join();
  server_.reset();
}

std::string ServerTest::raw(const std::string& bytes) {
  asio::io_context context;
  asio::ip::tcp::socket socket(context);
  socket.connect(endpoint(server_->port()));
  asio::write(socket, asio::buffer(bytes));
  std::string answer;
  boost::system::error_code ended;
  asio::read(socket, asio::dynamic_buffer(answer), ended);
  return answer;
}

Reply ServerTest::call(const std::string& method, const std::string& target,
                       const std::string& body, const Headers& headers) {
  return serve::call(server_->port(), method, target, body, headers);
}

QueryId ServerTest::ask() {
  while (true) {
    const Json body = {{"values", {random_.uniform(), random_.uniform()}},
                       {"id", "img"},
                       {"show", {{"text", "a text to see"}}}};
    const Reply reply = call("POST", "/samples", body.dump());
    EXPECT_EQ(reply.status, 200U) << reply.body;
    if (!reply.json()["queries"].empty()) return reply.json()["queries"][0].get<QueryId>();
  }
}

Json ServerTest::samples(std::size_t count) {
  Json samples = Json::array();
  for (std::size_t i = 0; i < count; ++i) {
    samples.push_back({{"values", {random_.uniform(), random_.uniform()}}});
  }
  return samples;
}

std::string ServerTest::path(QueryId id, const std::string& verb) {
  return "/queries/" + std::to_string(id) + verb;
}

}  // namespace mpart::serve
