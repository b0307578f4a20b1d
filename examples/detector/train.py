"""
Trains a small detector on made-up scenes, and writes it as an ncnn model.

    python examples/detector/train.py

Needs ncnnc and some ten minutes. Writes `detector.param` and `detector.bin` beside this file. The
output has the form of YOLOv8's: `7,64`, for each cell of a grid of 8x8 the center, width and height
of a box in pixels, and the scores of three classes. `--postprocess yolo` chooses the boxes.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from ncnnc.digits.adam import Adam
from ncnnc.digits.layers import BatchNorm, Convolution, Layer, MaxPool, ReLU, Sequence
from scenes import CLASSES, SIZE, scene

FOLDER = Path(__file__).parent
SEED = 0
STEPS = 2500
BATCH = 16
LEARNING_RATE = 4e-3
CELL = 8
GRID = SIZE // CELL
WIDTHS = (16, 24, 32, 48)
FOUND = 0.01
"""Part of cells with a figure, for the first scores."""
BOX_WEIGHT = 4.0

# The same network as `build` makes, in the same order, and what makes boxes of its output.
PARAM = """\
7767517
{layers} {blobs}
Input        in0    0 1 in0 0=64 1=64 2=3
{body}
Convolution  head   1 1 {last} head 0=7 1=1 5=1 6={head}
Reshape      cells  1 1 head cells 0=64 1=7
Slice        parts  1 3 cells center size scores -23300=3,2,2,3 1=0
Sigmoid      near   1 1 center near
BinaryOp     twice  1 1 near twice 0=2 1=1 2=2.0
MemoryData   grid   0 1 grid 0=64 1=2
BinaryOp     inside 2 1 twice grid inside 0=0
BinaryOp     pixels 1 1 inside pixels 0=2 1=1 2=8.0
Sigmoid      part   1 1 size part
BinaryOp     extent 1 1 part extent 0=2 1=1 2=64.0
Sigmoid      sure   1 1 scores sure
Concat       out    3 1 pixels extent sure out0 0=0
"""


class Head(Layer):
    """A 1x1 convolution with a bias: weights `(out, in)`."""

    def __init__(self, inputs: int, outputs: int, generator: np.random.Generator):
        bias = np.zeros(outputs)
        bias[4:] = np.log(FOUND / (1 - FOUND))
        weight = generator.normal(0, np.sqrt(1 / inputs), (outputs, inputs))
        super().__init__(weight=weight, bias=bias)

    def forward(self, x: np.ndarray, training: bool) -> np.ndarray:
        self.input = x
        weight, bias = self.parameters["weight"], self.parameters["bias"]
        return np.einsum("nchw,oc->nohw", x, weight, optimize=True) + bias[:, None, None]

    def backward(self, gradient: np.ndarray) -> np.ndarray:
        self.gradients["bias"] = gradient.sum((0, 2, 3))
        self.gradients["weight"] = np.einsum("nohw,nchw->oc", gradient, self.input, optimize=True)
        return np.einsum("nohw,oc->nchw", gradient, self.parameters["weight"], optimize=True)

    def ncnn_weights(self) -> bytes:
        return bytes(4) + b"".join(self.parameters[name].tobytes() for name in ("weight", "bias"))


def build(generator: np.random.Generator) -> Sequence:
    """Return the network up to the output of its head."""
    layers: list[Layer] = []
    inputs = 3
    for stage, outputs in enumerate((*WIDTHS, WIDTHS[-1])):
        layers += [Convolution(inputs, outputs, 3, generator), BatchNorm(outputs), ReLU()]
        layers += [MaxPool()] if stage < 3 else []
        inputs = outputs
    return Sequence(*layers, Head(inputs, 4 + len(CLASSES), generator))


def body_text() -> tuple[str, str]:
    """Return the layers before the head, and the name of their last blob."""
    lines: list[str] = []
    inputs, blob = 3, "in0"
    for stage, outputs in enumerate((*WIDTHS, WIDTHS[-1])):
        weights = outputs * inputs * 9
        for kind, name, values in (
            ("Convolution", "conv", f"0={outputs} 1=3 4=1 5=0 6={weights}"),
            ("BatchNorm", "norm", f"0={outputs} 1=1e-05"),
            ("ReLU", "relu", ""),
            *([("Pooling", "pool", "0=0 1=2 2=2")] if stage < 3 else []),
        ):
            made = f"{name}{stage + 1}"
            lines.append(f"{kind:12} {made:6} 1 1 {blob} {made} {values}".rstrip())
            blob = made
        inputs = outputs
    return "\n".join(lines), blob


def targets(boxes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the numbers in 0..1 of each cell, `(7, 8, 8)`, and a mask of those with a figure."""
    wanted, mask = (
        np.zeros((4 + len(CLASSES), GRID, GRID), np.float32),
        np.zeros((GRID, GRID), bool),
    )
    for kind, x, y, width, height in boxes:
        column, row = int(x // CELL), int(y // CELL)
        wanted[:4, row, column] = (
            (x / CELL - column + 0.5) / 2,
            (y / CELL - row + 0.5) / 2,
            width / SIZE,
            height / SIZE,
        )
        wanted[4 + int(kind), row, column] = 1
        mask[row, column] = True
    return wanted, mask


def gradient_of(head: np.ndarray, wanted: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Return the gradient of cross entropies of scores and of squared errors of boxes."""
    found = 1 / (1 + np.exp(-head))
    gradient = found - wanted
    boxes = BOX_WEIGHT * 8 * gradient[:, :4] * found[:, :4] * (1 - found[:, :4])
    gradient[:, :4] = boxes * mask[:, None]
    return (gradient / len(head)).astype(np.float32)


def train() -> Sequence:
    """Return the trained network."""
    network = build(np.random.default_rng(SEED))
    optimizer = Adam(network)
    for step in range(STEPS):
        rate = LEARNING_RATE * (1 + np.cos(np.pi * step / STEPS)) / 2
        first = (1 + step) * BATCH
        images, boxes = zip(*map(scene, range(first, first + BATCH)), strict=True)
        wanted, mask = map(np.stack, zip(*map(targets, boxes), strict=True))
        head = network.forward(np.stack(images), training=True)
        network.backward(gradient_of(head, wanted, mask))
        optimizer.step(rate)
        if step % 100 == 99:
            found = 1 / (1 + np.exp(-head))
            errors = np.abs(found - wanted)
            shown = errors[:, :4].transpose(0, 2, 3, 1)[mask].mean(), errors[:, 4:].mean()
            print(f"step {step + 1}: boxes {shown[0]:.4f}, scores {shown[1]:.5f}", flush=True)
    return network


def grid() -> np.ndarray:
    """Return column and row of each cell, less a half: `(2, 64)`."""
    row, column = np.mgrid[:GRID, :GRID]
    return np.stack([column.ravel(), row.ravel()]).astype(np.float32) - np.float32(0.5)


def param_text() -> str:
    """Return the model, without weights."""
    body, last = body_text()
    layers = body.count("\n") + 1 + PARAM.count("\n") - 3
    head = WIDTHS[-1] * (4 + len(CLASSES))
    # Slice has two results more than other layers.
    return PARAM.format(layers=layers, blobs=layers + 2, body=body, last=last, head=head)


def main() -> None:
    """Train, and write the model."""
    network = train()
    (FOLDER / "detector.param").write_text(param_text())
    (FOLDER / "detector.bin").write_bytes(network.ncnn_weights() + grid().tobytes())


if __name__ == "__main__":
    main()
