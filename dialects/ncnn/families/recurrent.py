"""Recurrent layers: common parts of RNN, GRU and LSTM."""

from __future__ import annotations

from math import prod
from typing import Any, ClassVar, Self

from xdsl.dialects.builtin import IntegerAttr, TensorType, i8, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    var_operand_def,
    var_result_def,
)

from ...constraints import I64
from ...kernel.attributes import Direction, DirectionAttr, RecurrentCell
from ..assembly import optional
from ..errors import InvalidLayerError, ShapeError
from ..given_layer import GivenLayer
from ..layer import LayerFamily, LayerSpec, Param, Params, ParamValue, Weight
from ..param_values import attribute_of, enum_of_code, int_param, value_of
from ..rules.implied_shapes import ImpliedShapes, rows_and_columns
from ..rules.param_rules import INT8_SCALE_TERM, NUM_OUTPUT, flag
from ..schedule import SCHEDULE_FORMAT, ScheduledOp
from ..shapes import UNRANKED, AnyTensor, Shape, shape_of

RECURRENT_FORMAT = (
    "$input (`from` $states^ `:` type($states))? `weights` $weight_xc `,` $bias `,` $weight_hc "
    "`:` type($weight_xc) `,` type($bias) `,` type($weight_hc) "
)
"""Input, initial states and weights of a recurrent layer."""
PROJECTION_FORMAT = "(`projection` $weight_hr^ `:` type($weight_hr))? "
RECURRENT_TYPES_FORMAT = (
    "(`scale_xc` $weight_xc_scale^ `:` type($weight_xc_scale))? "
    "(`scale_hc` $weight_hc_scale^ `:` type($weight_hc_scale))? "
    f"{optional('direction', 'int8_scale_term')}{SCHEDULE_FORMAT}"
    "attr-dict `:` type($input) `->` type($output) (`,` type($final_states)^)?"
)


def recurrent_layer(type: str, cell: RecurrentCell, hidden_size: Param | None = None) -> LayerSpec:
    """
    Return the spec of a recurrent layer.

    Shapes: `[direction][gate * hidden][input]`, biases `[direction][bias][hidden]`. Outputs of
    another length than the hidden state are projected from it: `[direction][output][hidden]`.
    """

    def directions(p: Params) -> int:
        return enum_of_code(Direction, p, "direction").times

    def hidden(p: Params) -> int:
        return int_param(p, "num_output" if hidden_size is None else hidden_size.name)

    def inputs(p: Params) -> int:
        size, rows = int_param(p, "weight_data_size"), directions(p) * cell.gates * hidden(p)
        if rows <= 0 or size <= 0 or size % rows:
            raise ShapeError(f"weight_data_size {size} is not a multiple of {rows} rows")
        return size // rows

    def rows(p: Params) -> tuple[int, int]:
        return directions(p), cell.gates * hidden(p)

    projection = Weight(
        "weight_hr",
        lambda p: (directions(p), int_param(p, "num_output"), hidden(p)),
        True,
        lambda p: hidden(p) != int_param(p, "num_output"),
    )
    own = () if hidden_size is None else (hidden_size,)
    return LayerSpec(
        type,
        (
            NUM_OUTPUT,
            Param(1, "weight_data_size", "int", 0),
            Param(2, "direction", "int", 0),
            *own,
            INT8_SCALE_TERM,
        ),
        (
            Weight("weight_xc", lambda p: (*rows(p), inputs(p)), True),
            Weight("bias", lambda p: (directions(p), cell.biases, hidden(p)), True),
            Weight("weight_hc", lambda p: (*rows(p), int_param(p, "num_output")), True),
            *((projection,) if own else ()),
            Weight("weight_xc_scale", rows, False, flag("int8_scale_term")),
            Weight("weight_hc_scale", rows, False, flag("int8_scale_term")),
        ),
    )


