"""
Instructions that multiply and sum, and the inner kernels built from them.

In a sum over input channels, one instruction adds k products to each lane of an accumulator. The
layout of weights in memory is therefore `[oc/NR][ic/k][NR][lanes][k]`: NR vectors of output
channels, each lane with the contiguous weights of k input channels.

Nothing of xDSL is imported here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from math import inf
from typing import Literal, NamedTuple

from .costs import Costs
from .meaning import (
    Arithmetic,
    VectorArray,
    add_fused_products,
    add_integer_products,
    add_rounded_products,
)


@dataclass(frozen=True)
class ElementType:
    """The type of a number in memory; its name includes the signedness of integers."""

    name: str
    bits: int
    is_integer: bool = True

    @property
    def bytes(self) -> int:
        """Return the size in memory. Units: bytes."""
        return self.bits // 8

    def __str__(self) -> str:
        return self.name


F32 = ElementType("f32", 32, is_integer=False)
F16 = ElementType("f16", 16, is_integer=False)
BF16 = ElementType("bf16", 16, is_integer=False)
S32 = ElementType("s32", 32)
S16 = ElementType("s16", 16)
S8 = ElementType("s8", 8)
U8 = ElementType("u8", 8)


@dataclass(frozen=True)
class ProductTypes:
    """The types of inputs, weights and sums."""

    input: ElementType
    weight: ElementType
    accumulator: ElementType
    non_negative: bool = False
    """True if no input is negative."""

    def __str__(self) -> str:
        return f"{self.input} x {self.weight} -> {self.accumulator}"

    @property
    def of_any_sign(self) -> ProductTypes:
        """Return the same types, with inputs that may be negative."""
        return replace(self, non_negative=False)


FLOAT32 = ProductTypes(F32, F32, F32)
BFLOAT16 = ProductTypes(BF16, BF16, F32)
INT16 = ProductTypes(S16, S16, S32)
INT8 = ProductTypes(S8, S8, S32)
UINT8_INT8 = ProductTypes(U8, S8, S32)
UINT8_INT8_NARROW = ProductTypes(U8, S8, S16)
"""Products of bytes with 4-bit values, summed in i16; sums of a few products are exact."""


class InputForm(Enum):
    """The form to which inputs are converted for an instruction."""

    AS_IS = "as is"
    SIGN_FLIPPED = "sign flipped"
    """s8 as u8 with the sign flipped, which adds 128: sums start at `-128 * sum(w)`."""
    WIDENED = "widened"
    """Inputs and weights are widened, exactly, to a type of the same kind."""


@dataclass(frozen=True)
class Accumulation:
    """Assignment of products to the accumulators of a vector."""

    name: str
    by_element: bool = False
    """Multiply all weights by the first k numbers of the input."""
    rows: int = 1
    columns: int = 1
    """Accumulators are blocks `[rows][columns]`, inputs `[rows][k]` and weights `[columns][k]`."""
    together: int = 0
    """
    Number of a column's weights that lie side by side, as `[k/together][columns][together]`; 0: all
    k of them do.
    """

    def operands(
        self, input: VectorArray, weight: VectorArray, k: int
    ) -> tuple[VectorArray, VectorArray]:
        """Return the inputs and weights of vectors as `[accumulators][k]`."""
        if self.by_element:
            weights = weight.reshape(-1, k)
            return input[:k].reshape(1, k).repeat(len(weights), 0), weights
        inputs = input.reshape(-1, self.rows, 1, k).repeat(self.columns, 2)
        if self.together:
            parts = weight.reshape(-1, k // self.together, self.columns, self.together)
            weight = parts.swapaxes(1, 2)
        weights = weight.reshape(-1, 1, self.columns, k).repeat(self.rows, 1)
        return inputs.reshape(-1, k), weights.reshape(-1, k)

    def factors(self, accumulators: int, k: int) -> tuple[int, int]:
        """Return the numbers of inputs and weights in vectors, given that of accumulators."""
        blocks = accumulators // (self.rows * self.columns)
        return blocks * self.rows * k, blocks * self.columns * k

    def __str__(self) -> str:
        return self.name


LANE_BY_LANE = Accumulation("lane by lane")
"""Accumulator i adds the products of elements `k * i` to `k * i + k - 1` of both operands."""
BY_ELEMENT = Accumulation("by element", by_element=True)


def blocks(rows: int, columns: int, together: int = 0) -> Accumulation:
    """Return the accumulation of small matrices: `[rows][k]` inputs by `[columns][k]` weights."""
    name = f"blocks of {rows}x{columns}"
    return Accumulation(name, rows=rows, columns=columns, together=together)


@dataclass(frozen=True)
class TileRegisters:
    """Registers of their own that hold the matrices of a product, a row of up to 64 bytes each."""

    count: int
    type: str
    """LLVM's type of a register's contents."""
    from_vector: str
    to_vector: str
    """LLVM's intrinsics that convert vectors."""


