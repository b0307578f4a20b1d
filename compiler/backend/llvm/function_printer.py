"""Print functions as LLVM IR, op by op; the `print_` modules register a printer for each op."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from xdsl.dialects import func
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.utils.exceptions import PassFailedException

from ....dialects.element_types import element_of
from ....dialects.kernel.aliasing import NOALIAS_ATTRIBUTE
from ....dialects.main_function import argument_attributes
from ....dialects.simd.memory import AddressedOp, address_of
from ....dialects.target.attributes import MachineAttr
from ....dialects.target.records import Target
from .moving_pointer import MovingPointer
from .text import llvm_type

OpPrinter = Callable[["FunctionPrinter", Any], None]

PRINTERS: dict[type[Operation], OpPrinter] = {}
"""Op class -> its printer."""


def prints(*ops: type[Operation]) -> Callable[[OpPrinter], OpPrinter]:
    """Register the decorated function as the printer of these op classes."""

    def register(function: OpPrinter) -> OpPrinter:
        PRINTERS.update(dict.fromkeys(ops, function))
        return function

    return register


class FunctionPrinter:
    """Prints a `func.func` with the target's instructions, and collects `declarations`."""

    def __init__(self, lines: list[str], declarations: set[str], target: Target | None = None):
        self.lines = lines
        self.declarations = declarations
        self.machine = target
        self.names: dict[SSAValue, str] = {}
        self.counter = 0
        self.label = "entry"
        self.derived: dict[tuple[str, str], str] = {}
        """Names of addresses and conversions, by what they were computed from."""
        self.pointers: dict[tuple[SSAValue, SSAValue], MovingPointer] = {}
        """Pointers that loops advance, by buffer and index."""
        self.left_out: set[Operation] = set()
        """Ops that nothing reads where loops advance pointers."""

    @property
    def target(self) -> Target:
        """Return the target's record. Raises: PassFailedException if the module names none."""
        if self.machine is None:
            raise PassFailedException(f"the module has no {MachineAttr.name}: see attach-target")
        return self.machine

    # Helpers -----------------------------------------------------------------------------------

    def fresh(self) -> str:
        """Return a new value name."""
        self.counter += 1
        return f"%v{self.counter}"

    def emit(self, text: str) -> str:
        """Print a line that defines a new value, and return its name."""
        name = self.fresh()
        self.lines.append(f"  {name} = {text}")
        return name

    def typed(self, value: SSAValue) -> str:
        """`<type> <name>`."""
        return f"{llvm_type(value.type)} {self.names[value]}"

    def call(self, function: str, result: Attribute, operands: Sequence[SSAValue]) -> str:
        """Print and declare a call of an intrinsic or C function, and return its result."""
        types = [llvm_type(v.type) for v in operands]
        kind = llvm_type(result)
        self.declarations.add(f"declare {kind} @{function}({', '.join(types)})")
        typed = zip(types, operands, strict=True)
        arguments = ", ".join([f"{type} {self.names[v]}" for type, v in typed])
        return self.emit(f"call {kind} @{function}({arguments})")

    def address(self, op: AddressedOp) -> str:
        """Return a pointer to the element that a memory op accesses."""
        base, index = address_of(op)
        pointer = self.names[base]
        element, offset = llvm_type(element_of(base.type)), op.offset.value.data
        moving = self.pointers.get((base, index)) if index is not None else None
        if moving is not None:
            pointer, offset = moving.name, offset - moving.passed
        elif index is not None:
            key = (pointer, self.names[index])
            known = self.derived.get(key)
            if known is None:
                known = self.emit(f"getelementptr inbounds {element}, ptr {key[0]}, i64 {key[1]}")
                self.derived[key] = known
            pointer = known
        if offset:
            pointer = self.emit(f"getelementptr inbounds {element}, ptr {pointer}, i64 {offset}")
        return pointer

    def start_block(self, label: str) -> None:
        """Begin a basic block."""
        self.lines.append(f"{label}:")
        self.label = label

    def scoped(self, block: Block) -> None:
        """Print a nested block, after which what is derived in it is forgotten."""
        outer = self.derived
        self.derived = dict(outer)
        self.block(block)
        self.derived = outer

    def block(self, block: Block) -> None:
        """Print the ops of a block in order."""
        for op in block.ops:
            if op not in self.left_out:
                self.operation(op)

    def operation(self, op: Operation) -> None:
        printer = PRINTERS.get(type(op))
        if printer is None:
            raise PassFailedException(f"cannot print {op.name} as LLVM IR")
        printer(self, op)

    def parameters(self, op: func.FuncOp) -> list[str]:
        """Name the arguments of a function's body, and return their declarations."""
        arguments = op.body.block.args
        self.names.update((argument, f"%a{i}") for i, argument in enumerate(arguments))
        return [
            f"{llvm_type(a.type)}{' noalias' * (NOALIAS_ATTRIBUTE in entry.data)} {self.names[a]}"
            for a, entry in zip(arguments, argument_attributes(op), strict=True)
        ]

    def function(self, op: func.FuncOp) -> None:
        """Print a whole function."""
        parameters = ", ".join(self.parameters(op))
        private = op.sym_visibility is not None and op.sym_visibility.data == "private"
        linkage = "internal " if private else ""
        header = f"define {linkage}void @{op.sym_name.data}({parameters}) #0 {{"
        self.lines += [header, "entry:"]
        self.block(op.body.block)
        self.lines += ["}", ""]
