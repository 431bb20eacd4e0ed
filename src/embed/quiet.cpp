#include "embed/quiet.hpp"

#include <opencv2/core/utils/logger.hpp>

namespace mpart::embed {

namespace logging = cv::utils::logging;

Quiet::Quiet() : level_(logging::setLogLevel(logging::LOG_LEVEL_SILENT)) {}
Quiet::~Quiet() { logging::setLogLevel(static_cast<logging::LogLevel>(level_)); }

}  // namespace mpart::embed
