"""Learns a classifier from a stream and asks for as few labels as it can.

MPARTClassifier is scikit-learn's way, Stream the loop that asks under a budget, ParametricUMAP
brings what they learn from to a few values.
"""

from mpart_learn._mpart import (
    ConflictError,
    CorruptError,
    Error,
    InternalError,
    InvalidArgumentError,
    InvalidDataError,
    NotFoundError,
    OutOfSpaceError,
    Prediction,
    Query,
    Step,
    UnavailableError,
    UnsupportedError,
    __version__,
    learner_names,
)
from mpart_learn.classifier import MPARTClassifier
from mpart_learn.plot import plot_learning_curve, plot_queries, plot_topology
from mpart_learn.query import MPARTQueryStrategy
from mpart_learn.stream import Stream
from mpart_learn.umap import ParametricUMAP

__all__ = [
    "ConflictError", "CorruptError", "Error", "InternalError", "InvalidArgumentError",
    "InvalidDataError", "MPARTClassifier", "MPARTQueryStrategy", "NotFoundError", "OutOfSpaceError",
    "ParametricUMAP", "Prediction", "Query", "Step", "Stream", "UnavailableError",
    "UnsupportedError", "__version__", "learner_names", "plot_learning_curve", "plot_queries",
    "plot_topology",
]  # fmt: skip
