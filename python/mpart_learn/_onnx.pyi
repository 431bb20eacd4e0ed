from typing import Final

import numpy as np
from numpy.typing import NDArray

class Network:
    def __init__(self, file: bytes, name: str) -> None: ...
    def transform(self, samples: NDArray[np.float32]) -> NDArray[np.float32]: ...
    metadata: Final[dict[str, str]]
    input_width: Final[int]
    output_width: Final[int]
