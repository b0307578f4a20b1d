"""
The layers of a decoder with their gradients, in numpy, for `train.py` and as a reference.

Blobs are `(texts, tokens, channels)`. Layers are stored in the order of ncnn's `.bin`.
"""

from __future__ import annotations

import numpy as np
from ncnnc.digits.layers import FP32_TAG, Layer, Residual, Sequence
from shape import DecoderShape

SMALLER = 0.3
"""Gain of the last matrix of a branch, so that layers begin near the identity."""
EPSILON = np.float32(1e-6)
MASKED = np.float32(-1e9)


class Linear(Layer):
    """A product with a matrix `(out, in)`, without bias: ncnn's Gemm."""

    def __init__(self, inputs: int, outputs: int, generator: np.random.Generator, gain: float = 1):
        super().__init__(weight=generator.normal(0, gain / np.sqrt(inputs), (outputs, inputs)))

    def forward(self, x: np.ndarray, training: bool) -> np.ndarray:
        self.x = x
        return x @ self.parameters["weight"].T

    def backward(self, gradient: np.ndarray) -> np.ndarray:
        rows = gradient.reshape(-1, gradient.shape[-1])
        self.gradients["weight"] = rows.T @ self.x.reshape(-1, self.x.shape[-1])
        return gradient @ self.parameters["weight"]

    def ncnn_weights(self) -> bytes:
        return FP32_TAG + self.parameters["weight"].tobytes()


class Embedding(Layer):
    """A row `(vocabulary, channels)` of a table for each token: ncnn's Embed."""

    def __init__(self, tokens: int, channels: int, generator: np.random.Generator):
        super().__init__(weight=generator.normal(0, 1, (tokens, channels)))

    def forward(self, x: np.ndarray, training: bool) -> np.ndarray:
        self.tokens = x
        return self.parameters["weight"][x]

    def backward(self, gradient: np.ndarray) -> np.ndarray:
        table = np.zeros_like(self.parameters["weight"])
        np.add.at(table, self.tokens, gradient)
        self.gradients["weight"] = table
        return gradient

    def ncnn_weights(self) -> bytes:
        return FP32_TAG + self.parameters["weight"].tobytes()


class RMSNorm(Layer):
    """Divides the last axis by its root mean square, then multiplies by weights."""

    def __init__(self, channels: int):
        super().__init__(weight=np.ones(channels))

    def forward(self, x: np.ndarray, training: bool) -> np.ndarray:
        mean = np.einsum("...i,...i->...", x, x)[..., None] / np.float32(x.shape[-1])
        self.root = np.sqrt(mean + EPSILON)
        self.normal = x / self.root
        return self.normal * self.parameters["weight"]

    def backward(self, gradient: np.ndarray) -> np.ndarray:
        size = gradient.shape[-1]
        product = gradient * self.normal
        self.gradients["weight"] = product.reshape(-1, size).sum(0)
        weighted = gradient * self.parameters["weight"]
        along = (weighted * self.normal).sum(-1, keepdims=True) / np.float32(size)
        return (weighted - self.normal * along) / self.root

    def ncnn_weights(self) -> bytes:
        return self.parameters["weight"].tobytes()


