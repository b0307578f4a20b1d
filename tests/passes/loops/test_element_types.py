"""Kernels on elements of every type, run on every target this machine has, bit for bit as numpy."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from ncnnc.dialects.element_types import dtype_of
from ncnnc.dialects.kernel.base import KernelOp
from ncnnc.dialects.kernel.convolution import DepthToSpaceOp, Im2colOp, InterleaveOp
from ncnnc.dialects.kernel.copy import CopyColumnsOp, CopyOp
from ncnnc.dialects.kernel.crop import CropKernelOp
from ncnnc.dialects.kernel.gather import GatherOp
from ncnnc.dialects.kernel.matmul import PackPanelsOp
from ncnnc.dialects.kernel.padding import PaddingKernelOp
from ncnnc.dialects.kernel.structure import GatherChannelsOp, PackOp, UnpackOp
from ncnnc.dialects.properties import PaddingKind, PaddingKindAttr, int_array, int_attr
from ncnnc.dialects.target.products import INT16
from ncnnc.dialects.target.records import Target
from ncnnc.passes.loops.vectorize_linalg import VectorizeLinalgPass
from xdsl.dialects.builtin import FloatAttr, MemRefType, bf16, f32, i8, i16, i32, i64
from xdsl.ir import Attribute

from tests.helpers.kernel_runner import Kernel, compile_functions, compile_kernel

pytestmark = pytest.mark.isa

TARGETS = ("x86-64", "x86-avx", "x86-avx2", "x86-avx512")
ELEMENTS = {"i8": i8, "i16": i16, "i32": i32, "bf16": bf16, "f32": f32}
SIZES = (1, 3, 7, 13, 17, 301)

on_all_targets = pytest.mark.parametrize("target", TARGETS)
moving_on_targets = pytest.mark.parametrize("target", ["x86-64", "x86-avx2", "x86-avx512"])
"""For kernels that only move elements, AVX code is like that for `x86-64` or AVX2."""
with_all_elements = pytest.mark.parametrize("element", ELEMENTS)
with_all_widths = pytest.mark.parametrize("element", ["i8", "bf16", "f32"])
"""To kernels that only move elements, those of one size are all the same."""


def numbers(element: str, *shape: int) -> np.ndarray:
    """Elements with any bits, but no NaN among the floats."""
    dtype = np.dtype(dtype_of(ELEMENTS[element]))
    random = np.random.default_rng(len(element) + sum(shape))
    if element == "f32":
        return random.standard_normal(shape, np.float32)
    if element == "bf16":
        return bits_of_bf16(random.standard_normal(shape, np.float32))
    limits = np.iinfo(dtype)
    return random.integers(limits.min, limits.max, shape, dtype, endpoint=True)


def bits_of_bf16(x: np.ndarray) -> np.ndarray:
    """float32 to the bits of bf16, to nearest with ties to even."""
    bits = x.view(np.uint32).astype(np.uint64)
    rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16
    return np.where(np.isnan(x), bits >> 16 | 0x40, rounded).astype(np.uint16)


def float32_of_bf16(bits: np.ndarray) -> np.ndarray:
    """The value of a bf16 with these bits."""
    return (bits.astype(np.uint32) << 16).view(np.float32)


def assert_same_bits(result: np.ndarray, expected: np.ndarray) -> None:
    """Equal arrays of one type, as bytes."""
    assert result.dtype == expected.dtype
    assert result.shape == expected.shape
    np.testing.assert_array_equal(
        result.reshape(-1).view(np.uint8), np.ascontiguousarray(expected).reshape(-1).view(np.uint8)
    )


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
    check_sizes(("bf16", "f32"), cast("extf", "bf16", "f32"), target, float32_of_bf16)


@on_all_targets
def test_every_bf16_is_widened(target: str):
    x = np.arange(1 << 16, dtype=np.uint16)
    [kernel] = elementwise("bf16", "f32", cast("extf", "bf16", "f32"), target, [len(x)])
    assert_same_bits(kernel(x), float32_of_bf16(x))


@on_all_targets
def test_bf16_is_rounded_to_nearest_ties_to_even(target: str):
    """All upper halves, so zeros, denormals, infinities and NaN, with lower halves that tie."""
    upper = np.arange(1 << 16, dtype=np.uint32)[:, None] << 16
    lower = np.array([0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF], np.uint32)
    x = (upper | lower).reshape(-1).view(np.float32)
    [kernel] = elementwise("f32", "bf16", cast("truncf", "f32", "bf16"), target, [len(x)])
    result = kernel(x)
    assert_same_bits(result, bits_of_bf16(x))
    np.testing.assert_array_equal(np.isnan(float32_of_bf16(result)), np.isnan(x))


REQUANTIZE = """
        %scale = arith.constant 0.37 : f32
        %low = arith.constant -127.0 : f32
        %high = arith.constant 127.0 : f32
        %f = arith.sitofp %a : {source} to f32
        %s = arith.mulf %f, %scale : f32
        %c = math.roundeven %s : f32
        %l = arith.maxnumf %c, %low : f32
        %h = arith.minnumf %l, %high : f32
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
        %m = arith.maxnumf %p, %zero : f32
        %r = arith.truncf %m : f32 to bf16"""

    def expected(x: np.ndarray) -> np.ndarray:
        return bits_of_bf16(np.maximum(float32_of_bf16(x) * np.float32(2.5), np.float32(0)))

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
    product = Target.parse(target).inner_kernel(INT16).product
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
        %d = simd.dot %u, %v, %w : vector<{pairs}xi16>, vector<{pairs}xi16> -> vector<{sums}xi32>
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


# Kernels that move elements -----------------------------------------------------------------------


def moved(
    kind: type[KernelOp],
    x: np.ndarray,
    element: str,
    output: tuple[int, ...],
    target: str,
    properties: dict[str, Attribute],
    *more: tuple[np.ndarray, Attribute],
) -> np.ndarray:
    """The output of a kernel that moves the elements of x."""
    type = ELEMENTS[element]
    others = [MemRefType(other, array.shape) for array, other in more]
    kernel = compile_kernel(
        kind,
        [MemRefType(type, x.shape), *others],
        MemRefType(type, output),
        properties,
        target=target,
    )
    return kernel(x, *(array for array, _ in more))


def packed(x: np.ndarray, lanes: int) -> np.ndarray:
    """`c,h,w` to `ceil(c/p),h,w,p`, with zeros in the lanes that are left."""
    c, h, w = x.shape
    padded = np.zeros((-(-c // lanes) * lanes, h, w), x.dtype)
    padded[:c] = x
    return np.ascontiguousarray(padded.reshape(-1, lanes, h, w).transpose(0, 2, 3, 1))


@moving_on_targets
@with_all_widths
@pytest.mark.parametrize("size", [13, 301])
def test_copy(target: str, element: str, size: int):
    x = numbers(element, size)
    assert_same_bits(moved(CopyOp, x, element, (size,), target, {}), x)


@moving_on_targets
@with_all_widths
@pytest.mark.parametrize("count", [3, 129])
def test_copy_of_columns(target: str, element: str, count: int):
    x = numbers(element, 3, count + 2)
    places = {"source": int_attr(2), "destination": int_attr(0), "count": int_attr(count)}
    result = moved(CopyColumnsOp, x, element, (3, count), target, places)
    assert_same_bits(result, x[:, 2:])


@moving_on_targets
@with_all_widths
@pytest.mark.parametrize(
    ("lanes", "channels", "width"), [(4, 3, 7), (8, 13, 17), (16, 1, 1), (16, 17, 33)]
)
def test_packing(target: str, element: str, lanes: int, channels: int, width: int):
    x = numbers(element, channels, 1, width)
    blocks = packed(x, lanes)
    assert_same_bits(moved(PackOp, x, element, blocks.shape, target, {}), blocks)
    assert_same_bits(moved(UnpackOp, blocks, element, x.shape, target, {}), x)


@moving_on_targets
@with_all_widths
def test_gather(target: str, element: str):
    x = numbers(element, 37)
    table = np.random.default_rng(0).integers(-1, 37, 53)
    expected = np.where(table < 0, x.dtype.type(0), x[table])
    result = moved(GatherOp, x, element, (53,), target, {}, (table, i64))
    assert_same_bits(result, expected)


@moving_on_targets
@with_all_widths
def test_gathered_channels(target: str, element: str):
    x = numbers(element, 13, 3, 5)
    order = [*range(12, -1, -1), 4, 4, 0]
    result = moved(
        *(GatherChannelsOp, packed(x, 8), element, (2, 3, 5, 8), target),
        {"channels": int_array(order)},
    )
    assert_same_bits(result, packed(x[order], 8))


@moving_on_targets
@with_all_widths
@pytest.mark.parametrize("size", [3, 17])
def test_crop(target: str, element: str, size: int):
    x = numbers(element, 4, 5, size + 3)
    offsets = {"offsets": int_array([1, 2, 3])}
    assert_same_bits(
        moved(CropKernelOp, x, element, (2, 3, size), target, offsets), x[1:3, 2:5, 3:]
    )


@moving_on_targets
@with_all_widths
@pytest.mark.parametrize("size", [17])
@pytest.mark.parametrize(
    ("kind", "mode"),
    [
        (PaddingKind.CONSTANT, "constant"),
        (PaddingKind.REPLICATE, "edge"),
        (PaddingKind.REFLECT, "reflect"),
    ],
)
def test_padding(target: str, element: str, size: int, kind: PaddingKind, mode: str):
    x = numbers(element, 2, 5, size)
    fill = {"bf16": int(bits_of_bf16(np.array([3.0], np.float32))[0])}.get(element, 3)
    pads = [(0, 0), (1, 2), (3, 3)]
    options = {"constant_values": fill} if mode == "constant" else {}
    expected = np.pad(x, pads, mode, **options)
    properties: dict[str, Attribute] = {
        "kind": PaddingKindAttr(kind),
        "before": int_array((before for before, _ in pads)),
        "after": int_array((after for _, after in pads)),
        "value": FloatAttr(3.0, f32),
    }
    cells = x.reshape(*x.shape, 1)
    result = moved(PaddingKernelOp, cells, element, (*expected.shape, 1), target, properties)
    assert_same_bits(result.reshape(expected.shape), expected)


@moving_on_targets
@with_all_widths
def test_windows(target: str, element: str):
    """im2col: zeros outside of the image."""
    x = numbers(element, 8, 5, 6)
    window: dict[str, Attribute] = {
        "kernel": int_array([3, 3]),
        "stride": int_array([1, 1]),
        "dilation": int_array([1, 1]),
        "pad": int_array([1, 1, 1, 1]),
    }
    bordered = np.pad(x, [(0, 0), (1, 1), (1, 1)])
    taps = [packed(bordered[:, i : i + 5, j : j + 6], 8) for i in range(3) for j in range(3)]
    result = moved(Im2colOp, packed(x, 8), element, (9, 5, 6, 8), target, window)
    assert_same_bits(result, np.concatenate(taps))


@moving_on_targets
@with_all_widths
def test_panels(target: str, element: str):
    """Rows of a matrix as columns of panels, of whole vectors."""
    w = numbers(element, 21, 11)
    properties: dict[str, Attribute] = {
        "extents": int_array([1, 21, 11]),
        "strides": int_array([0, 11, 1]),
        "lanes": int_attr(8),
        "vectors": int_attr(2),
    }
    rows = np.zeros((24, 11), w.dtype)
    rows[:21] = w
    expected = np.concatenate([rows[:16].T.reshape(-1), rows[16:].T.reshape(-1)])
    assert_same_bits(moved(PackPanelsOp, w, element, expected.shape, target, properties), expected)


@moving_on_targets
@with_all_widths
def test_phases_and_blocks(target: str, element: str):
    """The two ways of putting pixels in their places."""
    x = numbers(element, 4, 6, 10)
    phases = [packed(x[:, i::2, j::2], 4) for i in range(2) for j in range(2)]
    type = MemRefType(ELEMENTS[element], phases[0].shape)
    steps: dict[str, Attribute] = {"stride": int_array([2, 2]), "start": int_array([0, 0])}
    output = MemRefType(ELEMENTS[element], (1, 6, 10, 4))
    kernel = compile_kernel(InterleaveOp, [type] * 4, output, steps, target=target)
    assert_same_bits(kernel(*phases), packed(x, 4))
    plane = x[:1]
    channels = np.concatenate([plane[:, i::2, j::2] for i in range(2) for j in range(2)])
    blocks: dict[str, Attribute] = {"block": int_array([2, 2]), "start": int_array([0, 0])}
    result = moved(DepthToSpaceOp, packed(channels, 4), element, plane.shape, target, blocks)
    assert_same_bits(result, plane)