class RecurrentOp(ScheduledOp):
    """
    A layer that takes the rows of its input one by one, with a state from step to step.

    `weight_xc` multiplies a row, `weight_hc` the hidden state, which is the previous step's output.
    Initial states default to zero. With final states, these are results, too, each with the shape
    of the initial state. With both directions, a row holds the outputs of one after the other.

    With an `int8_scale_term` the weights are int8 numbers, divided by the scales of their rows, and
    every row of the input and every hidden state is rounded to 127 steps of its largest magnitude
    before it is multiplied.

    Shapes: `steps,inputs` to `steps,directions*outputs`. With more than 2 dimensions only the first
    matrix is read (but not with int8, where ncnn is wrong); a vector is one step. States are
    `directions,n`, or for one direction any shape of n elements.
    """

    CELL: ClassVar[RecurrentCell]
    FAMILY: ClassVar = LayerFamily.PRODUCT
    SUPPORTS_INT8: ClassVar = True

    input = operand_def(AnyTensor)
    weight_xc = operand_def(AnyTensor)
    bias = operand_def(AnyTensor)
    weight_hc = operand_def(AnyTensor)
    weight_xc_scale = opt_operand_def(AnyTensor)
    weight_hc_scale = opt_operand_def(AnyTensor)
    states = var_operand_def(AnyTensor)

    direction = prop_def(DirectionAttr, default_value=DirectionAttr(Direction.FORWARD))
    int8_scale_term = prop_def(I64, default_value=IntegerAttr(0, i64))

    output = result_def(AnyTensor)
    final_states = var_result_def(AnyTensor)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @property
    def directions(self) -> int:
        """1, or 2 for both."""
        return self.direction.data.times

    @property
    def outputs(self) -> int:
        """Return the number of outputs of a step in one direction."""
        return shape_of(self.weight_hc)[-1]

    @property
    def hidden_size(self) -> int:
        """Return the number of elements of a gate: that of outputs unless these are projected."""
        return shape_of(self.weight_hc)[1] // self.CELL.gates

    @property
    def steps(self) -> int:
        """Return the number of steps, a row each."""
        shape = shape_of(self.input)
        return shape[-2] if len(shape) > 1 else 1

    @property
    def computes_int8(self) -> bool:
        """Return whether weights are int8 and their operands are rounded to int8."""
        return bool(self.int8_scale_term.value.data)

    def state_sizes(self) -> list[int]:
        """Return the elements of each state in one direction."""
        return [self.outputs, self.hidden_size][: self.CELL.states]

    def infer_shapes(self) -> list[Shape]:
        self._check_weights()
        inputs = shape_of(self.weight_xc)[-1]
        shape = shape_of(self.input)
        if shape[-1:] != (inputs,):
            raise ShapeError(f"{list(shape)} are no rows of {inputs}, which the weights are for")
        if self.computes_int8 and len(shape) > 2:
            raise ShapeError("takes a matrix if it computes with int8")
        sizes = self.state_sizes()
        if not {len(self.states), len(self.final_states)} <= {0, len(sizes)}:
            raise ShapeError(f"takes and gives all {len(sizes)} states, or none")
        for state, size in zip(self.states, sizes, strict=False):
            self._check_state(shape_of(state), size)
        given = [shape_of(state) for state in self.states]
        finals = given or [(self.directions, size) for size in sizes]
        return [(self.steps, self.directions * self.outputs), *finals[: len(self.final_states)]]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        """A row for each step, as long as the weights' rows; a row of states for each direction."""
        shapes.propose(self.input, (None, shape_of(self.weight_xc)[-1]))
        for state, size in zip(self.states, self.state_sizes(), strict=False):
            shapes.propose(state, (self.directions, size))
        steps, _ = rows_and_columns(shapes.of(self.input))
        shapes.say(self.output, (steps, self.directions * self.outputs))

    def _check_state(self, shape: Shape, size: int) -> None:
        """Raises: ShapeError unless there is a vector of `size` elements for each direction."""
        fits = shape[-1] == prod(shape) == size if self.directions == 1 else shape == (2, size)
        if not fits:
            expected = [self.directions, size]
            raise ShapeError(f"an initial state has shape {list(shape)}, not {expected}")

    def _check_weights(self) -> None:
        """Raises: ShapeError for weights that no parameters express."""
        assert self.LAYER is not None
        for name in ("weight_xc", "bias", "weight_hc"):
            if len(shape_of(getattr(self, name))) != 3:
                raise ShapeError(f"{name} must have 3 dimensions")
        params = self.LAYER.completed(self.layer_params())
        for weight in self.LAYER.weights:
            operand = getattr(self, weight.name)
            expected = weight.shape(params) if weight.present(params) else None
            found = None if operand is None else shape_of(operand)
            if found != expected:
                raise ShapeError(f"{weight.name} has shape {found}, not {expected}")

    def result_rank(self, result: SSAValue, rank_of: object) -> int | None:
        return 2 if result is self.output else None

    def multiply_adds(self) -> int:
        """Count a product of every weight with every row, or the state before it."""
        weights = (self.weight_xc, self.weight_hc, self.stored_operand("weight_hr"))
        return self.steps * sum(prod(shape_of(w)) for w in weights if w is not None)

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        return {
            "direction": DirectionAttr(enum_of_code(Direction, params, "direction")),
            "int8_scale_term": attribute_of(params["int8_scale_term"], "int"),
        }

    def layer_params(self) -> dict[str, ParamValue]:
        return {
            "num_output": self.outputs,
            "weight_data_size": prod(shape_of(self.weight_xc)),
            "direction": value_of(self.direction),
            "int8_scale_term": value_of(self.int8_scale_term),
        }

    @classmethod
    def from_layer(cls, layer: GivenLayer) -> Self:
        with_states = 1 + cls.CELL.states
        inputs, weights = layer.inputs, layer.weights
        if not inputs or layer.outputs not in (1, with_states):
            raise InvalidLayerError(layer.counts)
        if len(inputs) not in (1, with_states):
            # ncnn ignores these.
            raise ShapeError(layer.counts)
        if not layer.params["int8_scale_term"] and any(map(_is_int8, weights.values())):
            raise InvalidLayerError("has int8 weights without an int8_scale_term")
        blobs: dict[str, Any] = {"input": inputs[0], "states": list(inputs[1:])}
        optional = {"weight_hr", "weight_xc_scale", "weight_hc_scale"}
        stored = {name: [w] if name in optional else w for name, w in weights.items()}
        names = [name for name, _ in cls.get_irdl_definition().operands]
        return cls.build(
            operands=[(blobs | stored).get(name, []) for name in names],
            properties=cls.layer_properties(layer.params),
            result_types=[UNRANKED, [UNRANKED] * (layer.outputs - 1)],
        )


def _is_int8(weight: SSAValue) -> bool:
    return isinstance(weight.type, TensorType) and weight.type.element_type == i8
