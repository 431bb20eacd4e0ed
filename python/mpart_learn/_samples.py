"""Samples of any form, as the engine takes them: numbers in order, cells by column, or a text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mpart_learn import _mpart
from mpart_learn._cells import Cell, Column, cell, number
from mpart_learn._inputs import numbers_of, samples_of

_FLOAT64 = np.dtype(np.float64)
Row = NDArray[np.float64] | list[Cell] | str


class SampleForm:
    """How the samples of one session look: whether their features have names, and which.

    The first sample decides, or the columns that a model file has.
    """

    def __init__(self, session: _mpart.Session) -> None:
        self._session = session
        self._read_columns()

    def _read_columns(self) -> None:
        self.columns = [Column(*column) for column in self._session.columns]
        self.features = [column for column in self.columns if column.is_feature]
        self.named = any(column.name for column in self.columns)
        self._numbers_alone = all(column.kind == "number" for column in self.features)
        self._all_needed = not any(column.optional for column in self.features)
        self._keys: list[Any] = [column.name for column in self.features]  # as the caller has them

    @property
    def names(self) -> list[str] | None:
        return [column.name for column in self.features] if self.named else None

    def one(self, x: Any, learn: bool = False) -> Row:
        """One sample. `learn`: it may set the names of the features."""
        if type(x) is np.ndarray and x.dtype is _FLOAT64 and self._numbers_alone:
            return np.ascontiguousarray(x) if x.ndim == 1 else x
        if type(x) is dict or isinstance(x, Mapping):
            return self._by_name(x, learn)
        if isinstance(x, str):
            return x
        if _is_frame(x):
            raise ValueError(
                "one sample expected, a table found; observe_many and predict_many take tables"
            )
        if _has_names(getattr(x, "index", None)):  # a Series
            return self._by_name(_pairs(x.index, x), learn)
        if self._numbers_alone:
            return numbers_of(x)
        return self._by_position(list(x))

    def many(self, X: Any, learn: bool = False) -> NDArray[Any] | list[Row]:
        """A table, or a list of samples."""
        if _is_frame(X):
            return self._frame(X, learn)
        if isinstance(X, (list, tuple)) and len(X) == 0:
            return []
        first = X[0] if isinstance(X, (list, tuple)) else None
        if isinstance(first, (Mapping, str)) or _has_names(getattr(first, "index", None)):
            rows = []
            for i, x in enumerate(X):
                try:
                    rows.append(self.one(x, learn and i == 0))
                except ValueError as error:
                    raise ValueError(f"row {i}: {error}") from None
            return rows
        if self._numbers_alone:
            return samples_of(X)
        return [self._by_position(list(x)) for x in X]

    def _by_position(self, x: Sequence[Any]) -> Row:
        """Cells as in a table without a header; a label in the last column may be left out."""
        columns = self.columns
        missing = len(columns) - len(x)
        if missing != 0 and not (missing == 1 and columns[-1].kind == "label"):
            raise ValueError(f"{len(columns)} columns expected, {len(x)} found")
        cells = [cell(value, column) for value, column in zip(x, columns)]
        return cells + [None] * missing

    def _by_name(self, x: Mapping[Any, Any], learn: bool) -> Row:
        if self._numbers_alone and self._all_needed and len(x) == len(self._keys) > 0:
            try:
                values = np.array([x[key] for key in self._keys])
                if values.dtype.kind in "fiub":
                    return values if values.dtype is _FLOAT64 else values.astype(float)
            except (KeyError, ValueError):
                pass  # slower, and with a message
        given, keys = _by_text(x)
        if not self._match(given.keys(), learn):
            return np.array([number(value, name) for name, value in given.items()])
        if not self._numbers_alone:
            return [cell(given.get(column.name), column) for column in self.columns]
        values = np.array([number(given.get(c.name), c.name) for c in self.features])
        if all(column.name in keys for column in self.features):
            self._keys = [keys[column.name] for column in self.features]
        return values

    def _frame(self, X: Any, learn: bool) -> NDArray[Any] | list[Row]:
        if not _has_names(X.columns):
            if not self._numbers_alone:
                rows = zip(*(list(X[key]) for key in X.columns))
                return [self._by_position(row) for row in rows]
            return samples_of(X)
        parts, keys = _by_text({key: key for key in _distinct(X.columns)})
        if not self._match(parts.keys(), learn):
            return _stacked([X[key] for key in parts.values()], list(parts))
        if self._numbers_alone and all(column.name in keys for column in self.features):
            return _stacked([X[keys[c.name]] for c in self.features], list(self.names or []))
        lists = [list(X[keys[c.name]]) if c.name in keys else None for c in self.columns]
        if self._numbers_alone:
            return np.array([[number(row[i], c.name) for i, c in enumerate(self.columns) if c.is_feature]
                             for row in _rows(lists, len(X))]).reshape(len(X), -1)  # fmt: skip
        return [
            [cell(value, column) for value, column in zip(row, self.columns)]
            for row in _rows(lists, len(X))
        ]

    def _match(self, given: Iterable[str], learn: bool) -> bool:
        """Whether the names are those of the features. False: nothing has a name yet, and what
        comes keeps its order."""
        given = list(given)
        known, found = {column.name for column in self.columns}, set(given)
        missing = [c.name for c in self.features if c.name not in found and not c.optional]
        unknown = [name for name in given if name not in known]
        if self.named and not missing and not unknown:
            return True
        if self._session.counters["samples"] > 0:
            if not self.named:
                raise ValueError(
                    "the features of this stream have no names, "
                    f"and {_listed(given)} were given; give their values in order, as an array"
                )
            wrong = [f"{name!r} is missing" for name in missing]
            wrong += [f"{name!r} is not known" for name in unknown]
            raise ValueError(
                f"the features {_listed(self.names or [])} expected, {_listed(given)} found: "
                f"{_listed(wrong)}"
            )
        if not given:
            raise ValueError("a sample without features")
        if learn:
            self._session.name_features(given)
            self._read_columns()
            return True
        return False


def _by_text(x: Mapping[Any, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Values by the texts of their keys, and the keys themselves."""
    keys: dict[str, Any] = {}
    for key in x:
        other = keys.setdefault(str(key), key)
        if other is not key:
            raise ValueError(f"the features {other!r} and {key!r} have the same name")
    return {name: x[key] for name, key in keys.items()}, keys


