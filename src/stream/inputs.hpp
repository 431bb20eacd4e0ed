#pragma once

#include <string_view>

#include "mpart/archive.hpp"
#include "mpart/oracle.hpp"
#include "mpart/sample.hpp"
#include "mpart/session.hpp"

namespace mpart::stream {

// What changes a model: a sample to learn, or an answer to one of its questions. Applied again in
// the same order, they lead to the same model, bit for bit; so a list of them is a delta.
// wire::write_samples writes samples.
void write(Writer& writer, const LateAnswer& late);

// Throws Error(kInvalidData) if they are damaged, or are not for this session.
void apply_all(std::string_view inputs, Session& session);

// Learns a sample as apply_all does. `oracle` hears of new questions and answers none.
const Step& apply(Sample& sample, Session& session, Oracle& oracle);

}  // namespace mpart::stream
