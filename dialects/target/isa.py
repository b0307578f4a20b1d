"""
The record of an instruction set.

Nothing of xDSL is imported here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from .costs import Caches, Costs
from .narrowing import FloatConversion, Lookup, Pack, Rounding, Truncation
from .products import BF16, ElementType, Product

PASS_SWITCHES = {
    "codegenprepare": ("-disable-cgp=true", "-disable-cgp=false"),
    "load-pairs": ("-aarch64-enable-ldst-opt=false", "-aarch64-enable-ldst-opt=true"),
    "loop-reduce": ("-disable-lsr=true", "-disable-lsr=false"),
    "machine-scheduler": ("-enable-misched=false", "-enable-misched=true"),
    "store-merging": ("-combiner-store-merging=false", "-combiner-store-merging=true"),
}
"""LLVM's options that leave a pass, or part of one, out of code generation, and take it in."""


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
    is_tried: bool = True
    """False if its code has run on no machine yet: the target `host` leaves it out."""


@dataclass(frozen=True)
class Core:
    """A kind of CPUs of an ISA whose costs are not the usual ones: a suffix of a target's name."""

    name: str
    vendor: str
    """Vendor as reported by the CPU; on Arm the implementer's number."""
    models: Mapping[int, Sequence[range]]
    """Ranges of models by family; on Arm ranges of variants by part number."""
    costs: Mapping[str, float]
    """Name of a cost -> its value, where it differs from the ISA's."""
    l2: int = 0
    """L2 size that a kernel may assume; 0 stands for the ISA's."""

    def includes(self, vendor: str, family: int, model: int) -> bool:
        """Return whether a CPU is of this kind."""
        return vendor == self.vendor and any(model in some for some in self.models.get(family, ()))


@dataclass(frozen=True, eq=False)
class Isa:
    """
    A target's instruction set: an ISA level with explicit features, never a CPU.

    A CPU's name implies features that a virtual machine may mask. A list of features is exact: a
    compiled model records it as its requirement.
    """

    name: str
    triple: str
    cpu: str
    """The CPU for LLVM: the baseline, so that the features alone decide what code may use."""
    tuning_cpu: str
    """The CPU for which LLVM schedules instructions; it adds no feature."""
    features: tuple[str, ...]
    """LLVM's names of the features that code may use."""
    switches: tuple[str, ...]
    """LLVM switches that enable no instruction: the preferred width of vectors, and the like."""
    vector_bytes: int
    integer_vector_bytes: int
    """Vector size of integer arithmetic, which may be smaller. Units: bytes."""
    registers: int
    """Number of vector registers."""
    overwrites_operand: bool
    """True if an instruction's result overwrites one of its operands."""
    products: tuple[Product, ...]
    caches: Caches
    costs: Costs
    extensions: tuple[Extension, ...] = ()
    """Extensions, in their order in a target's name."""
    cores: tuple[Core, ...] = ()
    """Its CPUs with different costs."""
    narrow_floats: tuple[ElementType, ...] = (BF16,)
    """The 16-bit float types of blobs."""
    truncations: tuple[Truncation, ...] = ()
    """Truncations of vectors; vectors of other lengths are clamped before LLVM's `fptosi`."""
    roundings: tuple[Rounding, ...] = ()
    """Roundings of vectors and numbers to i32, which precede truncations."""
    packs: tuple[Pack, ...] = ()
    lookup: Lookup | None = None
    conversions: tuple[FloatConversion, ...] = ()
    """Conversions; one of them may widen weights to float32."""
    advances_pointers: bool = False
    """True if innermost loops advance a pointer for each address, not the index of it."""
    begins_with_bias: bool = False
    """True if register tiles begin with what is added to the sums, not with zeros: a copy each."""
    load_groups: tuple[tuple[int, str], ...] = ()
    """Numbers of float32 vectors that an instruction loads, and LLVM's names of these loads."""
    propagates_nan: bool = False
    """
    True if one instruction finds the larger of two floats, or NaN if either is: of a number and x
    what `simd.maximum` is, but for the sign of zeros.
    """
    object_format: ObjectFormat = ObjectFormat.ELF
    left_out_passes: tuple[str, ...] = ()
    """
    LLVM's names of passes that are left out: the code is as fast, and compiles in less time.

    Loop strength reduction gives many accesses a counter each, and takes a quarter of the time. The
    IR already orders blocks and instructions, but with few registers the scheduler saves some. The
    stores are already vectors, so that merging of neighbours finds nothing.
    """

    @property
    def architecture(self) -> str:
        """Return LLVM's name of the family of machines."""
        return self.triple.partition("-")[0]

    def extension(self, name: str) -> Extension | None:
        """Return the extension of that name; None if there is none."""
        return next((e for e in self.extensions if e.name == name), None)
