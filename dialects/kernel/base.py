"""The form that all kernels share: destination-passing style, on tensors and later on memrefs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, ClassVar, Self

from xdsl.dialects.builtin import AffineMapAttr, MemRefType, TensorType, bf16, f16, f32, i64
from xdsl.ir import Attribute, Region, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineExpr, AffineMap
from xdsl.irdl import (
    AttrSizedOperandSegments,
    BaseAttr,
    IRDLOperation,
    ParsePropInAttrDict,
    opt_operand_def,
    opt_prop_def,
    opt_region_def,
    var_operand_def,
    var_result_def,
)
from xdsl.utils.exceptions import VerifyException

from ..element_types import element_of

AnyBuffer = BaseAttr(TensorType) | BaseAttr(MemRefType)


class KernelOp(IRDLOperation):
    """
    One kernel: reads `ins`, writes all of `outs`, may use its own workspace.

    On tensors (before `bufferize`) the outs are `tensor.empty` values and there is one result per
    out; on memrefs there are no results. Shapes are physical: a packed blob of `c,h,w` is
    `ceil(c/16) x h x w x 16`. The optional epilogue region computes an output element from the
    kernel's own value and the epilogue operands (the last of `ins`), and yields it. `bounds` are
    the loop ends known at run time.
    """

    inputs = var_operand_def(AnyBuffer)
    outputs = var_operand_def(AnyBuffer)
    workspace = opt_operand_def(MemRefType)
    epilogue = opt_region_def()
    bounds = opt_prop_def(AffineMapAttr)
    results_ = var_result_def(TensorType)

    BOUNDED: ClassVar[bool] = False
    """True if the kernel's loop ends may be extents known at run time (`bounds.py`)."""
    COMPUTES_ON: ClassVar[Attribute | None] = None
    """Type that the kernel computes on (f32 allows bf16 too); None if it only moves elements."""

    irdl_options = (AttrSizedOperandSegments(as_property=True), ParsePropInAttrDict())
    assembly_format = (
        "(`ins` `(` $inputs^ `:` type($inputs) `)`)? `outs` `(` $outputs `:` type($outputs) `)` "
        "(`workspace` `(` $workspace^ `:` type($workspace) `)`)? attr-dict "
        "(`epilogue` $epilogue^)? (`->` type($results_)^)?"
    )

    @classmethod
    def make(
        cls,
        inputs: Sequence[SSAValue],
        outputs: Sequence[SSAValue],
        properties: Mapping[str, Attribute | None] | None = None,
        epilogue: Region | None = None,
    ) -> Self:
        """Build the op; on tensors it gets one result per output."""
        on_tensors = any(isinstance(v.type, TensorType) for v in outputs)
        regions: list[Any] = [[epilogue] if epilogue is not None else []]
        return cls.build(
            operands=[list(inputs), list(outputs), []],
            properties=dict(properties or {}),
            regions=regions,
            result_types=[[v.type for v in outputs] if on_tensors else []],
        )

    def workspace_type(self) -> MemRefType | None:
        """Return the type of one thread's workspace; None if it needs none."""
        return None

    def tables(self) -> Sequence[SSAValue]:
        """Return the i64 inputs that hold positions; all other operands have one type."""
        return ()

    def streamed_weights(self) -> Sequence[SSAValue]:
        """Return the inputs that may be f16 where the others are f32: loads widen them."""
        return ()

    @property
    def profile_name(self) -> str:
        return self.name.removeprefix("kernel.")

    def flops(self) -> int:
        """Count multiply-adds as two, at least one for each output; padding lanes count."""
        weight_elements = max((prod(buffer_shape(v)) for v in self.inputs[1:2]), default=0)
        return max(2 * weight_elements, prod(buffer_shape(self.outputs[0])))

    def verify_(self) -> None:
        self._verify_types()
        on_tensors = any(isinstance(v.type, TensorType) for v in self.outputs)
        expected = len(self.outputs) if on_tensors else 0
        if len(self.results_) != expected:
            raise VerifyException(f"expected {expected} results, one per tensor in outs")
        if self.bounds is not None:
            self._verify_bounds(self.bounds.data)

    def iteration_space(self) -> tuple[int, ...]:
        """Return the largest extents of the loops that `bounds` limit."""
        return buffer_shape(self.outputs[0])

    def is_bounded(self, d: int) -> bool:
        """Return true if the end of loop d is known at run time."""
        bounds = None if self.bounds is None else self.bounds.data.results[d]
        return bounds is not None and not isinstance(bounds, AffineConstantExpr)

    def inferred_bounds(self, extents: Sequence[Sequence[AffineExpr]]) -> Sequence[AffineExpr]:
        """
        Return the bounds of the kernel, given the extents of each input: by default those of the
        first input. Raises: ValueError if there are none.
        """
        if buffer_shape(self.inputs[0]) != self.iteration_space():
            raise ValueError("has extents of its own")
        return extents[0]

    def result_extents(self, bounds: Sequence[AffineExpr]) -> Sequence[Sequence[AffineExpr]]:
        """Return the extents of each result, given the kernel's bounds: by default the bounds."""
        return [bounds] * len(self.outputs)

    def _verify_bounds(self, bounds: AffineMap) -> None:
        if not self.BOUNDED:
            raise VerifyException("computes with static extents only")
        space = self.iteration_space()
        if bounds.num_dims or len(bounds.results) != len(space):
            raise VerifyException(f"bounds must be {len(space)} extents, made of symbols")

    def _verify_types(self) -> None:
        tables = self.tables()
        if any(element_of(table.type) != i64 for table in tables):
            raise VerifyException("tables must be of i64")
        narrow = [v for v in self.streamed_weights() if element_of(v.type) == f16]
        others = [v for v in (*self.inputs, *self.outputs) if v not in (*tables, *narrow)]
        elements = {element_of(v.type) for v in others}
        if self.COMPUTES_ON is None and len(elements) > 1:
            raise VerifyException("all operands must have one type of elements")
        if self.COMPUTES_ON is not None and elements - {bf16} - {self.COMPUTES_ON}:
            raise VerifyException(f"computes on {self.COMPUTES_ON} only")


class Float32KernelOp(KernelOp):
    """A kernel that computes in float32."""

    COMPUTES_ON: ClassVar[Attribute | None] = f32


def static_extents(values: Sequence[SSAValue]) -> Sequence[Sequence[AffineExpr]]:
    """Return the extents of buffers as constants, for results whose every element is defined."""
    return [[AffineExpr.constant(n) for n in buffer_shape(value)] for value in values]


def buffer_shape(value: SSAValue) -> tuple[int, ...]:
    """Return the physical extents of an operand."""
    assert isinstance(value.type, TensorType | MemRefType)  # any attribute to xDSL
    return tuple(value.type.get_shape())