class Attention(Sequence):
    """
    Causal attention of heads with rotary positions, as in Qwen3: queries and keys are normalized,
    neighbouring heads of queries share a head of keys and values.
    """

    def __init__(self, shape: DecoderShape, generator: np.random.Generator):
        self.heads, self.groups, self.size = shape.heads, shape.groups, shape.head_size
        self.theta = shape.theta
        rows, shared = shape.heads * shape.head_size, shape.groups * shape.head_size
        self.query = Linear(shape.channels, rows, generator)
        self.query_norm = RMSNorm(self.size)
        self.key = Linear(shape.channels, shared, generator)
        self.key_norm = RMSNorm(self.size)
        self.value = Linear(shape.channels, shared, generator)
        self.output = Linear(rows, shape.channels, generator, gain=SMALLER)
        super().__init__(
            self.query, self.query_norm, self.key, self.key_norm, self.value, self.output
        )

    def split(self, x: np.ndarray, heads: int) -> np.ndarray:
        """Return `(texts, tokens, heads, size)`."""
        return x.reshape(*x.shape[:2], heads, self.size)

    def by_group(self, x: np.ndarray) -> np.ndarray:
        """Return heads of queries as `(texts, groups, heads of a group * tokens, size)`."""
        texts, tokens = x.shape[:2]
        shared = x.reshape(texts, tokens, self.groups, -1, self.size).transpose(0, 2, 3, 1, 4)
        return shared.reshape(texts, self.groups, -1, self.size)

    def from_groups(self, x: np.ndarray, tokens: int) -> np.ndarray:
        """Return what `by_group` was given."""
        shared = x.reshape(len(x), self.groups, -1, tokens, self.size).transpose(0, 3, 1, 2, 4)
        return shared.reshape(len(x), tokens, self.heads, self.size)

    def forward(self, x: np.ndarray, training: bool) -> np.ndarray:
        tokens = x.shape[1]
        self.turns = rotation(np.arange(tokens), self.size, self.theta)
        query = self.split(self.query.forward(x, training), self.heads)
        key = self.split(self.key.forward(x, training), self.groups)
        value = self.split(self.value.forward(x, training), self.groups)
        self.q = self.by_group(turned(self.query_norm.forward(query, training), *self.turns))
        self.k = turned(self.key_norm.forward(key, training), *self.turns).transpose(0, 2, 1, 3)
        self.v = value.transpose(0, 2, 1, 3)
        scores = self.q @ self.k.swapaxes(2, 3)
        scores *= np.float32(self.size**-0.5)
        by_query = scores.reshape(-1, tokens, tokens)
        by_query += np.triu(np.full((tokens, tokens), MASKED), 1)
        scores -= scores.max(-1, keepdims=True)
        self.shares = np.exp(scores, out=scores)
        self.shares /= self.shares.sum(-1, keepdims=True)
        heads = self.from_groups(self.shares @ self.v, tokens)
        return self.output.forward(heads.reshape(*x.shape[:2], -1), training)

    def backward(self, gradient: np.ndarray) -> np.ndarray:
        tokens = gradient.shape[1]
        heads = self.by_group(self.split(self.output.backward(gradient), self.heads))
        values = (self.shares.swapaxes(2, 3) @ heads).transpose(0, 2, 1, 3)
        scores = heads @ self.v.swapaxes(2, 3)
        scores -= np.einsum("...i,...i->...", scores, self.shares)[..., None]
        scores *= self.shares
        scores *= np.float32(self.size**-0.5)
        cos, sin = self.turns
        query = turned(self.from_groups(scores @ self.k, tokens), cos, -sin)
        key = turned((scores.swapaxes(2, 3) @ self.q).transpose(0, 2, 1, 3), cos, -sin)
        flat = (*gradient.shape[:2], -1)
        return (
            self.query.backward(self.query_norm.backward(query).reshape(flat))
            + self.key.backward(self.key_norm.backward(key).reshape(flat))
            + self.value.backward(values.reshape(flat))
        )


class GatedMLP(Sequence):
    """`down(silu(gate(x)) * up(x))`."""

    def __init__(self, shape: DecoderShape, generator: np.random.Generator):
        channels, hidden = shape.channels, shape.hidden
        self.gate = Linear(channels, hidden, generator)
        self.up = Linear(channels, hidden, generator)
        self.down = Linear(hidden, channels, generator, gain=SMALLER)
        super().__init__(self.gate, self.up, self.down)

    def forward(self, x: np.ndarray, training: bool) -> np.ndarray:
        self.a, self.b = self.gate.forward(x, training), self.up.forward(x, training)
        self.sigmoid = 1 / (1 + np.exp(-self.a))
        return self.down.forward(self.a * self.sigmoid * self.b, training)

    def backward(self, gradient: np.ndarray) -> np.ndarray:
        product = self.down.backward(gradient)
        slope = self.sigmoid * (1 + self.a * (1 - self.sigmoid))
        return self.gate.backward(product * self.b * slope) + self.up.backward(
            product * self.a * self.sigmoid
        )


def rotation(positions: np.ndarray, size: int, theta: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the cosines and sines `(positions, size / 2)` of rotary embeddings."""
    angles = positions[:, None] * theta ** -(np.arange(0, size, 2) / size)
    return np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)


def turned(x: np.ndarray, cos: np.ndarray, sin: np.ndarray) -> np.ndarray:
    """Rotate `(texts, tokens, heads, size)`: a pair is an element of each half."""
    first, second = np.split(x, 2, axis=-1)
    cos, sin = cos[:, None], sin[:, None]
    return np.concatenate([first * cos - second * sin, first * sin + second * cos], axis=-1)


class Decoder(Sequence):
    """Embeddings, pairs of attention and MLP, a head: scores of the next token at each."""

    def __init__(self, shape: DecoderShape, generator: np.random.Generator):
        blocks: list[Layer] = []
        for _ in range(shape.layers):
            attention = Attention(shape, generator)
            blocks.append(Residual(RMSNorm(shape.channels), attention))
            blocks.append(Residual(RMSNorm(shape.channels), GatedMLP(shape, generator)))
        self.embedding = Embedding(shape.vocabulary, shape.channels, generator)
        self.body = Sequence(*blocks, RMSNorm(shape.channels))
        self.head = Linear(shape.channels, shape.vocabulary, generator)
        super().__init__(self.embedding, self.body, self.head)


def log_probabilities(scores: np.ndarray) -> np.ndarray:
    """Return the logarithms of softmax."""
    scores = scores - scores.max(-1, keepdims=True)
    return scores - np.log(np.exp(scores).sum(-1, keepdims=True))
