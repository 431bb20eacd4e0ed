"""Parametric UMAP: a network that brings samples to a few values in [0, 1]."""

from __future__ import annotations

import os
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from mpart_learn._inputs import require_finite, validated
from mpart_learn._options import whole


class _Network:
    """Opened when it is first run: what only learns needs nothing that runs networks."""

    def __init__(self, onnx: bytes, name: str) -> None:
        self.onnx, self.name = onnx, name

    @cached_property
    def opened(self) -> Any:
        return import_module("mpart_learn._onnx").Network(self.onnx, self.name)

    def __reduce__(self) -> Any:
        return _Network, (self.onnx, self.name)


class ParametricUMAP(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """A network that keeps neighbours together (Sainburg, McInnes and Gentner 2021).

    What comes out is in [0, 1], as `Stream` wants it. For the same rows and seed the network is
    that of `mpart embed fit`, whose options have the same names.

    Parameters
    ----------
    n_components : values a sample that come out.
    neighbours : of a sample, itself included; more: the map shows larger structure.
    min_dist : more: neighbours lie further apart.
    epochs : rounds over all pairs of neighbours.
    network : "mlp" for any rows; "cnn" for square pictures, of one channel or three.
    features : what the network sees of a row. "pixels": the row as it is. "unit": divided by its
        length, for features of a backbone. "gradients": histograms of the gradients of a square
        picture, of one channel or three; "both": gradients and pixels. "auto" chooses gradients or
        pixels, without labels. `transform` takes rows as they are, whatever was chosen.
    share : of the rows, drawn at random, to learn from.
    fitted_on : name of the data's file. With it, `mpart run --unseen` knows which of its rows the
        network has learned from.
    random_state : a whole number is the seed of everything that is drawn.
    verbose : prints a line after every epoch.

    Attributes
    ----------
    onnx_ : the network, bytes of an ONNX file.
    loss_ : of its best epoch. epochs_ : how many there were.
    features_ : what the network sees, "pixels", "unit", "gradients" or "both".
    n_features_in_

    Several threads may use one object. Ctrl-C ends a long call; a `fit` leaves nothing then.
    """

    loss_: float
    epochs_: int
    features_: str
    n_features_in_: int
    _network: _Network

    def __init__(
        self,
        n_components: int = 4,
        *,
        neighbours: int = 15,
        min_dist: float = 0.1,
        epochs: int = 50,
        network: str = "mlp",
        features: str = "auto",
        share: float = 1.0,
        fitted_on: str = "",
        random_state: Any = 0,
        verbose: bool = False,
    ) -> None:
        self.n_components = n_components
        self.neighbours = neighbours
        self.min_dist = min_dist
        self.epochs = epochs
        self.network = network
        self.features = features
        self.share = share
        self.fitted_on = fitted_on
        self.random_state = random_state
        self.verbose = verbose

    def fit(self, X: ArrayLike, y: Any = None) -> ParametricUMAP:
        """Learns a network. y is not looked at."""
        train = import_module("mpart_learn._train")
        before = dict(vars(self))
        try:
            samples = self._samples(X, reset=True)
            tell = _print_epoch if self.verbose else None
            onnx, self.loss_, self.epochs_, self.features_ = train.fit(
                samples, self._options(), tell
            )
        except BaseException:  # Ctrl-C as well: what was learned before stays whole
            vars(self).clear()
            vars(self).update(before)
            raise
        self._network = _Network(onnx, type(self).__name__)
        return self

    def transform(self, X: ArrayLike) -> NDArray[Any]:
        """Values in [0, 1]: float32 for float32, else float64."""
        check_is_fitted(self)
        dtype = np.float32 if getattr(X, "dtype", None) == np.float32 else np.float64
        return self._network.opened.transform(self._samples(X, reset=False)).astype(
            dtype, copy=False
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """An ONNX file: for `mpart run --embedder` and `mpart embed apply`. Other programs must give
        it what `features_` says."""
        check_is_fitted(self)
        with open(path, "wb") as file:
            file.write(self.onnx_)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> ParametricUMAP:
        """A network that was saved here or by `mpart embed fit`, with the parameters that its file
        names; or any ONNX network that takes rows, for `transform`."""
        with open(path, "rb") as file:
            network = _Network(file.read(), os.fspath(path))
        told = network.opened.metadata
        given = {
            name: kind(told[f"mpart.{key}"])
            for name, (key, kind) in _IN_FILE.items()
            if f"mpart.{key}" in told
        }
        made = cls(**{"n_components": network.opened.output_width, **given})
        made._network = network
        made.n_features_in_ = network.opened.input_width
        made.loss_ = float(told.get("mpart.loss", "nan"))
        made.epochs_ = int(told.get("mpart.epochs", 0))
        made.features_ = told.get("mpart.features", "pixels")
        return made

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "_network")

    @property
    def onnx_(self) -> bytes:
        check_is_fitted(self)
        return self._network.onnx

    @property
    def _n_features_out(self) -> int:
        return self._network.opened.output_width

    def _samples(self, X: Any, reset: bool) -> NDArray[np.float32]:
        X = validated(self, X, reset)
        require_finite(X)
        with np.errstate(over="ignore"):
            samples = X.astype(np.float32, copy=False)
        require_finite(samples)  # what is too large for float32 is infinity now
        return samples

    def _options(self) -> dict[str, Any]:
        seed = self.random_state
        if not isinstance(seed, (int, np.integer)):
            seed = check_random_state(seed).randint(2**31 - 1)
        return {
            "dims": whole("n_components", self.n_components, 1),
            "neighbours": whole("neighbours", self.neighbours, 2),
            "min_dist": float(self.min_dist),
            "epochs": whole("epochs", self.epochs, 1),
            "network": str(self.network),
            "features": str(self.features),
            "share": float(self.share),
            "fitted_on": str(self.fitted_on),
            "seed": whole("random_state", seed, 0, 2**64 - 1),
        }


# Parameter: its name in the file's metadata, and its kind.
_IN_FILE: dict[str, tuple[str, type]] = {
    "neighbours": ("neighbours", int),
    "min_dist": ("min_dist", float),
    "epochs": ("epochs", int),
    "network": ("network", str),
    "features": ("features", str),
    "share": ("share", float),
    "fitted_on": ("fitted_on", str),
    "random_state": ("seed", int),
}


def _print_epoch(epoch: int, epochs: int, loss: float, seconds_left: float) -> None:
    print(f"epoch {epoch} of {epochs}, loss {loss:.4f}, {seconds_left:.0f} s left", flush=True)
