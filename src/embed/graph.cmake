# The graph that Parametric UMAP learns to draw: plain C++ and hnswlib.
find_package(Threads REQUIRED)
target_sources(mpart_train PRIVATE
  ${CMAKE_CURRENT_LIST_DIR}/curve_fit.cpp
  ${CMAKE_CURRENT_LIST_DIR}/fuzzy_set.cpp
  ${CMAKE_CURRENT_LIST_DIR}/neighbours.cpp
  ${CMAKE_CURRENT_LIST_DIR}/neighbours_exact.cpp
  ${CMAKE_CURRENT_LIST_DIR}/neighbours_hnsw.cpp)
target_link_libraries(mpart_train PUBLIC Threads::Threads)
