"""The mathematics of C, compiled for this machine, against the C library in double precision."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from ctypes.util import find_library

import numpy as np
import pytest
from ncnnc.compiler.backend.object.machine_code import emit_object
from ncnnc.compiler.options.target import parse_target
from ncnnc.compiler.web.runtime_parts import FOLDER as RUNTIME
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


@pytest.fixture(scope="module")
def ours() -> LoadedCode:
    target = parse_target("host")
    text = (RUNTIME / "math.ll").read_text()
    return LoadedCode(emit_object(text, target), target.features)


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


@pytest.mark.parametrize("name", sorted({*LIBRARY.values(), *OF_TWO}))
def test_values(name: str, ours: LoadedCode):
    arrays: Sequence[np.ndarray] = [values(0)]
    if name in OF_TWO:
        pairs = np.meshgrid(np.concatenate([SPECIAL, -SPECIAL])[:40], SPECIAL[:40])
        arrays = [np.concatenate([values(i), pairs[i].ravel()]) for i in range(2)]
    call = ctypes.CFUNCTYPE(ctypes.c_float, *[ctypes.c_float] * len(arrays))
    function, expected = call(ours.address(name)), in_double(name, len(arrays))
    rows = np.stack(arrays, 1).tolist()
    got = np.array([function(*row) for row in rows], np.float32)
    with np.errstate(over="ignore", invalid="ignore"):
        wanted = np.array([expected(*row) for row in rows]).astype(np.float32)
        unit = np.spacing(np.abs(wanted))
        near = np.abs(got.astype(np.float64) - wanted) <= unit
    same = (got == wanted) & (np.signbit(got) == np.signbit(wanted))
    fits = same | (near & np.isfinite(wanted) & (wanted != 0)) | (np.isnan(got) & np.isnan(wanted))
    assert fits.all(), [
        (row, g, w) for row, g, w, f in zip(rows, got, wanted, fits, strict=True) if not f
    ][:5]
