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
#include "serve/http_server.hpp"

namespace mpart::serve {

namespace {

void require_safe(const ServeOptions& options) {
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(options.address, error);
  if (!error && !address.is_loopback() && options.token.empty()) {
    throw invalid_argument(options.address +
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

}  // namespace

class Server::Parts {
 public:
  Parts(const ServeOptions& options, Session start, Log& told, DemoStream stream,
        Embedding embedding)
      : log(told),
        engine(context,
               {options.folder, options.accept_damage, options.snapshot_seconds, options.networks,
                options.check_state},
               std::move(start), told),
        demo(stream ? std::make_unique<Demo>(context, engine, std::move(stream)) : nullptr),
        api(context, engine,
            {told, options.access_log, demo.get(), Guard(options.token, options.hosts),
             [this] { return http.connections(); }, std::move(embedding),
             options.label_studio_key}),
        http(context, {options.address, options.port, options.tls}, api),
        drain_time(options.drain_seconds),
        signals(context) {}

  void stop();
  void heed_signals();
  void heed(int signal);
  void save();

  Log& log;
  boost::asio::io_context context{1};
  Engine engine;
  std::unique_ptr<Demo> demo;
  Api api;
  HttpServer http;
  std::chrono::seconds drain_time;
  boost::asio::signal_set signals;
};

void Server::Parts::stop() {
  log.info("stopping", {{"connections", http.connections()}});
  if (demo) demo->stop();
  http.drain(drain_time, [this] {
    api.stop();
    engine.disk().stop([this] { context.stop(); });
  });
}

void Server::Parts::heed_signals() {
  signals.async_wait([this](const boost::system::error_code& ended, int signal) {
    if (!ended) heed(signal);
  });
}

void Server::Parts::heed(int signal) {
  if (signal != SIGHUP) {
    signals.clear();  // the next one kills
    return stop();
  }
  save();
  heed_signals();
}

void Server::Parts::save() {
  engine.disk().snapshot({});
  try {
    http.renew_certificate();
  } catch (const Error& error) {
    log.error("certificate refused, the old one stays", {{"reason", error.what()}});
  }
}

Server::Server(const ServeOptions& options, Session start, Log& log, DemoStream demo,
               Embedding embedding) {
  require_safe(options);
  raise_file_limit();
  parts_ = std::make_unique<Parts>(options, std::move(start), log, std::move(demo),
                                   std::move(embedding));
  parts_->engine.disk().change_budget(options.budget, options.more_labels);
}

Server::~Server() = default;

std::uint16_t Server::port() const { return parts_->http.port(); }
const std::vector<std::string>& Server::notes() const { return parts_->engine.disk().notes(); }

void Server::run(bool until_signal) {
  const auto work = boost::asio::make_work_guard(parts_->context);
  if (until_signal) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) parts_->signals.add(signal);
    parts_->heed_signals();
  }
  parts_->context.run();
  parts_->context.restart();
  parts_->context.poll();
}

void Server::stop() {
  boost::asio::post(parts_->context, [this] { parts_->stop(); });
}

}  // namespace mpart::serve
