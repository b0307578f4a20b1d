"""`kernel.attention` with rows and keys known at run time, queries that share keys, causal."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.kernel.attention import AttentionKernelOp
from ncnnc.dialects.ncnn.internal.weight_forms import MatrixPanels
from ncnnc.passes.kernels.weights.packing import pack_arrays
from xdsl.dialects.builtin import FloatAttr, UnitAttr, f32
from xdsl.ir.affine import AffineExpr

from tests.helpers.kernel_runner import Kernel, compile_kernel, symbolic
from tests.helpers.turns import in_turn

pytestmark = pytest.mark.isa

LANES = {"x86-avx512": 16, "x86-avx2": 8, "x86-64": 4}
TARGETS = pytest.mark.parametrize("target", LANES)
MOST_ROWS, MOST_KEYS = 80, 112
LENGTHS = [*((n, n // 3) for n in range(1, 21)), (1, 111), (77, 0), (77, 35), (80, 32)]
"""Rows, and keys before those of the rows."""
TILE = (4, 2)


@dataclass(frozen=True)
class Heads:
    """Sizes of some attention."""

    keys: int
    sharing: int
    size: int
    values: int
    block: int

    @property
    def scale(self) -> float:
        return self.size**-0.5

    @property
    def queries(self) -> int:
        return self.keys * self.sharing


HEADS = [
    Heads(1, 1, 1, 1, 4),
    Heads(3, 1, 17, 3, 16),
    Heads(2, 2, 64, 64, 12),
    Heads(2, 3, 3, 17, 15),
    Heads(1, 8, 128, 40, 8),
]


def random(*shape: int) -> np.ndarray:
    return np.random.default_rng(prod(shape)).standard_normal(shape, np.float32)


def panels(matrices: np.ndarray, lanes: int) -> np.ndarray:
    form = MatrixPanels(lanes, TILE[1], matrices.shape[2], False, 1)
    return np.concatenate([pack_arrays(form, [np.ascontiguousarray(m)]) for m in matrices])


def compiled(
    heads: Heads, rows: int, keys: int, mask: str, target: str, *, bounded: bool = True
) -> Kernel:
    """The kernel for buffers of so many rows and keys."""
    lanes, past, count = LANES[target], AffineExpr.symbol(1), AffineExpr.symbol(0)
    panel_rows = [-(-n // lanes) * lanes for n in (keys, heads.values)]
    sizes = (panel_rows[0] * heads.size, panel_rows[1] * keys)
    masks = {"shared": [(rows, keys)], "each": [(heads.queries, rows, keys)]}.get(mask, [])
    properties = {
        "extents": int_array([heads.keys, rows, keys, heads.size, heads.values]),
        "q_strides": int_array([heads.size, heads.queries * heads.size, 1]),
        "y_strides": int_array([rows * heads.values, heads.values]),
        "lanes": int_attr(lanes),
        "score_tile": int_array(TILE),
        "value_tile": int_array(TILE),
        "block": int_attr(heads.block),
        "scale": FloatAttr(heads.scale, f32),
    }
    if heads.sharing > 1:
        properties["queries_per_key"] = int_attr(heads.sharing)
    if mask == "causal":
        properties["causal"] = UnitAttr()
    if bounded:
        bounds = (heads.keys, count, past + count, heads.size, heads.values)
        properties["bounds"] = symbolic(*bounds)
    return compile_kernel(
        AttentionKernelOp,
        [
            (rows, heads.queries, heads.size),
            *((heads.keys * size,) for size in sizes),
            *masks,
        ],
        (heads.queries, rows, heads.values),
        properties,
        target=target,
    )


def attend(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None, scale: float
) -> np.ndarray:
    """The definition, in float64: `rows,heads,size`, `keys,n,size` and `keys,n,values`."""
    sharing = len(q[0]) // len(k)
    k, v = (np.repeat(m.astype(np.float64), sharing, 0) for m in (k, v))
    scores = scale * q.transpose(1, 0, 2).astype(np.float64) @ k.transpose(0, 2, 1)
    scores = scores if mask is None else scores + mask
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True) @ v


def inputs(heads: Heads, rows: int, keys: int, mask: str) -> list[np.ndarray]:
    """q, k, v of a run, and a mask."""
    arrays = [
        random(rows, heads.queries, heads.size),
        random(heads.keys, keys, heads.size),
        random(heads.keys, keys, heads.values),
    ]
    if mask == "causal":
        above = np.arange(keys) > np.arange(rows)[:, None] + keys - rows
        arrays.append(np.where(above, -np.inf, 0).astype(np.float32))
    elif mask != "none":
        arrays.append(random(*([heads.queries] if mask == "each" else []), rows, keys))
    return arrays


def within(array: np.ndarray, *shape: int) -> np.ndarray:
    """The array at the beginning of a larger one, which is NaN elsewhere."""
    larger = np.full(shape, np.nan, np.float32)
    larger[tuple(map(slice, array.shape))] = array
    return larger


def run(kernel: Kernel, heads: Heads, arrays: list[np.ndarray], rows: int, keys: int, target: str):
    """The kernel's result for these, in buffers of so many rows and keys."""
    q, k, v, *mask = arrays
    lanes = LANES[target]
    padded = -(-keys // lanes) * lanes
    given = [
        within(q, rows, *q.shape[1:]),
        panels(within(k, len(k), padded, heads.size), lanes),
        panels(within(v, len(v), keys, heads.values).transpose(0, 2, 1), lanes),
        *(within(m, *m.shape[:-2], rows, keys) for m in mask),
    ]
    return kernel(*given)[:, : len(q)]


@pytest.mark.parametrize(
    ("heads", "mask", "target"),
    in_turn(tuple(LANES), HEADS, ("none", "shared", "each", "causal")),
    ids=str,
)
def test_lengths_known_at_run_time(heads, mask, target):
    kernel = compiled(heads, MOST_ROWS, MOST_KEYS, mask, target)
    assert kernel.symbols is not None
    for rows, past in LENGTHS:
        kernel.symbols[:] = rows, past
        arrays = inputs(heads, rows, past + rows, mask)
        given = arrays[:3] if mask == "causal" else arrays
        got = run(kernel, heads, given, MOST_ROWS, MOST_KEYS, target)
        expected = attend(*arrays[:3], arrays[3] if arrays[3:] else None, heads.scale)
        np.testing.assert_allclose(got, expected, rtol=0, atol=2e-6)


@TARGETS
@pytest.mark.parametrize("mask", ["none", "each", "causal"])
@pytest.mark.parametrize(("rows", "past"), [(1, 63), (5, 2), (77, 35)])
def test_bits_are_those_of_fixed_lengths(rows, past, mask, target):
    heads = HEADS[2]
    arrays = inputs(heads, rows, past + rows, mask)
    given = arrays[:3] if mask == "causal" else arrays
    bounded = compiled(heads, MOST_ROWS, MOST_KEYS, mask, target)
    assert bounded.symbols is not None
    bounded.symbols[:] = rows, past
    fixed = compiled(heads, rows, past + rows, mask, target, bounded=False)
    got = run(bounded, heads, given, MOST_ROWS, MOST_KEYS, target)
    expected = run(fixed, heads, given, rows, past + rows, target)
    np.testing.assert_array_equal(got, expected)
