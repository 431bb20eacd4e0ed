#include "serve/server.hpp"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iostream>

#include "cli/commands.hpp"
#include "cli/data_options.hpp"
#include "cli/datasets.hpp"
#include "cli/install_paths.hpp"
#include "cli/model_options.hpp"
#include "cli/served_model.hpp"
#include "mpart/error.hpp"
#include "persist/private_folder.hpp"
#include "serve/guard.hpp"
#include "util/atomic_file.hpp"
#include "util/base64.hpp"
#include "util/log.hpp"

namespace mpart {

namespace {

constexpr std::array kClothes = {"T-shirt", "trousers", "pullover", "dress", "coat",
                                 "sandal",  "shirt",    "sneaker",  "bag",   "ankle boot"};
constexpr std::size_t kSide = 28;

// The pictures themselves and what the network makes of them, one beside the other.
struct Clothes {
  DataOptions as_they_are, by_network;
  std::unique_ptr<Source> pictures, points;
  Sample picture;
};

std::string model_path() {
  for (const auto& place : shared_places("models/fashion-mnist-4d.onnx")) {
    if (std::filesystem::exists(place)) return place.string();
  }
  throw not_found("models/fashion-mnist-4d.onnx is not there");
}

std::string pictures_path() {
  const Dataset& dataset = find_dataset("fashion-mnist");
  const std::vector<std::string> files = find_files(folders_of(dataset, ""), dataset.train);
  if (files.empty()) throw not_found("no pictures: " + dataset.how_to_get);
  return files.front();
}

// A grey picture of side x side values in [0,1] as a data URL of a BMP file, which every browser
// reads and which needs no compression.
std::string picture_url(const std::vector<double>& values, std::size_t side) {
  std::string file;
  const auto number = [&file](std::size_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) file += static_cast<char>(value >> (8 * i) & 255);
  };
  const std::size_t row = (side + 3) / 4 * 4;
  constexpr std::size_t kHeader = 54;
  constexpr std::size_t kPalette = 1024;
  file += "BM";
  number(kHeader + kPalette + row * side, 4);
  number(0, 4);
  number(kHeader + kPalette, 4);
  number(40, 4);
  number(side, 4);
  number(side, 4);
  number(1, 2);
  number(8, 2);  // bits a pixel
  for (int i = 0; i < 6; ++i) number(0, 4);
  for (std::size_t grey = 0; grey < 256; ++grey) number(grey * 0x010101, 4);
  for (std::size_t y = side; y-- > 0;) {  // from the bottom up
    for (std::size_t x = 0; x < row; ++x) {
      const double value = x < side ? std::clamp(values[y * side + x], 0.0, 1.0) : 0;
      number(static_cast<std::size_t>(std::lround(255 * value)), 1);
    }
  }
  return "data:image/bmp;base64," + to_base64(file);
}

// Pictures of clothing from Debian's dataset-fashion-mnist, those that the shipped network was not
// fitted on, with names instead of numbers as labels. Throws Error(kInvalidData) if they are not
// there, saying how to get them.
serve::DemoStream fashion_demo() {
  const std::string path = pictures_path();
  const auto clothes = std::make_shared<Clothes>();
  clothes->by_network.embedding.append(model_path());
  const embed::RowDraw fitted = clothes->by_network.embedding.fitted_rows(path).draw;
  clothes->pictures = unseen(clothes->as_they_are.open(path), fitted);
  clothes->points = unseen(clothes->by_network.open(path), fitted);
  return [clothes](Sample& sample, std::string& picture) {
    if (!clothes->points->next(sample) || !clothes->pictures->next(clothes->picture)) return false;
    picture = picture_url(clothes->picture.values, kSide);
    const auto label = static_cast<std::size_t>(std::stoul(sample.label));
    sample.label = kClothes.at(label);
    return true;
  };
}

LogLevel level_of(const std::string& name) {
  if (name == "debug") return LogLevel::kDebug;
  if (name == "info") return LogLevel::kInfo;
  return name == "warning" ? LogLevel::kWarning : LogLevel::kError;
}

// Memory of large requests goes back to the system when it is freed. Left to itself, glibc keeps
// blocks of a size that it has seen freed before: a map of 256 dimensions held 16 MB for good.
void return_large_blocks() {
#ifdef __GLIBC__
  constexpr int kLarge = 256 << 10;
  ::mallopt(M_MMAP_THRESHOLD, kLarge);  // NOLINT(concurrency-mt-unsafe): no other thread yet
#endif
}

class ServeCommand : public Command {
 public:
  explicit ServeCommand(CLI::App* app) : Command(app) {
    app->add_option("--state", options_.folder, "folder for labels and models")
        ->capture_default_str();
    app->add_option("--model", model_path_, "start from this model; the state must be new");
    add_count(*app, "--more-labels", options_.more_labels,
              "ask for this many labels more, once, beside the budget", 0);
    app->add_option("--address", options_.address, "IP address to listen on")
        ->capture_default_str();
    app->add_option("--port", options_.port, "port to listen on, 0 for any")->capture_default_str();
    app->add_option("--token-file", token_path_,
                    "file with the token that requests must carry; its mode must be 0600");
    app->add_option("--host", options_.hosts,
                    "host name that requests may use, in addition to localhost");
    app->add_option("--tls-certificate", options_.tls.certificate,
                    "file with the certificate and its chain, in PEM form: HTTPS instead of HTTP");
    app->add_option("--tls-key", options_.tls.key, "file with the key of the certificate");
    app->add_option("--log-level", log_level_, "debug, info, warning or error")
        ->capture_default_str()
        ->check(CLI::IsMember({"debug", "info", "warning", "error"}));
    app->add_option("--log-format", log_format_, "text or json")
        ->capture_default_str()
        ->check(CLI::IsMember({"text", "json"}));
    app->add_flag("--access-log", options_.access_log, "write a line for every request");
    app->add_option("--drain-seconds", options_.drain_seconds,
                    "longest wait for requests that are under way at the end")
        ->capture_default_str()
        ->check(CLI::Range(0, 3600));
    app->add_option("--snapshot-every", options_.snapshot_seconds, "seconds between snapshots")
        ->capture_default_str()
        ->check(CLI::Range(1, 86400));
    app->add_option("--label-studio-key", options_.label_studio_key,
                    "key of the values in the data of a Label Studio task")
        ->capture_default_str();
    app->add_flag("--accept-damage", options_.accept_damage,
                  "continue without the damaged parts of the state");
    app->add_flag("--demo", demo_,
                  "run a demonstration: stream pictures of clothing and ask about them");
    embedding_.add_networks_to(*app);
    model_options_.add_to(*app);
  }

