"""A stream that is learned once and asked about under a budget."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from numpy.typing import ArrayLike

from mpart_learn import _mpart
from mpart_learn._options import budget_of, parameters_of, whole
from mpart_learn._samples import SampleForm
from mpart_learn.graph import Form, in_form

Sample = ArrayLike | Mapping[Any, Any] | str


class Stream:
    """A learner, a strategy and a ledger of questions.

        for x in data:
            step = stream.observe(x)
            if step.ask:
                stream.teach(step.id, label_of(x))

    A sample is an array of numbers, or a dict or a pandas Series of named ones, as river's are; the
    first sample sets the names, and others are an error. Values of any range are brought to [0, 1]
    as the stream goes on; the learners "asoinn", "knn" and "mlp" want values in [0, 1]. None, NaN
    and pandas' NA are missing values; an infinite one is an error.

    Parameters
    ----------
    learner : as for MPARTClassifier. If learner and strategy are not given, the first sample chooses
        between "mpart", for at most four values in [0, 1], and "plus" for other data.
    strategy : "explorer", "random", "memory", "representative" or "cover". The last three ask about
        samples that have passed, when a period ends: look at `step.queries` rather than
        `step.ask`. Stream("plus", strategy="cover") is the command line's --mode plus.
    budget : B questions in every W samples, never more: "1/100", (1, 100) or 0.01.
    seed : of everything that is drawn.
    parameters : rho=0.95 and others, as for MPARTClassifier.

    A label is any object with a name of its own, str(label). A model file keeps the names: labels
    are strings when it is loaded, until one of that name is given. Pickles keep the objects.

    Several threads may use one object: they work without the interpreter's lock, one at a time.
    """

    def __init__(
        self,
        learner: str = "mpart",
        *,
        strategy: str = "explorer",
        budget: Any = "1/100",
        seed: int = 0,
        **parameters: Any,
    ) -> None:
        known = {n for n in dir(_mpart.Parameters) if n[0] != "_"} - {"check", "learner"}
        for name in parameters.keys() - known:
            raise TypeError(f"Stream has no parameter {name!r}; it has {', '.join(sorted(known))}")
        questions, period = budget_of(budget)
        self._session = _mpart.Session(
            parameters_of({"learner": learner, **parameters}),
            strategy,
            questions,
            period,
            whole("seed", seed, most=2**64 - 1),
        )
        self._form = SampleForm(self._session)

    def observe(self, x: Sample, label: Any = None) -> _mpart.Step:
        """Learns one sample and says what is known of it, and whether to ask about it.

        A label that is given is looked at only if the strategy asks for it, as by `mpart run`.
        """
        return self._session.observe(self._form.one(x, learn=True), label)

    def observe_many(self, X: Any, labels: Iterable[Any] | None = None) -> int:
        """The same as `observe` row by row, but faster: of a 2-D array, a DataFrame, or a list of
        dicts or texts. Returns how many questions were asked."""
        samples = self._form.many(X, learn=True)
        return self._session.observe_many(
            samples, [None] * len(samples) if labels is None else labels
        )

    def finish(self) -> _mpart.Step:
        """The stream has ended: asks what the strategy still holds."""
        return self._session.finish()

    def teach(self, id: int, label: Any) -> None:
        """Answers a question, now or later; corrects a label that was given before."""
        self._session.teach(self._query(id), label)

    def skip(self, id: int) -> None:
        """Nobody can tell."""
        self._session.skip(self._query(id))

    def withdraw(self, id: int) -> None:
        """Takes a label back."""
        self._session.withdraw(self._query(id))

    def predict(self, x: Sample) -> _mpart.Prediction:
        """What is known of a sample, without learning it."""
        return self._session.predict(self._form.one(x))

    def predict_many(self, X: Any) -> list[_mpart.Prediction]:
        """The same as `predict` row by row, but faster; X is as for `observe_many`."""
        return self._session.predict_many(self._form.many(X))

    def learn_one(self, x: Mapping[Any, Any], y: Any = None) -> None:
        """river's: `observe` with a label. Of the labels only those asked for are used;
        budget="1/1" uses all."""
        self.observe(x, y)

    def predict_one(self, x: Mapping[Any, Any]) -> Any:
        """The label, or None where no label reaches."""
        return self.predict(x).predicted if self._session.width else None

    def predict_proba_one(self, x: Mapping[Any, Any]) -> dict[Any, float]:
        if not self._session.width:
            return {}
        probability = self.predict(x).probability
        return dict(zip(self.classes, probability.tolist()))

    @property
    def classes(self) -> list[Any]:
        """Labels in the order received."""
        return self._session.classes

    @property
    def feature_names(self) -> list[str] | None:
        """Names of the features, in their order; None where samples are arrays."""
        return self._form.names

    @property
    def preparation(self) -> list[str]:
        """What the model file says of a sample before it is learned, a line for each part: its
        columns, and the map, text or networks that `mpart run` has fitted."""
        return self._session.preparation

    @property
    def counters(self) -> dict[str, int]:
        return self._session.counters

    @property
    def budget_left(self) -> int:
        """Questions that may still be asked in the present period."""
        return self._session.budget_left

    @property
    def n_nodes(self) -> int:
        return self._session.node_count

    def ledger(self) -> list[dict[str, Any]]:
        """One row a question: what was asked, when, why, and what became of it."""
        return self._session.ledger()

    def graph(self, form: Form = "arrays") -> Any:
        """The learned graph: arrays of its nodes and edges; a networkx.Graph, nodes with
        lower and upper (the corners of their boxes), wins, labels and predicted, edges with count
        and weight; or the symmetric scipy.sparse.csr_matrix of weights."""
        graph = self._session.graph()
        label = self._session.labels
        graph["predicted"] = [label.get(name, name) for name in graph["predicted"]]
        graph["labels"] = [
            {label.get(c, c): n for c, n in node.items()} for node in graph["labels"]
        ]
        return in_form(graph, form)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file that `mpart run --model` writes; the old one stays if that fails."""
        self._session.save(os.fspath(path))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Stream:
        """Goes on, bit for bit, from a file that `save` or `mpart run --model` wrote.

        The names of features are those of the file. A model with a map, a text or networks takes
        what its data had: dicts and frames by the columns of its table, a str where that was one
        text. One of pictures or windows is an UnsupportedError.
        """
        with open(path, "rb") as file:
            data = file.read()
        stream = cls.__new__(cls)
        stream.__setstate__({"_session": _mpart.Session.decode(data, {})})
        return stream

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_form"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._form = SampleForm(self._session)

    def __repr__(self) -> str:
        options = self._session.options
        questions, period = options["budget"]
        return (
            f"<mpart_learn.Stream {options['parameters'].learner} {options['strategy']} "
            f"{questions}/{period}: {self.counters['samples']} samples, {self.n_nodes} nodes>"
        )

    @staticmethod
    def _query(id: Any) -> int:
        if id is None:
            raise ValueError("None is no question: look at step.ask first")
        return whole("id", id, most=2**64 - 1)
