#include "serve/http_json.hpp"

#include <algorithm>
#include <string_view>

#include "plot/text.hpp"
#include "wire/error_table.hpp"
#include "wire/limits.hpp"
#include "wire/number_text.hpp"

namespace mpart::serve {

namespace {

template <typename AnyJson>
std::string utf8_text(const AnyJson& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string_view phrase_of(int status) {
  struct Phrase {
    int status;
    std::string_view text;
  };
  static constexpr Phrase kPhrases[] = {
      {400, "bad request"},
      {401, "unauthorized"},
      {403, "forbidden"},
      {404, "not found"},
      {405, "method not allowed"},
      {408, "request timeout"},
      {409, "conflict"},
      {413, "content too large"},
      {415, "unsupported media type"},
      {417, "expectation failed"},
      {422, "unprocessable content"},
      {429, "too many requests"},
      {431, "request header fields too large"},
      {503, "unavailable"},
  };
  for (const Phrase& phrase : kPhrases) {
    if (phrase.status == status) return phrase.text;
  }
  return "refused";
}

std::string problem_page(const Problem& problem, int status, const std::string& request_id) {
  return R"(<!doctype html><html lang="en"><meta charset="utf-8"><title>mpart: )" +
         plot::xml_escaped(problem.title) + "</title><h1>" + plot::xml_escaped(problem.title) +
         "</h1><p>" + plot::xml_escaped(problem.detail) + "</p><p>Status " +
         std::to_string(status) + ", request " + plot::xml_escaped(request_id) + "</p></html>\n";
}

}  // namespace

Json parsed(const std::string& body, const wire::JsonBounds& bounds) {
  wire::check_bounds(body, bounds);
  Json value = Json::parse(body, nullptr, false);
  if (value.is_discarded()) throw invalid_data("the body is not JSON");
  return value;
}

std::optional<std::uint64_t> whole_number_of(const Json& value) {
  if (value.is_number_unsigned()) return wire::whole_number(value.get<std::uint64_t>());
  return value.is_number_float() ? wire::whole_number(value.get<double>()) : std::nullopt;
}

wire::SampleRules sample_rules(const wire::SampleForm& form) {
  return form.rules(
      {.most_samples = wire::kMostHttpSamples, .shows = true, .refuse_unknown = true});
}

void require_unlabelled(const Samples& samples, const std::string& label_key) {
  const std::vector<Sample>& all = samples.samples;
  const auto labelled = std::find_if(all.begin(), all.end(),
                                     [](const Sample& sample) { return !sample.label.empty(); });
  if (labelled == all.end()) return;
  throw invalid_data(
      wire::sample_name(static_cast<std::size_t>(labelled - all.begin()), all.size()) +
      "predict learns nothing; leave \"" + label_key + "\" out");
}

HttpResponse json_response(const Json& value, int status) {
  return {status, "application/json", utf8_text(value), {}};
}

HttpResponse problem_response(ErrorKind kind, const std::string& detail) {
  const wire::ErrorRow& row = wire::error_row(kind);
  HttpResponse response;
  response.status = row.http_status;
  response.problem = Problem{row.name, detail};
  return response;
}

HttpResponse problem_response(const Error& error) {
  return problem_response(error.kind(), error.what());
}

HttpResponse refusal_response(int status, const std::string& detail) {
  HttpResponse response;
  response.status = status;
  response.problem = Problem{phrase_of(status), detail};
  return response;
}

void write_problem(HttpResponse& response, const std::string& request_id, bool as_page) {
  const Problem& problem = *response.problem;
  if (as_page) {
    response.content_type = "text/html; charset=utf-8";
    response.body = problem_page(problem, response.status, request_id);
    response.headers.emplace_back("Content-Security-Policy", "default-src 'none'");
    return;
  }
  const nlohmann::ordered_json object = {
      {"type", "about:blank"},     {"title", problem.title},
      {"status", response.status}, {"code", wire::code_of_title(problem.title)},
      {"detail", problem.detail},  {"request_id", request_id}};
  response.content_type = "application/problem+json";
  response.body = utf8_text(object);
}

}  // namespace mpart::serve
