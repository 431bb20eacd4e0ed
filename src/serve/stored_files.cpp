#include "serve/stored_files.hpp"

#include <zlib.h>

#include <array>
#include <charconv>
#include <utility>

#include "util/crc64.hpp"

namespace mpart::serve {

namespace {

// Empty if it cannot be done.
std::string compressed(const std::string& text) {
  constexpr int kGzip = 15 + 16;  // the largest window, with gzip's header
  constexpr int kMemory = 8;
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemory,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    return {};
  }
  std::string out(deflateBound(&stream, text.size()), '\0');
  // zlib reads what it is given and does not change it.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const bool done = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  out.resize(done ? stream.total_out : 0);
  deflateEnd(&stream);
  return out;
}

std::string hex_text(std::uint64_t number) {
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.begin(), digits.end(), number, 16);
  return {digits.data(), end.ptr};
}

}  // namespace

StoredText::StoredText(std::string plain)
    : text(std::make_shared<const std::string>(std::move(plain))),
      etag('"' + hex_text(crc64(*text)) + '"') {
  constexpr std::size_t kWorthIt = 1024;
  if (text->size() < kWorthIt) return;
  std::string small = compressed(*text);
  if (!small.empty()) gzip = std::make_shared<const std::string>(std::move(small));
}

HttpResponse stored_response(const StoredText& stored, std::string_view content_type,
                             const HttpRequest& request) {
  HttpResponse response;
  response.content_type = content_type;
  response.headers = {
      {"ETag", stored.etag}, {"Cache-Control", "no-cache"}, {"Vary", "Accept-Encoding"}};
  if (request.if_none_match.find(stored.etag) != std::string::npos) {
    response.status = 304;
    return response;
  }
  const bool takes_gzip = request.accept_encoding.find("gzip") != std::string::npos;
  response.shared = stored.text;
  if (takes_gzip && stored.gzip) {
    response.shared = stored.gzip;
    response.headers.emplace_back("Content-Encoding", "gzip");
  }
  return response;
}

HttpResponse StoredFiles::response(const Asset& asset, const HttpRequest& request) {
  StoredText& stored = files_[&asset];
  if (!stored.text) stored = StoredText(std::string(asset.bytes));
  return stored_response(stored, asset.type, request);
}

}  // namespace mpart::serve
