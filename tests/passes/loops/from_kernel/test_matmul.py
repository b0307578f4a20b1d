"""`kernel.matmul` and `kernel.pack_panels` against numpy, for odd extents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.kernel.matmul import MatmulOp, PackPanelsOp, panel_elements
from ncnnc.dialects.ncnn.internal.weight_forms import MatrixPanels
from ncnnc.passes.kernels.weights.packing import pack_arrays
from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute, Region
from xdsl.ir.affine import AffineExpr

from tests.helpers.kernel_runner import (
    Body,
    bias,
    compile_kernel,
    make_epilogue,
    many_steps,
    symbolic,
)

pytestmark = pytest.mark.isa

COUNTS = (*range(1, 21), 77, 80)
"""Of rows that are known at run time, 80 at the most."""
LANES = {"x86-avx512": 16, "x86-avx2": 8, "x86-64": 4}
TARGETS = pytest.mark.parametrize("target", LANES)


def random(*shape: int) -> np.ndarray:
    return np.random.default_rng(prod(shape)).standard_normal(shape, np.float32)


def panels(matrices: np.ndarray, lanes: int, vectors: int) -> np.ndarray:
    form = MatrixPanels(lanes, vectors, matrices.shape[2], False, 1)
    return np.concatenate([pack_arrays(form, [m]) for m in matrices])


def even_panels(rows: np.ndarray, most: int) -> np.ndarray:
    """The fewest panels, of about equal numbers of rows, `most` at most, the larger ones first."""
    parts = np.array_split(rows, max(-(-len(rows) // most), 1))
    return np.concatenate([part.T.ravel() for part in parts])


def multiply(
    x: np.ndarray,
    w: np.ndarray,
    target: str,
    tile: tuple[int, int],
    epilogue: Region | None = None,
    extras: Sequence[np.ndarray] = (),
    schedule: Mapping[str, Attribute] | None = None,
    tiled: bool = False,
) -> np.ndarray:
    """The kernel on `b,m,k` and `b,n,k` (or one `n,k` for the whole batch)."""
    lanes = LANES[target]
    batch, m, k = x.shape
    n = w.shape[1]
    packed = panels(w, lanes, tile[1])
    source = panels(x, 1, tile[0]) if tiled else x
    kernel = compile_kernel(
        MatmulOp,
        [source.shape, packed.shape, *(e.shape for e in extras)],
        (batch, m, n),
        {
            "extents": int_array([batch, m, n, k]),
            **({} if tiled else {"x_strides": int_array([m * k, k, 1])}),
            "y_strides": int_array([m * n, n]),
            "lanes": int_attr(lanes),
            "register": int_array(tile),
            **(schedule or {}),
        },
        epilogue,
        target,
    )
    return kernel(source, packed, *extras)


@TARGETS
@pytest.mark.parametrize("tiled", [False, True], ids=["rows", "panels"])
@pytest.mark.parametrize("extents", [(1, 1, 1), (7, 19, 13), (9, 33, 5), (4, 48, 16), (3, 64, 31)])
def test_one_matrix(extents: tuple[int, int, int], tiled: bool, target: str):
    m, n, k = extents
    x, w = random(1, m, k), random(1, n, k)
    got = multiply(x, w, target, (4, 2), tiled=tiled)
    np.testing.assert_allclose(got[0], x[0] @ w[0].T, rtol=0, atol=1e-5)


@TARGETS
@pytest.mark.parametrize("matrices", [1, 3], ids=["shared", "each"])
def test_batch(matrices: int, target: str):
    x, w = random(3, 5, 7), random(matrices, 21, 7)
    got = multiply(x, w, target, (2, 1))
    np.testing.assert_allclose(got, x @ w.transpose(0, 2, 1), rtol=0, atol=1e-5)


@TARGETS
@pytest.mark.parametrize("shape", [(1, 1), (5, 1), (1, 19), (5, 19), (2, 5, 19)], ids=str)
@pytest.mark.parametrize(("body", "factor"), [(bias, 1), (many_steps, 14)], ids=["short", "long"])
def test_epilogue(shape: tuple[int, ...], body: Body, factor: int, target: str):
    x, w, extra = random(2, 5, 7), random(2, 19, 7), random(*shape)
    late = (
        {"late_epilogue": int_attr(16), "epilogue_vectors": int_attr(6)}
        if body is many_steps
        else {}
    )
    got = multiply(x, w, target, (4, 2), make_epilogue(1, body), [extra], late)
    expected = x @ w.transpose(0, 2, 1) + factor * extra
    np.testing.assert_allclose(got, expected, rtol=0, atol=5e-5)


@TARGETS
def test_late_epilogue_of_a_large_tile(target: str):
    x, w, extra = random(1, 11, 7), random(1, 35, 7), random(1, 35)
    late = {"late_epilogue": int_attr(16), "epilogue_vectors": int_attr(6)}
    got = multiply(x, w, target, (9, 2), make_epilogue(1, many_steps), [extra], late)
    expected = x @ w.transpose(0, 2, 1) + 14 * extra
    np.testing.assert_allclose(got, expected, rtol=0, atol=5e-5)


def test_large_weights_share_panels():
    x, w = random(1, 5, 512), random(1, 600, 512)
    schedule = {"shares_vectors": UnitAttr(), "weights_ahead": int_array([2, 2])}
    got = multiply(x, w, "x86-avx2", (4, 2), schedule=schedule)
    np.testing.assert_allclose(got[0], x[0] @ w[0].T, rtol=0, atol=3e-4)


def test_heads_are_columns():
    """Three heads of 5 columns, read from and written to rows of 15."""
    x, w = random(4, 15), random(3, 5, 5)
    kernel = compile_kernel(
        MatmulOp,
        [x.shape, (3 * panel_elements(5, 5, 8),)],
        x.shape,
        {
            "extents": int_array([3, 4, 5, 5]),
            "x_strides": int_array([5, 15, 1]),
            "y_strides": int_array([5, 15]),
            "lanes": int_attr(8),
            "register": int_array([2, 1]),
        },
        target="x86-avx2",
    )
    got = kernel(x, panels(w, 8, 1))
    heads = x.reshape(4, 3, 5).transpose(1, 0, 2)
    expected = (heads @ w.transpose(0, 2, 1)).transpose(1, 0, 2).reshape(4, 15)
    np.testing.assert_allclose(got, expected, rtol=0, atol=1e-5)


@TARGETS
@pytest.mark.parametrize("tiled", [False, True], ids=["plain", "panels"])
@pytest.mark.parametrize("shares", [False, True], ids=["rows", "columns"])
@pytest.mark.parametrize(
    ("size", "tile"),
    [(1, (4, 3)), (3, (1, 1)), (17, (6, 2)), (29, (6, 2)), (64, (2, 4)), (128, (4, 3))],
)
def test_rows_known_at_run_time(
    size: int, tile: tuple[int, int], shares: bool, tiled: bool, target: str
):
    """The same bits as with so many rows; those past the bound are left alone, their x unread."""
    most, columns = COUNTS[-1], size + 1
    x, w, extra = random(1, most, size), random(1, columns, size), random(most, 1)
    schedule: dict[str, Attribute] = {"weights_ahead": int_array([8, 1])}
    if shares:
        schedule["shares_vectors"] = UnitAttr()
    expected = multiply(x, w, target, tile, make_epilogue(1, bias), [extra], schedule)
    packed = panels(w, LANES[target], tile[1])
    kernel = compile_kernel(
        MatmulOp,
        [x.shape, packed.shape, extra.shape],
        (1, most, columns),
        {
            "extents": int_array([1, most, columns, size]),
            **({} if tiled else {"x_strides": int_array([0, size, 1])}),
            "y_strides": int_array([0, columns]),
            "lanes": int_attr(LANES[target]),
            "register": int_array(tile),
            "bounds": symbolic(1, AffineExpr.symbol(0) + AffineExpr.symbol(1), columns, size),
            **schedule,
        },
        make_epilogue(1, bias),
        target,
    )
    assert kernel.symbols is not None
    for count in COUNTS:
        kernel.symbols[:] = count - count // 3, count // 3
        rows, terms = x.copy(), extra.copy()
        rows[:, count:] = terms[count:] = np.nan
        if tiled:
            packed_rows = even_panels(rows[0, :count], tile[0])
            rows[:] = np.append(packed_rows, rows[:, count:]).reshape(rows.shape)
        y = kernel(rows, packed, terms)
        np.testing.assert_array_equal(y[:, :count], expected[:, :count])
        assert np.isnan(y[:, count:]).all()


@TARGETS
@pytest.mark.parametrize("columns", [1, 21])
def test_matrices_and_sums_known_at_run_time(columns: int, target: str):
    """Ignore all that lies past the bounds of both factors."""
    lanes, most = LANES[target], (4, 9, columns, 32)
    symbols = [AffineExpr.symbol(i) for i in range(3)]
    packed_shape = (4 * panel_elements(columns, 32, lanes),)
    kernel = compile_kernel(
        MatmulOp,
        [(4, 9, 32), packed_shape],
        most[:3],
        {
            "extents": int_array(most),
            "x_strides": int_array([9 * 32, 32, 1]),
            "y_strides": int_array([9 * columns, columns]),
            "lanes": int_attr(lanes),
            "register": int_array([4, 2]),
            "bounds": symbolic(symbols[0], symbols[1], columns, symbols[2]),
        },
        target=target,
    )
    assert kernel.symbols is not None
    for batch, m, k in [(1, 1, 1), (2, 5, 3), (3, 8, 31), (4, 9, 32)]:
        kernel.symbols[:] = batch, m, k
        x, w = np.full((4, 9, 32), np.nan, np.float32), random(4, columns, 32)
        x[:batch, :m, :k], w[:, :, k:] = random(batch, m, k), np.nan
        y = kernel(x, panels(w, lanes, 2))
        expected = x[:batch, :m, :k] @ w[:batch, :, :k].transpose(0, 2, 1)
        np.testing.assert_allclose(y[:batch, :m], expected, rtol=0, atol=1e-5)
        assert np.isnan(y[batch:]).all()


@TARGETS
@pytest.mark.parametrize("batch", [1, 2])
def test_columns_known_at_run_time(batch: int, target: str):
    """The same bits as with so many columns; those of other panels are left alone."""
    lanes, most = LANES[target], (batch, 5, 80, 7)
    x, w = random(batch, 5, 7), random(batch, 80, 7)
    kernel = compile_kernel(
        MatmulOp,
        [x.shape, (batch * panel_elements(80, 7, lanes),)],
        most[:3],
        {
            "extents": int_array(most),
            "x_strides": int_array([35, 7, 1]),
            "y_strides": int_array([400, 80]),
            "lanes": int_attr(lanes),
            "register": int_array([4, 2]),
            "bounds": symbolic(batch, 5, AffineExpr.symbol(0), 7),
        },
        target=target,
    )
    assert kernel.symbols is not None
    expected = None
    for count in (80, 79, 33, 16, 2, 1):
        kernel.symbols[:] = count
        weights = w.copy()
        weights[:, count:] = np.nan
        y = kernel(x, panels(weights, lanes, 2))
        expected = y if expected is None else expected
        np.testing.assert_array_equal(y[..., :count], expected[..., :count])
        assert np.isnan(y[..., -(-count // (2 * lanes)) * 2 * lanes :]).all()
    np.testing.assert_allclose(expected, x @ w.transpose(0, 2, 1), rtol=0, atol=1e-5)


@TARGETS
@pytest.mark.parametrize("turned", [False, True], ids=["rows", "columns"])
@pytest.mark.parametrize("panel", [(0, 1), (0, 3), (1, 5), (1, 18)], ids=str)
@pytest.mark.parametrize("extents", [(1, 1, 1), (2, 19, 13), (1, 48, 16), (1, 35, 3)], ids=str)
def test_packing_agrees_with_the_weight_form(
    extents: tuple[int, int, int], panel: tuple[int, int], turned: bool, target: str
):
    batch, rows, columns = extents
    lanes, vectors = panel[0] or LANES[target], panel[1]
    x = random(batch, columns, rows) if turned else random(*extents)
    logical = x.transpose(0, 2, 1) if turned else x
    strides = (1, rows) if turned else (columns, 1)
    expected = panels(np.ascontiguousarray(logical), lanes, vectors)
    kernel = compile_kernel(
        PackPanelsOp,
        [x.shape],
        expected.shape,
        {
            "extents": int_array(extents),
            "strides": int_array([rows * columns, *strides]),
            "lanes": int_attr(lanes),
            "vectors": int_attr(vectors),
        },
        target=target,
    )
    np.testing.assert_array_equal(kernel(x), expected)


@TARGETS
@pytest.mark.parametrize("turned", [False, True], ids=["rows", "columns"])
@pytest.mark.parametrize("vectors", [1, 3])
@pytest.mark.parametrize("columns", [1, 3, 17, 64, 128])
def test_rows_appended_to_panels(columns: int, vectors: int, turned: bool, target: str):
    """Rows after those of before; what lies around them stays."""
    lanes, batch, rows, most = LANES[target], 2, 96, 80
    shape = (batch, columns, most) if turned else (batch, most, columns)
    size = panel_elements(rows, columns, lanes)
    past, count = AffineExpr.symbol(0), AffineExpr.symbol(1)
    kernel = compile_kernel(
        PackPanelsOp,
        [shape],
        (batch * size,),
        {
            "extents": int_array([batch, rows, columns]),
            "strides": int_array([most * columns, *((1, most) if turned else (columns, 1))]),
            "lanes": int_attr(lanes),
            "vectors": int_attr(vectors),
            "bounds": symbolic(batch, count, columns),
            "begin": symbolic(past, 0),
        },
        target=target,
    )
    x = random(*shape)
    source = x.transpose(0, 2, 1) if turned else x
    assert kernel.symbols is not None
    for before, more in [(0, 1), (3, 1), (3, 17), (16, 24), (15, 1), (40, 30), (16, 80), (95, 1)]:
        kernel.symbols[:] = before, more
        held = random(batch, rows, columns)
        y = panels(held, lanes, vectors)
        held[:, before : before + more] = source[:, :more]
        given = source.copy()
        given[:, more:] = np.nan
        given = np.ascontiguousarray(given.transpose(0, 2, 1) if turned else given)
        kernel.bind([given], y)()
        np.testing.assert_array_equal(y, panels(held, lanes, vectors))


@TARGETS
@pytest.mark.parametrize(("rows", "vectors"), [(1, 1), (3, 1), (17, 2), (128, 3)])
def test_columns_appended_to_panels(rows: int, vectors: int, target: str):
    """As values of attention are: a column is what a token brings."""
    lanes, batch, columns, most = LANES[target], 2, 48, 32
    size = panel_elements(rows, columns, lanes)
    past, count = AffineExpr.symbol(0), AffineExpr.symbol(1)
    kernel = compile_kernel(
        PackPanelsOp,
        [(most, batch, rows)],
        (batch * size,),
        {
            "extents": int_array([batch, rows, columns]),
            "strides": int_array([rows, 1, batch * rows]),
            "lanes": int_attr(lanes),
            "vectors": int_attr(vectors),
            "bounds": symbolic(batch, rows, count),
            "begin": symbolic(0, past),
        },
        target=target,
    )
    assert kernel.symbols is not None
    for before, more in [(0, 1), (5, 1), (5, 17), (16, 32), (47, 1)]:
        kernel.symbols[:] = before, more
        x, held = random(most, batch, rows), random(batch, rows, columns)
        y = panels(held, lanes, vectors)
        held[:, :, before : before + more] = x[:more].transpose(1, 2, 0)
        x[more:] = np.nan
        kernel.bind([x], y)()
        np.testing.assert_array_equal(y, panels(held, lanes, vectors))


@TARGETS
@pytest.mark.parametrize("bounded", ["rows", "columns"])
@pytest.mark.parametrize("turned", [False, True], ids=["rows", "columns"])
@pytest.mark.parametrize("extents", [(1, 1, 1), (2, 33, 19), (2, 80, 32), (1, 48, 128)], ids=str)
def test_packing_of_extents_known_at_run_time(
    extents: tuple[int, int, int], turned: bool, bounded: str, target: str
):
    """The rows and columns up to the bounds are those of the whole matrix."""
    lanes, (batch, rows, columns) = LANES[target], extents
    n = AffineExpr.symbol(0)
    bounds = (batch, n, columns) if bounded == "rows" else (batch, rows, n)
    shape = (batch, columns, rows) if turned else extents
    kernel = compile_kernel(
        PackPanelsOp,
        [shape],
        (batch * panel_elements(rows, columns, lanes),),
        {
            "extents": int_array(extents),
            "strides": int_array([rows * columns, *((1, rows) if turned else (columns, 1))]),
            "lanes": int_attr(lanes),
            "vectors": int_attr(2),
            "bounds": symbolic(*bounds),
        },
        target=target,
    )
    assert kernel.symbols is not None
    most = rows if bounded == "rows" else columns
    x = random(*shape)
    source = np.ascontiguousarray(x.transpose(0, 2, 1) if turned else x)
    for count in {min(count, most) for count in (1, 7, 8, 17, 24, 31, most)}:
        kernel.symbols[0] = count
        inside = np.zeros(source.shape, np.float32)
        inside[(slice(None), slice(count)) if bounded == "rows" else (..., slice(count))] = 1
        kept = panels(inside, lanes, 2) == 1
        expected = panels(source, lanes, 2)
        np.testing.assert_array_equal(kernel(x)[kept], expected[kept])


@TARGETS
@pytest.mark.parametrize("turned", [False, True], ids=["rows", "columns"])
@pytest.mark.parametrize(("columns", "vectors"), [(1, 1), (19, 6), (64, 14), (7, 30)])
def test_packing_of_any_rows_of_one_lane(columns: int, vectors: int, turned: bool, target: str):
    """Panels have about equal numbers of rows; what is behind the last stays, and is not read."""
    batch, most = 2, 77
    shape = (batch, columns, most) if turned else (batch, most, columns)
    kernel = compile_kernel(
        PackPanelsOp,
        [shape],
        (batch * most * columns,),
        {
            "extents": int_array([batch, most, columns]),
            "strides": int_array([most * columns, *((1, most) if turned else (columns, 1))]),
            "lanes": int_attr(1),
            "vectors": int_attr(vectors),
            "bounds": symbolic(batch, AffineExpr.symbol(0), columns),
        },
        target=target,
    )
    x = random(*shape)
    rows = np.ascontiguousarray(x.transpose(0, 2, 1) if turned else x)
    assert kernel.symbols is not None
    for count in (*range(20), 29, 31, 60, most):
        kernel.symbols[0] = count
        y = kernel(x).reshape(batch, -1)
        for matrix, made in zip(rows, y, strict=True):
            expected = even_panels(matrix[:count], vectors)
            np.testing.assert_array_equal(made[: count * columns], expected)
            assert np.isnan(made[count * columns :]).all()
