"""The mathematics of C, compiled for this machine, against the C library in double precision."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from ctypes.util import find_library
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.backend.object.machine_code import emit_object
from ncnnc.compiler.library.module import FOLDER as LIBRARIES
from ncnnc.compiler.options.target import parse_target
from ncnnc.compiler.web.runtime_parts import FOLDER as MODULES
from ncnnc.passes.loops.emit.building.vector_math import LIBRARY
from ncnnc.runtime.code.jit import LoadedCode

pytestmark = pytest.mark.isa

OF_TWO = ("atan2f", "fmodf", "powf", "remainderf")
SPECIAL = np.array(
    [
        *(0, 1, 2, 3, 0.5, 1.5, 2.5, 10, 1000, 1e-45, 1e-38, 1e-6, 3e38, np.inf, np.nan),
        *(0.49999997, 8388609, 2**24 - 1, *(2.0**n for n in range(15, 128, 3))),
        *(1.3 * 2.0**n for n in range(16, 127, 5)),
    ],
    np.float32,
)
COUNT = 3000
NAMES = sorted({*LIBRARY.values(), *OF_TWO})


def loaded(folder: Path, target_name: str) -> LoadedCode:
    target = parse_target(target_name)
    text = (folder / "math.ll").read_text()
    return LoadedCode(emit_object(text, target), target.features)


@pytest.fixture(scope="module")
def ours() -> LoadedCode:
    return loaded(MODULES, "host")


@pytest.fixture(scope="module")
def compiled() -> tuple[LoadedCode, LoadedCode]:
    """Return what is compiled for the web and for other systems, without fused multiply-adds."""
    return loaded(MODULES, "x86-64"), loaded(LIBRARIES, "x86-64")


def values(seed: int) -> np.ndarray:
    """Special values of both signs, any bits, and numbers about 1."""
    rng = np.random.default_rng(seed)
    bits = rng.integers(0, 1 << 32, COUNT, dtype=np.uint64).astype(np.uint32).view(np.float32)
    near = (rng.standard_normal(COUNT) * 3).astype(np.float32)
    unit = rng.uniform(-1, 1, COUNT).astype(np.float32)
    return np.concatenate([SPECIAL, -SPECIAL, bits, near, unit])


def in_double(name: str, count: int) -> Callable[..., float]:
    function = getattr(ctypes.CDLL(find_library("m")), name.removesuffix("f"))
    function.restype, function.argtypes = ctypes.c_double, [ctypes.c_double] * count
    return function


def operands(name: str) -> Sequence[Sequence[float]]:
    arrays: Sequence[np.ndarray] = [values(0)]
    if name in OF_TWO:
        pairs = np.meshgrid(np.concatenate([SPECIAL, -SPECIAL])[:40], SPECIAL[:40])
        arrays = [np.concatenate([values(i), pairs[i].ravel()]) for i in range(2)]
    return np.stack(arrays, 1).tolist()


def results(code: LoadedCode, name: str, rows: Sequence[Sequence[float]]) -> np.ndarray:
    function = ctypes.CFUNCTYPE(ctypes.c_float, *[ctypes.c_float] * len(rows[0]))
    call = function(code.address(name))
    return np.array([call(*row) for row in rows], np.float32)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_bits_everywhere(name: str, compiled: tuple[LoadedCode, LoadedCode]):
    rows = operands(name)[::7]
    web, others = (results(code, name, rows).view(np.int32) for code in compiled)
    np.testing.assert_array_equal(web, others)


@pytest.mark.parametrize("name", NAMES)
def test_values(name: str, ours: LoadedCode):
    rows = operands(name)
    got, expected = results(ours, name, rows), in_double(name, len(rows[0]))
    with np.errstate(over="ignore", invalid="ignore"):
        wanted = np.array([expected(*row) for row in rows]).astype(np.float32)
        unit = np.spacing(np.abs(wanted))
        near = np.abs(got.astype(np.float64) - wanted) <= unit
    same = (got == wanted) & (np.signbit(got) == np.signbit(wanted))
    fits = same | (near & np.isfinite(wanted) & (wanted != 0)) | (np.isnan(got) & np.isnan(wanted))
    assert fits.all(), [
        (row, g, w) for row, g, w, f in zip(rows, got, wanted, fits, strict=True) if not f
    ][:5]
