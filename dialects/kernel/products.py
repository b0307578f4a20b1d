"""Kernels that multiply by weights: floats, or int8 with sums of i32."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from xdsl.dialects.builtin import IntegerType, Signedness, bf16, f32, i8, i16, i32, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import opt_prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64
from ..element_types import arithmetic_element, element_of
from .base import KernelOp

UI8 = IntegerType(8, Signedness.UNSIGNED)

MULTIPLIED_AS: dict[int, Attribute] = {2: i16, 4: UI8}
"""
Steps k of an instruction -> what the i8 of the input are multiplied as.

An unsigned one is 128 more, its sign bit being flipped. So sums begin with `-128 * sum(w)`.
"""


class ProductKernelOp(KernelOp):
    """
    A kernel of float32 throughout, or one whose input and weights are i8.

    The latter computes exact sums of i32. What it stores has any type: the epilogue makes it of a
    sum and of its operands, which have any type as well; without one the sums are stored.
    """

    COMPUTES_ON: ClassVar[Attribute | None] = f32

    @property
    def is_int8(self) -> bool:
        """Whether it multiplies numbers of i8."""
        return bool(self.inputs) and element_of(self.inputs[0].type) == i8

    @property
    def accumulator(self) -> Attribute:
        """The type of the sums."""
        return i32 if self.is_int8 else f32

    @property
    def weight_element(self) -> Attribute:
        """The type of the weights by which int8 is multiplied."""
        return i8

    @property
    def epilogue_start(self) -> int:
        """Position of the first epilogue operand among the inputs."""
        return 2

    def starts(self) -> Sequence[SSAValue]:
        """What the sums of int8 begin with, of i32 as `out/q,q`, if that is not 0."""
        return ()

    def _verify_types(self) -> None:
        if not self.is_int8:
            super()._verify_types()
            return
        if any(element_of(table.type) != i64 for table in self.tables()):
            raise VerifyException("tables must be of i64")
        expected = self.weight_element
        if any(element_of(weights.type) != expected for weights in self.inputs[1:2]):
            raise VerifyException(f"an input of i8 is multiplied by weights of {expected}")
        if any(element_of(start.type) != i32 for start in self.starts()):
            raise VerifyException("sums of int8 begin with numbers of i32")
        (y, *_), operands = self.outputs, self.inputs[self.epilogue_start :]
        if self.epilogue is None:
            stored, arguments = [i32], []
        else:
            block = self.epilogue.block
            arguments = list(block.arg_types)
            stored = [v.type for v in block.last_op.operands] if block.last_op else []
        if stored != [arithmetic_element(y.type)]:
            raise VerifyException("the output must hold what the epilogue yields, or sums of i32")
        expected = [i32, *(arithmetic_element(v.type) for v in operands)]
        if self.epilogue is not None and arguments != expected:
            raise VerifyException("the epilogue takes a sum of i32 and an element of each operand")


class SteppedKernelOp(ProductKernelOp):
    """
    A kernel whose instructions add the products of `steps` input channels: k, 1 in float32.

    Of bf16 by bf16 k may be 2. In int8 it is 2 or 4: see `MULTIPLIED_AS`. With 4 the operand after
    weights and tables has what the sums begin with, one number of i32 for each output.
    """

    steps = opt_prop_def(I64)

    @property
    def k(self) -> int:
        """Input channels that one instruction takes."""
        return 1 if self.steps is None else self.steps.value.data

    @property
    def multiplied_as(self) -> Attribute:
        """The type of what an element of the input becomes to be multiplied."""
        if self.is_int8:
            return MULTIPLIED_AS[self.k]
        return bf16 if self.k > 1 else f32

    @property
    def table_count(self) -> int:
        """Tables that the kernel reads."""
        return 0

    def tables(self) -> Sequence[SSAValue]:
        return self.inputs[2 : 2 + self.table_count]

    @property
    def epilogue_start(self) -> int:
        is_flipped = self.is_int8 and self.multiplied_as == UI8
        return 2 + self.table_count + is_flipped

    def starts(self) -> Sequence[SSAValue]:
        return self.inputs[2 + self.table_count : self.epilogue_start]

    def verify_(self) -> None:
        if self.k not in self._possible_steps():
            raise VerifyException(
                "float32 is multiplied in steps of 1, bf16 of 1 or 2, int8 of 2 or 4"
            )
        super().verify_()

    def _possible_steps(self) -> Collection[int]:
        if self.is_int8:
            return MULTIPLIED_AS
        is_bf16 = all(element_of(value.type) == bf16 for value in self.inputs[:2])
        return (1, 2) if is_bf16 else (1,)
