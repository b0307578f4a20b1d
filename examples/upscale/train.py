"""
Trains a small network that doubles images, and writes it as an ncnn model.

    python examples/upscale/train.py

Needs ncnnc and some five minutes. Writes `x2.param` and `x2.bin` beside this file. It learns from
drawings that are made up on the way: half-planes, discs, stripes and gradients. The network is
ESPCN (Shi et al., 2016), whose result is added to a bilinear enlargement.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from ncnnc.digits.adam import Adam
from ncnnc.digits.layers import Convolution, Layer, ReLU, Sequence

FOLDER = Path(__file__).parent
SEED = 0
STEPS = 4000
BATCH = 12
LEARNING_RATE = 3e-3
DRAWINGS = 200
SIZE = 96
"""Pixels of a drawing along each axis."""
PATCH = 32
"""Height and width of a training crop; the network's input is half as large."""
FINER = 3
"""Drawings are made so many times finer, and averaged, so that edges are smooth."""

# The same network as `build` makes, in the same order.
PARAM = """\
7767517
9 10
Input        in0   0 1 in0
Split        split 1 2 in0 in0_0 in0_1
Convolution  conv1 1 1 in0_0 conv1 0=16 1=5 4=2 5=0 6=1200 9=1
Convolution  conv2 1 1 conv1 conv2 0=16 1=3 4=1 5=0 6=2304 9=1
Convolution  conv3 1 1 conv2 conv3 0=12 1=3 4=1 5=0 6=1728
PixelShuffle more  1 1 conv3 more 0=2
Interp       base  1 1 in0_1 base 0=2 1=2.0 2=2.0
BinaryOp     sum   2 1 base more sum 0=0
Clip         clip  1 1 sum out0 0=0.0 1=1.0
"""


class PixelShuffle(Layer):
    """Four channels become a block of 2x2 pixels, as in ncnn."""

    def forward(self, x: np.ndarray, training: bool) -> np.ndarray:
        n, c, h, w = x.shape
        blocks = x.reshape(n, c // 4, 2, 2, h, w).transpose(0, 1, 4, 2, 5, 3)
        return blocks.reshape(n, c // 4, 2 * h, 2 * w)

    def backward(self, gradient: np.ndarray) -> np.ndarray:
        n, c, h, w = gradient.shape
        blocks = gradient.reshape(n, c, h // 2, 2, w // 2, 2).transpose(0, 1, 3, 5, 2, 4)
        return blocks.reshape(n, 4 * c, h // 2, w // 2)


def build(generator: np.random.Generator) -> Sequence:
    """The network up to what is added to the enlargement."""
    return Sequence(
        Convolution(3, 16, 5, generator),
        ReLU(),
        Convolution(16, 16, 3, generator),
        ReLU(),
        Convolution(16, 12, 3, generator),
        PixelShuffle(),
    )


def doubled(x: np.ndarray) -> np.ndarray:
    """Bilinear enlargement of the last two axes, as ncnn's Interp computes it."""
    for axis in (-2, -1):
        before, after = np.roll(x, 1, axis), np.roll(x, -1, axis)
        first, last = [slice(None)] * x.ndim, [slice(None)] * x.ndim
        first[axis], last[axis] = slice(0, 1), slice(-1, None)
        before[tuple(first)], after[tuple(last)] = x[tuple(first)], x[tuple(last)]
        pair = np.stack([0.25 * before + 0.75 * x, 0.75 * x + 0.25 * after], axis % x.ndim + 1)
        shape = list(x.shape)
        shape[axis] *= 2
        x = pair.reshape(shape).astype(np.float32)
    return x


def halved(x: np.ndarray) -> np.ndarray:
    """The means of blocks of 2x2 pixels."""
    *outer, h, w = x.shape
    return x.reshape(*outer, h // 2, 2, w // 2, 2).mean((-3, -1))


def drawing(generator: np.random.Generator, size: int = SIZE) -> np.ndarray:
    """A made-up image `(3, size, size)` of floats in 0..1."""
    places = (np.arange(size * FINER, dtype=np.float32) + 0.5) / (size * FINER)
    y, x = np.meshgrid(places, places, indexing="ij")
    start, end = generator.uniform(0, 1, (2, 3, 1, 1)).astype(np.float32)
    image = start + (end - start) * (x if generator.random() < 0.5 else y)
    for _ in range(generator.integers(3, 8)):
        colour = generator.uniform(0, 1, (3, 1, 1)).astype(np.float32)
        angle, (cx, cy) = generator.uniform(0, 2 * np.pi), generator.uniform(0, 1, 2)
        along = (x - cx) * np.cos(angle) + (y - cy) * np.sin(angle)
        match generator.integers(3):
            case 0:
                covered = along > 0.2
            case 1:
                covered = np.hypot(x - cx, y - cy) < generator.uniform(0.05, 0.35)
            case _:
                width = generator.uniform(0.02, 0.15)
                covered = (np.abs(along) < 0.3) & (np.floor(along / width) % 2 == 0)
        image = np.where(covered, colour, image)
    fine = image.reshape(3, size, FINER, size, FINER)
    return fine.mean((2, 4)).astype(np.float32)


def patches(drawings: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Parts of drawings, for a step."""
    places = generator.integers(0, (len(drawings), SIZE - PATCH, SIZE - PATCH), (BATCH, 3))
    return np.stack([drawings[i, :, y : y + PATCH, x : x + PATCH] for i, y, x in places])


def train() -> Sequence:
    generator = np.random.default_rng(SEED)
    network = build(generator)
    network.leaves()[-2].parameters["weight"] *= 0.01  # At first it is the bilinear enlargement.
    optimizer = Adam(network)
    drawings = np.stack([drawing(generator) for _ in range(DRAWINGS)])
    for step in range(STEPS):
        wanted = patches(drawings, generator)
        given = halved(wanted)
        base = doubled(given)
        error = base + network.forward(given, training=True) - wanted
        network.backward(2 * error / BATCH)
        optimizer.step(LEARNING_RATE * (1 + np.cos(np.pi * step / STEPS)) / 2)
        if step % 200 == 199:
            gain = 10 * np.log10(((base - wanted) ** 2).mean() / (error**2).mean())
            print(f"step {step + 1:4}: {gain:5.2f} dB better than bilinear")
    return network


def main() -> None:
    network = train()
    (FOLDER / "x2.param").write_text(PARAM)
    (FOLDER / "x2.bin").write_bytes(network.ncnn_weights())


if __name__ == "__main__":
    main()
