"""Arrays as the engine takes them, in all versions of scikit-learn."""

from __future__ import annotations

from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_array

from mpart_learn._cells import is_missing

try:
    from sklearn.utils.validation import validate_data as _validate_data
except ImportError:  # before 1.6

    def _validate_data(estimator: Any, X: Any, **options: Any) -> Any:
        return estimator._validate_data(X, **options)


# force_all_finite until 1.6, ensure_all_finite from then on.
_NEW = "ensure_all_finite" in signature(check_array).parameters
_FINITE = "ensure_all_finite" if _NEW else "force_all_finite"


def _refuse(X: NDArray[Any], wrong: NDArray[np.bool_]) -> None:
    if not wrong.any():
        return
    row, column = np.argwhere(wrong)[0]
    what = "NaN" if np.isnan(X[row, column]) else "infinity"
    raise ValueError(f"Input X contains {what}: row {row}, column {column} (counted from 0)")


def require_finite(X: NDArray[Any]) -> None:
    _refuse(X, ~np.isfinite(X))


def require_no_infinity(X: NDArray[Any]) -> None:
    """NaN is a missing value."""
    _refuse(X, np.isinf(X))


def _numeric(X: Any) -> NDArray[Any]:
    """An array of numbers; what is missing in it (None, pandas' NA, masked) is NaN."""
    if isinstance(X, np.ma.MaskedArray):
        return X.astype(float).filled(np.nan)
    X = np.asarray(X)
    if X.dtype.kind in "fiub":
        return X
    if X.dtype.kind == "O":
        missing = np.vectorize(is_missing, otypes=[bool])(X) if X.size else np.zeros(X.shape, bool)
        return np.where(missing, np.nan, X).astype(float)
    if X.dtype.kind == "U":
        return X.astype(float)
    raise ValueError(f"numbers expected, an array of {X.dtype} found")


def in_place(X: Any) -> NDArray[Any]:
    """The array itself if the engine can read it where it is, else one copy of it."""
    X = _numeric(X)
    dtype = X.dtype if X.dtype in (np.float32, np.float64) else np.float64
    return np.require(X, dtype=dtype, requirements=["C_CONTIGUOUS", "ALIGNED"])


def numbers_of(x: Any) -> NDArray[np.float64]:
    """One sample of numbers, NaN where a value is missing."""
    return np.require(_numeric(x), dtype=np.float64, requirements=["C_CONTIGUOUS", "ALIGNED"])


def samples_of(X: Any) -> NDArray[Any]:
    """A 2-D array of numbers, NaN where one is missing. Raises ValueError naming the row and the
    column of an infinite one."""
    X = in_place(X)
    if X.ndim != 2:
        raise ValueError(f"samples are a 2-D array, {X.ndim} dimensions found")
    require_no_infinity(X)
    return X


def validated(estimator: Any, X: Any, reset: bool) -> NDArray[Any]:
    """A C-contiguous float32 or float64 array; the same one if it is that already."""
    options = {"dtype": [np.float64, np.float32], "order": "C", _FINITE: False, "reset": reset}
    return in_place(_validate_data(estimator, X, **options))
