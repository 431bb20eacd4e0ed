#pragma once

#include <string>
#include <string_view>

#include "serve/http_json.hpp"
#include "serve/server.hpp"

namespace mpart::serve {

// Throws Error(kInvalidData) unless each network takes what the one before it gives, and a model of
// `width` values, if that is not 0, what the last one gives.
void require_fit(const Embedding& embedding, std::size_t width);

// Replaces the values of every sample by what the networks make of them, or of its picture if it
// has no values. Throws Error(kInvalidData) that names the sample, and what a
// network throws.
void embed(Samples& samples, Embedding& embedding);

// The bytes of data:image/png;base64,... for what can be embedded. Throws
// Error(kInvalidData).
std::string picture_bytes(std::string_view url);

}  // namespace mpart::serve
