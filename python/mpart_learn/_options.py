"""The engine's parameters and budget from what people write."""

from __future__ import annotations

from fractions import Fraction
from numbers import Integral, Real
from typing import Any

from mpart_learn import _mpart

MOST = 2**32 - 1


def whole(name: str, value: Any, least: int = 0, most: int = MOST) -> int:
    is_whole = isinstance(value, Integral) and not isinstance(value, bool)
    if not is_whole or not least <= int(value) <= most:
        raise ValueError(f"{name} must be a whole number from {least} to {most}, not {value!r}")
    return int(value)


def parameters_of(options: dict[str, Any]) -> _mpart.Parameters:
    """Sets every parameter that `options` names; the engine checks their ranges."""
    parameters = _mpart.Parameters()
    for name, value in options.items():
        if name in ("layers", "max_nodes"):
            value = whole(name, value)
        elif isinstance(getattr(parameters, name), float):
            if not isinstance(value, Real):
                raise ValueError(f"{name} must be a number, not {value!r}")
            value = float(value)
        elif name == "density_weighting":
            value = bool(value)
        setattr(parameters, name, value)
    parameters.check()
    return parameters


def budget_of(budget: Any) -> tuple[int, int]:
    """(B, W) of "B/W", "5%", (B, W), or a share such as 0.01, which is 1/100."""
    if isinstance(budget, str):
        budget = _mpart.parse_budget(budget)
    try:
        if isinstance(budget, tuple):
            questions, period = budget
        else:
            share = Fraction(float(budget)).limit_denominator(10_000)
            questions, period = share.numerator, share.denominator
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f'budget must be "B/W", (B, W) or a share, not {budget!r}') from None
    most = 2**63
    return whole("B of the budget", questions, 1, most), whole("W of the budget", period, 1, most)
