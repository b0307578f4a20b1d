"""Kernels that multiply by weights: floats, or int8 with sums of i32."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import f32, i8, i32, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import opt_prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64
from ..element_types import arithmetic_element, element_of
from ..target.attributes import ProductAttr
from ..target.elements import attribute_of, product_types
from ..target.products import LANE_BY_LANE, InputForm, Product
from .base import KernelOp


class ProductKernelOp(KernelOp):
    """
    A kernel of float32 throughout, or one whose input and weights are i8.

    The latter computes exact sums of i32. Without an epilogue it stores the sums. An epilogue
    computes outputs of any type from a sum and operands of any type.
    """

    COMPUTES_ON: ClassVar[Attribute | None] = f32

    @property
    def is_int8(self) -> bool:
        """Return whether the kernel multiplies i8."""
        return bool(self.inputs) and element_of(self.inputs[0].type) == i8

    @property
    def accumulator(self) -> Attribute:
        """Return the type of the sums."""
        return i32 if self.is_int8 else f32

    @property
    def weight_element(self) -> Attribute:
        """Return the type of the weights in an int8 kernel."""
        return i8

    @property
    def epilogue_start(self) -> int:
        """Return the position of the first epilogue operand among the inputs."""
        return 2

    def starts(self) -> Sequence[SSAValue]:
        """Return the initial i32 sums of int8 products, `out/q,q`; None if they are 0."""
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
            raise VerifyException(
                "the output must have the type of the epilogue's result, or i32 for sums"
            )
        expected = [i32, *(arithmetic_element(v.type) for v in operands)]
        if self.epilogue is not None and arguments != expected:
            raise VerifyException("the epilogue takes a sum of i32 and an element of each operand")


class SteppedKernelOp(ProductKernelOp):
    """
    A kernel that multiplies by `product`, an instruction that adds the products of k input channels
    to each sum; without it, by `simd.fma`.

    The input has the type that the instruction multiplies, or is converted to it. If the conversion
    flips signs, the operand after weights and tables has the initial sums, an i32 for each output.
    """

    NEEDS_PRODUCT: ClassVar[bool] = True
    """True if int8 needs a product instruction."""
    TAKES_MATRICES: ClassVar[bool] = False
    """True if the instruction may multiply small matrices."""

    product = opt_prop_def(ProductAttr)

    @property
    def record(self) -> Product | None:
        """Return the record of the instruction; None without one."""
        return None if self.product is None else self.product.product

    @property
    def k(self) -> int:
        """Return the number of input channels per instruction."""
        return 1 if self.record is None else self.record.steps

    @property
    def multiplies_matrices(self) -> bool:
        """Return whether the instruction multiplies several rows of inputs."""
        return self.record is not None and self.record.accumulation.rows > 1

    @property
    def in_tile_registers(self) -> bool:
        """Return whether the instruction multiplies in tile registers."""
        return self.record is not None and self.record.tiles is not None

    @property
    def multiplied_as(self) -> Attribute:
        """Return the type to which inputs are converted before the multiplication."""
        return f32 if self.record is None else attribute_of(self.record.types.input)

    @property
    def flips_signs(self) -> bool:
        """Return whether inputs are multiplied as unsigned numbers, offset by 128."""
        record = self.record
        return self.is_int8 and record is not None and record.form is InputForm.SIGN_FLIPPED

    @property
    def table_count(self) -> int:
        """Return the number of tables that the kernel reads."""
        return 0

    def tables(self) -> Sequence[SSAValue]:
        return self.inputs[2 : 2 + self.table_count]

    @property
    def epilogue_start(self) -> int:
        return 2 + self.table_count + self.flips_signs

    def starts(self) -> Sequence[SSAValue]:
        return self.inputs[2 + self.table_count : self.epilogue_start]

    def verify_(self) -> None:
        super().verify_()
        record = self.record
        if record is None:
            if self.is_int8 and self.NEEDS_PRODUCT:
                raise VerifyException("int8 is multiplied by an instruction: needs a product")
            return
        types = product_types(*(element_of(value.type) for value in self.inputs[:2]))
        if record.form_of(types) is None:
            raise VerifyException(f"{record.name} does not multiply {types}")
        if self.multiplies_matrices and not self.TAKES_MATRICES:
            raise VerifyException(f"{record.name} adds {record.accumulation}, not {LANE_BY_LANE}")


class LateEpilogueOp(ProductKernelOp):
    """
    A kernel that may store a register tile of up to `late_epilogue` vectors before its epilogue.
    The epilogue then runs over the tile in a loop, `epilogue_vectors` at a time, and sums and
    outputs have the same type.
    """

    late_epilogue = opt_prop_def(I64)
    epilogue_vectors = opt_prop_def(I64)

    @property
    def most_late(self) -> int:
        """Return the number of vectors of the largest tile with a late epilogue; 0 for none."""
        return 0 if self.late_epilogue is None else self.late_epilogue.value.data

    @property
    def vectors_in_turn(self) -> int:
        """Return the number of vectors that are interleaved in an epilogue loop."""
        return 1 if self.epilogue_vectors is None else self.epilogue_vectors.value.data

    def verify_(self) -> None:
        super().verify_()
        if self.vectors_in_turn < 1:
            raise VerifyException("an epilogue in a loop takes at least one vector")
        if self.most_late and element_of(self.outputs[0].type) != self.accumulator:
            raise VerifyException("sums wait for a late epilogue in an output of their type")
