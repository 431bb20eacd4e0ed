#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "mpart/error.hpp"
#include "serve/http_message.hpp"
#include "wire/json_bounds.hpp"
#include "wire/sample_json.hpp"

// JSON in requests and in responses.
namespace mpart::serve {

using Json = nlohmann::json;

// What a request says. Throws Error(kInvalidData) if the body is not JSON, or is beyond the bounds.
Json parsed(const std::string& body, const wire::JsonBounds& bounds = {});

// A whole number as wire::whole_number() has it; 15.0 is one, as in JSON Schema. Nothing for any
// other value.
std::optional<std::uint64_t> whole_number_of(const Json& value);

// The body of POST /samples and POST /predict.
using Samples = wire::SampleBatch;

// How it is read where samples have this form: with what is to be shown, and no unknown field.
wire::SampleRules sample_rules(const wire::SampleForm& form);

// Throws Error(kInvalidData) that names a sample with a label, which POST /predict does not take.
void require_unlabelled(const Samples& samples, const std::string& label_key);

// Text that is not UTF-8, in the name of a class for example, is made so.
HttpResponse json_response(const Json& value, int status = 200);

// Error responses (RFC 9457):
// {"type":"about:blank","title":"not found","status":404,"code":"not_found",
//  "detail":"query 7 was never asked","request_id":"k3f9a2xy-17"}

// What mpart cannot do. wire/error_table has the status and the title of each kind.
HttpResponse problem_response(ErrorKind kind, const std::string& detail);
HttpResponse problem_response(const Error& error);

// What HTTP does not allow: no such path, a wrong method, no token, too many bytes. The title is
// HTTP's phrase for the status.
HttpResponse refusal_response(int status, const std::string& detail);

// Writes the problem of a response into its body: as application/problem+json, or as a page to look
// at.
void write_problem(HttpResponse& response, const std::string& request_id, bool as_page);

}  // namespace mpart::serve
