#include "serve/map_drawer.hpp"

#include <boost/asio/post.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "mpart/archive.hpp"
#include "mpart/learner.hpp"
#include "serve/http_json.hpp"

namespace mpart::serve {

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

void MapDrawer::when_drawn(Then then) {
  refresh();
  if (!drawing_) return then(text_);
  waiting_.push_back(std::move(then));
}

void MapDrawer::refresh() {
  const Clock::time_point now = Clock::now();
  if (drawing_ || (text_.text && now < old_at_)) return;
  drawing_ = true;
  Writer writer;
  session_.learner().save(writer, {});
  // Many pages may look at it, and the copy of a large model takes its time.
  constexpr int kShare = 50;  // of the time, at most one part in so many goes into copies
  old_at_ = Clock::now() +
            std::max<Clock::duration>(std::chrono::seconds(1), kShare * (Clock::now() - now));
  auto copy = std::make_shared<std::string>(writer.take_bytes());
  asio::post(thread_, [this, copy, map = map_, parameters = session_.options().parameters] {
    auto drawing = std::make_shared<Drawing>(draw(map, parameters, std::move(*copy)));
    asio::post(context_, [this, drawing] { drawn(std::move(*drawing)); });
  });
}

namespace {

// `learner` and the learner that is made of it are gone when this returns: one copy of a large
// model at a time.
Graph graph_of(const Parameters& parameters, std::string learner) {
  const std::unique_ptr<Learner> copy = make_learner(parameters);
  Reader reader(learner);
  copy->load(reader);
  learner = {};
  return copy->graph();
}

}  // namespace

MapDrawer::Drawing MapDrawer::draw(GraphMap map, const Parameters& parameters,
                                   std::string learner) {
  constexpr std::size_t kMostNodes = 5000;
  constexpr std::size_t kMostEdges = 20000;
  Graph graph = graph_of(parameters, std::move(learner));
  const std::vector<std::string> classes = graph.classes;
  map.draw(std::move(graph), kMostNodes, kMostEdges);
  Json nodes = Json::array();
  for (const GraphMap::Node& node : map.nodes()) {
    nodes.push_back({node.x, node.y, node.wins, node.label});
  }
  Json edges = Json::array();
  for (const GraphMap::Edge& edge : map.edges()) {
    edges.push_back({edge.from, edge.to, edge.weight});
  }
  const Json drawn = {{"classes", classes}, {"nodes", nodes}, {"edges", edges}};
  return {std::move(map), StoredText(json_response(drawn).body)};
}

void MapDrawer::drawn(Drawing drawing) {
  drawing_ = false;
  map_ = std::move(drawing.map);
  text_ = std::move(drawing.text);
  for (const Then& then : std::exchange(waiting_, {})) then(text_);
}

}  // namespace mpart::serve
