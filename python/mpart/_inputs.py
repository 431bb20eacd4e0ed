"""Arrays as the engine takes them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def require_finite(X: NDArray[Any]) -> None:
    finite = np.isfinite(X)
    if finite.all():
        return
    row, column = np.argwhere(~finite)[0]
    what = "NaN" if np.isnan(X[row, column]) else "infinity"
    raise ValueError(f"Input X contains {what}: row {row}, column {column} (counted from 0)")


def in_place(X: Any) -> NDArray[Any]:
    """The array itself if the engine can read it where it is, else one copy of it."""
    X = np.asarray(X)
    dtype = X.dtype if X.dtype in (np.float32, np.float64) else np.float64
    return np.require(X, dtype=dtype, requirements=["C_CONTIGUOUS", "ALIGNED"])


def samples_of(X: Any) -> NDArray[Any]:
    """A 2-D array of finite numbers. Raises ValueError naming the row and the column."""
    X = in_place(X)
    if X.ndim != 2:
        raise ValueError(f"samples are a 2-D array, {X.ndim} dimensions found")
    require_finite(X)
    return X
