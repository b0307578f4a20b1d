"""Numbers at the edges of types: NaN, infinities, zeros, denormals, and how results agree."""

from __future__ import annotations

from functools import cache

import numpy as np
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.reference.conversions import numpy_type
from xdsl.dialects import arith, func, linalg, math
from xdsl.dialects.builtin import ModuleOp, bf16, f16, f32, i8, i16, i32, i64
from xdsl.ir import Attribute
from xdsl.parser import Parser

ELEMENTS: dict[str, Attribute] = {
    **{"f32": f32, "i8": i8, "i16": i16, "i32": i32, "i64": i64, "bf16": bf16, "f16": f16}
}
FLOATS = np.array(
    [
        *(np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-40, -1e-40, 1.2e-38, 1e-30, 3e38, -3e38),
        *(1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.0, 126.5, -127.5, 8388609.0, -88.9),
    ],
    np.float32,
)
"""Among them halves, which are rounded to even or away, and what has no fraction left."""
SMALL = 3e-37
"""Bound below which approximated functions may give 0: e^x below 1.7e-38, and its multiples."""


@cache
def special(element: str) -> np.ndarray:
    """Return numbers at the edges of a type, bf16 as bits."""
    if element == "f32":
        return FLOATS
    if element == "bf16":
        return (FLOATS.view(np.uint32) >> 16).astype(np.uint16)
    limits = np.iinfo(numpy_type(ELEMENTS[element]))
    edges = [limits.min, limits.min + 1, -1, 0, 1, 2, 100, limits.max - 1, limits.max]
    return np.array(edges, limits.dtype)


def agree(result: np.ndarray, expected: np.ndarray, tolerance: float) -> np.ndarray:
    """Return where elements have the same bits, are both NaN, or are close."""
    assert result.dtype == expected.dtype
    if result.dtype != np.float32:
        return result == expected
    same = (result.view(np.int32) == expected.view(np.int32)) | (
        np.isnan(result) & np.isnan(expected)
    )
    if not tolerance:
        return same
    with np.errstate(all="ignore"):
        error = np.abs(result.astype(np.float64) - expected)
        return same | (error <= tolerance * np.abs(expected.astype(np.float64)) + SMALL)


def parsed(text: str) -> ModuleOp:
    ctx = make_context()
    for dialect in (arith.Arith, func.Func, linalg.Linalg, math.Math):
        ctx.load_dialect(dialect)
    return Parser(ctx, text).parse_module()
