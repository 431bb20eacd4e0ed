#include "cli/run_outputs.hpp"

#include <nlohmann/json.hpp>

#include "cli/report.hpp"
#include "wire/number_text.hpp"

namespace mpart {

namespace {

std::string questions_text(const Session& session) {
  const Counters& counters = session.counters();
  std::string text =
      grouped(session.ledger().asked()) + ": " + grouped(counters.labels) + " labels";
  if (counters.skipped > 0) text += ", " + grouped(counters.skipped) + " skipped";
  if (const auto open = session.ledger().open_count(); open > 0) {
    text += ", " + grouped(open) + " still open";
  }
  if (counters.expired > 0) text += ", " + grouped(counters.expired) + " expired";
  return text;
}

// `before` is "online_" or nothing. "accuracy_of_answered" is null if nothing was answered.
void add_accuracy(const Evaluation& evaluation, const std::string& before,
                  nlohmann::ordered_json& report) {
  report[before + "accuracy"] = evaluation.accuracy();
  report[before + "answered"] = evaluation.answered_share();
  nlohmann::ordered_json& of_answered = report[before + "accuracy_of_answered"];
  if (evaluation.unknown < evaluation.samples) of_answered = evaluation.accuracy_of_answered();
}

}  // namespace

TraceFile::TraceFile(const std::string& path) : file_(path) {
  file_.stream()
      << "time,winner,new,coactivated,predicted,epistemic,aleatoric,density,score,queried\n";
}

void TraceFile::add(const Session& session, const Step& step) {
  write_row();
  const auto append = [this](auto value) {
    wire::append_number(row_, value);
    row_ += ',';
  };
  const Prediction& prediction = step.prediction;
  append(step.time);
  append(prediction.winner);
  append(prediction.created ? 1 : 0);
  append(prediction.coactivated);
  if (prediction.best != kNoClass) row_ += csv_cell(session.learner().classes()[prediction.best]);
  row_ += ',';
  for (const double figure :
       {prediction.epistemic, prediction.aleatoric, prediction.density, prediction.score}) {
    append(figure);
  }
  queried_ = !step.queries.empty();
}

void TraceFile::asked_at_end() { queried_ = true; }

void TraceFile::write_row() {
  if (row_.empty()) return;
  row_ += queried_ ? "1\n" : "0\n";
  file_.stream() << row_;
  file_.check();
  row_.clear();
}

void TraceFile::commit() {
  write_row();
  file_.commit();
}

CurveFile::CurveFile(const std::string& path, bool with_test) : file_(path) {
  file_.stream() << "samples,queries,labels,nodes,classes,online_accuracy,online_answered"
                 << (with_test ? ",test_accuracy,test_answered" : "") << '\n';
}

void CurveFile::add(const Session& session, const Evaluation& online,
                    const std::optional<Evaluation>& test) {
  const Counters& counters = session.counters();
  file_.stream() << counters.samples << ',' << session.ledger().asked() << ',' << counters.labels
                 << ',' << session.learner().node_count() << ','
                 << session.learner().known_classes();
  for (const Evaluation* evaluation : {&online, test ? &*test : nullptr}) {
    if (evaluation == nullptr) continue;
    file_.stream() << ',' << shortest(evaluation->accuracy()) << ','
                   << shortest(evaluation->answered_share());
  }
  file_.stream() << '\n';
  file_.check();
}

void write_ledger(const Session& session, std::ostream& out) {
  out << "id,time,asked,row,sample,epistemic,aleatoric,density,score,threshold,state,label\n";
  const Ledger& ledger = session.ledger();
  for (std::size_t i = 0; i < ledger.size(); ++i) {
    const LedgerEntry& entry = ledger.at(i);
    const Reason& reason = entry.reason;
    out << entry.id << ',' << entry.time << ',' << entry.asked << ',' << entry.row << ','
        << csv_cell(entry.name);
    for (const double figure :
         {reason.epistemic, reason.aleatoric, reason.density, reason.score, reason.threshold}) {
      out << ',' << shortest(figure);
    }
    out << ',' << name_of(entry.state) << ',';
    if (entry.state == LedgerEntry::State::kLabelled) {
      out << csv_cell(session.learner().classes()[entry.receipt.label]);
    }
    out << '\n';
  }
}

std::string readable_report(const RunResult& result) {
  const Session& session = result.session;
  const Counters& counters = session.counters();
  const Learner& learner = session.learner();
  Table table;
  table.add("samples", grouped(counters.samples) + " in " + duration(result.seconds));
  if (result.seen > 0) {
    table.add("time a sample",
              fixed(1e6 * result.seconds / static_cast<double>(result.seen), 2) + " us");
  }
  table.add("questions", questions_text(session));
  table.add("learner", session.options().parameters.learner);
  table.add("strategy", std::string(name_of(session.options().strategy)) + ", budget " +
                            budget_text(session.options().budget));
  table.add("classes", grouped(learner.known_classes()));
  table.add("nodes", grouped(learner.node_count()));
  table.add("edges", grouped(learner.edge_count()));
  table.add("co-activations", grouped(counters.coactivations));
  if (result.online.samples > 0) table.add("accuracy on the stream", result.online.text());
  if (result.test) table.add("accuracy on the test data", result.test->text());
  if (counters.clipped_values > 0) {
    table.add("clipped to [0,1]", grouped(counters.clipped_values) + " values in " +
                                      grouped(counters.clipped_samples) + " samples");
    if (100 * counters.clipped_values > counters.samples * learner.width()) {
      table.add("note", "the data should be scaled to [0,1] first");
    }
  }
  if (counters.refused > 0) table.add("answers refused", grouped(counters.refused));
  return table.text();
}

std::string json_report(const RunResult& result) {
  const Session& session = result.session;
  const Counters& counters = session.counters();
  const Learner& learner = session.learner();
  nlohmann::ordered_json report = {
      {"samples", counters.samples},
      {"nodes", learner.node_count()},
      {"edges", learner.edge_count()},
      {"coactivations", counters.coactivations},
      {"classes", learner.known_classes()},
      {"queries", session.ledger().asked()},
      {"labels", counters.labels},
      {"skipped", counters.skipped},
      {"open", session.ledger().open_count()},
      {"expired", counters.expired},
      {"refused", counters.refused},
      {"clipped_values", counters.clipped_values},
      {"clipped_samples", counters.clipped_samples},
      {"learner", session.options().parameters.learner},
      {"strategy", name_of(session.options().strategy)},
      {"budget", budget_text(session.options().budget)},
      {"seed", session.options().seed},
      {"seconds", result.seconds},
  };
  if (result.online.samples > 0) add_accuracy(result.online, "online_", report);
  if (result.test) {
    add_accuracy(*result.test, "", report);
    report["unknown"] = result.test->unknown_share();
  }
  return report.dump() + "\n";
}

}  // namespace mpart
