"""Arrays as the engine takes them, in all versions of scikit-learn."""

from __future__ import annotations

from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_array

try:
    from sklearn.utils.validation import validate_data as _validate_data
except ImportError:  # before 1.6

    def _validate_data(estimator: Any, X: Any, **options: Any) -> Any:
        return estimator._validate_data(X, **options)


# force_all_finite until 1.6, ensure_all_finite from then on.
_NEW = "ensure_all_finite" in signature(check_array).parameters
_FINITE = "ensure_all_finite" if _NEW else "force_all_finite"


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


def validated(estimator: Any, X: Any, reset: bool) -> NDArray[Any]:
    """A C-contiguous float32 or float64 array; the same one if it is that already."""
    options = {"dtype": [np.float64, np.float32], "order": "C", _FINITE: False, "reset": reset}
    return in_place(_validate_data(estimator, X, **options))
