"""
Trains a small network on scikit-learn's handwritten digits and writes it as an ncnn model.

    python examples/digits/train.py

Needs scikit-learn and half a minute. Writes `digits.param`, `digits.bin` and `digits_test.npz`, the
images that training never saw, beside this file. Seeds and split are fixed. The network is small,
but has what an optimizing compiler likes to meet: batch normalisations to fold, activations and a
residual sum to fuse, a dropout to drop.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from adam import Adam
from layers import (
    BatchNorm,
    Convolution,
    Depthwise,
    Dropout,
    InnerProduct,
    MaxPool,
    ReLU,
    Residual,
    Sequence,
)

FOLDER = Path(__file__).parent
SEED = 0
HELD_OUT = 450
EPOCHS = 60
BATCH = 64
LEARNING_RATE = 4e-3

# The same network as `build` makes, in the same order.
PARAM = """\
7767517
19 20
Input                data      0 1 data 0=8 1=8 2=1
Convolution          conv1     1 1 data conv1 0=16 1=3 4=1 5=0 6=144
BatchNorm            norm1     1 1 conv1 norm1 0=16 1=1e-05
ReLU                 relu1     1 1 norm1 relu1
Split                split1    1 2 relu1 relu1_0 relu1_1
ConvolutionDepthWise conv2     1 1 relu1_0 conv2 0=16 1=3 4=1 5=0 6=144 7=16
BatchNorm            norm2     1 1 conv2 norm2 0=16 1=1e-05
ReLU                 relu2     1 1 norm2 relu2
Convolution          conv3     1 1 relu2 conv3 0=16 1=1 5=0 6=256
BatchNorm            norm3     1 1 conv3 norm3 0=16 1=1e-05
BinaryOp             sum       2 1 relu1_1 norm3 sum 0=0
Pooling              pool1     1 1 sum pool1 0=0 1=2 2=2
Convolution          conv4     1 1 pool1 conv4 0=32 1=3 4=1 5=0 6=4608
BatchNorm            norm4     1 1 conv4 norm4 0=32 1=1e-05
ReLU                 relu4     1 1 norm4 relu4
Pooling              pool2     1 1 relu4 pool2 0=0 1=2 2=2
Dropout              drop      1 1 pool2 drop
InnerProduct         score     1 1 drop score 0=10 1=1 2=1280
Softmax              prob      1 1 score prob
"""


def build(generator: np.random.Generator) -> Sequence:
    """The network up to its scores."""
    return Sequence(
        Convolution(1, 16, 3, generator),
        BatchNorm(16),
        ReLU(),
        Residual(
            Depthwise(16, generator),
            BatchNorm(16),
            ReLU(),
            Convolution(16, 16, 1, generator),
            BatchNorm(16),
        ),
        MaxPool(),
        Convolution(16, 32, 3, generator),
        BatchNorm(32),
        ReLU(),
        MaxPool(),
        Dropout(0.3, generator),
        InnerProduct(128, 10, generator),
    )


def train(images: np.ndarray, labels: np.ndarray) -> Sequence:
    generator = np.random.default_rng(SEED)
    network = build(generator)
    optimizer = Adam(network)
    for epoch in range(EPOCHS):
        rate = LEARNING_RATE * (1 + np.cos(np.pi * epoch / EPOCHS)) / 2
        order = generator.permutation(len(images))
        right = 0
        for start in range(0, len(order), BATCH):
            batch = order[start : start + BATCH]
            scores = network.forward(shifted(images[batch], generator), training=True)
            right += int((scores.argmax(1) == labels[batch]).sum())
            network.backward(cross_entropy_gradient(scores, labels[batch]))
            optimizer.step(rate)
        print(f"epoch {epoch + 1:2}: {right / len(order):6.2%} of the training images")
    return network


def shifted(images: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Images, a third of them one pixel to the left and a third to the right."""
    shifts = generator.integers(-1, 2, len(images))
    padded = np.pad(images, ((0, 0), (0, 0), (0, 0), (1, 1)))
    return np.stack([x[:, :, 1 + s : 9 + s] for x, s in zip(padded, shifts, strict=True)])


def cross_entropy_gradient(scores: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Gradient of the mean cross entropy by the scores: softmax less one at the label."""
    exponentials = np.exp(scores - scores.max(1, keepdims=True))
    gradient = exponentials / exponentials.sum(1, keepdims=True)
    gradient[np.arange(len(labels)), labels] -= 1
    return gradient / len(labels)


def load() -> tuple[np.ndarray, np.ndarray]:
    """The images, `(n, 1, 8, 8)` in 0..1, and their labels, shuffled."""
    from sklearn.datasets import load_digits

    images, labels = load_digits(return_X_y=True)
    order = np.random.default_rng(SEED).permutation(len(images))
    return (images[order] / 16).astype(np.float32).reshape(-1, 1, 8, 8), labels[order]


def main() -> None:
    images, labels = load()
    network = train(images[HELD_OUT:], labels[HELD_OUT:])
    scores = network.forward(images[:HELD_OUT], training=False)
    accuracy = (scores.argmax(1) == labels[:HELD_OUT]).mean()
    print(f"{accuracy:.2%} of the {HELD_OUT} images held out")
    (FOLDER / "digits.param").write_text(PARAM)
    (FOLDER / "digits.bin").write_bytes(network.ncnn_weights())
    np.savez_compressed(
        FOLDER / "digits_test.npz", images=images[:HELD_OUT], labels=labels[:HELD_OUT].astype("u1")
    )


if __name__ == "__main__":
    main()
