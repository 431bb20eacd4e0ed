#include "serve/server.hpp"

#include <sys/resource.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <utility>

#include "mpart/error.hpp"
#include "serve/api.hpp"
#include "serve/demo.hpp"
#include "serve/engine.hpp"
#include "serve/guard.hpp"
#include "serve/http_server.hpp"

namespace mpart::serve {

namespace {

void require_safe(const ServeOptions& options) {
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(options.address, error);
  if (!error && !address.is_loopback() && options.token.empty()) {
    throw Error(ErrorKind::kBadUse, options.address +
                                        " can be reached by others: a token is needed "
                                        "(--token-file), or an address such as 127.0.0.1");
  }
}

// Every connection is a file: as many as the system lets us have.
void raise_file_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

Demo::Next shown(DemoStream stream) {
  return [stream = std::move(stream)](Sample& sample, Show& show) {
    return stream(sample, show.picture);
  };
}

}  // namespace

class Server::Parts {
 public:
  Parts(const ServeOptions& options, Session start, DemoStream stream, Embedding embedding)
      : engine(context, {options.folder, options.accept_damage, options.snapshot_seconds, {}},
               std::move(start)),
        demo(stream ? std::make_unique<Demo>(context, engine, shown(std::move(stream))) : nullptr),
        api(context, engine,
            {demo.get(), Guard({options.token, options.hosts}),
             [this] { return http.connections(); }, std::move(embedding),
             options.label_studio_key}),
        http(context, options.address, options.port, {},
             [this](HttpRequest request, const std::shared_ptr<HttpReply>& reply) {
               api.handle(std::move(request), reply);
             }) {}

  boost::asio::io_context context{1};
  Engine engine;
  std::unique_ptr<Demo> demo;
  Api api;
  HttpServer http;
};

Server::Server(const ServeOptions& options, Session start, DemoStream demo, Embedding embedding) {
  require_safe(options);
  raise_file_limit();
  parts_ =
      std::make_unique<Parts>(options, std::move(start), std::move(demo), std::move(embedding));
}

Server::~Server() = default;

std::uint16_t Server::port() const { return parts_->http.port(); }
const std::vector<std::string>& Server::notes() const { return parts_->engine.notes(); }

void Server::run(bool until_signal) {
  const auto work = boost::asio::make_work_guard(parts_->context);
  boost::asio::signal_set signals(parts_->context);
  if (until_signal) {
    signals.add(SIGINT);
    signals.add(SIGTERM);
    signals.async_wait([&](const boost::system::error_code& ended, int /*signal*/) {
      if (ended) return;
      signals.clear();
      stop();
    });
  }
  parts_->context.run();
  parts_->context.restart();
  parts_->context.poll();
}

void Server::stop() {
  boost::asio::post(parts_->context, [this] {
    parts_->http.stop();
    parts_->api.stop();
    if (parts_->demo) parts_->demo->stop();
    parts_->engine.stop([this] { parts_->context.stop(); });
  });
}

}  // namespace mpart::serve
