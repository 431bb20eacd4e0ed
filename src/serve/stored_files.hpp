#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "serve/assets.hpp"
#include "serve/http_message.hpp"

namespace mpart::serve {

// A text that many clients get: as it is and compressed, with a name for this version of it.
struct StoredText {
  StoredText() = default;
  explicit StoredText(std::string plain);  // compresses it, which takes its time

  std::shared_ptr<const std::string> text, gzip;
  std::string etag;
};

// The text, compressed if the client takes that, or 304 if it has this version already.
HttpResponse stored_response(const StoredText& stored, std::string_view content_type,
                             const HttpRequest& request);

// The files that are part of the program, ready to be sent.
class StoredFiles {
 public:
  HttpResponse response(const Asset& asset, const HttpRequest& request);

 private:
  std::map<const Asset*, StoredText> files_;  // those that were asked for
};

}  // namespace mpart::serve
