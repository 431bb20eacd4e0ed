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

struct PictureList {
  std::vector<PictureFile> files;
  // Files of a folder, as paths within it, that are no pictures; hidden ones are not looked at.
  std::vector<std::string> passed_over;
};

// By the name's end: .png, .jpg, .jpeg, .jpe, .jfif, .webp, .gif, .bmp, .tif or .tiff in any case.
bool is_picture_name(std::string_view path);

// The pictures of
//   a folder       what has the name of a picture, or no ending and the first bytes of one; the
//   name
//                  of a subfolder is the label of all pictures in it
//   a list         text, one `path,label` or `path` a line; paths begin at the list's folder
//   one picture
// Never none: throws Error(kInvalidData), also for an id or a label of a folder or list that breaks
// the rules of wire/limits.hpp.
PictureList list_pictures(const std::string& path);

// The lines of a list, whose paths begin at the folder of `path`.
std::vector<PictureFile> parse_picture_list(std::string_view text, const std::string& path);

// Whether list_pictures is meant: a folder, a picture by its name or its first bytes, or a list by
// its first two lines.
bool is_picture_data(const std::string& path);

}  // namespace mpart::embed
