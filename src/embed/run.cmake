# Networks and pictures as they are used; OpenCV is known to three of these files only.
target_sources(mpart_embed PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/embedded_source.cpp
  ${CMAKE_CURRENT_LIST_DIR}/onnx_embedder.cpp
  ${CMAKE_CURRENT_LIST_DIR}/onnx_outline.cpp
  ${CMAKE_CURRENT_LIST_DIR}/picture_bytes.cpp
  ${CMAKE_CURRENT_LIST_DIR}/picture_list.cpp
  ${CMAKE_CURRENT_LIST_DIR}/pictures.cpp
  ${CMAKE_CURRENT_LIST_DIR}/quiet.cpp)
