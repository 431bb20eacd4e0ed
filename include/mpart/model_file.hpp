#pragma once

#include <string>
#include <string_view>

#include "mpart/preparation.hpp"
#include "mpart/session.hpp"

namespace mpart {

// Writes the whole session, and how its samples were prepared, to `path`: to a new file beside it,
// flushed to disk, then renamed, so that a crash or a full disk leaves the old file as it was.
// Throws Error that names the path.
void save_model(const std::string& path, const Session& session, const SaveOptions& options = {},
                const Preparation& preparation = {});

// Reads what save_model() wrote; going on from there gives the same results, bit for bit, as never
// having stopped. A session with parts of the caller's own needs them again, new and empty. Throws
// Error(kNotFound), Error(kInvalidData) for a file that is no model, Error(kUnsupported) for one of
// a newer version, Error(kCorrupt) for one that is cut short or damaged.
//
// `preparation`: what has to be done to a sample first. Without it a model that has any stages is
// refused with Error(kUnsupported): raw samples would mean nothing to it.
Session load_model(const std::string& path, SessionParts own = {},
                   Preparation* preparation = nullptr);

// The same without a file. docs/model-file.md has the grammar.
std::string encode_model(const Session& session, const SaveOptions& options = {},
                         const Preparation& preparation = {});
Session decode_model(std::string_view bytes, SessionParts own = {},
                     Preparation* preparation = nullptr);

}  // namespace mpart
