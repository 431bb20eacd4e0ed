"""What a classifier says where no label reaches."""

from __future__ import annotations

from enum import Enum
from typing import Any


class Unknown(Enum):
    """The answer UNKNOWN: equal to no label, so that every metric counts it as wrong.

    It sorts behind labels of any kind, since reports sort them.
    """

    UNKNOWN = "unknown"

    def __repr__(self) -> str:
        return "unknown"

    def __str__(self) -> str:
        return "unknown"

    def __format__(self, form: str) -> str:
        return format("unknown", form)

    def __bool__(self) -> bool:
        return False

    def __lt__(self, other: Any) -> bool:
        return False

    def __gt__(self, other: Any) -> bool:
        return other is not self


UNKNOWN = Unknown.UNKNOWN
