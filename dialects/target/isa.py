"""
The record of an instruction set.

Nothing of xDSL is imported here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from .costs import Caches, Costs
from .narrowing import FloatConversion, Lookup, Pack, Truncation
from .products import BF16, ElementType, Product


class ObjectFormat(StrEnum):
    """The format of object files."""

    ELF = "elf"
    COFF = "coff"
    MACH_O = "mach-o"
    WASM = "wasm"


@dataclass(frozen=True)
class Extension:
    """Additional features of some CPUs of an ISA: a suffix of a target's name."""

    name: str
    features: tuple[str, ...]
    """LLVM's names of the features that it adds."""
    products: tuple[Product, ...] = ()
    conversions: tuple[FloatConversion, ...] = ()


@dataclass(frozen=True)
class Core:
    """A kind of CPUs of an ISA whose costs are not the usual ones: a suffix of a target's name."""

    name: str
    vendor: str
    """As the CPU names it; Arm's number of an implementer."""
    models: Mapping[int, Sequence[range]]
    """Its models by their family; variants by Arm's number of a part."""
    costs: Mapping[str, float]
    """Name of a cost -> its value, if it is not the ISA's."""
    l2: int = 0
    """L2 size that a kernel may assume; 0 stands for the ISA's."""

    def includes(self, vendor: str, family: int, model: int) -> bool:
        """Return whether a CPU is of this kind."""
        return vendor == self.vendor and any(model in some for some in self.models.get(family, ()))


@dataclass(frozen=True, eq=False)
class Isa:
    """
    An instruction set that is compiled for: an ISA level with explicit features, never a CPU.

    A CPU's name implies features that a virtual machine may mask; a list of features says what the
    code uses and no more, and is what a compiled model records as its requirement.
    """

    name: str
    triple: str
    cpu: str
    """The CPU given to LLVM: the baseline, so that the features alone decide what may be used."""
    tuning_cpu: str
    """The CPU for which LLVM schedules instructions; it adds no feature."""
    features: tuple[str, ...]
    """LLVM's names of the features that code may use."""
    switches: tuple[str, ...]
    """LLVM's switches that allow no instruction: how wide vectors shall be, and the like."""
    vector_bytes: int
    integer_vector_bytes: int
    """Vector size of integer arithmetic, which may be smaller."""
    registers: int
    """Number of vector registers."""
    overwrites_operand: bool
    """True if an instruction's result overwrites one of its operands."""
    products: tuple[Product, ...]
    caches: Caches
    costs: Costs
    extensions: tuple[Extension, ...] = ()
    """In the order in which a target's name has them."""
    cores: tuple[Core, ...] = ()
    """Its CPUs with costs of their own."""
    narrow_floats: tuple[ElementType, ...] = (BF16,)
    """The floats of 16 bits in which blobs may be stored."""
    truncations: tuple[Truncation, ...] = ()
    """Of vectors with so many lanes; others are bounded, and then converted as LLVM defines it."""
    packs: tuple[Pack, ...] = ()
    lookup: Lookup | None = None
    conversions: tuple[FloatConversion, ...] = ()
    """Conversions; one of them may widen weights to float32."""
    object_format: ObjectFormat = ObjectFormat.ELF
    left_out_passes: tuple[str, ...] = ()
    """
    LLVM's names of the passes without which its code is as fast, and made in less time.

    Loop strength reduction gives many an access a counter of its own, and takes a quarter of the
    time. Code is placed and ordered already, but where registers are few the scheduler saves some.
    Stores are vectors already: neighbours to merge are looked for in vain.
    """

    @property
    def architecture(self) -> str:
        """Name of the family of machines, as LLVM has it."""
        return self.triple.partition("-")[0]

    def extension(self, name: str) -> Extension | None:
        """The extension of that name; None if it has none."""
        return next((e for e in self.extensions if e.name == name), None)
