#pragma once

#include <string>

namespace mpart {

// Files that belong to another by their name. Each gives the path of the first that exists, packed
// or not, or nothing.

// name-x.npy -> name-y.npy, X.npy -> y.npy, X_train.npy -> y_train.npy
std::string find_npy_labels(const std::string& features_path);

// train-images-idx3-ubyte -> train-labels-idx1-ubyte
std::string find_idx_labels(const std::string& images_path);

// data_batch_1.bin -> batches.meta.txt
std::string find_cifar_names(const std::string& batch_path);

// Without the ending .gz.
std::string without_gz(const std::string& path);

}  // namespace mpart
