"""
Targets by name: one record per ISA, modified by the rest of a target's name.

Nothing of xDSL is imported here: checking a target's name does not need it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from .arm import AARCH64
from .costs import Caches, Costs, LoopSizes, cost_text, named_cost
from .isa import Core, Extension, Isa, ObjectFormat
from .narrowing import FloatConversion, Lookup, Pack, Rounding, Truncation
from .operating_systems import LINUX, OPERATING_SYSTEMS, OperatingSystem
from .products import (
    F32,
    LANE_BY_LANE,
    ElementType,
    InnerKernel,
    Product,
    ProductTypes,
    best_block_product,
    best_product,
    best_tile_product,
)
from .wasm import WASM
from .x86 import X86

FAMILIES = (
    *X86,
    AARCH64,
    WASM,
)
"""Records by family, the weakest first."""
ISAS: dict[str, Isa] = {isa.name: isa for isa in FAMILIES}
"""Name -> record."""


class UnknownNameError(ValueError):
    """A word in a target's name is unknown."""

    def __init__(self, kind: str, word: str, known: Sequence[str]):
        super().__init__(f"unknown {kind} '{word}', know {', '.join(known)}")
        self.kind, self.word, self.known = kind, word, known


class UnfitExtensionError(ValueError):
    """An extension belongs to another ISA, or a cost is impossible."""


class MissingProductError(LookupError):
    """A target's record has no instruction for a kernel."""

    def __init__(self, target: Target, types: ProductTypes):
        others = [p for p in target.products if p.form_of(types)]
        found = "; ".join(f"{p.name} adds {p.accumulation}" for p in others)
        having = [
            f"+{extension.name}"
            for extension in target.isa.extensions
            if best_product(extension.products, types)
        ]
        hint = f"; add {' or '.join(having)} to the target" if having else ""
        reason = f" that adds {LANE_BY_LANE} ({found})" if found else ""
        super().__init__(f"{target.name} has no instruction for {types}{reason}{hint}")


