"""
The layers of a small convolutional network with their gradients, in numpy, for `train.py`.

A layer keeps what its backward pass needs from the last forward pass. `parameters` are trained; the
gradient of each is stored under the same name by `backward`. `ncnn_weights` lists what ncnn's layer
of that kind reads from a `.bin`, in order. Shapes: batches of images are `(n, c, h, w)`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

FP32_TAG = bytes(4)


class Layer(ABC):
    """A function of one array with, possibly, parameters to train."""

    def __init__(self, **parameters: np.ndarray):
        self.parameters = {name: value.astype(np.float32) for name, value in parameters.items()}
        self.gradients: dict[str, np.ndarray] = {}

    @abstractmethod
    def forward(self, x: np.ndarray, training: bool) -> np.ndarray: ...

    @abstractmethod
    def backward(self, gradient: np.ndarray) -> np.ndarray: ...

    def ncnn_weights(self) -> bytes:
        return b""


class Convolution(Layer):
    """A same-size convolution with stride 1 and no bias: weights `(out, in, k, k)`."""

    def __init__(self, inputs: int, outputs: int, kernel: int, generator: np.random.Generator):
        deviation = np.sqrt(2 / (inputs * kernel**2))
        super().__init__(weight=generator.normal(0, deviation, (outputs, inputs, kernel, kernel)))
        self.pad = kernel // 2

    def forward(self, x: np.ndarray, training: bool) -> np.ndarray:
        weight = self.parameters["weight"]
        self.windows = windows(x, weight.shape[-1], self.pad)
        return np.einsum("nchwij,ocij->nohw", self.windows, weight, optimize=True)

    def backward(self, gradient: np.ndarray) -> np.ndarray:
        weight = self.parameters["weight"]
        self.gradients["weight"] = np.einsum(
            "nohw,nchwij->ocij", gradient, self.windows, optimize=True
        )
        turned = weight[:, :, ::-1, ::-1]
        around = windows(gradient, weight.shape[-1], self.pad)
        return np.einsum("nohwij,ocij->nchw", around, turned, optimize=True)

    def ncnn_weights(self) -> bytes:
        return FP32_TAG + self.parameters["weight"].tobytes()


class Depthwise(Layer):
    """A 3x3 filter for each channel, same size, no bias: weights `(c, 3, 3)`."""

    def __init__(self, channels: int, generator: np.random.Generator):
        super().__init__(weight=generator.normal(0, np.sqrt(2 / 9), (channels, 3, 3)))

    def forward(self, x: np.ndarray, training: bool) -> np.ndarray:
        self.windows = windows(x, 3, 1)
        return np.einsum("nchwij,cij->nchw", self.windows, self.parameters["weight"])

    def backward(self, gradient: np.ndarray) -> np.ndarray:
        self.gradients["weight"] = np.einsum("nchw,nchwij->cij", gradient, self.windows)
        turned = self.parameters["weight"][:, ::-1, ::-1]
        return np.einsum("nchwij,cij->nchw", windows(gradient, 3, 1), turned)

    def ncnn_weights(self) -> bytes:
        return FP32_TAG + self.parameters["weight"].tobytes()


class BatchNorm(Layer):
    """Normalises each channel, in training by the batch, afterwards by running statistics."""

    EPSILON = 1e-5
    MOMENTUM = 0.1

    def __init__(self, channels: int):
        super().__init__(slope=np.ones(channels), bias=np.zeros(channels))
        self.mean = np.zeros(channels, np.float32)
        self.variance = np.ones(channels, np.float32)

    def forward(self, x: np.ndarray, training: bool) -> np.ndarray:
        if training:
            mean, variance = x.mean((0, 2, 3)), x.var((0, 2, 3))
            self.mean += self.MOMENTUM * (mean - self.mean)
            self.variance += self.MOMENTUM * (variance - self.variance)
        else:
            mean, variance = self.mean, self.variance
        self.deviation = per_channel(np.sqrt(variance + np.float32(self.EPSILON)))
        self.normal = (x - per_channel(mean)) / self.deviation
        return self.normal * per_channel(self.parameters["slope"]) + per_channel(
            self.parameters["bias"]
        )

    def backward(self, gradient: np.ndarray) -> np.ndarray:
        axes = (0, 2, 3)
        self.gradients["bias"] = gradient.sum(axes)
        self.gradients["slope"] = (gradient * self.normal).sum(axes)
        centred = gradient - gradient.mean(axes, keepdims=True)
        along = self.normal * (gradient * self.normal).mean(axes, keepdims=True)
        return (centred - along) * per_channel(self.parameters["slope"]) / self.deviation

    def ncnn_weights(self) -> bytes:
        parameters = self.parameters
        arrays = (parameters["slope"], self.mean, self.variance, parameters["bias"])
        return b"".join(array.tobytes() for array in arrays)


class ReLU(Layer):
    def forward(self, x: np.ndarray, training: bool) -> np.ndarray:
        self.positive = x > 0
        return x * self.positive

    def backward(self, gradient: np.ndarray) -> np.ndarray:
        return gradient * self.positive


class MaxPool(Layer):
    """The maximum of 2x2 windows, stride 2."""

    def forward(self, x: np.ndarray, training: bool) -> np.ndarray:
        n, c, h, w = x.shape
        cells = x.reshape(n, c, h // 2, 2, w // 2, 2)
        pooled = cells.max((3, 5), keepdims=True)
        chosen = cells == pooled
        self.share = chosen / chosen.sum((3, 5), keepdims=True)
        return pooled.reshape(n, c, h // 2, w // 2)

    def backward(self, gradient: np.ndarray) -> np.ndarray:
        n, c, h, w = gradient.shape
        shared = self.share * gradient[:, :, :, None, :, None]
        return shared.reshape(n, c, 2 * h, 2 * w).astype(np.float32)


class Dropout(Layer):
    """In training, drops a part of the values and enlarges the others; afterwards, does nothing."""

    def __init__(self, part: float, generator: np.random.Generator):
        super().__init__()
        self.part = part
        self.generator = generator

    def forward(self, x: np.ndarray, training: bool) -> np.ndarray:
        kept = self.generator.random(x.shape, np.float32) >= self.part
        self.factor = kept / np.float32(1 - self.part) if training else np.float32(1)
        return x * self.factor

    def backward(self, gradient: np.ndarray) -> np.ndarray:
        return gradient * self.factor


class InnerProduct(Layer):
    """All inputs to all outputs: weights `(out, in)` and a bias."""

    def __init__(self, inputs: int, outputs: int, generator: np.random.Generator):
        weight = generator.normal(0, np.sqrt(1 / inputs), (outputs, inputs))
        super().__init__(weight=weight, bias=np.zeros(outputs))

    def forward(self, x: np.ndarray, training: bool) -> np.ndarray:
        self.shape = x.shape
        self.flat = x.reshape(len(x), -1)
        return self.flat @ self.parameters["weight"].T + self.parameters["bias"]

    def backward(self, gradient: np.ndarray) -> np.ndarray:
        self.gradients["weight"] = gradient.T @ self.flat
        self.gradients["bias"] = gradient.sum(0)
        return (gradient @ self.parameters["weight"]).reshape(self.shape)

    def ncnn_weights(self) -> bytes:
        parameters = self.parameters
        return FP32_TAG + parameters["weight"].tobytes() + parameters["bias"].tobytes()


class Sequence(Layer):
    """Layers one after the other."""

    def __init__(self, *layers: Layer):
        super().__init__()
        self.layers = layers

    def forward(self, x: np.ndarray, training: bool) -> np.ndarray:
        for layer in self.layers:
            x = layer.forward(x, training)
        return x

    def backward(self, gradient: np.ndarray) -> np.ndarray:
        for layer in reversed(self.layers):
            gradient = layer.backward(gradient)
        return gradient

    def ncnn_weights(self) -> bytes:
        return b"".join(layer.ncnn_weights() for layer in self.layers)

    def leaves(self) -> list[Layer]:
        """All layers that are not sequences themselves."""
        return [
            leaf
            for layer in self.layers
            for leaf in (layer.leaves() if isinstance(layer, Sequence) else [layer])
        ]


class Residual(Sequence):
    """Layers with a skip connection: their output plus their input."""

    def forward(self, x: np.ndarray, training: bool) -> np.ndarray:
        return x + super().forward(x, training)

    def backward(self, gradient: np.ndarray) -> np.ndarray:
        return gradient + super().backward(gradient)


def windows(x: np.ndarray, kernel: int, pad: int) -> np.ndarray:
    """The `kernel` x `kernel` surroundings of every pixel: `(n, c, h, w, kernel, kernel)`."""
    padded = np.pad(x, ((0, 0), (0, 0), (pad, pad), (pad, pad)))
    return sliding_window_view(padded, (kernel, kernel), axis=(2, 3))


def per_channel(values: np.ndarray) -> np.ndarray:
    """`(c,)` so that it broadcasts over `(n, c, h, w)`."""
    return values[:, None, None]
