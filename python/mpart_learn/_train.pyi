from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

def fit(
    samples: NDArray[np.float32],
    options: dict[str, Any],
    tell: Callable[[int, int, float, float], None] | None,
) -> tuple[bytes, float, int, str]: ...
