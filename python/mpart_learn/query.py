"""A query strategy in the shape of scikit-activeml's stream strategies."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator

from mpart_learn import _mpart
from mpart_learn._options import budget_of, whole


class MPARTQueryStrategy(BaseEstimator):
    """Asks where MPART's score is high: where samples are dense, and few or mixed labels reach.

        indices, utilities = strategy.query(candidates, clf, return_utilities=True)
        strategy.update(candidates, indices, {"utilities": utilities})

    Parameters
    ----------
    budget : B questions in every W samples: "1/100", (1, 100) or 0.01.
    strategy : "explorer", or "random", which looks at the budget alone.
    budget_manager : one of scikit-activeml's, instead of the two above.
    random_state : a whole number, for "random".
    """

    def __init__(
        self,
        budget: Any = "1/100",
        strategy: str = "explorer",
        budget_manager: Any = None,
        random_state: int = 0,
    ) -> None:
        self.budget = budget
        self.strategy = strategy
        self.budget_manager = budget_manager
        self.random_state = random_state

    def query(
        self,
        candidates: ArrayLike,
        clf: Any,
        X: ArrayLike | None = None,
        y: ArrayLike | None = None,
        return_utilities: bool = False,
    ) -> Any:
        """Which candidates to ask about; changes nothing. `clf` is an MPARTClassifier that has
        been fitted; X and y are not needed."""
        utilities = clf.figures(candidates)["score"]
        if self.budget_manager is not None:
            indices = self.budget_manager.query_by_utility(utilities)
        else:
            indices = self._own_budget().peek(utilities)
        indices = np.asarray(indices, int)
        return (indices, utilities) if return_utilities else indices

    def update(
        self,
        candidates: ArrayLike,
        queried_indices: NDArray[np.int_],
        budget_manager_param_dict: dict[str, Any] | None = None,
    ) -> MPARTQueryStrategy:
        """The candidates have passed. The dict holds the `utilities` that `query` returned."""
        given = budget_manager_param_dict or {}
        if self.budget_manager is not None:
            self.budget_manager.update(candidates, queried_indices, **given)
        elif "utilities" not in given:
            raise ValueError('update needs {"utilities": utilities}, as query returned them')
        else:
            self._own_budget().advance(given["utilities"])
        return self

    def _own_budget(self) -> _mpart.ScoreBudget:
        if not hasattr(self, "budget_"):
            seed = whole("random_state", self.random_state)
            self.budget_ = _mpart.ScoreBudget(self.strategy, *budget_of(self.budget), seed)
        return self.budget_
