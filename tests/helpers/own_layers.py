"""Layers of a user's own, and networks that have them, for as long as a test runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np

from tests.helpers.lowering import Shapes, param_text


@contextmanager
def registered(*types: str, **said: Any) -> Iterator[None]:
    """Layers of these types, all of which say the same."""
    with ExitStack() as stack:
        for type in types:
            ncnnc.register_layer(type, **said)
            stack.callback(ncnnc.unregister_layer, type)
        yield


def same_shape(params: Any, x: tuple[int, ...], *others: tuple[int, ...]) -> tuple[int, ...]:
    """That of the first input."""
    return x


def swish(params: Any, x: np.ndarray) -> np.ndarray:
    """`x * sigmoid(b x)`, b being parameter 0."""
    return x / (1 + np.exp(np.float32(-params.get(0, 1.0)) * x))


def network(folder: Path, layers: str, shapes: Shapes) -> str:
    """The path of a `.param` of Input layers and these lines."""
    path = folder / "own.param"
    lines = [line.split(maxsplit=1) for line in param_text(layers, shapes).decode().splitlines()]
    ids = {1: (0,), 2: (1, 0), 3: (2, 1, 0), 4: (2, 11, 1, 0)}
    text = []
    for words in lines:
        line = " ".join(words)
        if words[0] == "Input":
            shape = shapes[line.split()[1]]
            extents = zip(ids[len(shape)], shape, strict=True)
            line += "".join(f" {id}={extent}" for id, extent in sorted(extents))
        text.append(line)
    path.write_text("\n".join(text) + "\n")
    return str(path)


def random_arrays(shapes: Shapes, seed: int = 0) -> dict[str, np.ndarray]:
    """Arrays of these shapes."""
    rng = np.random.default_rng(seed)
    return {name: rng.uniform(-2, 2, shape).astype(np.float32) for name, shape in shapes.items()}
