"""Networks with states, compiled for sessions, and what they compute without any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import ncnnc
import numpy as np

T, P = ncnnc.Dim("T", 1, 16), ncnnc.Dim("P", 0, 48)
"""New rows, and those of earlier runs."""
Arrays = Mapping[str, np.ndarray]

GROWING = """7767517
5 6
Input in0 0 1 in0
Input c0 0 1 c0
Concat cat 2 1 c0 in0 c1 0={axis}
Split s 1 2 c1 a out1
Sigmoid r 1 1 a out0
"""
"""A cache along an axis, and all that is in it."""

RECURRENT = """7767517
4 6
Input in0 0 1 in0
Input h0 0 1 h0
Input c0 0 1 c0
LSTM lstm 3 3 in0 h0 c0 out0 h1 c1 0=8 1=384 2=0
"""
"""8 outputs of 12 inputs."""


def stateful_model(folder: Path, param: str, **options: Any) -> ncnnc.CompiledModel:
    """Compile a text for code that every machine runs."""
    path = folder / "m.param"
    path.write_text(param)
    options = {"random_weights": 1, "target": "x86-64", "cache": False} | options
    return ncnnc.compile(path, **options)


def growing_model(folder: Path, axis: int = 1, **options: Any) -> ncnnc.CompiledModel:
    """`GROWING` along an axis of `2,rows,12`, or of `rows,12`: 0 to 48 rows, 1 to 16 new ones."""
    outer = (2,) * axis
    shapes = {"in0": (*outer, T, 12), "c0": (*outer, P, 12)}
    given = {"inputs": shapes, "states": {"c0": "out1"}} | options
    return stateful_model(folder, GROWING.format(axis=axis), **given)


class Runnable(Protocol):
    """A model, compiled for one set of shapes or for any."""

    def run(self, arrays: Arrays) -> Mapping[str, np.ndarray]: ...


@dataclass
class Caches:
    """The states of a graph, as its caller keeps them: what sessions are compared with."""

    states: Mapping[str, str]
    arrays: dict[str, np.ndarray] = field(default_factory=dict[str, np.ndarray])

    def run(self, model: Runnable, arrays: Arrays) -> dict[str, np.ndarray]:
        """Run the plain graph, and take its caches for the next run."""
        results = dict(model.run({**arrays, **self.arrays}))
        self.arrays = {name: results.pop(output) for name, output in self.states.items()}
        return results


def random_arrays(model: ncnnc.Session, rows: int, seed: int) -> dict[str, np.ndarray]:
    """Return inputs of a session with so many rows."""
    numbers = {"T": rows, "P": model.length}
    rng = np.random.default_rng(seed)
    return {
        spec.name: rng.standard_normal(shape_of(spec.symbolic or spec.shape, numbers), np.float32)
        for spec in model.inputs
    }


def shape_of(extents: Sequence[str | int], numbers: Mapping[str, int]) -> tuple[int, ...]:
    """Return extents as numbers."""
    return tuple(e if isinstance(e, int) else eval(e, dict(numbers)) for e in extents)
