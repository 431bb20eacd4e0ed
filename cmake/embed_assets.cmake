# Writes the files of FOLDER, and FILE, into a C++ file:
# cmake -DFOLDER=web/dist -DFILE=docs/openapi.json -DOUTPUT=assets.cpp -P embed_assets.cmake
file(GLOB_RECURSE files ${FOLDER}/*)
set(arrays "")
set(table "")
set(number 0)
foreach(file ${files} ${FILE})
  get_filename_component(extension ${file} LAST_EXT)
  if(extension STREQUAL ".html")
    set(type "text/html; charset=utf-8")
  elseif(extension STREQUAL ".js")
    set(type "text/javascript; charset=utf-8")
  elseif(extension STREQUAL ".css")
    set(type "text/css; charset=utf-8")
  elseif(extension STREQUAL ".svg")
    set(type "image/svg+xml")
  elseif(extension STREQUAL ".json")
    set(type "application/json")
  else()
    message(FATAL_ERROR "${file}: what type is that?")
  endif()
  if(file STREQUAL "${FILE}")
    get_filename_component(path ${file} NAME)
  else()
    file(RELATIVE_PATH path ${FOLDER} ${file})
  endif()
  set(path "/${path}")
  if(path STREQUAL "/index.html")
    set(path "/")
  endif()
  file(READ ${file} hex HEX)
  string(LENGTH "${hex}" length)
  math(EXPR length "${length} / 2")
  string(REGEX REPLACE "(................................................................)" "\\1\n    " hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
  string(APPEND arrays "constexpr char kFile${number}[] = {\n    ${bytes}\n};\n")
  string(APPEND table "    {\"${path}\", \"${type}\", {kFile${number}, ${length}}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT} "// Made from the files of the labelling page and the description of the interface.
#include \"serve/assets.hpp\"

namespace mpart::serve {

namespace {

${arrays}
constexpr Asset kAssets[] = {
${table}};

}  // namespace

const Asset* find_asset(std::string_view path) {
  for (const Asset& asset : kAssets) {
    if (asset.path == path) return &asset;
  }
  return nullptr;
}

}  // namespace mpart::serve
")
