"""A Stream as a classifier of river: for its pipelines, metrics and evaluations. Needs river."""

from __future__ import annotations

from typing import Any

from river import base

from mpart_learn._unknown import UNKNOWN
from mpart_learn.stream import Stream

__all__ = ["UNKNOWN", "RiverClassifier"]


class RiverClassifier(base.Classifier):
    """`learn_one` looks at a label only if the budget allows to ask for it, so what river measures
    is accuracy under that budget. budget="1/1" uses every label.

    Where no label reaches, `predict_one` says `unknown`. By default that is UNKNOWN, which equals no
    label: metrics of river count the sample, and count it as wrong. With None, river leaves such
    samples out, and its accuracy is that of the others alone.

    The other parameters are those of Stream; `parameters` holds rho and the like: {"rho": 0.9}.
    """

    def __init__(
        self,
        learner: str = "mpart",
        strategy: str = "explorer",
        budget: Any = "1/100",
        seed: int = 0,
        parameters: dict[str, Any] | None = None,
        unknown: Any = UNKNOWN,
    ) -> None:
        self.learner = learner
        self.strategy = strategy
        self.budget = budget
        self.seed = seed
        self.parameters = parameters
        self.unknown = unknown
        self.stream = Stream(
            learner, strategy=strategy, budget=budget, seed=seed, **(parameters or {})
        )

    @property
    def _multiclass(self) -> bool:
        return True

    def learn_one(self, x: dict[Any, Any], y: Any) -> None:
        self.stream.learn_one(x, y)

    def predict_one(self, x: dict[Any, Any], **_: Any) -> Any:
        said = self.stream.predict_one(x)
        return self.unknown if said is None else said

    def predict_proba_one(self, x: dict[Any, Any], **_: Any) -> dict[Any, float]:
        return self.stream.predict_proba_one(x)
