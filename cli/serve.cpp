#include "serve/server.hpp"

#include <iostream>

#include "cli/commands.hpp"
#include "cli/embedding_options.hpp"
#include "cli/model_options.hpp"
#include "cli/serve_demo.hpp"
#include "mpart/error.hpp"
#include "mpart/model_file.hpp"
#include "serve/guard.hpp"

namespace mpart {

namespace {

class ServeCommand : public Command {
 public:
  explicit ServeCommand(CLI::App* app) : Command(app) {
    CLI::App& command = *app;
    command.add_option("--state", options_.folder, "folder for answers and models")
        ->capture_default_str();
    command.add_option("--model", model_path_, "begin with this model, if the state is new");
    command.add_option("--address", options_.address, "IP address to listen on")
        ->capture_default_str();
    command.add_option("--port", options_.port, "port to listen on, 0 for any")
        ->capture_default_str();
    command.add_option("--token-file", token_path_,
                       "file with a token that requests must have; mode 0600");
    command.add_option("--host", options_.hosts,
                       "name by which it may be called, beside localhost");
    command.add_option("--snapshot-every", options_.snapshot_seconds, "seconds between snapshots")
        ->capture_default_str()
        ->check(CLI::Range(1, 86400));
    command
        .add_option("--label-studio-key", options_.label_studio_key,
                    "where the values of a Label Studio task stand in its data")
        ->capture_default_str();
    command.add_flag("--accept-damage", options_.accept_damage,
                     "go on without what is damaged in the state");
    command.add_flag("--demo", demo_,
                     "a stream of its own: pictures of clothing, for a person to answer");
    embedding_.add_networks_to(command);
    model_options_.add_to(command);
  }

  int run() override {
    if (!model_path_.empty() && ModelOptions::given(app())) {
      throw Error(ErrorKind::kBadUse, "--model comes with its own parameters and budget");
    }
    if (!token_path_.empty()) options_.token = serve::read_token(token_path_);
    if (demo_) check_demo();
    serve::Server server(
        options_, model_path_.empty() ? Session(model_options_.checked()) : load_model(model_path_),
        demo_ ? fashion_demo() : nullptr, embedding());
    for (const std::string& note : server.notes()) std::cerr << "recovered: " << note << '\n';
    std::cout << "http://" << options_.address << ':' << server.port() << '/' << std::endl;
    server.run(true);
    return kExitDone;
  }

 private:
  serve::Embedding embedding() {
    constexpr std::uint64_t kMostPixels = std::uint64_t{1} << 24;
    if (!embedding_.given()) return {};
    return {embedding_.chain(), embedding_.read_picture(kMostPixels)};
  }

  void check_demo() {
    if (embedding_.given()) throw Error(ErrorKind::kBadUse, "--demo has its own --embedder");
    if (!model_path_.empty() ||
        (model_options_.strategy != "explorer" && model_options_.strategy != "random")) {
      throw Error(ErrorKind::kBadUse, "--demo begins anew, with strategy explorer or random");
    }
    if (app().count("--budget") == 0) model_options_.budget = kDemoBudget;
  }

  serve::ServeOptions options_;
  static constexpr const char* kDemoBudget = "1/50";  // a question every two seconds

  bool demo_ = false;
  std::string model_path_, token_path_;
  EmbeddingOptions embedding_;
  ModelOptions model_options_;
};

}  // namespace

std::unique_ptr<Command> make_serve(CLI::App& app) {
  return std::make_unique<ServeCommand>(
      app.add_subcommand("serve", "learn from what comes by HTTP, and ask people in a browser"));
}

}  // namespace mpart
