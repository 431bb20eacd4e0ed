#pragma once

#include <optional>
#include <string>

#include "cli/run_record.hpp"

namespace mpart {

// Where a run keeps its model, and whether it goes on from one that is there.
//   answers from the data's labels   --model, if given, which is replaced
//   answers from outside             --model; else the model of --resume; else a name made of the
//                                    data's. A model that is there is continued if its record says
//                                    the same of the data, and is an error otherwise.
struct KeptModel {
  std::string path;                  // empty: nothing is kept
  std::string resume;                // model to load first; empty: a new one
  std::optional<RunRecord> goes_on;  // of the model in `resume`, if the same command made it
  bool by_default = false;           // nobody named the path
};

struct KeptModelRequest {
  std::string data, model, resume;  // as the flags say
  bool outside = false;             // answers come from a person, a program or files
  bool overwrite = false;
};

// `now`: what the record of this run would be. Throws Error(kConflict) rather than lose answers.
KeptModel keep_model(const KeptModelRequest& request, const RunRecord& now);

// photos/ gives photos.mpart, data/train.csv.gz train.mpart, - stream.mpart, synthetic:moons,..
// gives moons.mpart; in the current folder.
std::string default_model_name(const std::string& data);

// Removes model and record, for --overwrite.
void remove_model(const std::string& path);

}  // namespace mpart
