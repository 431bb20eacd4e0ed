#pragma once

// Everything.
#include "mpart/error.hpp"
#include "mpart/frozen.hpp"
#include "mpart/learner.hpp"
#include "mpart/ledger.hpp"
#include "mpart/model_file.hpp"
#include "mpart/oracle.hpp"
#include "mpart/prediction.hpp"
#include "mpart/sample.hpp"
#include "mpart/session.hpp"
#include "mpart/source.hpp"
#include "mpart/strategy.hpp"
