#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "mpart/session.hpp"
#include "serve/graph_map.hpp"
#include "serve/stored_files.hpp"

namespace mpart::serve {

// Draws the map of GET /graph in another thread, from a copy of the learner: asking every node for
// its class takes longer than an answer may. Its functions are called, and call back, in the
// io_context's thread.
class MapDrawer {
 public:
  using Then = std::function<void(const StoredText& map)>;  // what GET /graph answers

  MapDrawer(boost::asio::io_context& context, boost::asio::thread_pool& thread,
            const Session& session)
      : context_(context), thread_(thread), session_(session) {}

  // Draws a new map if the present one is old.
  void refresh();

  bool is_drawn() const { return text_.text != nullptr; }

  // Calls `then` with a map that is not old, as soon as there is one.
  void when_drawn(Then then);

  // Where a sample is; nothing while there is no map.
  std::optional<plot::Point> place(std::span<const double> values) const {
    return map_.place(values);
  }

 private:
  struct Drawing {
    GraphMap map;
    StoredText text;
  };

  static Drawing draw(GraphMap map, const Parameters& parameters, std::string learner);
  void drawn(Drawing drawing);

  boost::asio::io_context& context_;
  boost::asio::thread_pool& thread_;
  const Session& session_;
  GraphMap map_;
  StoredText text_;
  bool drawing_ = false;
  std::chrono::steady_clock::time_point old_at_;  // from then on the map is old
  std::vector<Then> waiting_;
};

}  // namespace mpart::serve
