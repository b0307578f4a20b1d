"""`kernel.block_matmul` against numpy: exact in integers, and the factors of both sides."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.element_types import element_of_array
from ncnnc.dialects.kernel.block_matmul import INTEGERS, BlockMatmulOp
from ncnnc.dialects.kernel.block_words import BYTE_WORDS, byte_words
from ncnnc.dialects.kernel.quantize_blocks import pitch_of
from ncnnc.dialects.ncnn.families.block_quantization import BlockQuantization
from ncnnc.dialects.ncnn.internal.block_forms import BlockBytes, BlockFactors
from ncnnc.dialects.target.attributes import ProductAttr
from ncnnc.dialects.target.products import INT8, INT16
from ncnnc.dialects.target.records import Target, all_targets
from ncnnc.passes.kernels.weights.packing import pack_arrays
from ncnnc.passes.schedule.schedules.products import integer_product
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute
from xdsl.ir.affine import AffineExpr

from tests.helpers.kernel_runner import Kernel, bias, compile_kernel, make_epilogue, symbolic

pytestmark = pytest.mark.isa

TARGETS = pytest.mark.parametrize(
    "target",
    ["x86-avx512+vnni", "x86-avx512", "x86-avx2+vnni", "x86-avx2", "x86-64"],
)
BITS = pytest.mark.parametrize("bits", [4, 6, 8])
Extents = tuple[int, int, int]


class Operands:
    """Random operands whose factors are powers of two, so that all sums are exact."""

    def __init__(self, extents: Extents, bits: int, target: str, size: int = 32, seed: int = 0):
        m, n, k = extents
        self.matrices = 1
        self.extents, self.bits, self.size = extents, bits, size
        self.target, form = Target.parse(target), BlockQuantization(bits, size)
        found = integer_product(bits, self.target)
        assert found is not None
        self.product = ProductAttr.of(self.target.isa, found)
        self.offset = byte_words(bits, found.types).offset
        rng, blocks, lanes = (
            np.random.default_rng(m * n + seed),
            form.block_count(k),
            self.target.lanes,
        )
        x = rng.integers(-127, 128, (m, k))
        x[0], limit = 127, 1 << bits - 1
        w = rng.integers(-limit, limit, (n, k)).astype(np.int8)
        w[-1] = -limit
        x_factors, w_scales = (2.0 ** rng.integers(-1, 1, (rows, blocks)) for rows in (m, n))
        w_scales[n // 2, -1] = 0
        starts = range(0, k, size)
        sums = np.add.reduceat(x, starts, axis=1) * -self.offset
        extra = rng.integers(-8, 8, (1, n)).astype(np.float32)
        self.arrays = [
            self.integers(x),
            x_factors.astype(np.float32),
            sums.astype(np.int32),
            pack_arrays(BlockBytes(lanes, 2, bits, k, self.offset), [form.packed(w)]),
            pack_arrays(BlockFactors(lanes, 2), [w_scales.astype(np.float32)]),
            extra,
        ]
        factors = np.divide(1, w_scales, out=np.zeros_like(w_scales), where=w_scales != 0)
        numbers = (v * np.repeat(f, size, 1)[:, :k] for v, f in ((x, x_factors), (w, factors)))
        self.left, self.right = numbers
        self.expected = self.left @ self.right.T + extra

    def integers(self, x: np.ndarray) -> np.ndarray:
        """Return rows as the product reads them."""
        padded = np.zeros((len(x), pitch_of(x.shape[1])), np.int8)
        padded[:, : x.shape[1]] = x
        if self.product.product.types != INT16:
            return padded
        fours = padded.reshape(len(x), -1, 4)[..., [0, 2, 1, 3]]
        return fours.reshape(padded.shape).astype(np.int16)

    def compiled(self, rows: int, **more: Attribute) -> Kernel:
        """Compile their product, by tiles of so many rows."""
        (m, n, k), count = self.extents, self.matrices
        properties: dict[str, Attribute] = {
            "extents": int_array([count, m, n, k]),
            "x_strides": int_array([m * pitch_of(k) * (count > 1), pitch_of(k), 1]),
            "y_strides": int_array([m * n * (count > 1), n]),
            "bits": int_attr(self.bits),
            "size": int_attr(self.size),
            "lanes": int_attr(self.target.lanes),
            "register": int_array([rows, 2]),
            "product": self.product,
            **more,
        }
        operands = [MemRefType(element_of_array(a), a.shape) for a in self.arrays]
        epilogue = make_epilogue(1, bias)
        name = self.target.name
        runs_on = None if name.startswith("x86") else "x86-64"
        shape = (m, n) if count == 1 else (count, m, n)
        return compile_kernel(
            BlockMatmulOp, operands, shape, properties, epilogue, name, runs_on=runs_on
        )


@TARGETS
@BITS
@pytest.mark.parametrize("extents", [(1, 1, 1), (1, 37, 32), (3, 13, 45), (2, 64, 131)])
def test_words_in_registers(extents: Extents, bits: int, target: str):
    operands = Operands(extents, bits, target)
    kernel = operands.compiled(extents[0])
    np.testing.assert_array_equal(kernel(*operands.arrays), operands.expected)


@TARGETS
@BITS
@pytest.mark.parametrize("extents", [(5, 17, 33), (7, 70, 100), (4, 40, 96)])
def test_words_taken_apart(extents: Extents, bits: int, target: str):
    operands = Operands(extents, bits, target)
    kernel = operands.compiled(
        3, block=int_attr(-(-extents[0] // 3)), weights_ahead=int_array([2, 1])
    )
    np.testing.assert_array_equal(kernel(*operands.arrays), operands.expected)


@TARGETS
@pytest.mark.parametrize(("bits", "size"), [(4, 64), (6, 128), (8, 64), (8, 128)])
def test_larger_blocks(bits: int, size: int, target: str):
    operands = Operands((3, 9, 150), bits, target, size)
    np.testing.assert_array_equal(operands.compiled(3)(*operands.arrays), operands.expected)


@BITS
def test_signed_words(bits: int):
    """Products of signed bytes, by their meaning in numpy."""
    operands = Operands((3, 13, 45), bits, "aarch64+dotprod")
    assert operands.product.product.types == INT8
    np.testing.assert_array_equal(operands.compiled(2)(*operands.arrays), operands.expected)


@TARGETS
@pytest.mark.parametrize("shares", [False, True], ids=["each", "all"])
def test_several_matrices(shares: bool, target: str):
    """Rows of three, times a matrix for each, from a panel, or one for all, from registers."""
    several = [Operands((5, 37, 70), 8, target, seed=seed) for seed in range(3)]
    first, last = several[0], several[0].arrays[-1]
    weights = [first if shares else one for one in several]
    pairs = zip(several, weights, strict=True)
    expected = np.stack([one.left @ other.right.T + last for one, other in pairs])
    x, w = (
        [np.concatenate([one.arrays[i] for one in some]) for i in places]
        for some, places in ((several, range(3)), (weights[: 1 if shares else 3], (3, 4)))
    )
    first.arrays, first.matrices = [*x, *w, last], 3
    more: dict[str, Attribute] = {} if shares else {"block": int_attr(2)}
    np.testing.assert_array_equal(first.compiled(3, **more)(*first.arrays), expected)


@TARGETS
@pytest.mark.parametrize("block", [False, True], ids=["registers", "panel"])
def test_rows_known_at_run_time(block: bool, target: str):
    """The same bits as with so many rows; those past the bound are left alone."""
    extents = (20, 37, 70)
    operands = Operands(extents, 4, target)
    bounds = symbolic(1, AffineExpr.symbol(0), *extents[1:])
    more: dict[str, Attribute] = {"block": int_attr(7)} if block else {}
    kernel = operands.compiled(3, bounds=bounds, **more)
    assert kernel.symbols is not None
    for count in range(1, 21):
        kernel.symbols[:] = count
        y = kernel(*operands.arrays)
        np.testing.assert_array_equal(y[:count], operands.expected[:count])
        assert np.isnan(y[count:]).all()


@TARGETS
@pytest.mark.parametrize("extents", [(1, 37, 45), (5, 17, 33), (7, 70, 100)])
def test_digits_of_a_row_are_added(extents: Extents, target: str):
    m, *more = extents
    operands = Operands((3 * m, *more), 4, target)
    operands.extents = extents
    kernel = operands.compiled(2, digits=int_attr(3))
    expected = operands.expected - operands.arrays[-1]
    expected = expected.reshape(m, 3, -1).sum(1) + operands.arrays[-1]
    np.testing.assert_array_equal(kernel(*operands.arrays), expected)


def test_every_target_has_an_instruction_of_known_types_or_none():
    for target in all_targets():
        for bits in BYTE_WORDS:
            product = integer_product(bits, target)
            assert product is None or product.types in INTEGERS, target.name
