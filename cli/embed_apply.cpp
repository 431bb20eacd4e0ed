#include <filesystem>
#include <vector>

#include "cli/commands.hpp"
#include "cli/data_options.hpp"
#include "cli/output_file.hpp"
#include "cli/progress.hpp"
#include "cli/report.hpp"
#include "mpart/error.hpp"
#include "util/non_copyable.hpp"

namespace mpart {

namespace {

// Embedded samples on their way to a file.
class Rows : private NonCopyable {
 public:
  virtual ~Rows() = default;
  virtual void add(const Sample& sample) = 0;
  virtual void commit() = 0;
};

class CsvRows : public Rows {
 public:
  CsvRows(const std::string& path, std::size_t width) : file_(path) {
    for (std::size_t i = 0; i < width; ++i) file_.stream() << 'x' << i << ',';
    file_.stream() << "label\n";
  }
  void add(const Sample& sample) override {
    for (const double value : sample.values) file_.stream() << shortest(value) << ',';
    file_.stream() << csv_cell(sample.label) << '\n';
    file_.check();
  }
  void commit() override { file_.commit(); }

 private:
  OutputFile file_;
};

class NpyRows : public Rows {
 public:
  NpyRows(const std::string& path, std::size_t width)
      : labels_path_(labels_beside(path)), file_(path, width) {}
  void add(const Sample& sample) override {
    file_.add(sample.values);
    any_label_ = any_label_ || !sample.label.empty();
    if (!labels_path_.empty()) labels_.push_back(sample.label);
  }
  void commit() override {
    file_.commit();
    if (any_label_ && !labels_path_.empty()) write_npy_labels(labels_path_, labels_);
  }

 private:
  // a-y.npy for a-x.npy, as mpart reads them.
  static std::string labels_beside(std::string path) {
    constexpr std::string_view kEnd = "-x.npy";
    if (!path.ends_with(kEnd)) return {};
    path[path.size() - kEnd.size() + 1] = 'y';
    return path;
  }

  std::string labels_path_;
  NpyFile file_;
  std::vector<std::string> labels_;
  bool any_label_ = false;
};

std::unique_ptr<Rows> open_rows(const std::string& path, std::size_t width) {
  const std::string end = std::filesystem::path(path).extension().string();
  if (end == ".npy") return std::make_unique<NpyRows>(path, width);
  if (end == ".csv" || path == "-") return std::make_unique<CsvRows>(path, width);
  throw invalid_argument(path + ": .npy or .csv expected");
}

class EmbedApplyCommand : public Command {
 public:
  explicit EmbedApplyCommand(CLI::App* app) : Command(app) {
    app->add_option("NETWORK", network_, "ONNX file; it runs after the networks of --embedder")
        ->required();
    app->add_option("DATA", data_, "CSV, NPY, JSONL, IDX or CIFAR-10 file, -, or pictures")
        ->required();
    app->add_option("--out", out_path_,
                    "z.npy; z-x.npy with the labels in z-y.npy; z.csv; - is CSV on standard output")
        ->required();
    begin_group(*app, kDataGroup);
    data_options_.add_to(*app);
    begin_group(*app, kOutputGroup);
    app->add_flag("--unseen", unseen_, "skip the rows of DATA that NETWORK was fitted on");
    app->add_flag("--quiet", quiet_, "no progress bar");
  }

  int run() override {
    data_options_.embedding.append(network_);
    std::unique_ptr<Source> source = data_options_.open(data_);
    if (unseen_) {
      source = unseen(std::move(source), data_options_.embedding.fitted_rows(data_).draw);
    }
    require_distinct({out_path_}, {data_, network_, data_options_.source.labels_file});
    const std::unique_ptr<Rows> rows = open_rows(out_path_, source->width());
    catch_interrupts();
    Progress progress(!quiet_ && out_path_ != "-");
    Sample sample;
    for (std::uint64_t seen = 0; !interrupted() && source->next(sample);
         progress.update(++seen, 0, source->progress())) {
      rows->add(sample);
    }
    progress.wipe();
    data_options_.embedding.print_skipped();
    if (interrupted()) return kExitInterrupted;
    rows->commit();
    return kExitDone;
  }

 private:
  std::string network_, data_, out_path_;
  bool unseen_ = false, quiet_ = false;
  DataOptions data_options_;
};

}  // namespace

std::unique_ptr<Command> make_embed_apply(CLI::App* app) {
  return std::make_unique<EmbedApplyCommand>(app);
}

}  // namespace mpart