def _is_frame(x: Any) -> bool:
    return hasattr(x, "columns") and hasattr(x, "__getitem__") and not isinstance(x, Mapping)


def _has_names(index: Any) -> bool:
    """Whether an index of pandas, or a list of columns, names something: numbers counted up by
    pandas itself do not."""
    if index is None or callable(index):  # list.index
        return False
    return type(index).__name__ != "RangeIndex"


def _distinct(names: Iterable[Any]) -> list[Any]:
    names = list(names)
    if len(set(names)) < len(names):
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise ValueError(f"two features are called {twice!r}")
    return names


def _pairs(index: Iterable[Any], values: Iterable[Any]) -> dict[Any, Any]:
    return dict(zip(_distinct(index), values))


def _rows(columns: Sequence[list[Any] | None], count: int) -> Iterable[tuple[Any, ...]]:
    return zip(*([None] * count if column is None else column for column in columns))


def _stacked(parts: Sequence[Any], names: Sequence[str]) -> NDArray[np.float64]:
    columns = []
    for part, name in zip(parts, names):
        values = np.asarray(part)
        if values.dtype.kind in "fiub":
            column = values.astype(float)
            if np.isinf(column).any():
                raise ValueError(
                    f"row {np.isinf(column).argmax()}: the feature {name!r} is infinite"
                )
        else:
            column = np.array([number(value, name) for value in values], float)
        columns.append(column)
    return np.ascontiguousarray(np.column_stack(columns))


def _listed(names: Sequence[str], most: int = 8) -> str:
    return ", ".join(names[:most]) + (", ..." if len(names) > most else "")
