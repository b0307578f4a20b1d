"""Instructions that convert vectors, or look up their lanes in a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .meaning import VectorArray, looked_up, packed_by_part, truncated
from .products import ElementType


@dataclass(frozen=True)
class Truncation:
    """f32 to i32 toward zero, the least i32 for NaN and overflow, undefined in LLVM."""

    lanes: int
    instruction: str
    intrinsic: str
    """LLVM's name of it."""
    is_masked: bool = False
    """True if the intrinsic also takes a value for masked lanes, a mask and a rounding mode."""

    @staticmethod
    def compute(values: VectorArray) -> VectorArray:
        return truncated(values)


@dataclass(frozen=True)
class Pack:
    """
    i32 to i16, and i16 to i8, with saturation, two vectors to one, within parts of 128 bits.
    """

    lanes: int
    """Lanes of the i32 vectors."""
    instructions: tuple[str, str]
    intrinsics: tuple[str, str]
    is_found: bool = False
    """True if LLVM selects the instructions and shuffles for saturating truncations."""

    @staticmethod
    def compute(first: VectorArray, second: VectorArray) -> VectorArray:
        """Compute either of the instructions on vectors of numpy."""
        return packed_by_part(first, second)


@dataclass(frozen=True)
class Lookup:
    """Numbers of 32 bits from a table in registers, at the places that the lowest bits say."""

    lanes: int
    """Vectors that it takes have so many; narrower ones are looked up as part of one."""
    entries: int
    """Numbers in the table: as many as a vector has lanes, or as two have."""
    instruction: str
    intrinsic: str

    @staticmethod
    def compute(places: VectorArray, table: VectorArray) -> VectorArray:
        return looked_up(places, table)


@dataclass(frozen=True)
class FloatConversion:
    """An instruction that LLVM makes of `fpext` or `fptrunc`."""

    instruction: str
    source: ElementType
    result: ElementType
    arithmetic: Callable[[VectorArray], VectorArray]
    """Meaning in numpy, see `meaning`."""

    def compute(self, values: VectorArray) -> VectorArray:
        return self.arithmetic(values)
