"""xDSL's printer of IR, for what its parser reads."""

from __future__ import annotations

from xdsl.dialects import scf
from xdsl.ir import Operation
from xdsl.printer import Printer


class IRPrinter(Printer):
    """A printer of locations that parse: xDSL 0.74 also puts that of a loop before its body."""

    def print_operation_type(self, op: Operation) -> None:
        """The types of operands and results."""
        if isinstance(op, scf.WhileOp):
            self.print_function_type(op.operand_types, op.result_types)
        else:
            super().print_operation_type(op)
