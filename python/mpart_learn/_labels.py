"""Labels of any kind to codes, and which of them are missing."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import column_or_1d

MISSING = -1  # the code of a sample without a label


def _is_missing(label: Any, missing_label: Any) -> bool:
    if label is None or type(label).__name__ == "NAType":
        return True
    if isinstance(label, float) and label != label:
        return True
    return type(label) is type(missing_label) and label == missing_label


def _missing(y: NDArray[Any], missing_label: Any) -> NDArray[np.bool_]:
    if y.dtype.kind == "O":
        return np.fromiter((_is_missing(label, missing_label) for label in y), bool, len(y))
    missing = np.isnan(y) if y.dtype.kind == "f" else np.zeros(len(y), bool)
    same_kind = isinstance(missing_label, str) == (y.dtype.kind == "U")
    if missing_label is not None and same_kind:
        missing |= y == missing_label
    return missing


def _natural(known: NDArray[Any]) -> NDArray[Any]:
    """Numbers in an object array become an array of numbers."""
    if known.dtype.kind != "O" or all(isinstance(label, str) for label in known):
        return known
    plain = np.array(known.tolist())
    if plain.ndim != 1 or plain.dtype.kind not in "biuf":
        raise ValueError("labels must be all numbers or all strings")
    return plain


def split(y: Any, missing_label: Any) -> tuple[NDArray[np.bool_], NDArray[Any]]:
    """Which labels are missing, and the others."""
    if isinstance(y, (list, tuple)):
        y = np.asarray(y, dtype=object)  # [1, "a"] must not become two strings
    y = column_or_1d(y, warn=True)
    missing = _missing(y, missing_label)
    known = _natural(y[~missing])
    if known.dtype.kind == "f" and np.isinf(known).any():
        raise ValueError("Input y contains infinity or a value too large for dtype('float64').")
    if len(known):
        check_classification_targets(known)
    return missing, known


def _numeric(labels: NDArray[Any]) -> bool:
    return labels.dtype.kind in "biuf"


def extended(classes: NDArray[Any] | None, labels: NDArray[Any]) -> NDArray[Any]:
    """`classes` with new labels behind them, in order; a class never moves."""
    found = np.unique(labels)
    if classes is None or len(classes) == 0:
        return found
    if len(found) and _numeric(found) != _numeric(classes):
        raise ValueError("labels must be all numbers or all strings")
    new = found[~np.isin(found, classes)]
    return np.concatenate([classes, new]) if len(new) else classes


def codes_of(
    missing: NDArray[np.bool_], known: NDArray[Any], classes: NDArray[Any]
) -> NDArray[np.int64]:
    codes = np.full(len(missing), MISSING, np.int64)
    if len(known):
        order = np.argsort(classes)
        codes[~missing] = order[np.searchsorted(classes, known, sorter=order)]
    return codes
