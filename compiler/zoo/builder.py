"""Describes a network layer by layer, as readable Python, and renders it as `.param` and `.bin`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from .activation import LINEAR, NetworkActivation, hard_sigmoid, swish
from .param_text import Layer, NetworkBlob, NetworkParam, render
from .signal import Signal
from .weights import WeightPlan, generate

INPUT_SIGNAL = Signal(0.0, 1 / 3)
"""Images are taken as uniform in -1..1; their power is that of 0..1, too."""
BIAS = 0.1
"""Root mean square of a bias, relative to what it is added to."""


@dataclass(frozen=True)
class ZooModel:
    """A network of the zoo; `macs` are multiply-adds of products for one image."""

    name: str
    seed: int
    input_name: str
    input_shape: tuple[int, ...]
    output_name: str
    param_text: str
    layers: int
    parameters: int
    macs: int
    plans: tuple[WeightPlan, ...] = field(repr=False)

    @cached_property
    def weights(self) -> bytes:
        """The content of the `.bin`, generated on first use."""
        return generate(self.plans, self.seed)


class NetworkBuilder:
    """
    Takes the layers of a network in topological order; a method returns its layer's output.

    Weights are scaled by what is expected of their input, so that before the activation a layer's
    output has a standard deviation of about `gain` (by default what the activation wants): nothing
    explodes, vanishes or turns denormal in a deep network.
    Shapes: blobs are `(c, h, w)`, after a global pooling or an inner product `(w,)`.
    Source: He et al., "Delving Deep into Rectifiers", 2015, section 2.2.
    """

    def __init__(self, name: str, seed: int = 0):
        self.name = name
        self.seed = seed
        self._layers: list[Layer] = []
        self._plans: list[WeightPlan] = []
        self._macs = 0

    def finish(self, output: NetworkBlob) -> ZooModel:
        """The whole network; `output` is its result."""
        (source,) = self._layers[0].outputs
        text, layers = render(self._layers)
        return ZooModel(
            name=self.name,
            seed=self.seed,
            input_name=source.name,
            input_shape=source.shape,
            output_name=output.name,
            param_text=text,
            layers=layers,
            parameters=sum(plan.count for plan in self._plans),
            macs=self._macs,
            plans=tuple(self._plans),
        )

    def _layer(
        self,
        type: str,
        name: str,
        inputs: Sequence[NetworkBlob],
        outputs: Sequence[NetworkBlob],
        parameters: Mapping[int, NetworkParam] | None = None,
    ) -> NetworkBlob:
        """Append a layer and return its first output."""
        self._layers.append(Layer(type, name, tuple(inputs), tuple(outputs), parameters or {}))
        return outputs[0]

    def _weights(
        self,
        name: str,
        x: NetworkBlob,
        outputs: int,
        fan_in: int,
        activation: NetworkActivation,
        gain: float | None,
    ) -> Signal:
        """Plan a weight with `fan_in` values per output, and a bias; the signal they lead to."""
        deviation = activation.gain if gain is None else gain
        rms = deviation / math.sqrt(fan_in * x.signal.power)
        self._plans.append(WeightPlan(f"{name}.weight", outputs * fan_in, rms, tagged=True))
        self._plans.append(WeightPlan(f"{name}.bias", outputs, BIAS * deviation, tagged=False))
        return Signal(0.0, deviation**2).through(activation.function)

    # Sources and sinks

    def input(self, name: str, shape: tuple[int, int, int]) -> NetworkBlob:
        c, h, w = shape
        return self._layer(
            "Input", name, [], [NetworkBlob(name, shape, INPUT_SIGNAL)], {0: w, 1: h, 2: c}
        )

    def softmax(self, name: str, x: NetworkBlob, top: str) -> NetworkBlob:
        """Softmax over the only axis of `x`; its output blob is called `top`."""
        return self._layer("Softmax", name, [x], [NetworkBlob(top, x.shape, x.signal)])

    # Layers with weights

    def convolution(
        self,
        name: str,
        x: NetworkBlob,
        channels: int,
        kernel: int,
        stride: int = 1,
        pad: int = 0,
        activation: NetworkActivation = LINEAR,
        gain: float | None = None,
        groups: int = 1,
    ) -> NetworkBlob:
        c, h, w = x.shape
        fan_in = c // groups * kernel**2
        out_h = (h + 2 * pad - kernel) // stride + 1
        out_w = (w + 2 * pad - kernel) // stride + 1
        signal = self._weights(name, x, channels, fan_in, activation, gain)
        self._macs += channels * out_h * out_w * fan_in
        parameters = {0: channels, 1: kernel, 3: stride, 4: pad, 5: 1, 6: channels * fan_in}
        return self._layer(
            "ConvolutionDepthWise" if groups > 1 else "Convolution",
            name,
            [x],
            [NetworkBlob(name, (channels, out_h, out_w), signal)],
            parameters | ({7: groups} if groups > 1 else {}) | _fused(activation),
        )

    def depthwise(
        self,
        name: str,
        x: NetworkBlob,
        kernel: int,
        stride: int = 1,
        activation: NetworkActivation = LINEAR,
        gain: float | None = None,
    ) -> NetworkBlob:
        """A filter for each channel, padded so that stride 1 keeps the size."""
        c = x.shape[0]
        return self.convolution(name, x, c, kernel, stride, kernel // 2, activation, gain, c)

    def inner_product(
        self,
        name: str,
        x: NetworkBlob,
        outputs: int,
        activation: NetworkActivation = LINEAR,
        gain: float | None = None,
    ) -> NetworkBlob:
        fan_in = math.prod(x.shape)
        blob = NetworkBlob(
            name, (outputs,), self._weights(name, x, outputs, fan_in, activation, gain)
        )
        self._macs += outputs * fan_in
        parameters = {0: outputs, 1: 1, 2: outputs * fan_in} | _fused(activation)
        return self._layer("InnerProduct", name, [x], [blob], parameters)

    # Pooling and normalisation

    def max_pool(
        self, name: str, x: NetworkBlob, kernel: int, stride: int, pad: int = 0
    ) -> NetworkBlob:
        """Maximum of windows; a last, partial window counts, as in Caffe."""
        c, h, w = x.shape
        out_h = math.ceil((h + 2 * pad - kernel) / stride) + 1
        out_w = math.ceil((w + 2 * pad - kernel) / stride) + 1
        pooled = NetworkBlob(name, (c, out_h, out_w), x.signal.maximum_of(kernel**2))
        return self._layer("Pooling", name, [x], [pooled], {0: 0, 1: kernel, 2: stride, 3: pad})

    def global_average_pool(self, name: str, x: NetworkBlob) -> NetworkBlob:
        return self._layer(
            "Pooling", name, [x], [NetworkBlob(name, x.shape[:1], x.signal)], {0: 1, 4: 1}
        )

    def local_response_norm(
        self, name: str, x: NetworkBlob, size: int, alpha: float, beta: float
    ) -> NetworkBlob:
        """Normalisation across `size` neighbouring channels; almost the identity here."""
        parameters = {0: 0, 1: size, 2: alpha, 3: beta}
        return self._layer("LRN", name, [x], [NetworkBlob(name, x.shape, x.signal)], parameters)

    # Element-wise layers

    def relu(self, name: str, x: NetworkBlob) -> NetworkBlob:
        signal = x.signal.through(lambda value: max(value, 0.0))
        return self._layer("ReLU", name, [x], [NetworkBlob(name, x.shape, signal)])

    def swish(self, name: str, x: NetworkBlob) -> NetworkBlob:
        return self._layer(
            "Swish", name, [x], [NetworkBlob(name, x.shape, x.signal.through(swish))]
        )

    def hard_sigmoid(self, name: str, x: NetworkBlob) -> NetworkBlob:
        signal = x.signal.through(hard_sigmoid)
        parameters = {0: 1 / 6, 1: 0.5}
        return self._layer(
            "HardSigmoid", name, [x], [NetworkBlob(name, x.shape, signal)], parameters
        )

    def eltwise_sum(self, name: str, a: NetworkBlob, b: NetworkBlob) -> NetworkBlob:
        """The sum of two blobs of one shape, as Caffe's converters write it."""
        return self._layer(
            "Eltwise", name, [a, b], [NetworkBlob(name, a.shape, a.signal + b.signal)], {0: 1}
        )

    def add(self, name: str, a: NetworkBlob, b: NetworkBlob) -> NetworkBlob:
        """The sum of two blobs, as PyTorch's converters write it."""
        return self._layer(
            "BinaryOp", name, [a, b], [NetworkBlob(name, a.shape, a.signal + b.signal)], {0: 0}
        )

    def multiply(self, name: str, a: NetworkBlob, b: NetworkBlob) -> NetworkBlob:
        """The product; a `(c,)` for `b` scales the channels of `a`."""
        return self._layer(
            "BinaryOp", name, [a, b], [NetworkBlob(name, a.shape, a.signal * b.signal)], {0: 2}
        )

    # Channels

    def concat(self, name: str, *parts: NetworkBlob) -> NetworkBlob:
        """The channels of all `parts`, one part after the other."""
        channels = sum(part.shape[0] for part in parts)
        mean = sum(part.signal.mean * part.shape[0] for part in parts) / channels
        power = sum(part.signal.power * part.shape[0] for part in parts) / channels
        joined = NetworkBlob(name, (channels, *parts[0].shape[1:]), Signal.of_power(mean, power))
        return self._layer("Concat", name, parts, [joined], {0: 0})

    def halves(self, name: str, x: NetworkBlob) -> tuple[NetworkBlob, NetworkBlob]:
        """The first and the second half of the channels."""
        c, h, w = x.shape
        first = NetworkBlob(f"{name}_0", (c // 2, h, w), x.signal)
        second = NetworkBlob(f"{name}_1", (c - c // 2, h, w), x.signal)
        self._layer("Slice", name, [x], [first, second], {0: (c // 2, -233), 1: 0})
        return first, second

    def shuffle_channels(self, name: str, x: NetworkBlob, groups: int) -> NetworkBlob:
        return self._layer(
            "ShuffleChannel", name, [x], [NetworkBlob(name, x.shape, x.signal)], {0: groups}
        )


def _fused(activation: NetworkActivation) -> dict[int, NetworkParam]:
    """The parameters of a fused activation; none if it is linear."""
    if activation is LINEAR:
        return {}
    arguments: dict[int, NetworkParam] = (
        {10: activation.parameters} if activation.parameters else {}
    )
    return {9: activation.code} | arguments
