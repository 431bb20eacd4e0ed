#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "serve/demo.hpp"
#include "serve/engine.hpp"
#include "serve/graph_map.hpp"
#include "serve/http_server.hpp"

namespace mpart::serve {

// What clients see, as docs/http-api.md describes it.
HttpResponse json_response(const nlohmann::json& value, int status = 200);
HttpResponse error_response(int status, const std::string& what);

// Appended as text: this is written for every sample.
void append_step(std::string& out, const Session& session, const Step& step, QueryId first_query);
nlohmann::json prediction_json(const Session& session, const Prediction& prediction);
// `demo` may be null.
nlohmann::json model_json(const Engine& engine, const Demo* demo, bool with_history);
nlohmann::json answer_json(const Session& session, QueryId id);  // what became of a question
nlohmann::json query_json(Engine& engine, const GraphMap& map, const LedgerEntry& asked);

}  // namespace mpart::serve
