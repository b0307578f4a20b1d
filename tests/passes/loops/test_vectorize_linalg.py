"""vectorize-linalg: loops that end at extents known at run time, on every target, bit for bit."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

import numpy as np
import pytest
from ncnnc.passes.loops.parallelize import ParallelizePass
from ncnnc.passes.loops.vectorize_linalg import VectorizeLinalgPass

from tests.helpers.bounded_kernels import (
    COUNTS,
    MOST,
    first_elements,
    run_bounded,
    within,
)
from tests.helpers.elements import on_all_targets
from tests.helpers.kernel_runner import Kernel, compile_functions

pytestmark = pytest.mark.isa

PARALLEL = ("parallel",) * 3
SUM = "%r = arith.addf %a, %b : f32"
FEW = (0, 1, 2, 3, 7, 15, 16, 17, 77)


def generic(
    operands: Sequence[tuple[Sequence[int], str]],
    bounds: str,
    body: str = SUM,
    iterators: Sequence[str] = PARALLEL,
) -> str:
    """
    A function of operands, the output last, each a shape and the result of its map; the bounds are
    expressions of `s0` and `s1`.
    """
    types = ["memref<" + "x".join(map(str, (*shape, "f32"))) + ">" for shape, _ in operands]
    names = [f"%x{i}" for i in range(len(operands) - 1)] + ["%y"]
    loops = ", ".join(f"d{d}" for d in range(bounds.count(",") + 1))
    maps = ", ".join(f"affine_map<({loops}) -> {map}>" for _, map in operands)
    kinds = ", ".join(f'"{kind}"' for kind in iterators[: bounds.count(",") + 1])
    arguments = ", ".join(f"{n}: {t}" for n, t in zip(names, types, strict=True))
    symbols = "%symbols: memref<2xi64> {kernel.role = #kernel<role symbols>}"
    elements = ", ".join(f"%{'abcd'[i]}: f32" for i in range(len(operands)))
    return f"""
    func.func @kernel({symbols}, {arguments}) {{
      linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}
        ins({", ".join(names[:-1])} : {", ".join(types[:-1])}) outs(%y : {types[-1]})
        attrs = {{kernel.bounds = affine_map<()[s0, s1] -> {bounds}>}} {{
      ^bb0({elements}):
        {body}
        linalg.yield %r : f32
      }}
      func.return
    }}
    """


def compiled(text: str, target: str) -> Kernel:
    """The kernel of a function."""
    (kernel,) = compile_functions(text, target, [VectorizeLinalgPass()])
    return kernel


def random(*shape: int) -> np.ndarray:
    return np.random.default_rng(len(shape)).standard_normal(shape, np.float32)


@on_all_targets
@pytest.mark.parametrize("columns", [1, 5, 64, 37])
def test_rows(target, columns):
    """Rows and columns are merged, and shared by threads where they are many."""
    shape = (MOST, columns)
    operands = [(shape, "(d0, d1)")] * 3
    kernel = compiled(generic(operands, f"(s0, {columns})"), target)
    a, b = random(*shape), random(*shape)[::-1]
    for count in COUNTS:
        given = [within(a, count), within(b, count)]
        result = run_bounded(kernel, given, (count, 0))
        np.testing.assert_array_equal(result[:count], (a + b)[:count])


@on_all_targets
@pytest.mark.parametrize("columns", [5, 64, 300])
def test_rows_with_one_value_for_a_column_or_a_row(target, columns):
    shape = (MOST, columns)
    body = "%p = arith.addf %a, %b : f32\n%r = arith.mulf %p, %c : f32"
    operands = [(shape, "(d0, d1)"), ((columns,), "(d1)"), ((MOST, 1), "(d0, 0)")]
    text = generic([*operands, (shape, "(d0, d1)")], f"(s0, {columns})", body)
    kernel = compiled(text, target)
    x, row, column = random(*shape), random(columns), random(MOST, 1)
    for count in FEW:
        result = run_bounded(kernel, [within(x, count), row, within(column, count)], (count, 0))
        np.testing.assert_array_equal(result[:count], ((x + row) * column)[:count])


@on_all_targets
@pytest.mark.parametrize("most", [48, 20], ids=["whole vectors", "masked where buffers end"])
def test_columns(target, most):
    """The bound is that of the vectors; here it is an expression of two symbols."""
    shape = (7, most)
    operands = [(shape, "(d0, d1)"), ((7, 1), "(d0, 0)"), (shape, "(d0, d1)")]
    kernel = compiled(generic(operands, "(7, s0 + s1 ceildiv 2)"), target)
    x, column = random(*shape), random(7, 1)
    for count in range(most + 1):
        result = run_bounded(
            kernel, [within(x, 7, count), column], (count // 2, 2 * (-(-count // 2)) - 1)
        )
        np.testing.assert_array_equal(result[:, :count], (x + column)[:, :count])


@on_all_targets
@pytest.mark.parametrize("heads", [1, 3, 70])
def test_rows_of_heads(target, heads):
    shape = (heads, 32, 20)
    operands = [(shape, "(d0, d1, d2)"), ((32, 20), "(d1, d2)"), (shape, "(d0, d1, d2)")]
    kernel = compiled(generic(operands, f"({heads}, s0, 20)"), target)
    x, y = random(*shape), random(32, 20)
    for count in (*range(18), 32):
        result = run_bounded(kernel, [within(x, heads, count), within(y, count)], (count, 0))
        np.testing.assert_array_equal(result[:, :count], (x + y)[:, :count])


@on_all_targets
@pytest.mark.parametrize(("rows", "columns"), [(48, 9), (9, 48), (128, 160), (44, 13), (13, 44)])
@pytest.mark.parametrize("bounded", [0, 1])
def test_transposed(target, rows, columns, bounded):
    """Blocks of the loops of rows or columns are rounded up."""
    shape = (rows, columns)
    most = shape[bounded]
    operands = [((columns, rows), "(d1, d0)"), (shape, "(d0, d1)"), (shape, "(d0, d1)")]
    limits = ["s0" if d == bounded else str(extent) for d, extent in enumerate(shape)]
    kernel = compiled(generic(operands, f"({', '.join(limits)})"), target)
    x, y = random(columns, rows), random(*shape)
    for count in (*(c for c in FEW if c < most), most):
        extents = (count, columns) if bounded == 0 else (rows, count)
        given = [within(x, *extents[::-1]), within(y, *extents)]
        result = run_bounded(kernel, given, (count, 0))
        expected = first_elements(x.T + y, extents)
        np.testing.assert_array_equal(first_elements(result, extents), expected)


@on_all_targets
def test_columns_in_reverse(target):
    shape = (32, 21)
    operands = [(shape, "(d0, -d1 + 20)"), (shape, "(d0, d1)"), (shape, "(d0, d1)")]
    kernel = compiled(generic(operands, "(s0, 21)"), target)
    x, y = random(*shape), random(*shape)
    for count in (*range(18), 32):
        result = run_bounded(kernel, [within(x, count), within(y, count)], (count, 0))
        np.testing.assert_array_equal(result[:count], (x[:, ::-1] + y)[:count])


@on_all_targets
@pytest.mark.parametrize("columns", [1, 8, 21])
def test_sum_of_rows(target, columns):
    """A reduction ends exactly at its bound."""
    operands = [((MOST, columns), "(d1, d0)"), ((columns,), "(d0)")]
    text = generic(operands, f"({columns}, s0)", iterators=("parallel", "reduction"))
    kernel = compiled(text, target)
    x, previous = random(MOST, columns), random(columns)
    for count in COUNTS:
        result = run_bounded(kernel, [within(x, count)], (count, 0), previous)
        expected = np.add.accumulate(np.concatenate([previous[None], x[:count]]))[-1]
        np.testing.assert_array_equal(result, expected)


@on_all_targets
@pytest.mark.parametrize("rows", [32, 20])
def test_sums_of_some_rows(target, rows):
    """The loop of the vectors has a bound, too."""
    operands = [((9, rows), "(d1, d0)"), ((rows,), "(d0)")]
    kernel = compiled(generic(operands, "(s0, s1)", iterators=("parallel", "reduction")), target)
    x, previous = random(9, rows), random(rows)
    for count in range(rows + 1):
        given = within(x, 4, count)
        result = run_bounded(kernel, [given], (count, 4), previous)
        expected = np.add.accumulate(np.concatenate([previous[None], x[:4]]))[-1]
        np.testing.assert_array_equal(result[:count], expected[:count])


@on_all_targets
@pytest.mark.parametrize(
    ("shape", "read"),
    [
        ((MOST, 40), "(d0, d1)"),
        ((3, 128, 40), "(d0, d1, d2)"),
        ((128, 128), "(d1, d0)"),
        ((3, 128, 40), "(d0, d2, d1)"),
    ],
)
def test_threads_share_what_is_within(target, shape, read):
    *outer, rows, columns = shape
    loops = ", ".join(f"d{d}" for d in range(len(shape)))
    is_transposed = read != f"({loops})"
    source = (*outer, columns, rows) if is_transposed else shape
    operands = [(source, read), ((rows, 1), f"(d{len(outer)}, 0)"), (shape, f"({loops})")]
    text = generic(operands, f"({', '.join(map(str, (*outer, 's0', columns)))})")
    passes = [VectorizeLinalgPass(), ParallelizePass()]
    (kernel,) = compile_functions(text.replace("@kernel", "private @kernel"), target, passes)
    x, column = random(*source), random(rows, 1)
    expected = (x.swapaxes(-1, -2) if is_transposed else x) + column
    for count, threads in ((0, 2), (1, 2), (5, 3), (77, 2), (rows, 3)):
        symbols = np.array([count, 0], np.int64)
        output = np.full(shape, np.nan, np.float32)
        pointers = [ctypes.c_void_p(a.ctypes.data) for a in (symbols, x, column, output)]
        for thread in range(threads):
            of_threads = ctypes.c_int64(thread), ctypes.c_int64(threads)
            ctypes.CFUNCTYPE(None)(kernel.address)(*pointers, *of_threads)
        np.testing.assert_array_equal(output[..., :count, :], expected[..., :count, :])
