"""The steps of recurrent layers, and the rounding before int8 products."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import MemRefType, UnitAttr, bf16, f32, i8, i32
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64
from ..element_types import element_of
from ..target.attributes import ProductAttr
from ..target.elements import attribute_of
from ..target.products import INT8, InputForm, Product
from .attributes import DirectionAttr, RecurrentCellAttr
from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class RecurrenceOp(Float32KernelOp):
    """
    Compute the steps of a recurrent layer, given the products with its input.

    `columns = directions * ceil(hidden/lanes) * gates * lanes`: the vectors of `lanes` elements of
    all gates of a block of the hidden state are contiguous. ins, in this order:

    * `x`: `steps,columns`, the products and biases;
    * `weights`: of the hidden state, in panels of `group` blocks `[hidden state][group][gates]`;
    * `new_bias`: of the new gate of a GRU, inside the reset product: `directions,blocks*lanes`;
    * `projection`, if `projected`: panels `[hidden][blocks of outputs]`;
    * `factors`, with a `product`: the factors of int8 sums, one for each column;
    * `starts`: initial values of these sums, one for each column, if inputs are unsigned;
    * `state`, `cell`, if `initial`: `directions,outputs` and, for an LSTM, `directions,hidden`.

    outs: `steps,directions*outputs`, the final states, and with a projection a buffer
    `directions,hidden` for its input. With a `product`, the hidden state is rounded to 127 steps of
    its largest magnitude, and that instruction multiplies it by weights of i8, `[hidden state/k]
    [group][gates][lanes][k]`. Threads share directions; with `shares_vectors`, the vectors of each
    step of a single direction. Bounds are those of x, and limit the steps, to at least one: the
    reverse direction begins at the bound, and final states are those after the last step.
    """

    name = "kernel.recurrence"
    BOUNDED: ClassVar[bool] = True
    cell_kind = prop_def(RecurrentCellAttr)
    direction = prop_def(DirectionAttr)
    lanes = prop_def(I64)
    group = prop_def(I64)
    projection_group = opt_prop_def(I64)
    shares_vectors = opt_prop_def(UnitAttr)
    product = opt_prop_def(ProductAttr)
    initial = opt_prop_def(UnitAttr)

    def iteration_space(self) -> tuple[int, ...]:
        """Return the extents of x."""
        return buffer_shape(self.inputs[0])

    def result_extents(self, bounds: Sequence[AffineExpr]) -> Sequence[Sequence[AffineExpr]]:
        shapes = [list(map(AffineExpr.constant, buffer_shape(v))) for v in self.outputs]
        return [[bounds[0], shapes[0][1]], *shapes[1:]]

    def streamed_weights(self) -> Sequence[SSAValue]:
        named = zip(self.input_names(), self.inputs, strict=False)
        return [value for name, value in named if name in ("weights", "projection")]

    @property
    def record(self) -> Product | None:
        """Return the record of the int8 product instruction; None for floats."""
        return None if self.product is None else self.product.product

    @property
    def padded_state(self) -> int:
        """Return the number of weight rows: the hidden state in whole steps of the instruction."""
        k = 1 if self.record is None else self.record.steps
        return -(-self.output_size // k) * k

    def input_names(self) -> list[str]:
        names = ["x", "weights"]
        if self.cell_kind.data.biases > self.cell_kind.data.gates:
            names.append("new_bias")
        if self.projection_group is not None:
            names.append("projection")
        if self.record is not None:
            names.append("factors")
            if self.record.form is InputForm.SIGN_FLIPPED:
                names.append("starts")
        if self.initial is not None:
            names += ["state", "cell"][: self.cell_kind.data.states]
        return names

    def named_inputs(self) -> Mapping[str, SSAValue]:
        """Return the inputs by name."""
        return dict(zip(self.input_names(), self.inputs, strict=True))

    @property
    def output_size(self) -> int:
        """Return the number of outputs of a step in one direction."""
        return buffer_shape(self.outputs[1])[1]

    @property
    def hidden_size(self) -> int:
        """Return the number of elements of a gate: that of outputs unless these are projected."""
        return buffer_shape(self.outputs[-1])[1]

    @property
    def blocks(self) -> int:
        """Return the number of vectors of a gate in one direction."""
        return -(-self.hidden_size // self.lanes.value.data)

    def workspace_type(self) -> MemRefType | None:
        """Return the type of the hidden state in the form that the instruction multiplies."""
        if self.record is None:
            return None
        return MemRefType(attribute_of(self.record.types.input), [self.padded_state])

    def flops(self) -> int:
        steps, directions = buffer_shape(self.inputs[0])[0], self.direction.data.times
        rows = self.cell_kind.data.gates * self.hidden_size
        if self.projection_group is not None:
            rows += self.hidden_size
        return 2 * steps * directions * rows * self.output_size

    def _verify_types(self) -> None:
        if self.record is None:
            super()._verify_types()
            return
        integers = {"weights": i8, "starts": i32}
        if self.record.form_of(INT8) is None:
            raise VerifyException(f"{self.record.name} does not multiply {INT8}")
        named = zip(self.input_names(), self.inputs, strict=False)
        if any(element_of(v.type) != integers.get(name, f32) for name, v in named):
            raise VerifyException("multiplies weights of i8, with sums of i32; all else is f32")

    def verify_(self) -> None:
        super().verify_()
        if len(self.inputs) != len(self.input_names()):
            raise VerifyException(f"the inputs must be {', '.join(self.input_names())}")
        projected = int(self.projection_group is not None)
        if len(self.outputs) != 1 + self.cell_kind.data.states + projected:
            raise VerifyException("needs an output, and one for each final state")
        if any(len(buffer_shape(v)) != 2 for v in (self.inputs[0], *self.outputs)):
            raise VerifyException("x and all outputs must have two dimensions")
        self._verify_extents()

    def _verify_extents(self) -> None:
        kind, directions, lanes = self.cell_kind.data, self.direction.data.times, self.lanes
        steps = buffer_shape(self.inputs[0])[0]
        if buffer_shape(self.outputs[0]) != (steps, directions * self.output_size):
            raise VerifyException("the output must be steps,directions*outputs")
        if any(buffer_shape(v)[0] != directions for v in self.outputs[1:]):
            raise VerifyException("the final states must be directions,n")
        columns = directions * self.blocks * kind.gates * lanes.value.data
        if buffer_shape(self.inputs[0])[1] != columns:
            raise VerifyException(f"x must have {columns} columns")
        if prod(buffer_shape(self.inputs[1])) != columns * self.padded_state:
            raise VerifyException(f"needs {columns} x {self.padded_state} weights")
        if self.blocks % self.group.value.data:
            raise VerifyException("the blocks must be whole groups")
        if self.shares_vectors is not None and directions > 1:
            raise VerifyException("vectors are shared of one direction")


@irdl_op_definition
class QuantizeRowsOp(Float32KernelOp):
    """
    Quantize each row of `rows,n`, or of `batch,rows,n`, to int8, with one step per row.

    outs: the integers, and the factors of the rows, `rows,1`. The largest magnitude of a row
    becomes 127; halves round away from zero. Bounds limit the rows.
    """

    name = "kernel.quantize_rows"
    BOUNDED: ClassVar[bool] = True

    def result_extents(self, bounds: Sequence[AffineExpr]) -> Sequence[Sequence[AffineExpr]]:
        return [bounds, [*bounds[:-1], AffineExpr.constant(1)]]

    def _verify_types(self) -> None:
        x, y, factors = (element_of(v.type) for v in (*self.inputs, *self.outputs))
        if {x, factors} - {f32, bf16} or y != i8:
            raise VerifyException("makes i8, and factors of f32, of f32")

    def verify_(self) -> None:
        super().verify_()
        shapes: Sequence[tuple[int, ...]] = [buffer_shape(v) for v in self.outputs]
        x = buffer_shape(self.inputs[0])
        if len(x) not in (2, 3) or shapes != [x, (*x[:-1], 1)]:
            raise VerifyException("the outputs must be rows,n and rows,1")
