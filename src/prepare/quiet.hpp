#pragma once

#include <opencv2/core/utils/logger.hpp>

namespace mpart::embed {

// While it lives OpenCV does not write to standard error; what it says is in its exceptions.
// OpenCV has one level for the whole process: what another thread does with OpenCV is quiet too.
class Quiet {
 public:
  Quiet() : level_(cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT)) {}
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;
  ~Quiet() { cv::utils::logging::setLogLevel(level_); }

 private:
  cv::utils::logging::LogLevel level_;  // before
};

}  // namespace mpart::embed
