"""Vector ops that stand for an instruction: they compute what the records of machines say."""

from __future__ import annotations

from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    PythonValues,
    impl,
    register_impls,
)

from ...dialects.simd.arithmetic import DotOp
from ...dialects.simd.int8 import TruncateOp
from ...dialects.target.narrowing import Truncation


@register_impls
class InstructionFunctions(InterpreterFunctions):
    """`simd.dot` by the product that it names, and `simd.truncate`; bf16 are their bits."""

    @impl(DotOp)
    def run_dot(self, interpreter: Interpreter, op: DotOp, args: PythonValues) -> PythonValues:
        return (op.product.product.compute(*args),)

    @impl(TruncateOp)
    def run_truncate(
        self, interpreter: Interpreter, op: TruncateOp, args: PythonValues
    ) -> PythonValues:
        return (Truncation.compute(*args),)
