"""Figures on matplotlib. Each takes `ax` and returns it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    import matplotlib.pyplot as pyplot

    return pyplot.gca()


def plot_topology(source: Any, features: tuple[int, int] = (0, 1), ax: Any = None) -> Any:
    """Nodes by the class they answer, larger the more they won, and the edges between them, in two
    features of a Stream or MPARTClassifier."""
    from matplotlib.collections import LineCollection

    ax = _axes(ax)
    graph = source if isinstance(source, dict) else source.graph()
    centre = (graph["lower"] + graph["upper"]) / 2
    if centre.shape[1] <= max(features):
        raise ValueError(f"features {features} of {centre.shape[1]} cannot be drawn")
    centre = centre[:, list(features)]
    lines = np.stack([centre[graph["from"]], centre[graph["to"]]], axis=1)
    ax.add_collection(LineCollection(list(lines), colors="0.8", linewidths=0.5, zorder=1))
    predicted = np.array([str(label) for label in graph["predicted"]])
    answered = np.array([label is not None for label in graph["predicted"]], bool)
    size = 4 + 40 * graph["wins"] / max(1, graph["wins"].max(initial=0))
    for label in sorted(set(predicted[answered])):
        mine = answered & (predicted == label)
        ax.scatter(*centre[mine].T, s=size[mine], label=label, zorder=2)
    if not answered.all():
        ax.scatter(*centre[~answered].T, s=size[~answered], c="black", label="unknown", zorder=2)
    ax.autoscale_view()
    ax.set(xlabel=f"feature {features[0]}", ylabel=f"feature {features[1]}")
    if len(centre):
        ax.legend()
    return ax


def plot_queries(stream: Any, ax: Any = None) -> Any:
    """When a Stream asked, the score of what it asked about, and the score it had to exceed."""
    ax = _axes(ax)
    ledger = stream.ledger()
    time = [row["asked"] for row in ledger]
    for state in sorted({row["state"] for row in ledger}):
        rows = [row for row in ledger if row["state"] == state]
        ax.scatter([r["asked"] for r in rows], [r["score"] for r in rows], s=12, label=state)
    ax.plot(time, [row["threshold"] for row in ledger], color="0.6", linewidth=0.8, label="needed")
    ax.set(xlabel="samples", ylabel="score")
    ax.legend()
    return ax


def plot_learning_curve(
    samples: ArrayLike, accuracy: ArrayLike, ax: Any = None, **options: Any
) -> Any:
    """Accuracy over samples. Several rows of accuracy are trials: their mean, and the band of one
    standard deviation."""
    ax = _axes(ax)
    samples = np.asarray(samples)
    trials = np.atleast_2d(np.asarray(accuracy, float))
    if trials.ndim != 2 or samples.shape != trials.shape[1:]:
        raise ValueError(f"{samples.size} accuracies a trial expected, {trials.shape} found")
    mean, deviation = trials.mean(axis=0), trials.std(axis=0)
    (line,) = ax.plot(samples, mean, **options)
    if len(trials) > 1:
        ax.fill_between(
            samples, mean - deviation, mean + deviation, color=line.get_color(), alpha=0.2
        )
    ax.set(xlabel="samples", ylabel="accuracy")
    return ax
