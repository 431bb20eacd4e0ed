from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

Doubles = NDArray[np.float64]

__version__: str

def learner_names() -> list[str]: ...
def parse_budget(text: str) -> tuple[int, int]: ...

class Error(Exception): ...

class InvalidArgumentError(Error, ValueError):
    kind: str

class InvalidDataError(Error, ValueError):
    kind: str

class NotFoundError(Error, LookupError):
    kind: str

class ConflictError(Error, ValueError):
    kind: str

class CorruptError(Error, ValueError):
    kind: str

class UnavailableError(Error, OSError):
    kind: str

class OutOfSpaceError(Error, OSError):
    kind: str

class UnsupportedError(Error, NotImplementedError):
    kind: str

class InternalError(Error, RuntimeError):
    kind: str

class Parameters:
    learner: str
    alpha: float
    beta: float
    rho: float
    delta: float
    tau: float
    ke: float
    kd: float
    layers: int
    density_weighting: bool
    max_nodes: int
    def check(self) -> None: ...

class Learner:
    def __init__(
        self, parameters: Parameters, seed: int, low: ArrayLike, high: ArrayLike
    ) -> None: ...
    def learn(self, samples: NDArray[Any], codes: NDArray[np.int64]) -> None: ...
    def predict(
        self, samples: NDArray[Any], raw: bool = False
    ) -> tuple[NDArray[np.int64], Doubles, Doubles]: ...
    def graph(self) -> dict[str, Any]: ...
    @property
    def node_count(self) -> int: ...
    @property
    def edge_count(self) -> int: ...
    @property
    def clipped_values(self) -> int: ...

class Query:
    """Something to ask about: `values` is the sample, `time` its position in the stream."""

    id: Final[int]
    time: Final[int]
    values: Final[Doubles]
    epistemic: Final[float]
    aleatoric: Final[float]
    density: Final[float]
    score: Final[float]
    threshold: Final[float]

class Prediction:
    """What is known of a sample. `predicted` is None where no label reaches; `best` is a guess then."""

    predicted: Final[Any]
    best: Final[Any]
    known: Final[bool]
    winner: Final[int | None]
    created: Final[bool]
    coactivated: Final[int]
    clipped: Final[int]
    probability: Final[Doubles]
    raw_probability: Final[Doubles]
    mass: Final[float]
    epistemic: Final[float]
    aleatoric: Final[float]
    uncertainty: Final[float]
    density: Final[float]
    score: Final[float]

class Step(Prediction):
    """`ask`: this sample is asked about, and `id` is the question's. `queries`: all that are
    asked now, some strategies' about samples that have passed."""

    time: Final[int]
    ask: Final[bool]
    id: Final[int | None]
    queries: Final[list[Query]]

class Session:
    def __init__(
        self, parameters: Parameters, strategy: str, questions: int, period: int, seed: int
    ) -> None: ...
    @staticmethod
    def decode(data: bytes, labels: dict[str, Any]) -> Session: ...
    def encode(self) -> bytes: ...
    def save(self, path: str) -> None: ...
    def observe(self, values: Any, label: Any) -> Step: ...
    def observe_many(self, samples: NDArray[Any], labels: Iterable[Any]) -> int: ...
    def finish(self) -> Step: ...
    def predict(self, values: Any) -> Prediction: ...
    def teach(self, id: int, label: Any) -> None: ...
    def skip(self, id: int) -> None: ...
    def withdraw(self, id: int) -> None: ...
    def ledger(self) -> list[dict[str, Any]]: ...
    def graph(self) -> dict[str, Any]: ...
    @property
    def classes(self) -> list[Any]: ...
    @property
    def labels(self) -> dict[str, Any]: ...
    @property
    def counters(self) -> dict[str, int]: ...
    @property
    def options(self) -> dict[str, Any]: ...
    @property
    def budget_left(self) -> int: ...
    @property
    def width(self) -> int: ...
    @property
    def node_count(self) -> int: ...

class ScoreBudget:
    def __init__(self, strategy: str, questions: int, period: int, seed: int) -> None: ...
    def peek(self, scores: Sequence[float] | Doubles) -> list[int]: ...
    def advance(self, scores: Sequence[float] | Doubles) -> list[int]: ...
