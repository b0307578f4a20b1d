"""Instructions that convert vectors, or look up their lanes in a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .meaning import VectorArray, looked_up, packed_by_part, rounded_away, truncated
from .products import ElementType


@dataclass(frozen=True)
class Truncation:
    """f32 to i32 toward zero; NaN and overflow, undefined in LLVM, give the least i32."""

    lanes: int
    instruction: str
    intrinsic: str
    """LLVM's name of the intrinsic."""
    is_masked: bool = False
    """True if the intrinsic also takes a value for masked lanes, a mask and a rounding mode."""

    @staticmethod
    def compute(values: VectorArray) -> VectorArray:
        return truncated(values)


@dataclass(frozen=True)
class Rounding:
    """f32 to the nearest i32, halves away from zero, saturated; NaN gives 0."""

    lanes: int
    instruction: str
    intrinsic: str
    """LLVM's name of the intrinsic."""
    to_float: str = ""
    """Instruction that rounds to f32 so, which LLVM selects for `llvm.round`; empty if none."""

    @staticmethod
    def compute(values: VectorArray) -> VectorArray:
        return rounded_away(values)


@dataclass(frozen=True)
class Pack:
    """
    i32 to i16, and i16 to i8, with saturation, two vectors to one, within parts of 128 bits.
    """

    lanes: int
    """Number of lanes of the i32 vectors."""
    instructions: tuple[str, str]
    intrinsics: tuple[str, str]
    is_found: bool = False
    """True if LLVM selects the instructions and shuffles for saturating truncations."""

    @staticmethod
    def compute(first: VectorArray, second: VectorArray) -> VectorArray:
        """Compute either instruction on numpy vectors."""
        return packed_by_part(first, second)


@dataclass(frozen=True)
class Lookup:
    """A look-up of 32-bit numbers in a table in registers, by the lowest bits of indices."""

    lanes: int
    """Number of lanes of the index vector; a narrower vector is extended to it."""
    entries: int
    """Number of table entries: the lanes of one vector, or of two."""
    instruction: str
    intrinsic: str

    @staticmethod
    def compute(places: VectorArray, table: VectorArray) -> VectorArray:
        return looked_up(places, table)


@dataclass(frozen=True)
class FloatConversion:
    """An instruction that LLVM selects for `fpext` or `fptrunc`."""

    instruction: str
    source: ElementType
    result: ElementType
    arithmetic: Callable[[VectorArray], VectorArray]
    """Meaning in numpy, see `meaning`."""

    def compute(self, values: VectorArray) -> VectorArray:
        return self.arithmetic(values)
