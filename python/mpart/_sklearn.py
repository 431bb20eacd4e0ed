"""What scikit-learn calls differently in its versions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mpart._inputs import in_place

try:
    from sklearn.utils.validation import validate_data as _validate_data
except ImportError:  # before 1.6

    def _validate_data(estimator: Any, X: Any, **options: Any) -> Any:
        return estimator._validate_data(X, **options)


def _finite_option() -> str:
    """force_all_finite until 1.6, ensure_all_finite from then on."""
    from inspect import signature

    from sklearn.utils import check_array

    new = "ensure_all_finite"
    return new if new in signature(check_array).parameters else "force_all_finite"


_FINITE = _finite_option()


def validated(estimator: Any, X: Any, reset: bool) -> NDArray[Any]:
    """A C-contiguous float32 or float64 array; the same one if it is that already."""
    options = {"dtype": [np.float64, np.float32], "order": "C", _FINITE: False, "reset": reset}
    return in_place(_validate_data(estimator, X, **options))
