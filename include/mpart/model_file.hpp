#pragma once

#include <string>
#include <string_view>

#include "mpart/session.hpp"

namespace mpart {

// Writes the whole session to `path`: to a new file beside it, flushed to disk, then renamed, so
// that a crash or a full disk leaves the old file as it was. Throws Error(kBadInput) naming the
// path.
void save_model(const std::string& path, const Session& session, const SaveOptions& options = {});

// Reads what save_model wrote; going on from there gives the same results, bit for bit, as never
// having stopped. Throws Error(kBadInput) for a file that is foreign, newer, cut short or damaged.
Session load_model(const std::string& path);

// The same without a file. docs/model-file.md has the grammar.
std::string encode_model(const Session& session, const SaveOptions& options = {});
Session decode_model(std::string_view bytes);

}  // namespace mpart
