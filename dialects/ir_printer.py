"""xDSL's printer of IR, limited to the syntax that its parser accepts."""

from __future__ import annotations

from xdsl.dialects import scf
from xdsl.ir import Operation
from xdsl.printer import Printer


class IRPrinter(Printer):
    """A printer of parseable locations: xDSL 0.74 also prints a loop's before its body."""

    def print_operation_type(self, op: Operation) -> None:
        """Print the types of operands and results."""
        if isinstance(op, scf.WhileOp):
            self.print_function_type(op.operand_types, op.result_types)
        else:
            super().print_operation_type(op)
