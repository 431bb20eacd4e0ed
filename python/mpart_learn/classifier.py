"""MPART as a scikit-learn classifier."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_consistent_length, check_is_fitted

from mpart_learn import _labels, _mpart
from mpart_learn._inputs import require_no_infinity, validated
from mpart_learn._options import parameters_of
from mpart_learn.graph import Form, in_form

# Two threads must not give one column to two new classes. Held for moments only.
_ONE_AT_A_TIME = threading.Lock()
_PARAMETERS = (
    "learner", "alpha", "beta", "rho", "delta", "tau", "ke", "kd", "layers", "density_weighting",
    "max_nodes",
)  # fmt: skip
_FIGURES = ("mass", "epistemic", "aleatoric", "uncertainty", "density", "score")


class MPARTClassifier(ClassifierMixin, BaseEstimator):
    """A classifier that learns sample by sample, from labelled and unlabelled ones.

    Parameters
    ----------
    learner : "mpart", "plus", or one it is compared with: "lpart", "asoinn", "mlp", "nearest",
        "knn". Options follow the name: "knn,k=3".
    rho : vigilance in [0, 1]; larger makes more and smaller nodes.
    alpha, beta, delta, tau, ke, kd, layers, density_weighting, max_nodes :
        the paper's; docs/parameters.md says what a larger value does.
    feature_range : what becomes 0 and 1, since the engine works in [0, 1].
        "learn": the least and largest values of `fit`, or of the first `partial_fit`. When three
        in 32 later samples lie beyond an end, the range grows and what was learned moves with it;
        of the learners "asoinn", "mlp" and "knn" it stays.
        (low, high): numbers, or one for each feature; (0, 1) takes values as they are.
        Values outside are clipped, and counted in `n_clipped_`. A missing value (NaN) becomes the
        mean of its feature; an infinite one is an error.
    missing_label : a label that means "not known", beside None and NaN, which always do.
    unknown_label : what `predict` says where no label reaches. None: its best guess, which is the
        first class there.
    random_state : seed of learners that draw ("mlp"); MPART draws nothing.

    Attributes
    ----------
    classes_ : labels in the order of the columns of `predict_proba`. New ones may come with any
        `partial_fit`; they are appended, and no class ever moves.
    n_features_in_, feature_low_, feature_high_, n_nodes_, n_edges_, n_clipped_

    Several threads may use one object: they work without the interpreter's lock, one at a time.
    A Ctrl-C leaves the rows before it learned.
    """

    classes_: NDArray[Any]
    _learner: _mpart.Learner

    def __init__(
        self,
        learner: str = "mpart",
        *,
        rho: float = 0.95,
        alpha: float = 0.01,
        beta: float = 0.5,
        delta: float = 0.1,
        tau: float = 0.7,
        ke: float = 1.0,
        kd: float = 0.01,
        layers: int = 3,
        density_weighting: bool = True,
        max_nodes: int = 0,
        feature_range: Any = "learn",
        missing_label: Any = None,
        unknown_label: Any = None,
        random_state: Any = None,
    ) -> None:
        self.learner = learner
        self.rho = rho
        self.alpha = alpha
        self.beta = beta
        self.delta = delta
        self.tau = tau
        self.ke = ke
        self.kd = kd
        self.layers = layers
        self.density_weighting = density_weighting
        self.max_nodes = max_nodes
        self.feature_range = feature_range
        self.missing_label = missing_label
        self.unknown_label = unknown_label
        self.random_state = random_state

    def fit(self, X: ArrayLike, y: ArrayLike) -> MPARTClassifier:
        """Forgets everything and learns X in its order. At least one label is needed."""
        if y is None:
            raise ValueError("fit requires y to be passed, but the target y is None")
        return self._learn(X, y, None, reset=True, need_label=True)

    def partial_fit(
        self, X: ArrayLike, y: ArrayLike | None = None, classes: ArrayLike | None = None
    ) -> MPARTClassifier:
        """Goes on learning. Without y all labels are missing. `classes` need not be given."""
        reset = not hasattr(self, "_learner")
        return self._learn(X, y, classes, reset, need_label=False)

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        probability, figures = self._predict(X)
        if len(self.classes_) == 0:
            if self.unknown_label is None:
                raise ValueError("no label has been seen; unknown_label can say so instead")
            return np.full(len(figures), self.unknown_label)
        answers = self.classes_[np.argmax(probability, axis=1)]
        if self.unknown_label is None:
            return answers
        return np.where(figures[:, 0] > 0, answers, self.unknown_label)

    def predict_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """Probabilities by class, calibrated: as often as they say, the class is right
        (docs/probabilities.md). Where no label reaches, all classes seen are equally likely."""
        return self._predict(X)[0]

    def predict_freq(self, X: ArrayLike) -> NDArray[np.float64]:
        """Labels of each class that reach a sample: those of its node, and the shares that
        messages bring from other nodes. Rows of zeros are unknown; divided by its sum, a row is
        that of `predict_proba` before calibration."""
        probability, figures = self._predict(X, raw=True)
        return probability * figures[:, :1]

    def figures(self, X: ArrayLike) -> dict[str, NDArray[np.float64]]:
        """How much is known of each sample: mass (of labels that reach it), epistemic, aleatoric,
        uncertainty, density, and the score by which questions are chosen."""
        return dict(zip(_FIGURES, self._predict(X)[1].T))

    def graph(self, form: Form = "arrays") -> Any:
        """The learned graph, in [0, 1]: arrays of its nodes and edges; a networkx.Graph, nodes with
        lower and upper (the corners of their boxes), wins, labels and predicted, edges with count
        and weight; or the symmetric scipy.sparse.csr_matrix of weights."""
        check_is_fitted(self)
        graph = self._learner.graph()
        label = {str(code): value for code, value in enumerate(self.classes_.tolist())}
        graph["predicted"] = [label.get(code) for code in graph["predicted"]]
        graph["labels"] = [{label[c]: n for c, n in node.items()} for node in graph["labels"]]
        return in_form(graph, form)

    @property
    def n_nodes_(self) -> int:
        check_is_fitted(self)
        return self._learner.node_count

    @property
    def n_edges_(self) -> int:
        check_is_fitted(self)
        return self._learner.edge_count

    @property
    def n_clipped_(self) -> int:
        check_is_fitted(self)
        return self._learner.clipped_values

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags

    def _more_tags(self) -> dict[str, Any]:  # before scikit-learn 1.6
        return {"allow_nan": True}

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_learner")

    def _learn(
        self, X: Any, y: Any, classes: Any, reset: bool, need_label: bool
    ) -> MPARTClassifier:
        X = validated(self, X, reset)
        require_no_infinity(X)
        y = np.full(len(X), None) if y is None else y
        check_consistent_length(X, y)
        missing, known = _labels.split(y, self.missing_label)
        if need_label and len(known) == 0:
            raise ValueError("y has no label at all; partial_fit learns without any")
        with _ONE_AT_A_TIME:
            before = None if reset else self.classes_
            if classes is not None:
                before = _labels.extended(before, np.asarray(classes))
            after = _labels.extended(before, known)
            learner = self._new_learner(X) if reset else self._learner
            self.classes_, self._learner = after, learner
        learner.learn(X, _labels.codes_of(missing, known, after))
        if self._learns_range():
            self.feature_low_, self.feature_high_ = learner.range
        return self

    def _new_learner(self, X: NDArray[Any]) -> _mpart.Learner:
        parameters = parameters_of({name: getattr(self, name) for name in _PARAMETERS})
        seed = check_random_state(self.random_state).randint(2**31 - 1)
        if self._learns_range():
            if len(X) < 2:
                raise ValueError(
                    "1 sample is too few to learn the range of the features; "
                    "give feature_range=(low, high)"
                )
            return _mpart.Learner(parameters, seed)
        low, high = self._given_range(X.shape[1])
        as_they_are = not low.any() and (high == 1).all()
        none = np.empty(0)
        self.feature_low_, self.feature_high_ = low, high
        return _mpart.Learner(
            parameters, seed, none if as_they_are else low, none if as_they_are else high
        )

    def _learns_range(self) -> bool:
        return isinstance(self.feature_range, str) and self.feature_range == "learn"

    def _given_range(self, width: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        try:
            low, high = (
                np.broadcast_to(np.asarray(end, float), width).copy() for end in self.feature_range
            )
        except (TypeError, ValueError):
            raise ValueError(
                'feature_range must be "learn" or (low, high), numbers or one for each of '
                f"{width} features, not {self.feature_range!r}"
            ) from None
        if not (np.isfinite(low).all() and np.isfinite(high).all() and (low < high).all()):
            raise ValueError("feature_range needs finite numbers, low below high")
        return low, high

    def _predict(
        self, X: Any, raw: bool = False
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Probabilities by class, calibrated unless `raw`, and figures [row][_FIGURES]."""
        check_is_fitted(self)
        X = validated(self, X, reset=False)
        require_no_infinity(X)
        codes, found, figures = self._learner.predict(X, raw)
        # A thread that teaches has put a class into classes_ before the learner hears of it.
        probability = np.zeros((len(X), len(self.classes_)))
        probability[:, codes] = found
        if len(codes) == 0 and len(self.classes_):
            probability[:] = 1 / len(self.classes_)
        return probability, figures
