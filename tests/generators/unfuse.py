"""
Writes a network the way converters do, for the optimizer to put together again.

    python -m tests.generators.unfuse resnet18 [OUT.param OUT.bin] --seed 1 --input data=3,64,64

Every convolution and inner product loses its activation, which becomes a layer of its own, after a
BatchNorm, a Scale, and some pairs of a one-element constant and a BinaryOp; more of these go before
it where its padding allows to fold them. Dropouts, Noops, 1x1 poolings, pairs of Permute, of Slice
and Concat and other layers that do nothing are put in besides.
Weights are random; the new network is its own reference. Nothing is inserted that cannot be folded,
so that the optimizer should need no more layers than the network had: the script says if it does,
and which layers are left. Exit status 1 if there are more, or if `--check` finds that ncnn computes
something else.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from ncnnc.compiler import zoo
from ncnnc.compiler.format.records import SHAPE_HINT, LayerRecord, ModelRecord
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.compiler.frontend.ncnn.random_weights import RandomWeights
from ncnnc.compiler.optimizer import optimize_files
from ncnnc.compiler.options.compile_options import CompileOptions

from .builder import Shape, run_layer
from .checks import check_exported
from .network import Layer, Network, Value, extent_params
from .wheel import model_files

CONVOLUTIONS = (
    "Convolution",
    "ConvolutionDepthWise",
    "Deconvolution",
    "DeconvolutionDepthWise",
)
KERNEL_IDS, PAD_IDS = (1, 11), (4, 14, 15, 16)
ACTIVATION, ACTIVATION_PARAMETERS, INT8, DYNAMIC = 9, 10, 8, (19, 28)
ADD, SUB, MUL, DIV, RSUB = 0, 1, 2, 3, 7
SEED = 1


@dataclass(frozen=True)
class Pair:
    """A BinaryOp of a blob and a constant of one element."""

    operator: int
    value: float
    constant_first: bool = False


def read_layers(record: ModelRecord) -> list[Layer]:
    """The layers of a file, without weights, and without shape hints, which may become wrong."""
    return [_layer(layer) for layer in record.layers]


def _layer(record: LayerRecord) -> Layer:
    params: dict[int, Value] = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in record.params.items()
        if key != SHAPE_HINT
    }
    return Layer(record.type, record.name, record.bottoms, record.tops, params)


def unfuse(
    record: ModelRecord, input_shapes: Mapping[str, Shape] | None = None, seed: int = SEED
) -> Network:
    """
    Write the network as a converter would.

    It runs while it is written, so that the statistics of its BatchNorms are those of their inputs.
    Inputs without a shape in the file need one.
    """
    writer = _Writer(seed, dict(input_shapes or {}))
    for layer in read_layers(record):
        writer.write(layer)
    return Network(tuple(writer.layers), writer.inputs, shared=True)


class _Writer:
    """The layers written so far, the values of their blobs, and the dice."""

    def __init__(self, seed: int, input_shapes: dict[str, Shape]):
        self.dice = random.Random(seed)
        self.numbers = np.random.default_rng(seed)
        self.weights = RandomWeights(seed)
        self.input_shapes = input_shapes
        self.inputs: dict[str, np.ndarray] = {}
        self.layers: list[Layer] = []
        self.values: dict[str, np.ndarray] = {}

    def chance(self, probability: float) -> bool:
        return self.dice.random() < probability

    def write(self, layer: Layer) -> None:
        """Write a layer of the original network, and what it is taken apart into."""
        if layer.type == "Input":
            self.write_input(layer)
        elif is_linear(layer):
            self.write_linear(layer)
        else:
            self.emit(replace(layer, weights=self.random_weights(layer)))

    def write_input(self, layer: Layer) -> None:
        """Give an input a value, small numbers of either sign."""
        for blob in layer.tops:
            shape = self.input_shapes.get(blob) or declared_shape(layer)
            self.layers.append(replace(layer, tops=(blob,), params=extent_params(shape)))
            value = self.numbers.uniform(-1, 1, shape).astype(np.float32)
            self.inputs[blob] = self.values[blob] = value

    def write_linear(self, layer: Layer) -> None:
        """A layer with weights, in as many parts as it may have."""
        bottom = layer.bottoms[0]
        if self.chance(0.3):
            bottom = self.pairs_before(layer, bottom)
        plain = {k: v for k, v in layer.params.items() if k not in (9, 10)}
        (top,) = layer.tops
        blob = f"{top}.linear"
        bare = replace(layer, bottoms=(bottom, *layer.bottoms[1:]), tops=(blob,), params=plain)
        self.emit(replace(bare, weights=self.random_weights(bare)))
        blob = self.affine_layers(layer.name, blob)
        activation = activation_layer(layer, blob, f"{top}.act")
        if activation is not None:
            self.emit(activation)
            blob = self.idle_layers(layer.name, f"{top}.act")
        self.rename_last(blob, top)

    def pairs_before(self, layer: Layer, blob: str) -> str:
        """Constants that the weights can take in: with padding only factors."""
        operators = (MUL, DIV) if is_padded(layer) else (ADD, SUB, MUL, DIV, RSUB)
        for i in range(self.dice.choice((1, 1, 2))):
            blob = self.pair(f"{layer.name}.before{i}", blob, self.random_pair(operators))
        return blob

    def affine_layers(self, name: str, blob: str) -> str:
        """BatchNorm, Scale and constants behind a layer."""
        blob = self.idle_layers(name, blob)
        if self.chance(0.9):
            blob = self.batchnorm(name, blob)
            if self.chance(0.7):
                blob = self.scale(name, blob)
        for i in range(self.dice.choice((0, 0, 1, 2))):
            pair = self.random_pair((ADD, SUB, MUL, DIV))
            blob = self.pair(f"{name}.after{i}", blob, pair)
        for i in range(2 if self.chance(0.15) else 0):  # twice `c - x`, which keeps the sign
            blob = self.pair(f"{name}.negated{i}", blob, self.random_pair((RSUB, SUB), first=True))
        return blob

    def idle_layers(self, name: str, blob: str) -> str:
        """Layers that do nothing, now and then."""
        if not self.chance(0.1):
            return blob
        value = self.values[blob]
        chains = idle_chains(value) + ([[("ReLU", {})]] if value.min() >= 0 else [])
        for i, (type, params) in enumerate(self.dice.choice(chains)):
            layer = Layer(type, f"{name}.{type.lower()}{i}.{blob}", (), (), params)
            blob = self.halves(blob, layer) if type == "Slice" else self.emit_after(blob, layer)
        return blob

    def halves(self, blob: str, layer: Layer) -> str:
        """Write a Slice, and the Concat that puts its parts together again."""
        tops = tuple(f"{layer.name}.part{i}" for i in range(2))
        self.emit(replace(layer, bottoms=(blob,), tops=tops))
        whole = f"{layer.name}.whole"
        concat = Layer("Concat", f"{layer.name}.concat", tops, (whole,), {0: 0})
        self.emit(concat)
        return whole

    def batchnorm(self, name: str, blob: str) -> str:
        """
        A BatchNorm that knows what it gets.

        Most of its outputs are positive: deep networks that lose half of their signal to each ReLU
        and scale up the rest let rounding errors grow without bounds.
        """
        value = self.values[blob]
        n = value.shape[0]
        rows = value.reshape(n, -1).astype(np.float64)
        mean, power = rows.mean(1) * (rows.shape[1] > 1), (rows**2).mean(1)
        least = np.maximum(0.2 * power, 0.05 * power.max() + 1e-6)
        weights = {
            "slope": self.uniform(n, 0.4, 0.6),
            "mean": mean.astype(np.float32),
            "variance": np.maximum(power - mean**2, least).astype(np.float32),
            "bias": self.uniform(n, 0.8, 1.2),
        }
        params: dict[int, Value] = {0: n, 1: 1e-5}
        return self.emit_after(blob, Layer("BatchNorm", f"{name}.bn", (), (), params, weights))

    def scale(self, name: str, blob: str) -> str:
        """A Scale, mostly with a bias."""
        n, bias = self.values[blob].shape[0], self.chance(0.8)
        weights = {"scale": self.uniform(n, 0.8, 1.2)}
        if bias:
            weights["bias"] = self.uniform(n, -0.2, 0.2)
        params: dict[int, Value] = {0: n, 1: int(bias)}
        return self.emit_after(blob, Layer("Scale", f"{name}.scale", (), (), params, weights))

    def random_pair(self, operators: Sequence[int], first: bool = False) -> Pair:
        """A constant near 1 as factor, or a small one as term, which `first` subtracts from."""
        operator = self.dice.choice(operators)
        value = (
            self.dice.uniform(0.8, 1.25) if operator in (MUL, DIV) else self.dice.uniform(-0.3, 0.3)
        )
        if first:
            return Pair(operator, value, constant_first=operator == SUB)
        return Pair(operator, value, operator in (ADD, MUL) and self.chance(0.4))

    def pair(self, name: str, blob: str, pair: Pair) -> str:
        """Write a constant and the BinaryOp that reads it."""
        data = np.array([pair.value], np.float32)
        constant = f"{name}.value"
        self.emit(Layer("MemoryData", name, (), (constant,), {0: 1}, {"data": data}))
        layer = Layer("BinaryOp", f"{name}.op", (), (), {0: pair.operator})
        bottoms = (constant, blob) if pair.constant_first else (blob, constant)
        top = f"{name}.out"
        self.emit(replace(layer, bottoms=bottoms, tops=(top,)))
        return top

    def emit_after(self, blob: str, layer: Layer) -> str:
        """Write a layer that reads one blob; its output."""
        top = f"{layer.name}.out"
        self.emit(replace(layer, bottoms=(blob,), tops=(top,)))
        return top

    def emit(self, layer: Layer) -> None:
        """Write a layer, and run it."""
        inputs = [self.values[bottom] for bottom in layer.bottoms]
        if layer.type == "MemoryData":
            results = [layer.weights["data"]]
        elif layer.type == "Split":
            results = inputs * len(layer.tops)
        else:
            results = run_layer(layer, inputs)
        self.layers.append(layer)
        self.values |= dict(zip(layer.tops, results, strict=True))

    def rename_last(self, blob: str, name: str) -> None:
        """Call the output of the last layer as the original network does."""
        self.layers[-1] = replace(self.layers[-1], tops=(name,))
        self.values[name] = self.values.pop(blob)

    def random_weights(self, layer: Layer) -> dict[str, np.ndarray]:
        """Weights as the importer would generate them."""
        if layer.type == "MemoryData":
            return {"data": self.uniform(declared_shape(layer), 0.5, 1.5)}
        made: dict[str, np.ndarray] = {}
        params = layer.named_params()
        for weight in layer.stored_weights():
            shape = weight.shape(params)
            array = self.weights.read(shape, weight.tagged, layer.record(), weight.name).array
            made[weight.name] = array() if callable(array) else array
        return made

    def uniform(self, shape: int | Shape, low: float, high: float) -> np.ndarray:
        return self.numbers.uniform(low, high, shape).astype(np.float32)


Chain = list[tuple[str, dict[int, Value]]]
"""Layers, each of which reads the one before: type and parameters."""


def idle_chains(value: np.ndarray) -> list[Chain]:
    """Layers that give back a blob of this shape: what training and converters leave behind."""
    chains: list[Chain] = [
        [("Dropout", {})],
        [("Noop", {})],
        [("Padding", {})],
        [("BinaryOp", {0: MUL, 1: 1, 2: 1.0})],
        [("Crop", {9: (0,), 10: (-233,), 11: (0,)})],
    ]
    if value.ndim == 3:
        c, h, w = value.shape
        chains += [
            [("Pooling", {0: 0, 1: 1, 2: 1})],
            [("Pooling", {0: 1, 1: 1, 2: 1})],
            [("Permute", {0: 3}), ("Permute", {0: 4})],
            [("Reshape", {0: h * w, 1: c}), ("Reshape", {0: w, 1: h, 2: c})],
            [("Interp", {0: 1, 3: h, 4: w})],
        ]
    if value.shape[0] > 1:
        chains.append([("Slice", {0: (-233, -233), 1: 0})])
    return chains


def is_linear(layer: Layer) -> bool:
    """Return whether the layer has constant float weights that can absorb arithmetic."""
    if layer.type not in (*CONVOLUTIONS, "InnerProduct") or layer.params.get(INT8):
        return False
    return layer.type == "InnerProduct" or not any(layer.params.get(i) for i in DYNAMIC)


def is_padded(layer: Layer) -> bool:
    """Return whether the layer reads padding, or enlarges its input."""
    if layer.type.startswith("Deconvolution"):
        return True
    return layer.type != "InnerProduct" and any(layer.params.get(i) for i in PAD_IDS)


def declared_shape(layer: Layer) -> Shape:
    """The shape that an Input or MemoryData declares. Raises: ValueError if it declares none."""
    extents = [layer.params.get(i, 0) for i in (2, 11, 1, 0)]
    shape = tuple(n for n in extents if isinstance(n, int) and n > 0)
    if not shape:
        raise ValueError(f"layer '{layer.name}' has no shape; give one for '{layer.tops[0]}'")
    return shape


def activation_layer(layer: Layer, bottom: str, top: str) -> Layer | None:
    """The fused activation of a layer as a layer."""
    code = layer.params.get(ACTIVATION, 0)
    values = layer.params.get(ACTIVATION_PARAMETERS, ())
    assert isinstance(values, tuple)
    types = {1: "ReLU", 2: "ReLU", 3: "Clip", 4: "Sigmoid", 5: "Mish", 6: "HardSwish"}
    if not isinstance(code, int) or code not in types:
        return None
    params: dict[int, Value] = dict(enumerate(float(v) for v in values))
    return Layer(types[code], f"{layer.name}.act", (bottom,), (top,), params)


# What the optimizer makes of it -------------------------------------------------------------------


@dataclass(frozen=True)
class Comparison:
    """Numbers of layers of a network as published, unfused, and optimized."""

    published: int
    unfused: int
    optimized: int
    left_over: tuple[str, ...]
    passes: frozenset[str]
    """Names of the passes that made a rewrite."""

    def __str__(self) -> str:
        counts = f"{self.published} layers, unfused {self.unfused}, optimized {self.optimized}"
        return "\n".join([counts, *(f"    {line}" for line in self.left_over)])


def optimize_unfused(record: ModelRecord, network: Network) -> Comparison:
    """Count the layers (Splits too) that the optimizer needs for an unfused network."""
    with model_files(network.param_text().encode(), network.weight_bytes()) as (param, weights):
        shapes = {name: array.shape for name, array in network.inputs.items()}
        optimized = optimize_files(CompileOptions(param, weights, inputs=shapes))
    layers = optimized.exported.param.layers
    return Comparison(
        len(record.layers),
        len(network.split()),
        len(layers),
        left_over(record.layers, layers),
        frozenset(r.pass_name for r in optimized.remarks if r.reason is None),
    )


def left_over(before: Sequence[LayerRecord], after: Sequence[LayerRecord]) -> tuple[str, ...]:
    """The layers that were not in the network, each with the layers around it."""
    names = {layer.name for layer in before}
    makers = {top: layer for layer in after for top in layer.tops}
    readers = {bottom: layer for layer in after for bottom in layer.bottoms}

    def shown(layer: LayerRecord | None) -> str:
        return f"{layer.type} {layer.name}" if layer is not None else "-"

    return tuple(
        f"{', '.join(shown(makers.get(b)) for b in layer.bottoms)} -> {shown(layer)}"
        f" -> {', '.join(shown(readers.get(t)) for t in layer.tops)}"
        for layer in after
        if layer.name not in names and layer.type != "Split"
    )


def open_record(name: str) -> ModelRecord:
    """The layers of a `.param`, or of a network of the zoo."""
    return read_model_record(zoo.build(name).param_text.encode() if zoo.is_zoo_name(name) else name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Unfuse and optimize a network, as the command line says."""
    parser = argparse.ArgumentParser(description="Write a network the way converters do.")
    parser.add_argument("network", help=".param, or name of a zoo network")
    parser.add_argument("param", nargs="?", type=Path, help="the unfused network")
    parser.add_argument("weights", nargs="?", type=Path, help="its weights")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--check", action="store_true", help="run both in ncnn and compare")
    parser.add_argument("--input", action="append", default=[], metavar="BLOB=C,H,W")
    chosen = parser.parse_args(arguments)
    shapes = {
        name: tuple(map(int, extents.split(",")))
        for name, extents in (text.split("=") for text in chosen.input)
    }
    record = open_record(chosen.network)
    network = unfuse(record, shapes, chosen.seed)
    if chosen.param and chosen.weights:
        chosen.param.write_text(network.param_text(), encoding="utf-8")
        chosen.weights.write_bytes(network.weight_bytes())
    comparison = optimize_unfused(record, network)
    print(f"{chosen.network}: {comparison}")
    failure = check_exported(network) if chosen.check else None
    if failure is not None:
        print(failure)
        return 1
    return 1 if comparison.optimized > comparison.published else 0


if __name__ == "__main__":
    sys.exit(main())