class Intrinsic(NamedTuple):
    """LLVM's intrinsic for an instruction on vectors of one width."""

    bits: int
    name: str
    """Empty if LLVM selects the instruction for widened, multiplied and added integers."""


ProductOperand = Literal["sum", "input", "weight"]


@dataclass(frozen=True)
class Product:
    """An instruction that multiplies vectors and sums neighbours, or a pair where one adds."""

    instruction: str
    """Assembler mnemonic, or two, separated by a comma: one multiplies, one adds."""
    types: ProductTypes
    steps: int
    """Number of products added to each accumulator: k."""
    intrinsics: tuple[Intrinsic, ...]
    """Intrinsics by width, the widest first."""
    arithmetic: Arithmetic
    """Meaning in numpy, see `meaning`."""
    operands: tuple[ProductOperand, ...] = ("sum", "input", "weight")
    """Operands of the intrinsic. Without the sum, another instruction adds it."""
    form: InputForm = InputForm.AS_IS
    """The form in which inputs of other types are multiplied."""
    accumulation: Accumulation = LANE_BY_LANE
    neighbours: str = ""
    """LLVM's name of the instruction that adds neighbours, if there are more products than sums."""
    temporaries: int = 0
    """Number of further registers, for products and copies."""

    rate: float = 1.0
    """Fraction of a core's pipes that execute it."""
    non_negative: bool = False
    """True if inputs must not be negative."""
    takes_elements: bool = False
    """True if it multiplies by any k neighbours of a register: inputs are loaded as vectors."""
    tiles: TileRegisters | None = None
    """The registers of its operands, if they are not vector registers."""

    @property
    def name(self) -> str:
        """Return the mnemonic of the multiplication, unique in an ISA."""
        return self.instruction.partition(",")[0]

    @property
    def accumulates(self) -> bool:
        """Return whether one instruction multiplies and adds."""
        return self.name == self.instruction

    @property
    def bits(self) -> int:
        """Return the width of its widest vectors."""
        return self.intrinsics[0].bits

    def intrinsic(self, bits: int) -> str | None:
        """Return the intrinsic for vectors of that width; None without one."""
        return next((name for width, name in self.intrinsics if width == bits), None)

    @property
    def lanes(self) -> int:
        """Return the number of accumulators in a vector."""
        return self.bits // self.types.accumulator.bits

    @property
    def multiply_adds(self) -> int:
        """Return the number of products that it adds to all lanes."""
        return self.lanes * self.steps

    def form_of(self, types: ProductTypes) -> InputForm | None:
        """Return the form in which it multiplies these types; None if it cannot."""
        types = types.of_any_sign
        if types == self.types:
            return InputForm.AS_IS
        pairs = ((types.input, self.types.input), (types.weight, self.types.weight))
        match self.form:
            case InputForm.SIGN_FLIPPED:
                serves = pairs[0] == (S8, U8) and types.weight == self.types.weight
            case InputForm.WIDENED:
                serves = all(own in (given, *WIDER.get(given, ())) for given, own in pairs)
            case InputForm.AS_IS:
                serves = False
        return self.form if serves and types.accumulator == self.types.accumulator else None

    def compute(self, input: VectorArray, weight: VectorArray, sum: VectorArray) -> VectorArray:
        """
        Compute the instruction on numpy vectors.

        If it adds lane by lane, operands may be several consecutive vectors, and so is the result.
        """
        inputs, weights = self.accumulation.operands(input, weight, self.steps)
        return self.arithmetic(inputs, weights, sum)


