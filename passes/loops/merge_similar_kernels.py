"""Merge kernels that differ only in sizes, which become arguments."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from xdsl.context import Context
from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DictionaryAttr,
    IndexType,
    IntegerAttr,
    MemRefType,
    ModuleOp,
)
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...dialects.element_types import memref_type_of
from ...dialects.main_function import argument_attributes, is_kernel
from ...dialects.simd.least import LEAST_ATTRIBUTE, known_value
from ..common.arguments import set_argument_attributes

INDEX = IndexType()
MOST_SIZES = 12
"""Largest number of size arguments; with more, the variables of loops would be spilled."""

ORDERLESS = (arith.AddfOp, arith.MulfOp)
"""Commutative ops."""
DIVISIONS = (arith.DivUIOp, arith.RemUIOp, arith.DivSIOp, arith.RemSIOp)
"""Divisions, which are multiplications if the divisor is constant."""
LOOPS = (scf.ForOp, scf.ParallelOp)


class MergeSimilarKernelsPass(ModulePass):
    """
    Merge kernels whose loops are equal except for constants.

        func.func private @a(%x : memref<4x9xf32>) { scf.parallel (%i) = (%c0) to (%c4) ... }
        func.func private @b(%x : memref<8x9xf32>) { scf.parallel (%i) = (%c0) to (%c8) ... }
        func.call @b(%x)
        -> func.func private @a(%x : memref<?x9xf32>, %size : index {simd.least = 4 : index}) {
             scf.parallel (%i) = (%c0) to (%size) ... }
           %c8 = arith.constant 8 : index
           func.call @a(%x, %c8)

    Constants in addresses, divisors in loops and lower bounds of loops remain constants: kernels
    that differ in them are not merged. Blocks and tiles of each kernel are kept, as are the
    attributes of calls for profiles.
    """

    name = "merge-similar-kernels"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        functions = [f for f in op.body.block.ops if isinstance(f, FuncOp) and is_kernel(f)]
        tokens = Tokens()
        merged: list[Merged] = []
        for alike in groups_of(functions, outline):
            kernels = [FunctionReader(tokens).read(function) for function in alike]
            merged.extend(map(Merged.of, groups_of(kernels, lambda kernel: kernel.key)))
        merge(op, [group for group in merged if len(group.sizes) <= MOST_SIZES])


T = TypeVar("T")


def groups_of(items: Iterable[T], key: Callable[[T], Hashable]) -> list[list[T]]:
    """Return lists of the items that share a key with other items."""
    groups: dict[Hashable, list[T]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return [group for group in groups.values() if len(group) > 1]


def outline(function: FuncOp) -> tuple[int, ...]:
    """
    Return the ops of each block without constants; equal keys have equal outlines. Fast to compute.
    """
    counts: list[int] = []

    def count(block: Block) -> None:
        found = 0
        for op in block.ops:
            if type(op) is arith.ConstantOp:
                continue
            found += 1
            for region in op.regions:
                for inner in region.blocks:
                    count(inner)
        counts.append(found)

    count(function.body.block)
    return tuple(counts)


Use = tuple[Operation, int]
"""An op, and the index of an operand."""


@dataclass(frozen=True)
class Kernel:
    """A function: its structure, and the constants that may become arguments."""

    function: FuncOp
    key: tuple[Hashable, ...]
    uses: list[Use]
    """Uses of these constants, in order."""
    values: list[int]

    @property
    def name(self) -> str:
        """Name of the function."""
        return self.function.sym_name.data


@dataclass
class Tokens:
    """
    Numbers of attributes, equal for equal ones; hashing each attribute again would be too slow.
    """

    by_identity: dict[int, int] = field(default_factory=dict)
    by_value: dict[Attribute, int] = field(default_factory=dict)

    def of(self, attribute: Attribute) -> int:
        """Return the number of an attribute, which must outlive this table."""
        known = self.by_identity.get(id(attribute))
        if known is None:
            known = self.by_value.setdefault(attribute, len(self.by_value))
            self.by_identity[id(attribute)] = known
        return known


class FunctionReader:
    """Read one function."""

    def __init__(self, tokens: Tokens):
        self.tokens = tokens
        self.key: list[Hashable] = []
        self.uses: list[Use] = []
        self.values: list[int] = []
        self.numbers: dict[SSAValue, int] = {}
        self.constants: dict[SSAValue, int] = {}

    def read(self, function: FuncOp) -> Kernel:
        """Return the function, separated from its constants."""
        entry = function.body.block
        self.key.extend(argument_attributes(function))
        self.key.extend(kind_of(argument.type) for argument in entry.args)
        self._block(entry)
        return Kernel(function, tuple(self.key), self.uses, self.values)

    def _block(self, block: Block) -> None:
        for argument in block.args:
            self.numbers[argument] = len(self.numbers)
        self.key.append(len(block.args))
        for op in block.ops:
            value = known_value(op.results[0]) if type(op) is arith.ConstantOp else None
            if value is None or op.results[0].type != INDEX:
                self._operation(op)
            else:
                self.constants[op.results[0]] = value

    def _operation(self, op: Operation) -> None:
        key, token, numbers = self.key, self.tokens.of, self.numbers
        kind = type(op)
        key.append(kind)
        operands = [
            numbers[value] if value in numbers else self._constant(op, i, value)
            for i, value in enumerate(op.operands)
        ]
        key.extend(sorted(operands) if kind in ORDERLESS else operands)
        key.extend([token(value) for value in op.properties.values()])
        for result in op.results:
            numbers[result] = len(numbers)
            key.append(token(result.type))
        for region in op.regions:
            for block in region.blocks:
                self._block(block)

    def _constant(self, op: Operation, index: int, operand: SSAValue) -> int:
        """Return the placeholder of a constant operand in the key, the same for all sizes."""
        value = self.constants[operand]
        if must_be_constant(op, index):
            self.key.append(value)
        else:
            self.uses.append((op, index))
            self.values.append(value)
        return -1


def must_be_constant(op: Operation, operand: int) -> bool:
    """
    Return whether an argument would be slower than a constant: divisors, lower bounds, steps of
    loops.
    """
    if isinstance(op, LOOPS):
        return operand != 1
    return isinstance(op, DIVISIONS) and is_repeated(op)


def is_repeated(op: Operation) -> bool:
    """Return whether an op is in a loop; a parallel loop runs once in each thread."""
    around = op.parent_op()
    while around is not None and not isinstance(around, LOOPS):
        around = around.parent_op()
    return around is not None


def kind_of(type: Attribute) -> Hashable:
    """Return the part of a type that arguments must share: everything but the sizes of buffers."""
    if not isinstance(type, MemRefType):
        return type
    return type.element_type, len(type.get_shape()), type.layout, type.memory_space


Sizes = tuple[int, ...]
"""The values of a size in each kernel of a group."""


@dataclass(frozen=True)
class Merged:
    """Kernels merged into the first one, with arguments for sizes that differ."""

    kernels: Sequence[Kernel]
    sizes: dict[Sizes, list[Use]]
    """Values of a size in all kernels -> its uses in the first kernel."""

    @classmethod
    def of(cls, kernels: Sequence[Kernel]) -> Merged:
        """Merge kernels with the same key."""
        sizes: dict[Sizes, list[Use]] = {}
        for use, *values in zip(kernels[0].uses, *(k.values for k in kernels), strict=True):
            if len(set(values)) > 1:
                sizes.setdefault(tuple(values), []).append(use)
        return cls(kernels, sizes)

    def add_arguments(self) -> None:
        """Give the first kernel buffers of unknown extents, and its sizes as arguments."""
        function = self.kernels[0].function
        block = function.body.block
        others = [kernel.function.body.block.args for kernel in self.kernels[1:]]
        for argument, *same in zip(block.args, *others, strict=True):
            type = common_type([argument.type, *(a.type for a in same)])
            Rewriter.replace_value_with_new_type(argument, type)
        attributes = list(argument_attributes(function))
        for values, uses in self.sizes.items():
            size = block.insert_arg(INDEX, len(block.args))
            size.name_hint = "size"
            least = IntegerAttr(min(values), INDEX)
            attributes.append(DictionaryAttr({LEAST_ATTRIBUTE: least}))
            for op, operand in uses:
                op.operands[operand] = size
        set_argument_attributes(function, attributes)

    def redirect(self, call: CallOp, number: int) -> None:
        """Replace a call of kernel `number` by a call of the first one."""
        function = self.kernels[0].function
        arguments: list[SSAValue] = []
        added: list[Operation] = []
        buffers = function.body.block.args[: len(call.arguments)]
        for value, buffer in zip(call.arguments, buffers, strict=True):
            if value.type != buffer.type:
                added.append(memref.CastOp.get(value, memref_type_of(buffer)))
                value = added[-1].results[0]
            arguments.append(value)
        for values in self.sizes:
            added.append(arith.ConstantOp.from_int_and_width(values[number], INDEX))
            arguments.append(added[-1].results[0])
        new = CallOp(self.kernels[0].name, arguments, [])
        new.attributes = dict(call.attributes)
        new.location = call.location
        Rewriter.replace_op(call, [*added, new], [])


def common_type(types: Sequence[Attribute]) -> Attribute:
    first = types[0]
    if not isinstance(first, MemRefType) or all(type == first for type in types):
        return first
    shapes = [type.get_shape() for type in types if isinstance(type, MemRefType)]
    shape = [
        sizes[0] if len(set(sizes)) == 1 else DYNAMIC_INDEX for sizes in zip(*shapes, strict=True)
    ]
    return MemRefType(first.element_type, shape, first.layout, first.memory_space)


def merge(module: ModuleOp, groups: Sequence[Merged]) -> None:
    """Redirect all calls to the first kernels of groups, and erase the others."""
    place: dict[str, tuple[Merged, int]] = {}
    for group in groups:
        group.add_arguments()
        place |= {kernel.name: (group, i) for i, kernel in enumerate(group.kernels)}
    functions = [op for op in module.body.block.ops if isinstance(op, FuncOp)]
    graphs = [f for f in functions if not f.is_declaration and not is_kernel(f)]
    for call in [op for f in graphs for op in f.body.block.ops if isinstance(op, CallOp)]:
        found = place.get(call.callee.string_value())
        if found is not None:
            found[0].redirect(call, found[1])
    for group in groups:
        for kernel in group.kernels[1:]:
            # Detach it: erasing would destroy its contents.
            kernel.function.detach()
