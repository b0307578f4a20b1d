"""
Grows a network layer by layer, keeping it valid and well conditioned.

Every blob has its value for one input, and a twin: what the value would be if every layer had
rounded much worse. A layer that would carry the two far apart (a division by nearly zero, a floor
of a number near an integer, a cancellation) is rejected, so that two right ways to compute the
network agree to a few parts in a hundred thousand, and a larger difference is a bug.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.reference import evaluate
from ncnnc.dialects.ncnn import LAYER_OPS
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.given_layer import GivenLayer
from ncnnc.dialects.ncnn.shapes import tensor_type
from ncnnc.passes.common.errors import OperationError
from ncnnc.passes.common.shapes import infer_op
from xdsl.ir import SSAValue
from xdsl.utils.test_value import create_ssa_value

from .network import Layer, Network, Value, extent_params

ROUNDING = 5e-7
"""Error of every layer of a twin, relative to its largest magnitude."""
DRIFT = 2e-5
"""Error of a twin at which a layer is rejected."""
MAGNITUDES = (1e-2, 100.0)
"""Bounds of the largest magnitude of a blob."""
DRAWS = 10
"""Number of error draws for a discontinuous layer."""
JUMPING_OPERATORS = {"BinaryOp": range(12, 19), "UnaryOp": (2, 3, 18, 19, 20)}
"""fmod and its like, floor, ceil, round, trunc, sign."""
MAX_CELLS = 2000
NAME_STYLES = ("b{}", "b{}", "conv1_{}", "{}", "n/{}:0", "x_1_{}")

Shape = tuple[int, ...]


class Rejected(Exception):
    """The layer does not fit its inputs, or the network would no longer be well conditioned."""


class Full(Exception):
    """The network has as many layers as it may have."""


@dataclass(frozen=True)
class Blob:
    """A value between layers."""

    name: str
    value: np.ndarray
    twin: np.ndarray
    constant: bool = False

    @property
    def shape(self) -> Shape:
        """Extents, outermost first."""
        return self.value.shape


class GraphBuilder:
    """
    The layers so far, and the dice.

    `add` appends one layer or raises `Rejected`; the layers so far always are a valid network.
    """

    def __init__(self, seed: int, limit: int):
        self.dice = random.Random(seed)
        self.numbers = np.random.default_rng(seed)
        self.limit = limit
        self.layers: list[Layer] = []
        self.blobs: list[Blob] = []
        self.read: dict[str, int] = {}
        self.inputs: dict[str, np.ndarray] = {}
        self.made = 0
        self.name_style = self.dice.choice(NAME_STYLES)

    # Chances ------------------------------------------------------------------------------------

    def chance(self, probability: float) -> bool:
        """True as often as the probability says."""
        return self.dice.random() < probability

    def uniform(self, shape: Shape, low: float, high: float) -> np.ndarray:
        """Random float32 numbers."""
        return self.numbers.uniform(low, high, shape).astype(np.float32)

    def pick(self, fits: Callable[[Blob], bool] = lambda blob: True) -> Blob:
        """
        A blob that is no constant, most often one that nothing reads yet, and a late one.

        Raises: Rejected if there is none that fits.
        """
        found = [blob for blob in self.blobs if not blob.constant and fits(blob)]
        if not found:
            raise Rejected
        weights = [(1 if self.read.get(b.name) else 6) * (i + 1) for i, b in enumerate(found)]
        return self.dice.choices(found, weights)[0]

    # Growing ------------------------------------------------------------------------------------

    def fresh(self) -> str:
        """A new blob name."""
        self.made += 1
        return self.name_style.format(self.made)

    def input(self, shape: Shape) -> Blob:
        """A new input of the network."""
        name = "data" if not self.inputs else f"data{len(self.inputs)}"
        value = self.uniform(shape, -1, 1)
        self.inputs[name] = value
        self.layers.append(Layer("Input", name, (), (name,), extent_params(shape)))
        return self._remember(name, value, value)

    def constant(self, value: np.ndarray) -> Blob:
        """A MemoryData."""
        self._check_room()
        params = extent_params(value.shape)
        if self.chance(0.1):
            params[21] = 0
        name = self.fresh()
        weights = {"data": value}
        self.layers.append(
            Layer("MemoryData", self._layer_name("const"), (), (name,), params, weights)
        )
        return self._remember(name, value, value, constant=True)

    def split(self, blob: Blob, count: int) -> list[Blob]:
        """A Split with so many tops, all of which may be left unread."""
        self._check_room()
        names = [f"{self.fresh()}.{i}" for i in range(count)]
        self.layers.append(Layer("Split", self._layer_name("split"), (blob.name,), tuple(names)))
        self._mark_read([blob])
        return [self._remember(name, blob.value, blob.twin, blob.constant) for name in names]

    def add(
        self,
        type: str,
        bottoms: Blob | Sequence[Blob],
        params: Mapping[int, Value] | None = None,
        weights: Mapping[str, np.ndarray] | None = None,
        tops: int = 1,
    ) -> Blob:
        """Append a layer; its first output. Raises: Rejected or Full."""
        return self.add_many(type, bottoms, params, weights, tops)[0]

    def add_many(
        self,
        type: str,
        bottoms: Blob | Sequence[Blob],
        params: Mapping[int, Value] | None = None,
        weights: Mapping[str, np.ndarray] | None = None,
        tops: int = 1,
    ) -> list[Blob]:
        """Append a layer; all its outputs. Raises: Rejected or Full."""
        self._check_room()
        if type not in LAYER_OPS:
            raise Rejected
        inputs = [bottoms] if isinstance(bottoms, Blob) else list(bottoms)
        stem = self.fresh()
        names = [stem] if tops == 1 else [f"{stem}.{i}" for i in range(tops)]
        layer = Layer(
            type,
            self._layer_name(type.lower()),
            tuple(blob.name for blob in inputs),
            tuple(names),
            dict(params or {}),
            dict(weights or {}),
        )
        values = run_layer(layer, [blob.value for blob in inputs])
        for _ in range(DRAWS if jumps(layer) else 1):
            twins = run_layer(layer, [self._disturbed(blob.twin) for blob in inputs])
            twins = [self._rounded(v, twin) for v, twin in zip(values, twins, strict=True)]
        constant = bool(inputs) and all(blob.constant for blob in inputs)
        self.layers.append(layer)
        self._mark_read(inputs)
        return [
            self._remember(name, value, twin, constant)
            for name, value, twin in zip(names, values, twins, strict=True)
        ]

    def finish(self, also_outputs: frozenset[str], shared: bool) -> Network:
        """The network so far."""
        return Network(tuple(self.layers), dict(self.inputs), also_outputs, shared)

    def drop_unread_constants(self) -> None:
        """Take back most of the constants that nothing came to read."""
        gone = {
            layer.tops[0]
            for layer in self.layers
            if layer.type == "MemoryData" and not self.read.get(layer.tops[0])
        }
        gone = {name for name in sorted(gone) if self.chance(0.9)}
        self.layers = [layer for layer in self.layers if not gone & set(layer.tops)]
        self.blobs = [blob for blob in self.blobs if blob.name not in gone]

    def _rounded(self, value: np.ndarray, twin: np.ndarray) -> np.ndarray:
        """The twin, off by some more. Raises: Rejected if it is too far from the value, or wild."""
        largest = float(np.abs(value).max())
        if not np.isfinite(value).all() or not MAGNITUDES[0] <= largest <= MAGNITUDES[1]:
            raise Rejected
        twin = self._disturbed(twin)
        if not np.abs(twin - value).max() <= DRIFT * largest or value.size > MAX_CELLS:
            raise Rejected
        return twin

    def _disturbed(self, value: np.ndarray) -> np.ndarray:
        """The value with errors of random sign."""
        noise = self.numbers.integers(0, 2, value.shape) * 2 - 1
        return (value + noise * (ROUNDING * np.abs(value).max())).astype(np.float32)

    def _remember(
        self, name: str, value: np.ndarray, twin: np.ndarray, constant: bool = False
    ) -> Blob:
        blob = Blob(name, value, twin, constant)
        self.blobs.append(blob)
        return blob

    def _layer_name(self, stem: str) -> str:
        return f"{stem}_{self.made}"

    def _mark_read(self, blobs: Sequence[Blob]) -> None:
        for blob in blobs:
            self.read[blob.name] = self.read.get(blob.name, 0) + 1

    def _check_room(self) -> None:
        if len(self.layers) >= self.limit:
            raise Full


def run_layer(layer: Layer, inputs: Sequence[np.ndarray]) -> list[np.ndarray]:
    """
    The outputs of one layer, by the dialect's shape rule and the reference.

    Raises: Rejected if the inputs do not fit the layer.
    """
    arrays: dict[SSAValue, np.ndarray] = {}

    def value_of(array: np.ndarray) -> SSAValue:
        value = create_ssa_value(tensor_type(array.shape))
        arrays[value] = array
        return value

    if layer.type == "BinaryOp" and not has_positive_base(layer, inputs):
        raise Rejected("the base of the power is not positive")
    try:
        params = layer.named_params()
        weights = {w.name: value_of(layer.weights[w.name]) for w in layer.stored_weights()}
        bottoms = [value_of(array) for array in inputs]
        op = LAYER_OPS[layer.type].from_layer(GivenLayer(params, bottoms, weights, len(layer.tops)))
        infer_op(op)
    except (ModelError, ShapeError, OperationError, KeyError) as reason:
        raise Rejected(str(reason)) from None
    return evaluate(op, [arrays[operand] for operand in op.operands])


def jumps(layer: Layer) -> bool:
    """Return whether the layer is discontinuous."""
    operators = JUMPING_OPERATORS.get(layer.type, ())
    return layer.type == "Threshold" or layer.params.get(0, 0) in operators


def has_positive_base(layer: Layer, inputs: Sequence[np.ndarray]) -> bool:
    """
    Return whether the base of `pow` or `rpow` is positive: for others, ncnn gives NaN now and then.
    """
    operator, scalar = layer.params.get(0, 0), layer.params.get(2, 0.0)
    if operator not in (6, 9):
        return True
    base = inputs[0] if operator == 6 else inputs[1] if len(inputs) > 1 else np.float32(scalar)
    return bool(np.min(base) > 0)
