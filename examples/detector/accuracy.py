"""
Compare the accuracy of the detector in float32, bfloat16 and int8, on scenes it has never seen.

    python examples/detector/accuracy.py

The accuracy is the mean average precision as COCO has it: a box is right if it overlaps a figure of
its class by at least 0.5, 0.55 and so on to 0.95; the mean of these ten and of the classes. int8
takes its scales from scenes of the training.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

import ncnnc
import numpy as np
from scenes import CLASSES, scene

FOLDER = Path(__file__).parent
PARAM, BIN = FOLDER / "detector.param", FOLDER / "detector.bin"
FIRST_HELD_OUT = 10**9
SAMPLES = 64
OVERLAPS = tuple(0.5 + 0.05 * i for i in range(10))
BOXES = ncnnc.YoloBoxes(confidence=0.02, overlap=0.45, most=64)


def models(folder: Path) -> dict[str, ncnnc.CompiledModel]:
    """Return the detector in each format; `folder` is for files."""
    quantized = folder / "int8.param", folder / "int8.bin"
    samples = [scene(seed)[0] for seed in range(SAMPLES)]
    ncnnc.quantize(PARAM, BIN, *quantized, np.stack(samples))
    files = {"float32": (PARAM, BIN), "bfloat16": (PARAM, BIN), "int8": quantized}
    return {
        name: ncnnc.compile(
            *map(str, pair),
            precision="bf16" if name == "bfloat16" else "fp32",
            postprocess={"out0": BOXES},
        )
        for name, pair in files.items()
    }


def overlap_with(box: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Return intersection over union of a box `4` and others `n,4`, given by corners."""
    low, high = np.maximum(box[:2], others[:, :2]), np.minimum(box[2:], others[:, 2:])
    shared = (high - low).clip(0).prod(axis=1)
    areas = [(part[..., 2:] - part[..., :2]).prod(axis=-1) for part in (box, others)]
    return shared / (areas[0] + areas[1] - shared)


def marks(
    found: np.ndarray, figures: np.ndarray, kind: int, least: float
) -> list[tuple[float, bool]]:
    """Return score and rightness of the boxes of a class in a scene; a figure counts once."""
    wanted = figures[figures[:, 0] == kind]
    corners = np.concatenate(
        [wanted[:, 1:3] - wanted[:, 3:] / 2, wanted[:, 1:3] + wanted[:, 3:] / 2], axis=1
    )
    taken, result = set[int](), list[tuple[float, bool]]()
    for row in found[found[:, 0] == kind]:
        overlaps = overlap_with(row[2:], corners)
        best = int(overlaps.argmax()) if len(overlaps) else -1
        is_right = best >= 0 and overlaps[best] >= least and best not in taken
        taken |= {best} if is_right else set()
        result.append((float(row[1]), is_right))
    return result


def average_precision(boxes: Sequence[tuple[float, bool]], figures: int) -> float:
    """Return the area below the curve of precision by recall."""
    right = np.array([is_right for _, is_right in sorted(boxes, reverse=True)], float)
    if not len(right):
        return 0.0
    precision = right.cumsum() / np.arange(1, len(right) + 1)
    best = np.maximum.accumulate(precision[::-1])[::-1]
    return float((best * right).sum() / figures)


def accuracy(model: ncnnc.CompiledModel, scenes: int) -> float:
    """Return the mean average precision on so many scenes, in percent."""
    held_out = [scene(seed) for seed in range(FIRST_HELD_OUT, FIRST_HELD_OUT + scenes)]
    found = [(model(image), figures) for image, figures in held_out]
    precisions: list[float] = []
    for kind in range(len(CLASSES)):
        count = sum(int((figures[:, 0] == kind).sum()) for _, figures in held_out)
        for least in OVERLAPS:
            marked = [mark for pair in found for mark in marks(*pair, kind, least)]
            precisions.append(average_precision(marked, count))
    return 100 * float(np.mean(precisions))


def main() -> None:
    """Print the accuracy in each format."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=1000)
    scenes = parser.parse_args().scenes
    with tempfile.TemporaryDirectory() as folder:
        for name, model in models(Path(folder)).items():
            print(f"{name:8} {accuracy(model, scenes):.2f} %")


if __name__ == "__main__":
    main()
