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

from .costs import Costs


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
    """What is multiplied with what, and summed in what."""

    input: ElementType
    weight: ElementType
    accumulator: ElementType

    def __str__(self) -> str:
        return f"{self.input} x {self.weight} -> {self.accumulator}"


FLOAT32 = ProductTypes(F32, F32, F32)
BFLOAT16 = ProductTypes(BF16, BF16, F32)
INT16 = ProductTypes(S16, S16, S32)
INT8 = ProductTypes(S8, S8, S32)
UINT8_INT8 = ProductTypes(U8, S8, S32)

INPUT_FORMS = {S8: (S8, U8, S16), BF16: (BF16, F32)}
"""
Inputs -> what they may be multiplied as, exactly.

An s8 is a u8 with its sign bit flipped, which adds 128: `-128 * sum(w)` then belongs to the bias.
"""
WEIGHT_FORMS = {S8: (S8, S16), BF16: (BF16, F32), F16: (F32,)}
"""Weights -> what they may be multiplied as, exactly."""


@dataclass(frozen=True)
class Product:
    """An instruction that multiplies vectors and sums neighbours, or two where one adds."""

    instruction: str
    """As an assembler writes it; two, after a comma, where one multiplies and one adds."""
    types: ProductTypes
    steps: int
    """Products that it adds to each lane: k."""
    bits: int
    """Width of its vectors."""
    intrinsic: str
    """LLVM's name of it."""
    accumulates: bool = True
    """Whether the intrinsic adds to an accumulator, its first or last operand."""
    temporaries: int = 0
    """Registers that it needs besides accumulator and operands, for products and copies."""

    @property
    def lanes(self) -> int:
        """Accumulators of a vector."""
        return self.bits // self.types.accumulator.bits

    @property
    def multiply_adds(self) -> int:
        """Products that it adds to all lanes."""
        return self.lanes * self.steps

    def serves(self, types: ProductTypes) -> bool:
        """Whether it can multiply numbers of these types, as they are or in another form."""
        inputs = INPUT_FORMS.get(types.input, (types.input,))
        weights = WEIGHT_FORMS.get(types.weight, (types.weight,))
        return (
            self.types.input in inputs
            and self.types.weight in weights
            and self.types.accumulator == types.accumulator
        )


@dataclass(frozen=True)
class InnerKernel:
    """
    How tiles of MR pixels times NR vectors of output channels are summed up.

    Accumulators, a step's weights and one broadcast must fit: MR*NR + NR + 1 <= registers.
    """

    types: ProductTypes
    """Of the numbers in memory."""
    product: Product
    registers: int
    """Vector registers that a tile may take."""
    costs: Costs

    @property
    def steps(self) -> int:
        """Input channels that one instruction takes: k."""
        return self.product.steps

    def reductions(self, channels: int) -> int:
        """Instructions that sum over so many channels."""
        return -(-channels // self.steps)

    @property
    def converts(self) -> bool:
        """Whether the numbers are multiplied in another form than they have in memory."""
        return self.product.types != self.types

    @property
    def needs_additions(self) -> bool:
        """Whether products of several steps are added by an instruction of their own."""
        return self.steps > 1 and not self.product.accumulates

    def most_pixels(self, vectors: int) -> int:
        """The largest MR of a tile with so many vectors; 0 if not even one pixel fits."""
        return max((self.registers - 1 - vectors) // vectors, 0)

    def fits(self, pixels: int, vectors: int) -> bool:
        """Whether the registers are enough for a tile."""
        return pixels <= self.most_pixels(vectors)

    def without(self, registers: int) -> InnerKernel:
        """The same kernel where something else takes so many registers."""
        return replace(self, registers=self.registers - registers)


def best_product(products: Iterable[Product], types: ProductTypes) -> Product | None:
    """The one that serves these types with the most products an instruction; None without any."""
    serving = [product for product in products if product.serves(types)]
    return max(serving, key=lambda p: (p.multiply_adds, p.accumulates), default=None)
