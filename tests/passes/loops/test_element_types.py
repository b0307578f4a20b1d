"""Kernels on elements of every type, run on every target this machine has, bit for bit as numpy."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from ncnnc.dialects.bfloat16 import bits_of_bf16, floats_of_bf16
from ncnnc.dialects.element_types import dtype_of
from ncnnc.dialects.target.attributes import ProductAttr
from ncnnc.dialects.target.products import INT16
from ncnnc.dialects.target.records import Target
from ncnnc.passes.loops.vectorize_linalg import VectorizeLinalgPass

from tests.helpers.elements import (
    ELEMENTS,
    SIZES,
    assert_same_bits,
    numbers,
    on_all_targets,
    with_all_elements,
    with_all_widths,
)
from tests.helpers.kernel_runner import Kernel, compile_functions

pytestmark = pytest.mark.isa


# Element-wise: copies, casts, chains --------------------------------------------------------------


def elementwise(
    source: str, result: str, body: str, target: str, sizes: Sequence[int] = SIZES
) -> list[Kernel]:
    """`body` makes %r of %a, for every element of so many; a kernel for each size."""
    same = "affine_map<(d0) -> (d0)>"
    functions = [
        f"""
    func.func @kernel{size}(%x: memref<{size}x{source}>, %y: memref<{size}x{result}>) {{
      linalg.generic {{indexing_maps = [{same}, {same}], iterator_types = ["parallel"]}}
        ins(%x : memref<{size}x{source}>) outs(%y : memref<{size}x{result}>) {{
      ^bb0(%a: {source}, %previous: {result}):
        {body}
        linalg.yield %r : {result}
      }}
      func.return
    }}
    """
        for size in sizes
    ]
    return compile_functions("".join(functions), target, [VectorizeLinalgPass()])


def check_sizes(
    types: tuple[str, str],
    body: str,
    target: str,
    expected: Callable[[np.ndarray], np.ndarray],
    prepare: Callable[[np.ndarray], np.ndarray] = lambda x: x,
) -> None:
    """Run a body on random elements of every size."""
    for size, kernel in zip(SIZES, elementwise(*types, body, target), strict=True):
        x = prepare(numbers(types[0], size))
        assert_same_bits(kernel(x), expected(x))


def cast(kind: str, source: str, result: str) -> str:
    """A body of one conversion."""
    return f"%r = arith.{kind} %a : {source} to {result}"


@on_all_targets
@with_all_elements
def test_copy_by_a_loop_nest(target: str, element: str):
    body = f"%c = arith.constant false\n%r = arith.select %c, %a, %a : {element}"
    check_sizes((element, element), body, target, lambda x: x)


@on_all_targets
@pytest.mark.parametrize(
    ("kind", "source", "result"),
    [
        *((kind, "i8", wide) for kind in ("extsi", "extui") for wide in ("i16", "i32")),
        *((kind, "i16", "i32") for kind in ("extsi", "extui")),
        *(("trunci", s, r) for s, r in (("i16", "i8"), ("i32", "i8"), ("i32", "i16"))),
        *((kind, s, "f32") for kind in ("sitofp", "uitofp") for s in ("i8", "i16", "i32")),
    ],
)
def test_casts_of_integers(target: str, kind: str, source: str, result: str):
    def expected(x: np.ndarray) -> np.ndarray:
        unsigned = x.view(f"u{x.itemsize}") if kind in ("extui", "uitofp") else x
        return unsigned.astype(dtype_of(ELEMENTS[result]))

    check_sizes((source, result), cast(kind, source, result), target, expected)


@on_all_targets
@pytest.mark.parametrize(
    ("result", "limit"), [("i8", 127.0), ("i16", 32767.0), ("i32", 2147483520.0)]
)
def test_casts_to_integers(target: str, result: str, limit: float):
    def prepare(x: np.ndarray) -> np.ndarray:
        x = (x * np.float32(limit / 2)).clip(-limit, limit)
        x[::3] = limit
        return x

    def expected(x: np.ndarray) -> np.ndarray:
        return np.trunc(x).astype(dtype_of(ELEMENTS[result]))

    check_sizes(("f32", result), cast("fptosi", "f32", result), target, expected, prepare)


@on_all_targets
def test_bits_of_floats_are_integers(target: str):
    body = cast("bitcast", "f32", "i32")
    check_sizes(("f32", "i32"), body, target, lambda x: x.view(np.int32))


@on_all_targets
def test_bf16_of_few_elements(target: str):
    check_sizes(("f32", "bf16"), cast("truncf", "f32", "bf16"), target, bits_of_bf16)
    check_sizes(("bf16", "f32"), cast("extf", "bf16", "f32"), target, floats_of_bf16)


@on_all_targets
def test_every_bf16_is_widened(target: str):
    x = np.arange(1 << 16, dtype=np.uint16)
    [kernel] = elementwise("bf16", "f32", cast("extf", "bf16", "f32"), target, [len(x)])
    assert_same_bits(kernel(x), floats_of_bf16(x))


@on_all_targets
def test_bf16_is_rounded_to_nearest_ties_to_even(target: str):
    """All upper halves, so zeros, denormals, infinities and NaN, with lower halves that tie."""
    upper = np.arange(1 << 16, dtype=np.uint32)[:, None] << 16
    lower = np.array([0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF], np.uint32)
    x = (upper | lower).reshape(-1).view(np.float32)
    [kernel] = elementwise("f32", "bf16", cast("truncf", "f32", "bf16"), target, [len(x)])
    result = kernel(x)
    assert_same_bits(result, bits_of_bf16(x))
    np.testing.assert_array_equal(np.isnan(floats_of_bf16(result)), np.isnan(x))


REQUANTIZE = """
        %scale = arith.constant 0.37 : f32
        %low = arith.constant -127.0 : f32
        %high = arith.constant 127.0 : f32
        %f = arith.sitofp %a : {source} to f32
        %s = arith.mulf %f, %scale : f32
        %c = math.roundeven %s : f32
        %l = simd.maximum %c, %low : f32
        %h = simd.minimum %l, %high : f32
        %r = arith.fptosi %h : f32 to i8"""


@on_all_targets
@pytest.mark.parametrize("source", ["i8", "i16", "i32"])
def test_chain_of_mixed_types(target: str, source: str):
    """Integer, scaled as a float, rounded and clamped, to i8."""

    def expected(x: np.ndarray) -> np.ndarray:
        scaled = np.round(x.astype(np.float32) * np.float32(0.37))
        return scaled.clip(-127, 127).astype(np.int8)

    def prepare(x: np.ndarray) -> np.ndarray:
        """Some of them are clamped."""
        return x >> 20 if source == "i32" else x

    check_sizes((source, "i8"), REQUANTIZE.format(source=source), target, expected, prepare)


@on_all_targets
@pytest.mark.parametrize("element", ["i8", "i16", "i32"])
def test_chain_of_integers(target: str, element: str):
    """Arithmetic wraps around; comparison and shift are signed."""
    body = f"""
        %three = arith.constant 3 : {element}
        %k = arith.constant -77 : {element}
        %two = arith.constant 2 : {element}
        %p = arith.muli %a, %three : {element}
        %q = arith.subi %p, %k : {element}
        %s = arith.addi %q, %q : {element}
        %h = arith.shrsi %s, %two : {element}
        %m = arith.maxsi %h, %k : {element}
        %n = arith.minsi %m, %a : {element}
        %c = arith.cmpi slt, %n, %three : {element}
        %o = arith.xori %n, %three : {element}
        %r = arith.select %c, %o, %n : {element}"""

    def expected(x: np.ndarray) -> np.ndarray:
        three, k = x.dtype.type(3), x.dtype.type(-77)
        p = x * three - k
        n = np.minimum(np.maximum((p + p) >> 2, k), x)
        return np.where(n < 3, n ^ three, n)

    check_sizes((element, element), body, target, expected)


@on_all_targets
def test_bf16_chain_computes_in_float32(target: str):
    body = """
        %two = arith.constant 2.5 : f32
        %zero = arith.constant 0.0 : f32
        %f = arith.extf %a : bf16 to f32
        %p = arith.mulf %f, %two : f32
        %m = simd.maximum %p, %zero : f32
        %r = arith.truncf %m : f32 to bf16"""

    def expected(x: np.ndarray) -> np.ndarray:
        return bits_of_bf16(np.maximum(floats_of_bf16(x) * np.float32(2.5), np.float32(0)))

    check_sizes(("bf16", "bf16"), body, target, expected)


# Products -----------------------------------------------------------------------------------------


@on_all_targets
@pytest.mark.parametrize("rows", [1, 5])
@pytest.mark.parametrize("columns", [1, 13, 40])
def test_sums_of_products_of_i16(target: str, rows: int, columns: int):
    """A reduction whose accumulator is wider than what it sums."""
    text = f"""
    func.func @kernel(%x: memref<{rows}x9xi16>, %w: memref<9x{columns}xi16>,
                      %y: memref<{rows}x{columns}xi32>) {{
      linalg.generic {{
        indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>,
                         affine_map<(d0, d1, d2) -> (d0, d1)>],
        iterator_types = ["parallel", "parallel", "reduction"]
      }} ins(%x, %w : memref<{rows}x9xi16>, memref<9x{columns}xi16>)
        outs(%y : memref<{rows}x{columns}xi32>) {{
      ^bb0(%a: i16, %b: i16, %sum: i32):
        %c = arith.extsi %a : i16 to i32
        %d = arith.extsi %b : i16 to i32
        %p = arith.muli %c, %d : i32
        %r = arith.addi %p, %sum : i32
        linalg.yield %r : i32
      }}
      func.return
    }}
    """
    x, w = numbers("i16", rows, 9), numbers("i16", 9, columns)
    [kernel] = compile_functions(text, target, [VectorizeLinalgPass()])
    start = np.iinfo(np.int32).max // 2
    exact = start + x.astype(np.int64) @ w.astype(np.int64)
    assert_same_bits(kernel(x, w), exact.astype(np.int32))


@on_all_targets
def test_products_of_i16_pairs(target: str):
    """One `simd.dot` a vector, with sums that wrap around among them."""
    isa, product = Target.parse(target).isa, Target.parse(target).inner_kernel(INT16).product
    sums, pairs = product.lanes, product.multiply_adds
    text = f"""
    func.func @kernel(%a: memref<{3 * pairs}xi16>, %b: memref<{3 * pairs}xi16>,
                      %s: memref<{3 * sums}xi32>, %y: memref<{3 * sums}xi32>) {{
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %three = arith.constant 3 : index
      %pairs = arith.constant {pairs} : index
      %sums = arith.constant {sums} : index
      scf.for %i = %zero to %three step %one {{
        %at = arith.muli %i, %pairs : index
        %to = arith.muli %i, %sums : index
        %u = simd.load %a[%at + 0] : memref<{3 * pairs}xi16> -> vector<{pairs}xi16>
        %v = simd.load %b[%at + 0] : memref<{3 * pairs}xi16> -> vector<{pairs}xi16>
        %w = simd.load %s[%to + 0] : memref<{3 * sums}xi32> -> vector<{sums}xi32>
        %d = simd.dot {ProductAttr.of(isa, product)} %u, %v, %w
          : vector<{pairs}xi16>, vector<{pairs}xi16> -> vector<{sums}xi32>
        simd.store %d, %y[%to + 0] : vector<{sums}xi32>, memref<{3 * sums}xi32>
      }}
      func.return
    }}
    """
    a, b = numbers("i16", 3 * pairs), numbers("i16", 3 * pairs)[::-1].copy()
    a[:2] = b[:2] = -32768
    start = numbers("i32", 3 * sums)
    products = (a.astype(np.int64) * b).reshape(-1, 2).sum(1)
    [kernel] = compile_functions(text, target)
    assert "pmadd" in kernel.text
    assert_same_bits(kernel(a, b, start), (products + start).astype(np.int32))


# Transposed nests ---------------------------------------------------------------------------------


def transposition(name: str, source: str, result: str, shape: tuple[int, int], body: str) -> str:
    """The function that makes %r of %a, rows becoming columns."""
    rows, columns = shape
    x, y = f"memref<{rows}x{columns}x{source}>", f"memref<{columns}x{rows}x{result}>"
    return f"""
    func.func @{name}(%x: {x}, %y: {y}) {{
      linalg.generic {{
        indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>],
        iterator_types = ["parallel", "parallel"]
      }} ins(%x : {x}) outs(%y : {y}) {{
      ^bb0(%a: {source}, %previous: {result}):
        {body}
      }}
      func.return
    }}
    """


@on_all_targets
@with_all_widths
def test_transposition(target: str, element: str):
    shapes = ((1, 7), (3, 5), (13, 17), (40, 33), (130, 70))
    body = f"linalg.yield %a : {element}"
    text = [transposition(f"f{rows}", element, element, (rows, n), body) for rows, n in shapes]
    kernels = compile_functions("".join(text), target, [VectorizeLinalgPass()])
    for shape, kernel in zip(shapes, kernels, strict=True):
        x = numbers(element, *shape)
        assert_same_bits(kernel(x), x.T)


@on_all_targets
@pytest.mark.parametrize(
    ("source", "result", "kind"), [("i8", "f32", "sitofp"), ("i16", "i8", "trunci")]
)
def test_transposition_with_a_cast(target: str, source: str, result: str, kind: str):
    body = f"{cast(kind, source, result)}\nlinalg.yield %r : {result}"
    text = transposition("kernel", source, result, (21, 37), body)
    [kernel] = compile_functions(text, target, [VectorizeLinalgPass()])
    x = numbers(source, 21, 37)
    assert_same_bits(kernel(x), x.T.astype(dtype_of(ELEMENTS[result])))
