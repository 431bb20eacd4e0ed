# Parametric UMAP; libtorch is known to network.cpp alone, libonnx to onnx_file.cpp alone.
include(${CMAKE_CURRENT_LIST_DIR}/graph.cmake)
target_sources(mpart_train PRIVATE
  edge_batches.cpp encoder.cpp network.cpp onnx_file.cpp pair_loss.cpp parametric_umap.cpp training.cpp)
set_source_files_properties(onnx_file.cpp TARGET_DIRECTORY mpart_train PROPERTIES
  COMPILE_DEFINITIONS "ONNX_ML=1;ONNX_NAMESPACE=onnx")
set_source_files_properties(parametric_umap.cpp TARGET_DIRECTORY mpart_train PROPERTIES
  COMPILE_DEFINITIONS "MPART_VERSION=\"${PROJECT_VERSION}\"")
