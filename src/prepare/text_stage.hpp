#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "mpart/embedder.hpp"
#include "mpart/scaling.hpp"
#include "prepare/text_embedder.hpp"

namespace mpart::embed {

// What makes numbers of samples that have a text: their own values, brought to [0,1], and then
// those of the text.
std::string encode_text_stage(const Scaling& numbers, const TextEmbedder& texts);

// Throws Error(kCorrupt) for bytes that encode_text_stage() cannot have made.
std::unique_ptr<Embedder> make_text_stage(std::string_view bytes, std::string name);

}  // namespace mpart::embed