@dataclass(frozen=True)
class Target:
    """
    A compilation target: an ISA, extensions of the CPU, its cache and its costs.

    Its name is, for example, `x86-avx2`, or `x86-avx512+vnni+bf16+l2=512K+memory_bandwidth=4.5`: a
    key of `ISAS`, its extensions, the L2 cache that a kernel may use and costs, if they differ from
    the record's, and the operating system, if it is not Linux.
    """

    isa: Isa
    extensions: tuple[Extension, ...]
    l2_bytes: int
    costs: Costs
    """Throughput of one core."""
    system: OperatingSystem = LINUX

    @classmethod
    def parse(cls, text: str) -> Target:
        """Return the target named `text`. Raises: UnknownNameError, UnfitExtensionError."""
        name, *words = text.split("+")
        if name not in ISAS:
            raise UnknownNameError("target", name, tuple(ISAS))
        isa = ISAS[name]
        l2_bytes, extensions, costs = 0, set[Extension](), dict[str, float]()
        system, usual, usual_l2 = LINUX, dict[str, float](), isa.caches.l2
        for word in words:
            if (size := l2_size(word)) is not None:
                l2_bytes = size
            elif (cost := named_cost(word)) is not None:
                costs |= [cost]
            elif word in OPERATING_SYSTEMS:
                system = system_on(isa, word)
            elif (core := core_of(isa, word)) is not None:
                usual |= core.costs
                usual_l2 = core.l2 or usual_l2
            else:
                extensions.add(extension_of(isa, word))
        ordered = tuple(e for e in isa.extensions if e in extensions)
        return cls(isa, ordered, l2_bytes or usual_l2, changed_costs(isa, usual | costs), system)

    @cached_property
    def name(self) -> str:
        """Return the canonical name, the inverse of `parse`, on any machine."""
        core = self._nearest_core
        default = self.l2_bytes == self._usual_l2(core)
        l2 = () if default else (f"l2={size_text(self.l2_bytes)}",)
        usual = self.isa.costs if core is None else changed_costs(self.isa, core.costs)
        differing = self.costs.differing(usual).items()
        costs = (f"{name}={cost_text(value)}" for name, value in differing)
        system = () if self.system is LINUX else (self.system.name,)
        words = (e.name for e in self.extensions)
        cores = () if core is None else (core.name,)
        return "+".join((self.isa.name, *words, *cores, *l2, *costs, *system))

    @property
    def _nearest_core(self) -> Core | None:
        """
        Return the kind of CPUs with the fewest different costs, if several with its L2 cache; None
        for the usual ones.
        """

        def differences(core: Core | None) -> tuple[int, bool]:
            usual = self.isa.costs if core is None else changed_costs(self.isa, core.costs)
            return len(self.costs.differing(usual)), self.l2_bytes != self._usual_l2(core)

        return min((None, *self.isa.cores), key=differences)

    def _usual_l2(self, core: Core | None) -> int:
        """Return the L2 size that a kernel may assume of a kind of CPUs."""
        return (core and core.l2) or self.isa.caches.l2

    @property
    def triple(self) -> str:
        """Return LLVM's triple of the machines and their operating system."""
        return self.system.triple(self.isa)

    @property
    def object_format(self) -> ObjectFormat:
        """Return the format of its object files."""
        is_elf = self.isa.object_format is ObjectFormat.ELF
        return self.system.object_format if is_elf else self.isa.object_format

    @property
    def features(self) -> tuple[str, ...]:
        """Return LLVM's names of the features that the code may use, and so requires."""
        return (*self.isa.features, *(f for e in self.extensions for f in e.features))

    @property
    def llvm_features(self) -> str:
        return ",".join([*(f"+{feature}" for feature in self.features), *self.isa.switches])

    @property
    def left_out_passes(self) -> tuple[str, ...]:
        """Return the names of LLVM's passes that are left out."""
        return (*self.isa.left_out_passes, *(["load-pairs"] if self.costs.load_group == 1 else []))

    @property
    def function_attributes(self) -> str:
        """Return the attributes of LLVM functions: the CPU to schedule for, the widest vectors."""
        bits = self.isa.vector_bytes * 8
        return (
            f'"tune-cpu"="{self.isa.tuning_cpu}" '
            f'"prefer-vector-width"="{bits}" "min-legal-vector-width"="{bits}"'
        )

    @cached_property
    def lanes(self) -> int:
        """Return the number of float32 lanes of a vector."""
        return self.lanes_of(F32)

    def lanes_for(self, count: int) -> int:
        """Return the lanes for `count` floats: a quarter or half of a cache line if they fit."""
        line = self.caches.line // F32.bytes
        fitting = (n for n in (line // 4, line // 2) if count <= n)
        return min(next(fitting, self.lanes), self.lanes)

    def narrow_vectors(self, lanes: int) -> int:
        """Return how many vectors of so many floats are one that occupies no pipe for longer."""
        count = self.lanes // lanes
        passes = self.costs.passes
        while passes(count * lanes * F32.bytes) > passes(lanes * F32.bytes):
            count //= 2
        return count

    def lanes_of(self, element: ElementType) -> int:
        """Return the number of lanes of a vector in arithmetic on an element type."""
        isa = self.isa
        size = isa.integer_vector_bytes if element.is_integer else isa.vector_bytes
        return size // element.bytes

    @property
    def loops(self) -> LoopSizes:
        """Return the loop sizes of kernels without a schedule."""
        return self.costs.loops

    @property
    def registers(self) -> int:
        """Return the number of vector registers."""
        return self.isa.registers

    @property
    def caches(self) -> Caches:
        """Return the record's caches, with `l2_bytes` as the L2 size."""
        return self.isa.caches

    @property
    def products(self) -> tuple[Product, ...]:
        """Return the instructions that multiply and sum."""
        return (*self.isa.products, *(p for e in self.extensions for p in e.products))

    @property
    def conversions(self) -> tuple[FloatConversion, ...]:
        """Return the instructions that convert from and to 16-bit floats."""
        return (*self.isa.conversions, *(c for e in self.extensions for c in e.conversions))

    def converts(self, source: ElementType, result: ElementType) -> bool:
        """Return whether an instruction converts vectors of one type to the other."""
        return any((c.source, c.result) == (source, result) for c in self.conversions)

    def truncation(self, lanes: int) -> Truncation | None:
        """Return the truncation of vectors with `lanes` lanes; None without one."""
        return next((t for t in self.isa.truncations if t.lanes == lanes), None)

    def rounding(self, lanes: int) -> Rounding | None:
        """Return the instruction that rounds `lanes` lanes to integers; None without one."""
        return next((r for r in self.isa.roundings if r.lanes == lanes), None)

    def pack(self, lanes: int) -> Pack | None:
        """Return the instructions that pack i32 vectors of that length; None if there are none."""
        return next((p for p in self.isa.packs if p.lanes == lanes), None)

    def lookup(self, lanes: int) -> Lookup | None:
        """Return the instruction that looks up at least `lanes` numbers; None without one."""
        found = self.isa.lookup
        return found if found is not None and lanes <= found.lanes else None

    def product(self, types: ProductTypes) -> Product | None:
        """Return the instruction with which kernels multiply these types; None without one."""
        return best_product(self.products, types)

    def block_product(self, types: ProductTypes) -> Product | None:
        """Return the instruction that multiplies small matrices of these types, or None."""
        return best_block_product(self.products, types)

    def block_kernel(self, types: ProductTypes) -> InnerKernel | None:
        """Return the inner kernel that multiplies small matrices of these types, or None."""
        product = self.block_product(types)
        return product and InnerKernel(types, product, self.registers, self.costs)

    def tile_kernel(self, types: ProductTypes) -> InnerKernel | None:
        """Return the inner kernel that multiplies in tile registers, or None."""
        product = best_tile_product(self.products, types)
        return product and InnerKernel(types, product, self.registers, self.costs)

    def multiplies(self, types: ProductTypes) -> bool:
        """Return whether kernels can multiply these types without conversion."""
        product = self.product(types)
        return product is not None and product.types == types.of_any_sign

    def inner_kernel(self, types: ProductTypes) -> InnerKernel:
        """Return the inner kernel for these types. Raises: MissingProductError."""
        product = self.product(types)
        if product is None:
            raise MissingProductError(self, types)
        return InnerKernel(types, product, self.registers - product.temporaries, self.costs)


def system_on(isa: Isa, name: str) -> OperatingSystem:
    """Return an operating system by name. Raises: UnfitExtensionError if it does not run an ISA."""
    system = OPERATING_SYSTEMS[name]
    if isa.object_format is not ObjectFormat.ELF or not system.triple(isa):
        raise UnfitExtensionError(f"there is no code for {isa.name} on {system.title}")
    return system


def core_of(isa: Isa, word: str) -> Core | None:
    """Return the kind of an ISA's CPUs named by a suffix; None if it names none."""
    return next((core for core in isa.cores if core.name == word), None)


def extension_of(isa: Isa, word: str) -> Extension:
    """Return the extension named by a suffix. Raises: UnknownNameError, UnfitExtensionError."""
    found = isa.extension(word)
    if found is not None:
        return found
    family = [other for other in ISAS.values() if other.triple == isa.triple]
    extended = [other.name for other in family if names_addition(other, word)]
    extended = extended or [other.name for other in ISAS.values() if names_addition(other, word)]
    if extended:
        raise UnfitExtensionError(f"'+{word}' extends {' and '.join(extended)}, not {isa.name}")
    names = dict.fromkeys(e.name for other in family for e in (*other.extensions, *other.cores))
    systems = (name for name in OPERATING_SYSTEMS if name != LINUX.name)
    raise UnknownNameError("target suffix", word, (*names, "l2=SIZE", "COST=NUMBER", *systems))


def names_addition(isa: Isa, word: str) -> bool:
    """Return whether a suffix names an extension of an ISA, or a kind of its CPUs."""
    return isa.extension(word) is not None or core_of(isa, word) is not None


def changed_costs(isa: Isa, costs: Mapping[str, float]) -> Costs:
    """Return the costs of an ISA with some replaced. Raises: UnfitExtensionError."""
    try:
        return isa.costs.changed(costs)
    except ValueError as error:
        raise UnfitExtensionError(str(error)) from error


def all_targets() -> tuple[Target, ...]:
    """Return every ISA, each followed by itself with each of its extensions."""
    return tuple(
        Target(isa, extensions, isa.caches.l2, isa.costs)
        for isa in ISAS.values()
        for extensions in ((), *((e,) for e in isa.extensions))
    )


def l2_size(suffix: str) -> int | None:
    """Return the bytes in a suffix `l2=SIZE`, SIZE as 524288, 512K or 2M; else None."""
    match = re.fullmatch(r"l2=([1-9]\d*)([KM]?)", suffix)
    return int(match[1]) << {"": 0, "K": 10, "M": 20}[match[2]] if match else None


def size_text(size: int) -> str:
    """Return a number of bytes as text of a suffix: `2M`, `512K`, `1000`."""
    for shift, unit in ((20, "M"), (10, "K")):
        if size % (1 << shift) == 0:
            return f"{size >> shift}{unit}"
    return str(size)
