#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mpart::embed {

struct PictureFile {
  std::string path;
  std::string id;  // the path as its folder or list knows it
  std::string label;
};

// By the name's end: .png, .jpg, .jpeg in any case.
bool is_picture_name(std::string_view path);

// The pictures of a folder, list or single file; see open_pictures. Never empty: throws
// Error(kBadInput).
std::vector<PictureFile> list_pictures(const std::string& path);

// Whether open_pictures is meant: a folder, a picture's name, or a list by its first two lines.
bool is_picture_data(const std::string& path);

}  // namespace mpart::embed
