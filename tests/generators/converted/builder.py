"""Takes layers as a converter names them, infers shapes, and draws weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod, sqrt

import numpy as np
from ncnnc.dialects.ncnn import LAYER_OPS
from ncnnc.dialects.ncnn.given_layer import GivenLayer
from ncnnc.dialects.ncnn.shapes import shape_of, tensor_type
from ncnnc.passes.common.shapes import infer_op
from xdsl.utils.test_value import create_ssa_value

from ..network import Layer, Network, Value, extent_params

Shape = tuple[int, ...]
BIASES = ("bias", "beta")
GAINS = ("gamma",)


@dataclass(frozen=True)
class Size:
    """The size of a network: a factor of widths and image sizes, and blocks of each kind."""

    scale: float
    blocks: int

    def of(self, full: int, multiple: int = 1) -> int:
        """An extent of the full network, scaled, and rounded to a multiple."""
        return max(multiple, round(full * self.scale / multiple) * multiple)


@dataclass(frozen=True)
class Blob:
    """A value between layers."""

    name: str
    shape: Shape


class ConvertedNetwork:
    """
    The layers so far.

    Blobs are numbered, inputs are `in0`, `in1`, outputs `out0`; every layer is named for its kind
    and a number. What several layers read gets a Split when the text is made.
    """

    def __init__(self, size: Size, seed: int):
        self.size = size
        self.numbers = np.random.default_rng(seed)
        self.layers: list[Layer] = []
        self.inputs: dict[str, np.ndarray] = {}
        self.counts: dict[str, int] = {}
        self.made = 0

    # Sources and sinks --------------------------------------------------------------------------

    def input(self, *shape: int) -> Blob:
        """An input of floats in -1..1."""
        return self._input(self.numbers.uniform(-1, 1, shape).astype(np.float32))

    def words(self, count: int, vocabulary: int) -> Blob:
        """An input of word numbers."""
        return self._input(self.numbers.integers(0, vocabulary, count).astype(np.int32))

    def _input(self, array: np.ndarray) -> Blob:
        name = f"in{len(self.inputs)}"
        self.inputs[name] = array
        self.layers.append(Layer("Input", name, (), (name,)))
        return Blob(name, array.shape)

    def constant(self, array: np.ndarray) -> Blob:
        """A MemoryData."""
        name = self._blob_name()
        params = extent_params(array.shape)
        weights = {"data": np.asarray(array, np.float32)}
        self.layers.append(
            Layer("MemoryData", self._layer_name("pnnx_fold"), (), (name,), params, weights)
        )
        return Blob(name, array.shape)

    def random_constant(self, *shape: int, scale: float = 0.5) -> Blob:
        """A MemoryData of normal numbers, as a learned table."""
        return self.constant(self.numbers.standard_normal(shape).astype(np.float32) * scale)

    def output(self, x: Blob) -> None:
        """Call a blob `outN`; one that layers read comes from a Split, as they see another."""
        name = f"out{self.counts.setdefault('out', 0)}"
        self.counts["out"] += 1
        if any(x.name in layer.bottoms for layer in self.layers):
            maker = next(i for i, layer in enumerate(self.layers) if x.name in layer.tops)
            inner = f"{x.name}_inner"
            self.layers = [
                replace(y, bottoms=renamed(y.bottoms, x.name, inner)) for y in self.layers
            ]
            split = Layer("Split", self._layer_name("splitncnn_out"), (x.name,), (name, inner))
            self.layers.insert(maker + 1, split)
        else:
            self.layers = [replace(y, tops=renamed(y.tops, x.name, name)) for y in self.layers]

    def finish(self) -> Network:
        """The whole network."""
        return Network(tuple(self.layers), self.inputs)

    # Layers -------------------------------------------------------------------------------------

    def add(
        self,
        type: str,
        inputs: Blob | Sequence[Blob],
        params: Mapping[int, Value] | None = None,
        name: str | None = None,
    ) -> Blob:
        """Append a layer with one output."""
        return self.add_many(type, inputs, params, name, 1)[0]

    def add_many(
        self,
        type: str,
        inputs: Blob | Sequence[Blob],
        params: Mapping[int, Value] | None = None,
        name: str | None = None,
        tops: int = 1,
    ) -> list[Blob]:
        """Append a layer, with random weights of the shapes that its parameters say."""
        bottoms = [inputs] if isinstance(inputs, Blob) else list(inputs)
        names = tuple(self._blob_name() for _ in range(tops))
        layer = Layer(
            type,
            self._layer_name(name or type.lower()),
            tuple(blob.name for blob in bottoms),
            names,
            dict(params or {}),
        )
        weights = self._random_weights(layer)
        layer = Layer(type, layer.name, layer.bottoms, names, layer.params, weights)
        self.layers.append(layer)
        shapes = infer_shapes(layer, [blob.shape for blob in bottoms])
        return [Blob(name, shape) for name, shape in zip(names, shapes, strict=True)]

    def _random_weights(self, layer: Layer) -> dict[str, np.ndarray]:
        """Matrices that keep magnitudes, gains near 1, small biases."""
        params = layer.named_params()
        weights: dict[str, np.ndarray] = {}
        for weight in layer.stored_weights():
            shape = weight.shape(params)
            noise = self.numbers.standard_normal(shape).astype(np.float32)
            if weight.name in GAINS:
                weights[weight.name] = 1 + 0.1 * noise
            elif weight.name in BIASES or weight.name.endswith("_bias"):
                weights[weight.name] = 0.1 * noise
            else:
                weights[weight.name] = noise / np.float32(sqrt(self._fan_in(layer, shape)))
        return weights

    def _fan_in(self, layer: Layer, shape: Shape) -> int:
        """Values that an output sums up."""
        if layer.type == "Embed":
            return 1
        if len(shape) > 1:
            return shape[-1] if layer.type in ("LSTM", "GRU", "RNN") else prod(shape[1:])
        outputs = layer.params.get(0) or layer.params.get(8)
        return max(1, shape[0] // outputs) if isinstance(outputs, int) and outputs else shape[0]

    def _blob_name(self) -> str:
        self.made += 1
        return str(self.made)

    def _layer_name(self, kind: str) -> str:
        number = self.counts.get(kind, 0)
        self.counts[kind] = number + 1
        return f"{kind}_{number}"

    # What most networks are made of -------------------------------------------------------------

    def convolution(
        self,
        x: Blob,
        channels: int,
        kernel: int = 1,
        stride: int = 1,
        pad: int | None = None,
        relu: bool = False,
    ) -> Blob:
        """A convolution of images, with all its parameters spelled out; padded to keep the size."""
        pad = kernel // 2 if pad is None else pad
        params = window_params(channels, kernel, stride, pad, channels * x.shape[0] * kernel**2)
        return self.add(
            "Convolution",
            x,
            params | ({9: 1} if relu else {}),
            "convrelu" if relu else "conv",
        )

    def depthwise(self, x: Blob, kernel: int, stride: int = 1) -> Blob:
        """A filter for each channel."""
        channels = x.shape[0]
        params = window_params(channels, kernel, stride, kernel // 2, channels * kernel**2)
        return self.add("ConvolutionDepthWise", x, params | {7: channels}, "convdw")

    def linear(self, x: Blob, outputs: int) -> Blob:
        """A linear layer: of rows a Gemm with constants, of a vector an InnerProduct."""
        inputs = x.shape[-1]
        if len(x.shape) == 1:
            return self.add("InnerProduct", x, {0: outputs, 1: 1, 2: outputs * inputs}, "linear")
        if len(x.shape) == 3:
            return self.add("InnerProduct", x, {0: outputs, 1: 1, 2: outputs * inputs}, "linear")
        gemm = {10: 4, 2: 0, 3: 1, 4: 0, 5: 1, 6: 1, 7: x.shape[0], 8: outputs, 9: inputs}
        return self.add("Gemm", x, gemm)

    def layer_norm(self, x: Blob) -> Blob:
        """LayerNorm along the innermost axis."""
        return self.add("LayerNorm", x, {0: x.shape[-1], 1: 1e-6, 2: 1}, "ln")

    def gelu(self, x: Blob) -> Blob:
        """GELU by erf."""
        return self.add("GELU", x)

    def binary(self, operator: int, a: Blob, b: Blob) -> Blob:
        """0 is a sum, 2 a product."""
        return self.add("BinaryOp", [a, b], {0: operator}, ("add", "sub", "mul")[operator])

    def scaled(self, x: Blob, factor: float) -> Blob:
        """Times a number."""
        return self.add("BinaryOp", x, {0: 2, 1: 1, 2: factor}, "mul")

    def reshape(self, x: Blob, *shape: int) -> Blob:
        """Another shape, outermost first."""
        return self.add("Reshape", x, extent_params(shape))

    def permute(self, x: Blob, code: int) -> Blob:
        """ncnn's numbered order: 3 moves channels inside, 4 undoes it."""
        return self.add("Permute", x, {0: code})

    def slices(self, x: Blob, count: int, axis: int) -> list[Blob]:
        """Equal parts."""
        return self.add_many("Slice", x, {0: (-233,) * count, 1: axis}, "chunk", count)

    def concat(self, *parts: Blob, axis: int = 0) -> Blob:
        """One after another."""
        return self.add("Concat", parts, {0: axis}, "cat")

    def softmax(self, x: Blob, axis: int) -> Blob:
        """Softmax along an axis."""
        return self.add("Softmax", x, {0: axis, 1: 1})

    def global_pool(self, x: Blob) -> Blob:
        """The average of each channel, as `AdaptiveAvgPool2d(1)` and a batch Reshape."""
        pooled = self.add("Pooling", x, {0: 1, 4: 1}, "gap")
        expression = f"1,1,//({x.shape[0]},0n),0n"
        return self.add("Reshape", pooled, {6: expression, 12: 0, 13: 0})


def renamed(names: tuple[str, ...], old: str, new: str) -> tuple[str, ...]:
    """The names with one replaced."""
    return tuple(new if name == old else name for name in names)


def window_params(
    channels: int, kernel: int, stride: int, pad: int, weights: int
) -> dict[int, Value]:
    """The parameters of a convolution of images, in the order of their names in pnnx."""
    return {
        0: channels,
        1: kernel,
        11: kernel,
        12: 1,
        13: stride,
        14: pad,
        2: 1,
        3: stride,
        4: pad,
        5: 1,
        6: weights,
    }


def infer_shapes(layer: Layer, shapes: Sequence[Shape]) -> list[Shape]:
    """Return the shapes of the results of a layer."""
    params = layer.named_params()
    weights = {
        weight.name: create_ssa_value(tensor_type(weight.shape(params)))
        for weight in layer.stored_weights()
    }
    inputs = [create_ssa_value(tensor_type(shape)) for shape in shapes]
    op = LAYER_OPS[layer.type].from_layer(GivenLayer(params, inputs, weights, len(layer.tops)))
    infer_op(op)
    return [shape_of(result) for result in op.results]
