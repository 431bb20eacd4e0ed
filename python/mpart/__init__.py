"""Learns a classifier from a stream and asks for as few labels as it can.

MPARTClassifier is scikit-learn's way, Stream the loop that asks under a budget, ParametricUMAP
brings what they learn from to a few values.
"""

from mpart._mpart import Prediction, Question, Step, learner_names
from mpart.classifier import MPARTClassifier
from mpart.plot import plot_learning_curve, plot_queries, plot_topology
from mpart.query import MPARTQueryStrategy
from mpart.stream import Stream
from mpart.umap import ParametricUMAP

__all__ = [
    "MPARTClassifier",
    "MPARTQueryStrategy",
    "ParametricUMAP",
    "Prediction",
    "Question",
    "Step",
    "Stream",
    "learner_names",
    "plot_learning_curve",
    "plot_queries",
    "plot_topology",
]
__version__ = "0.1.0"
