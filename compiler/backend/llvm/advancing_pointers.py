"""Pointers that a loop advances, in place of addresses that each iteration computes."""

from __future__ import annotations

from collections.abc import Container, Iterator

from xdsl.dialects import arith
from xdsl.ir import Block, Operation, SSAValue

from ....dialects.element_types import element_bytes, element_of
from ....dialects.simd.least import known_value
from ....dialects.simd.memory import AddressedOp, LoadGroupOp, address_of, elements_of
from .function_printer import FunctionPrinter
from .moving_pointer import MovingPointer, opaque
from .text import llvm_type

LINEAR: dict[type[Operation], str] = {arith.AddiOp: "add", arith.SubiOp: "sub", arith.MuliOp: "mul"}
MOST_POINTERS = 10
"""More would not fit in the registers beside the counters of the loops around."""


class Advance:
    """
    The addresses of an innermost loop that grow by a constant with its counter.

        for i in 0 to n:                     p = a + 4 * k
          x = load a[k + 8 * i]        ->    for i in 0 to n:
                                               x = load p
                                               p = p + 32

    LLVM's loop strength reduction leaves most of them as products and sums in loops of register
    tiles, whose many sums it counts as well.
    """

    def __init__(
        self, p: FunctionPrinter, body: Block, lower: SSAValue, upper: SSAValue, step: SSAValue
    ):
        self.printer, self.body, self.lower = p, body, lower
        self.end: str | None = None
        self.growths = dict[SSAValue, int | None]()
        self.pointers = dict[tuple[SSAValue, SSAValue], MovingPointer]()
        unit = known_value(step)
        is_used = p.machine is not None and p.machine.isa.advances_pointers
        if not is_used or unit is None or any(op.regions for op in body.ops):
            return
        for op in body.ops:
            if type(op) in LINEAR:
                self._growth(op.results[0])
        found = dict(self._growing())
        if len(found) > MOST_POINTERS:
            return
        for place, growth in found.items():
            self.pointers[place] = self._pointer(*place, growth * unit)
        p.pointers |= self.pointers
        self._add_rests()
        low, high = known_value(lower), known_value(upper)
        if low is not None and high is not None and found and self._counts_only(found):
            self._leave_out_counter(-(-(high - low) // unit))

    def _pointer(self, base: SSAValue, index: SSAValue, stride: int) -> MovingPointer:
        """Print where an address begins, and return its pointer."""
        p, element = self.printer, element_of(base.type)
        type, first = llvm_type(element), self._at_first(index)
        start = p.emit(f"getelementptr inbounds {type}, ptr {p.names[base]}, i64 {first}")
        return MovingPointer(p.fresh(), start, stride, type, element_bytes(element))

    def _add_rests(self) -> None:
        """Print what the last loads of pointers add to them, if that is not what they load."""
        accesses = [op for op in self.body.ops if isinstance(op, AddressedOp)]
        last = {address_of(op): op for op in accesses}
        for place, moving in self.pointers.items():
            op = last[place]
            left = moving.stride - op.offset.value.data
            if isinstance(op, LoadGroupOp) and left != elements_of(op):
                moving.rest = self.printer.emit(opaque("i64", str(left * moving.bytes)))

    def _leave_out_counter(self, count: int) -> None:
        """End the loop where the first pointer is after so many iterations."""
        p, first = self.printer, self._first()
        length = first.stride * first.bytes * count
        self.end = p.emit(f"getelementptr inbounds i8, ptr {first.start}, i64 {length}")
        growing = [value.owner for value, growth in self.growths.items() if growth]
        p.left_out |= {op for op in growing if isinstance(op, Operation)}

    def _first(self) -> MovingPointer:
        return next(iter(self.pointers.values()))

    def phis(self, before: str, latch: str) -> list[str]:
        """Return the lines that begin the loop."""
        return [pointer.entry(before, latch) for pointer in self.pointers.values()]

    def steps(self) -> list[str]:
        """Return the lines that end an iteration."""
        return [pointer.step() for pointer in self.pointers.values()]

    def goes_on(self) -> str | None:
        """Return whether there is another iteration, if a pointer tells; None if none does."""
        return self.end and f"icmp ne ptr {self._first().phi}.next, {self.end}"

    def _counts_only(self, found: Container[tuple[SSAValue, SSAValue]]) -> bool:
        """Return whether the counter has no other use than the addresses that were found."""

        def is_address(op: Operation, index: SSAValue) -> bool:
            if isinstance(op, AddressedOp):
                return (op.base, index) in found
            return type(op) in LINEAR and bool(self.growths.get(op.results[0]))

        growing = [value for value, growth in self.growths.items() if growth]
        return all(is_address(use.operation, value) for value in growing for use in value.uses)

    def _growing(self) -> Iterator[tuple[tuple[SSAValue, SSAValue], int]]:
        """Yield the addresses that grow with the counter, and by how many elements."""
        for op in self.body.ops:
            if not isinstance(op, AddressedOp):
                continue
            base, index = address_of(op)
            growth = self._growth(index) if index is not None else None
            if index is not None and growth and not self._is_inside(base):
                yield (base, index), growth

    def _growth(self, value: SSAValue) -> int | None:
        """Return how much an index grows with the counter; None if that is not a constant."""
        if value not in self.growths:
            self.growths[value] = self._compute_growth(value)
        return self.growths[value]

    def _compute_growth(self, value: SSAValue) -> int | None:
        if value is self.body.args[0]:
            return 1
        if not self._is_inside(value):
            return 0
        op = value.owner
        if isinstance(op, Block) or type(op) not in LINEAR:
            return None
        a, b = (self._growth(operand) for operand in op.operands)
        if a is None or b is None:
            return None
        if isinstance(op, arith.MuliOp):
            return self._product(op, a, b)
        return a - b if isinstance(op, arith.SubiOp) else a + b

    def _product(self, op: arith.MuliOp, a: int, b: int) -> int | None:
        """Return the growth of a product of indices that grow by `a` and `b`."""
        if not a and not b:
            return 0
        left, right = known_value(op.lhs), known_value(op.rhs)
        return a * right if right is not None else b * left if left is not None else None

    def _is_inside(self, value: SSAValue) -> bool:
        owner = value.owner
        return (owner.parent if isinstance(owner, Operation) else owner) is self.body

    def _at_first(self, value: SSAValue) -> str:
        """Print what an index is in the first iteration, and return its name."""
        if value is self.body.args[0]:
            return self.printer.names[self.lower]
        op = value.owner
        if not self._is_inside(value) or not isinstance(op, Operation):
            return self.printer.names[value]
        a, b = (self._at_first(operand) for operand in op.operands)
        return self.printer.emit(f"{LINEAR[type(op)]} nsw i64 {a}, {b}")
