#pragma once

// The whole library but for networks (mpart/embedder.hpp).
#include "mpart/error.hpp"
#include "mpart/frozen.hpp"
#include "mpart/learner.hpp"
#include "mpart/ledger.hpp"
#include "mpart/merge.hpp"
#include "mpart/model_file.hpp"
#include "mpart/node_view.hpp"
#include "mpart/oracle.hpp"
#include "mpart/parameters.hpp"
#include "mpart/prediction.hpp"
#include "mpart/sample.hpp"
#include "mpart/scratch.hpp"
#include "mpart/session.hpp"
#include "mpart/source.hpp"
#include "mpart/strategy.hpp"
#include "mpart/version.hpp"
