"""
Instructions that multiply and sum, and the inner kernels that are made of them.

Where a kernel sums over input channels, one instruction adds k products to each lane of an
accumulator. So weights lie in memory as `[oc/NR][ic/k][NR][lanes][k]`: NR vectors of output
channels, each lane with the weights of k input channels side by side.

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
    """The type of a number in memory; the name says the sign of integers."""

    name: str
    bits: int
    is_integer: bool = True

    @property
    def bytes(self) -> int:
        """Size in memory."""
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
        """The same types of inputs that may be negative."""
        return replace(self, non_negative=False)


FLOAT32 = ProductTypes(F32, F32, F32)
BFLOAT16 = ProductTypes(BF16, BF16, F32)
INT16 = ProductTypes(S16, S16, S32)
INT8 = ProductTypes(S8, S8, S32)
UINT8_INT8 = ProductTypes(U8, S8, S32)
UINT8_INT8_NARROW = ProductTypes(U8, S8, S16)
"""Sums of bytes of 4 bits, a few of which are exact."""


class InputForm(Enum):
    """The form in which an instruction multiplies the numbers of an input."""

    AS_IS = "as is"
    SIGN_FLIPPED = "sign flipped"
    """s8 as u8 with the sign flipped, which adds 128: sums start at `-128 * sum(w)`."""
    WIDENED = "widened"
    """Exactly, to a wider type of the same kind; so are the weights."""


@dataclass(frozen=True)
class Accumulation:
    """Assignment of products to the accumulators of a vector."""

    name: str
    by_element: bool = False
    """Multiply all weights by the first k numbers of the input."""
    rows: int = 1
    columns: int = 1
    """Accumulators are blocks `[rows][columns]`, inputs `[rows][k]` and weights `[columns][k]`."""

    def operands(
        self, input: VectorArray, weight: VectorArray, k: int
    ) -> tuple[VectorArray, VectorArray]:
        """Return inputs and weights as `[accumulators][k]`, from those of vectors."""
        if self.by_element:
            weights = weight.reshape(-1, k)
            return input[:k].reshape(1, k).repeat(len(weights), 0), weights
        inputs = input.reshape(-1, self.rows, 1, k).repeat(self.columns, 2)
        weights = weight.reshape(-1, 1, self.columns, k).repeat(self.rows, 1)
        return inputs.reshape(-1, k), weights.reshape(-1, k)

    def factors(self, accumulators: int, k: int) -> tuple[int, int]:
        """Return how many inputs and weights vectors have beside so many accumulators."""
        blocks = accumulators // (self.rows * self.columns)
        return blocks * self.rows * k, blocks * self.columns * k

    def __str__(self) -> str:
        return self.name


LANE_BY_LANE = Accumulation("lane by lane")
"""Accumulator i adds the products of numbers `k * i` to `k * i + k - 1` of both operands."""
BY_ELEMENT = Accumulation("by element", by_element=True)


def blocks(rows: int, columns: int) -> Accumulation:
    """Products of small matrices: `[rows][k]` inputs with `[columns][k]` weights."""
    return Accumulation(f"blocks of {rows}x{columns}", rows=rows, columns=columns)


class Intrinsic(NamedTuple):
    """LLVM's name of an instruction on vectors of one width."""

    bits: int
    name: str
    """Empty if LLVM finds the instruction for integers that are widened, multiplied and added."""


ProductOperand = Literal["sum", "input", "weight"]