def intrinsics(name: str, *widths: int) -> tuple[Intrinsic, ...]:
    """Return a name's intrinsics for widths; it has `{bits}` and 32-bit `{lanes}`."""
    return tuple(Intrinsic(bits, name.format(bits=bits, lanes=bits // 32)) for bits in widths)


def widening_multiply_adds(instruction: str, *widths: int) -> Product:
    """Return the product of i16 on machines for which LLVM needs no intrinsic."""
    return Product(
        instruction,
        INT16,
        1,
        intrinsics("", *widths),
        add_integer_products,
        operands=("input", "weight"),
        form=InputForm.WIDENED,
        temporaries=1,
    )


def multiply_adds(
    instructions: str, *widths: int, temporaries: int = 0, takes_elements: bool = False
) -> Product:
    """Return the product of float32, by a fused instruction or by two."""
    is_fused = "," not in instructions
    return Product(
        instructions,
        FLOAT32,
        1,
        intrinsics("llvm.fmuladd.v{lanes}f32", *widths),
        add_fused_products if is_fused else add_rounded_products,
        operands=("input", "weight", "sum"),
        form=InputForm.WIDENED,
        temporaries=temporaries,
        takes_elements=takes_elements,
    )


WIDER = {S8: (S16,), BF16: (F32,), F16: (F32,)}
"""Element types -> wider types of the same numbers that instructions multiply instead."""


@dataclass(frozen=True)
class InnerKernel:
    """The inner kernel of MR x NR vectors; MR*NR + NR + 1 <= registers must fit."""

    types: ProductTypes
    """Types of the numbers in memory."""
    product: Product
    registers: int
    """Number of vector registers for a tile."""
    costs: Costs
    weight_bandwidth: float = inf
    """Bandwidth of weights. Units: bytes per cycle."""

    @property
    def steps(self) -> int:
        """Return the number of input channels per instruction: k."""
        return self.product.steps

    def reductions(self, channels: int) -> int:
        """Return the number of instructions to sum over `channels`."""
        return -(-channels // self.steps)

    @property
    def form(self) -> InputForm:
        """Return the form in which inputs are multiplied."""
        form = self.product.form_of(self.types)
        assert form is not None
        return form

    @property
    def needs_additions(self) -> bool:
        """Return whether adding products takes a separate instruction."""
        return self.steps > 1 and not self.product.accumulates

    def most_pixels(self, vectors: int) -> int:
        """Return the largest MR of a tile with NR = `vectors`; 0 if not even one pixel fits."""
        rows, ahead = self.product.accumulation.rows, self.costs.loads_ahead
        if self.product.tiles is not None:
            # A register for each vector's weights, one for inputs, and sums.
            left = self.product.tiles.count - vectors - 1
            return max(left // vectors, 0) * rows
        # The weights of a vector of outputs take a register for each row of the matrices.
        weights = rows * vectors
        # Inputs, and the weights of the next step, are loaded before earlier products.
        next_weights = min(weights, ahead)
        if self.product.takes_elements and self.steps == 1:
            if self.costs.load_group > 2:
                # An instruction loads the weights of several steps into neighbouring registers:
                # with two more to spare LLVM finds such.
                weights, next_weights = max(weights, self.costs.load_group) + 2, weights
            weights += next_weights
            # The inputs of a pixel stay in a register for several steps.
            return max((self.registers - weights) // (vectors + 1), 0)
        weights += next_weights
        inputs, together = 1 + -(-ahead // vectors), rows
        if self.product.takes_elements:
            # The elements of a vector are multiplied while the next one is loaded.
            inputs, together = max(inputs, 3), self.product.lanes
        pixels = max((self.registers - weights - inputs) // vectors, 0)
        return pixels - pixels % (together if pixels > together else rows)

    def fits(self, pixels: int, vectors: int) -> bool:
        """Return whether a tile fits in the registers."""
        return pixels <= self.most_pixels(vectors)

    def without(self, registers: int) -> InnerKernel:
        """Return the same kernel with `registers` fewer registers."""
        return replace(self, registers=self.registers - registers)


def best_product(products: Iterable[Product], types: ProductTypes) -> Product | None:
    """Return the instruction with the most products that adds lane by lane, if any."""
    serving = [
        p
        for p in products
        if p.form_of(types)
        and p.accumulation == LANE_BY_LANE
        # The others accept inputs of either sign.
        and p.non_negative <= types.non_negative
    ]
    return max(serving, key=lambda p: (p.multiply_adds, p.accumulates), default=None)


def best_block_product(products: Iterable[Product], types: ProductTypes) -> Product | None:
    """Return the instruction with the most products that adds blocks of several rows, if any."""
    serving = [p for p in products if p.types == types.of_any_sign and p.accumulation.rows > 1]
    in_vectors = [p for p in serving if p.tiles is None]
    return max(in_vectors, key=lambda p: p.multiply_adds, default=None)


def best_tile_product(products: Iterable[Product], types: ProductTypes) -> Product | None:
    """Return the instruction with the most products in tile registers, if any."""
    serving = [p for p in products if p.types == types.of_any_sign and p.tiles is not None]
    return max(serving, key=lambda p: p.multiply_adds, default=None)
