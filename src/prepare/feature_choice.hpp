#pragma once

#include "prepare/features.hpp"
#include "prepare/matrix.hpp"

namespace mpart::embed {

// Share of the variance, from about 0 to 1, that a pixel has in common with the one `step` columns
// behind it, over all pixels of pictures with sides of `side` pixels: near 1 in pictures, near 0 in
// tables whose columns have no order. Steps: 1 to the right, `side` downwards.
double shared_variance(const Matrix& rows, std::size_t side, std::size_t step);

// How far a picture is from its copy that is moved by one pixel, by its features, as a share of the
// way to the next picture; the median over the rows. Above 1: pictures that look the same are
// farther apart than different ones. REQUIRES: rows for which the features can be made.
double shift_sensitivity(const Matrix& rows, Features features);

// Gradients or pixels, without labels. Gradients if rows can be pictures, neighbouring pixels are
// alike, and gradients are less sensitive to a shift than pixels are; with the pixels beside them
// if the pictures are in colour, of which gradients know nothing. Looks at up to a thousand rows,
// evenly chosen.
Features choose_features(const Matrix& rows);

}  // namespace mpart::embed