@dataclass(frozen=True)
class Product:
    """An instruction that multiplies vectors and sums neighbours, or two where one adds."""

    instruction: str
    """As an assembler writes it; two, after a comma, where one multiplies and one adds."""
    types: ProductTypes
    steps: int
    """Products that it adds to each accumulator: k."""
    intrinsics: tuple[Intrinsic, ...]
    """By width, the widest first."""
    arithmetic: Arithmetic
    """Meaning in numpy, see `meaning`."""
    operands: tuple[ProductOperand, ...] = ("sum", "input", "weight")
    """Those of the intrinsic. Without the sum it is added by an instruction of its own."""
    form: InputForm = InputForm.AS_IS
    """The form in which it also multiplies numbers of other types than its own."""
    accumulation: Accumulation = LANE_BY_LANE
    neighbours: str = ""
    """LLVM's name of the instruction that adds neighbours, if products are more than sums."""
    temporaries: int = 0
    """Registers that it needs besides accumulator and operands, for products and copies."""

    rate: float = 1.0
    """The part of a core's pipes that do it."""
    non_negative: bool = False
    """True if it multiplies inputs from 0 on alone."""
    takes_elements: bool = False
    """True if it multiplies by any k neighbours of a register: inputs are loaded by the vector."""

    @property
    def name(self) -> str:
        """The instruction that multiplies: unique in an ISA."""
        return self.instruction.partition(",")[0]

    @property
    def accumulates(self) -> bool:
        """Return whether one instruction multiplies and adds."""
        return self.name == self.instruction

    @property
    def bits(self) -> int:
        """Width of its widest vectors."""
        return self.intrinsics[0].bits

    def intrinsic(self, bits: int) -> str | None:
        """The intrinsic on vectors of that width; None without one."""
        return next((name for width, name in self.intrinsics if width == bits), None)

    @property
    def lanes(self) -> int:
        """Accumulators of a vector."""
        return self.bits // self.types.accumulator.bits

    @property
    def multiply_adds(self) -> int:
        """Products that it adds to all lanes."""
        return self.lanes * self.steps

    def form_of(self, types: ProductTypes) -> InputForm | None:
        """The form in which it multiplies numbers of these types; None if it cannot."""
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
        Compute the instruction on vectors of numpy: its meaning.

        Of several vectors after each other those of the result follow each other, too, if it adds
        lane by lane.
        """
        inputs, weights = self.accumulation.operands(input, weight, self.steps)
        return self.arithmetic(inputs, weights, sum)


def intrinsics(name: str, *widths: int) -> tuple[Intrinsic, ...]:
    """The intrinsics of one name on vectors of some widths, `{bits}` and `{lanes}` of 32 bits."""
    return tuple(Intrinsic(bits, name.format(bits=bits, lanes=bits // 32)) for bits in widths)


def widening_multiply_adds(instruction: str, *widths: int) -> Product:
    """The product of i16 on machines for which LLVM needs no intrinsic."""
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
    """The product of float32, by a fused instruction or by two."""
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
"""Element types -> those that hold the same numbers and that instructions multiply instead."""


@dataclass(frozen=True)
class InnerKernel:
    """The inner kernel of MR x NR vectors; MR*NR + NR + 1 <= registers must fit."""

    types: ProductTypes
    """Types of the numbers in memory."""
    product: Product
    registers: int
    """Vector registers that a tile may take."""
    costs: Costs
    weight_bandwidth: float = inf
    """Bytes of weights that a tile gets in a cycle."""

    @property
    def steps(self) -> int:
        """Input channels that one instruction takes: k."""
        return self.product.steps

    def reductions(self, channels: int) -> int:
        """Instructions that sum over so many channels."""
        return -(-channels // self.steps)

    @property
    def form(self) -> InputForm:
        """The form in which inputs are multiplied."""
        form = self.product.form_of(self.types)
        assert form is not None
        return form

    @property
    def needs_additions(self) -> bool:
        """Return whether products need a separate instruction to be added."""
        return self.steps > 1 and not self.product.accumulates

    def most_pixels(self, vectors: int) -> int:
        """The largest MR of a tile with so many vectors; 0 if not even one pixel fits."""
        rows, ahead = self.product.accumulation.rows, self.costs.loads_ahead
        # The weights of a vector of outputs take as many registers as matrices have rows.
        weights = rows * vectors
        # What is loaded before earlier products: inputs, and the weights of the next step.
        weights += min(weights, ahead)
        if self.product.takes_elements and self.steps == 1:
            # The inputs of a pixel stay in a register for several steps.
            return max((self.registers - weights) // (vectors + 1), 0)
        inputs, together = 1 + -(-ahead // vectors), rows
        if self.product.takes_elements:
            # The elements of a vector are multiplied while the next one is loaded.
            inputs, together = max(inputs, 3), self.product.lanes
        pixels = max((self.registers - weights - inputs) // vectors, 0)
        return pixels - pixels % (together if pixels > together else rows)

    def fits(self, pixels: int, vectors: int) -> bool:
        """Return whether registers hold a tile."""
        return pixels <= self.most_pixels(vectors)

    def without(self, registers: int) -> InnerKernel:
        """The same kernel where something else takes so many registers."""
        return replace(self, registers=self.registers - registers)


def best_product(products: Iterable[Product], types: ProductTypes) -> Product | None:
    """Return the instruction with the most products that adds lane by lane, if any."""
    serving = [
        p
        for p in products
        if p.form_of(types)
        and p.accumulation == LANE_BY_LANE
        # Others take inputs of either sign.
        and p.non_negative <= types.non_negative
    ]
    return max(serving, key=lambda p: (p.multiply_adds, p.accumulates), default=None)


def best_block_product(products: Iterable[Product], types: ProductTypes) -> Product | None:
    """Return the instruction with the most products that adds blocks of several rows, if any."""
    serving = [p for p in products if p.types == types.of_any_sign and p.accumulation.rows > 1]
    return max(serving, key=lambda p: p.multiply_adds, default=None)