  int run() override {
    return_large_blocks();
    if (!model_path_.empty() && ModelOptions::given(app())) {
      throw invalid_argument(
          "--model brings its own parameters and budget; leave these options out");
    }
    Session session = model_path_.empty() ? Session(model_options_.checked()) : load();
    if (!token_path_.empty()) options_.token = serve::read_token(token_path_);
    if (demo_) check_demo();
    recall_preparation();
    options_.budget = model_options_.given_budget(app());
    options_.networks = embedding_.record();
    options_.check_state = [this](const Session& session) { check_state(session); };
    Log log(STDERR_FILENO, level_of(log_level_),
            log_format_ == "json" ? LogFormat::kJson : LogFormat::kText);
    keep_preparation();
    serve::Server server(options_, std::move(session), log, demo_ ? fashion_demo() : nullptr,
                         embedding());
    for (const std::string& line : whole_preparation().describe()) {
      log.info("samples are prepared", {{"how", line}});
    }
    std::cout << (options_.tls.certificate.empty() ? "http://" : "https://") << options_.address
              << ':' << server.port() << '/' << std::endl;
    server.run(true);
    return kExitDone;
  }

 private:
  // The model, whose samples are prepared as it says.
  Session load() { return load_served(model_path_, embedding_, preparation_); }

  // What a state's samples go through is kept beside it, for the next start. It is there before the
  // state is, so that no state is ever without it.
  std::string preparation_path() const { return options_.folder + "/preparation"; }
  bool has_state() const { return std::filesystem::exists(options_.folder + "/state.db"); }
  void keep_preparation() const {
    if (has_state()) return;
    std::filesystem::remove(preparation_path());  // of a start that failed
    if (preparation_.empty()) return;
    make_private_folder(options_.folder);
    Writer writer;
    preparation_.save(writer);
    write_private_file(preparation_path(), writer.bytes());
  }
  void recall_preparation() {
    if (!model_path_.empty() || !has_state()) return;
    if (!std::filesystem::exists(preparation_path())) return;
    const std::string bytes = read_file(preparation_path());
    try {
      Reader reader(bytes);
      preparation_ = Preparation::load(reader);
      require(reader.done(), "bytes after its end");
    } catch (const Error& error) {
      throw corrupt(preparation_path() + ": " + error.what());
    }
    use_served(preparation_, "the state " + options_.folder, embedding_);
  }

  // All that is done to a sample.
  Preparation whole_preparation() const {
    Preparation whole = embedding_.preparation();
    whole.columns = preparation_.columns;
    return whole;
  }

  // A state that is not new keeps its model.
  void check_state(const Session& session) const {
    if (!model_path_.empty()) {
      throw invalid_argument("--model " + model_path_ + ": " + options_.folder +
                             " has a model already; leave the flag out, or start with another "
                             "--state");
    }
    model_options_.require_same(app(), session.options());
  }

  serve::Embedding embedding() {
    constexpr std::uint64_t kMostPixels = std::uint64_t{1} << 26;  // 200 MB while it is read
    const wire::SampleForm form = wire::SampleForm::of(whole_preparation());
    if (!embedding_.given()) return {{}, {}, form};
    return {embedding_.chain(), embedding_.read_picture(kMostPixels), form};
  }

  void check_demo() {
    if (embedding_.given()) throw invalid_argument("--demo has its own --embedder");
    if (!model_path_.empty() ||
        (model_options_.strategy != "explorer" && model_options_.strategy != "random")) {
      throw invalid_argument("--demo starts a new model, with strategy explorer or random");
    }
    if (app().count("--budget") == 0) model_options_.budget = kDemoBudget;
  }

  serve::ServeOptions options_;
  static constexpr const char* kDemoBudget = "1/50";  // a question every two seconds

  bool demo_ = false;
  std::string model_path_, token_path_;
  std::string log_level_ = "info", log_format_ = "text";
  EmbeddingOptions embedding_;
  Preparation preparation_;  // of the model
  ModelOptions model_options_;
};

}  // namespace

std::unique_ptr<Command> make_serve(CLI::App* app) { return std::make_unique<ServeCommand>(app); }

}  // namespace mpart
