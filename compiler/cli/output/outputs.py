"""Print the outputs of a run: shape, range and largest elements of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .tables import print_table

if TYPE_CHECKING:
    import numpy as np

TOP = 5
"""Number of largest vector elements, and of boxes, that are shown."""


def print_outputs(outputs: Mapping[str, np.ndarray]) -> None:
    """Shape and range of every output; the largest elements of vectors."""
    rows: list[tuple[str, ...]] = []
    for name, array in outputs.items():
        statistics = (array.min(), array.max(), array.mean()) if array.size else ()
        shape = "x".join(map(str, array.shape))
        texts = [f"{value:.6g}" for value in statistics] or [""] * 3
        rows.append((name, shape, *texts))
    columns = ("output", "shape", "min", "max", "mean")
    print_table(columns, rows, numeric=columns[2:])
    for name, array in outputs.items():
        if array.ndim == 1 and array.size > TOP:
            print(f"\nlargest of {name}")
            for index in (-array).argsort(kind="stable")[:TOP]:
                print(f"  {index:6}  {array[index]:.6g}")


def print_detections(name: str, array: np.ndarray) -> None:
    """Print the best boxes, the first characters, or proposals in pixels, or their scores."""
    if array.dtype != "float32":
        return  # masks
    if not len(array):
        print(f"\n{name}: nothing found")
        return
    print(f"\nbest of {name}")
    values = array[:TOP].reshape(-1, array.shape[-1])
    columns = ("label", "score", "x0", "y0", "x1", "y1")
    columns = {4: columns[2:], 2: columns[:2], 1: columns[1:2]}.get(array.shape[-1], columns)
    formats = [".4f" if column != "label" else "g" for column in columns]
    rows = [[format(*field) for field in zip(row, formats, strict=False)] for row in values]
    print_table(columns, rows, numeric=columns)
