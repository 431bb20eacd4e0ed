#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/output_file.hpp"
#include "cli/report.hpp"
#include "cli/run_outputs.hpp"
#include "mpart/model_file.hpp"
#include "plot/graph_export.hpp"
#include "plot/graph_statistics.hpp"

namespace mpart {

namespace {

// The numbers that every model has; density weighting and the most nodes have lines of their own.
std::string parameters_text(const Parameters& parameters) {
  std::vector<std::string> texts;
  for (const ParameterRow& row : parameter_table()) {
    if (row.name == "density_weighting" || row.name == "max_nodes") continue;
    texts.push_back(std::string(row.name) + ' ' + shortest(row.get(parameters)));
  }
  return joined(texts);
}

nlohmann::ordered_json parameters_json(const Parameters& parameters) {
  nlohmann::ordered_json json;
  for (const ParameterRow& row : parameter_table()) {
    std::visit([&](auto member) { json[std::string(row.name)] = parameters.*member; }, row.member);
  }
  return json;
}

std::string model_table(const Session& session, const Preparation& preparation) {
  const SessionOptions& options = session.options();
  const Parameters& p = options.parameters;
  Table table;
  table.add("learner", p.learner);
  table.add("samples seen", grouped(session.counters().samples));
  for (const std::string& line : preparation.describe()) table.add("prepared", line);
  table.add("values", grouped(session.learner().width()) +
                          (session.scaling().is_identity() ? "" : ", scaled to [0,1]"));
  table.add("strategy", std::string(name_of(options.strategy)) + ", budget " +
                            budget_text(options.budget) + ", seed " + std::to_string(options.seed));
  table.add("parameters", parameters_text(p));
  if (!p.density_weighting) table.add("density weighting", "off");
  if (p.max_nodes != 0) table.add("most nodes", grouped(p.max_nodes));
  table.add("questions", grouped(session.ledger().asked()) + " asked, " +
                             grouped(session.counters().labels) + " labels, " +
                             grouped(session.ledger().open_count()) + " open");
  return table.text();
}

std::string graph_table(const plot::GraphStatistics& s) {
  Table table;
  table.add("nodes", grouped(s.nodes));
  table.add("nodes that won once", grouped(s.nodes_that_won_once));
  table.add("nodes with a label of their own", grouped(s.labelled_nodes));
  table.add("nodes without edges", grouped(s.nodes_without_edges));
  table.add("connected components", grouped(s.components));
  table.add("edges", grouped(s.edges));
  table.add("co-activations", grouped(s.coactivations));
  table.add("  per node", fixed(s.coactivations_per_node, 2));
  table.add("  per sample", fixed(s.coactivations_per_sample, 2));
  table.add("neighbours per node", fixed(s.mean_degree, 2) + "   (the paper counts an edge once: " +
                                       fixed(s.edges_per_node, 2) + ")");
  table.add("most neighbours", grouped(s.max_degree));
  table.add("mean edge weight",
            fixed(s.mean_edge_weight, 3) +
                "   (the paper adds both directions: " + fixed(s.mean_edge_weight_paper, 3) + ")");
  return table.text();
}

std::vector<std::uint64_t> labels_by_class(const Graph& graph) {
  std::vector<std::uint64_t> labels(graph.classes.size());
  for (const Graph::Node& node : graph.nodes) {
    for (const auto& [label, count] : node.labels) {
      labels[label] += static_cast<std::uint64_t>(count);
    }
  }
  return labels;
}

std::string class_table(const Graph& graph) {
  const std::vector<std::uint64_t> labels = labels_by_class(graph);
  std::vector<std::uint64_t> nodes(graph.classes.size());
  std::uint64_t unknown = 0;
  for (const Graph::Node& node : graph.nodes) {
    ++(node.predicted == kNoClass ? unknown : nodes[node.predicted]);
  }
  Table table;
  for (std::size_t y = 0; y < graph.classes.size(); ++y) {
    table.add(graph.classes[y],
              grouped(labels[y]) + " labels, " + grouped(nodes[y]) + " nodes answer so");
  }
  if (unknown > 0) table.add("unknown", grouped(unknown) + " nodes");
  return table.text();
}

std::string json_text(const Session& session, const Graph& graph, const plot::GraphStatistics& s) {
  const SessionOptions& options = session.options();
  const Parameters& p = options.parameters;
  nlohmann::ordered_json report = {
      {"learner", p.learner},
      {"samples", s.samples},
      {"values", session.learner().width()},
      {"strategy", name_of(options.strategy)},
      {"budget", budget_text(options.budget)},
      {"seed", options.seed},
      {"parameters", parameters_json(p)},
      {"queries", session.ledger().asked()},
      {"labels", session.counters().labels},
      {"open", session.ledger().open_count()},
      {"nodes", s.nodes},
      {"nodes_that_won_once", s.nodes_that_won_once},
      {"labelled_nodes", s.labelled_nodes},
      {"nodes_without_edges", s.nodes_without_edges},
      {"components", s.components},
      {"edges", s.edges},
      {"coactivations", s.coactivations},
      {"coactivations_per_node", s.coactivations_per_node},
      {"coactivations_per_sample", s.coactivations_per_sample},
      {"mean_degree", s.mean_degree},
      {"edges_per_node", s.edges_per_node},
      {"max_degree", s.max_degree},
      {"mean_edge_weight", s.mean_edge_weight},
      {"mean_edge_weight_both_directions", s.mean_edge_weight_paper},
      {"classes", nlohmann::ordered_json::object()},
  };
  const std::vector<std::uint64_t> labels = labels_by_class(graph);
  for (std::size_t y = 0; y < labels.size(); ++y) report["classes"][graph.classes[y]] = labels[y];
  return report.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

class InspectCommand : public Command {
 public:
  explicit InspectCommand(CLI::App* app) : Command(app) {
    app->add_option("MODEL", model_path_, "model file")->required();
    app->add_option("--export", export_path_, "write the graph as .graphml, .json or .dot");
    app->add_option("--ledger", ledger_path_, "write the queries as CSV; - is standard output");
    app->add_flag("--json", json_, "print one JSON object");
  }

  int run() override {
    const Session session = load_model(model_path_, {}, &preparation_);
    const Graph graph = session.learner().graph();
    require_distinct({export_path_, ledger_path_}, {model_path_});
    if (!export_path_.empty()) {
      const std::string ending = std::filesystem::path(export_path_).extension().string();
      const auto format = plot::parse_graph_format(ending.empty() ? ending : ending.substr(1));
      OutputFile file(export_path_);
      plot::write_graph(file.stream(), graph, format);
      file.commit();
    }
    if (!ledger_path_.empty()) {
      OutputFile file(ledger_path_);
      write_ledger(session, file.stream());
      file.commit();
      if (ledger_path_ == "-") return kExitDone;
    }
    const auto statistics =
        plot::graph_statistics(graph, session.counters().coactivations, session.counters().samples);
    if (json_) {
      std::cout << json_text(session, graph, statistics);
    } else {
      std::cout << model_table(session, preparation_) << '\n'
                << graph_table(statistics) << '\n'
                << class_table(graph);
    }
    return kExitDone;
  }

 private:
  std::string model_path_, export_path_, ledger_path_;
  Preparation preparation_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_inspect(CLI::App* app) {
  return std::make_unique<InspectCommand>(app);
}

}  // namespace mpart
