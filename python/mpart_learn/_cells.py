"""Values of a sample, one by one, as the engine takes them."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from decimal import Decimal
from numbers import Integral, Real
from typing import Any, NamedTuple

import numpy as np

Cell = float | str | None


class Column(NamedTuple):
    """A column of a model, as `_mpart.Session.columns` has it."""

    name: str
    kind: str  # number, category, date, text, set aside, id, label
    form: str  # of a date: year first, day first, month first
    optional: bool
    levels: list[str]

    @property
    def is_feature(self) -> bool:
        return self.kind in ("number", "category", "date", "text")


def is_missing(value: Any) -> bool:
    """None, NaN, NaT, and pandas' NA."""
    if value is None or type(value).__name__ in ("NAType", "NaTType", "MaskedConstant"):
        return True
    if isinstance(value, np.datetime64):
        return bool(np.isnat(value))
    return isinstance(value, (float, np.floating)) and bool(value != value)


def number(value: Any, name: str) -> float:
    """A finite number, or NaN for a missing one. Raises ValueError that names the feature."""
    if is_missing(value):
        return float("nan")
    try:
        if not isinstance(value, (Real, np.bool_, Decimal, str)):
            raise TypeError
        found = float(value)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"the feature {name!r} is {_short(value)}, not a number") from None
    if found in (float("inf"), float("-inf")):
        raise ValueError(f"the feature {name!r} is infinite")
    return found


def cell(value: Any, column: Column) -> Cell:
    """What a table would have there: a number stays one, anything else is its text."""
    if column.kind == "set aside" or column.kind == "label" or is_missing(value):
        return None
    if isinstance(value, str):
        return value
    if column.kind == "number":
        return number(value, column.name)
    if column.kind == "date":
        return _date_text(value, column)
    return _word(value, column.levels)


def _word(value: Any, levels: Sequence[str]) -> str:
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value)) if str(bool(value)) in levels else str(bool(value)).lower()
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, (float, np.floating)):  # pandas makes 3.0 of 3 where a value is missing
        number = float(value)
        return str(int(number)) if number.is_integer() else repr(number)
    return str(value)


def _date_text(value: Any, column: Column) -> str:
    if isinstance(value, np.datetime64):
        value = value.astype("datetime64[us]").item()
    if not isinstance(value, datetime.date):
        raise ValueError(f"the feature {column.name!r} is {_short(value)}, not a date")
    time = ""
    if isinstance(value, datetime.datetime):
        if value.tzinfo is not None:
            value = value.astimezone(datetime.timezone.utc)
        if value.time() != datetime.time():
            time = value.strftime(" %H:%M:%S") + (
                f".{value.microsecond:06}" if value.microsecond else ""
            )
    year, month, day = f"{value.year:04}", f"{value.month:02}", f"{value.day:02}"
    if column.form == "day first":
        return f"{day}/{month}/{year}{time}"
    if column.form == "month first":
        return f"{month}/{day}/{year}{time}"
    return f"{year}-{month}-{day}{time}"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
