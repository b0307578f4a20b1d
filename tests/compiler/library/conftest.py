"""Small models in files, for libraries of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.library import module

from tests.helpers.c_library import gcc_part

TWO_BY_TWO = """7767517
7 9
Input       a     0 1 a 0=12 1=12 2=16
Input       s     0 1 s 0=12 1=12 2=16
Convolution c     1 1 a b 0=16 1=3 4=1 5=1 6=2304
BinaryOp    sum   2 1 b s t 0=0
Split       split 1 2 t t0 t1
Convolution d     1 1 t0 y 0=16 1=3 4=1 5=1 6=2304
Pooling     pool  1 1 t1 z 0=1 4=1
"""
"""A network of two inputs and two outputs, with weights, arena and workspace."""
SHAPES = {"a": (16, 12, 12), "s": (16, 12, 12)}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with `two.param` and its weights."""
    monkeypatch.chdir(tmp_path)
    write_two(tmp_path)
    return tmp_path


def write_two(folder: Path, seed: int = 0) -> None:
    """Write `two.param` and `two.bin`."""
    (folder / "two.param").write_text(TWO_BY_TWO)
    rng = np.random.default_rng(seed)
    layer = [np.zeros(1, np.float32), rng.normal(0, 0.1, 2304), rng.normal(0, 1, 16)]
    weights = np.concatenate([*layer, *layer]).astype(np.float32)
    weights.tofile(folder / "two.bin")


@pytest.fixture
def arrays() -> dict[str, np.ndarray]:
    """Inputs of `two.param`."""
    rng = np.random.default_rng(1)
    return {name: rng.normal(0, 1, shape).astype(np.float32) for name, shape in SHAPES.items()}


@pytest.fixture(scope="module", params=["shipped", "gcc"])
def runtime(request: pytest.FixtureRequest) -> Iterator[None]:
    """The run time of libraries: the LLVM IR that is shipped, and its C compiled by gcc."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "gcc":
            patch.setattr(module, "part_object", lambda name, _: gcc_part(name))
        yield
