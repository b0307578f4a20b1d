"""Convert RNN, GRU and LSTM: one product with the input for all steps, then the steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute, SSAValue

from ....dialects.constraints import int_attr
from ....dialects.kernel.attributes import RecurrentCellAttr
from ....dialects.kernel.matvec import MatvecOp
from ....dialects.kernel.recurrence import RecurrenceOp
from ....dialects.kernel.round_rows import RoundRowsOp
from ....dialects.ncnn.families.block_quantization import BlockQuantization
from ....dialects.ncnn.families.recurrent import RecurrentOp
from ....dialects.ncnn.internal.block_forms import BlockFactors
from ....dialects.ncnn.internal.stored_matrices import DequantizeBlocksOp
from ....dialects.ncnn.internal.weight_forms import GateRows, MatvecWeights
from ....dialects.ncnn.layers.gru import GRUOp
from ....dialects.ncnn.layers.lstm import LSTMOp
from ....dialects.ncnn.layers.rnn import RNNOp
from ....dialects.ncnn.shapes import shape_of
from ...common.epilogues import epilogue_region
from ..building.int8_operands import sum_starts
from ..building.kernel_builder import KernelBuilder
from ..building.matrix_multiplication import ProductDestination, multiply, stored_rows
from ..building.scheduled import schedule_of, scheduled
from ..building.weight_operands import packed_weight
from . import conversions


@conversions.register(RNNOp)
@conversions.register(GRUOp)
@conversions.register(LSTMOp)
def recurrent(
    k: KernelBuilder, op: RecurrentOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Append one product for all steps, directions and gates, then the steps in sequence."""
    physical = dict(zip(op.operands, operands, strict=True))
    cell, blocks, parts = op.CELL, -(-op.hidden_size // k.lanes), schedule_of(op).parts
    steps = parts["steps"]
    properties: dict[str, Attribute | None] = {
        "cell_kind": RecurrentCellAttr(cell),
        "direction": op.direction,
        "lanes": int_attr(k.lanes),
        **scheduled(steps),
    }
    rows = gate_rows(k, physical[op.weight_hc], cell.gates, columns=op.outputs)
    inputs = [
        input_products(k, op, physical),
        packed_weight(k, MatvecWeights(k.lanes, steps.group * cell.gates, 1, 1, steps.steps), rows),
    ]
    sizes = op.state_sizes()
    outputs = [(op.steps, op.directions * op.outputs), *((op.directions, n) for n in sizes)]
    if cell.biases > cell.gates:
        bias = gate_rows(k, physical[op.bias], cell.biases, [cell.gates])
        inputs.append(k.view(bias, (op.directions, blocks * k.lanes)))
    if isinstance(op, LSTMOp) and op.weight_hr is not None:
        own = parts["projection"].group
        projected = gate_rows(k, physical[op.weight_hr], 1, columns=op.hidden_size)
        inputs.append(packed_weight(k, MatvecWeights(k.lanes, own, 1, 1, 1), projected))
        properties["projection_group"] = int_attr(own)
        outputs.append((op.directions, op.hidden_size))
    if op.weight_hc_scale is not None:
        scales = gate_rows(k, physical[op.weight_hc_scale], cell.gates)
        inputs.append(packed_weight(k, BlockFactors(k.lanes, 1), scales))
        inputs += sum_starts(k, steps.product, rows, k.lanes)
    if op.states:
        states = zip(op.states, sizes, strict=True)
        inputs += [k.view(physical[state], (op.directions, n)) for state, n in states]
        properties["initial"] = UnitAttr()
    empty = [k.empty(shape, op.output.type) for shape in outputs]
    kernel = RecurrenceOp.make(inputs, empty, properties)
    k.insert(kernel)
    return [k.view(v, shape_of(r)) for v, r in zip(kernel.results, op.results, strict=False)]


def gate_rows(
    k: KernelBuilder,
    weight: SSAValue,
    gates: int,
    chosen: Sequence[int] | None = None,
    columns: int = 1,
) -> SSAValue:
    """Return the part of a weight for all gates, or the chosen ones, in the order of use."""
    form = GateRows(k.lanes, columns, gates, range(gates) if chosen is None else chosen)
    return packed_weight(k, form, weight)


def input_products(
    k: KernelBuilder, op: RecurrentOp, physical: Mapping[SSAValue, SSAValue]
) -> SSAValue:
    """
    Return `steps,columns`: the products of each row of the input for all gates, plus the biases.
    """
    gates, inputs, schedule = op.CELL.gates, shape_of(op.input)[-1], schedule_of(op).parts["input"]
    x = k.view(physical[op.input], (op.steps, inputs))
    weights = gate_rows(k, physical[op.weight_xc], gates, columns=inputs)
    columns = shape_of(weights)[0]
    bias = gate_rows(k, physical[op.bias], op.CELL.biases, range(gates))
    extras = [k.view(bias, (1, columns))]
    body = epilogue_region([op.output, op.bias], lambda value, term: value + term)
    if op.weight_xc_scale is not None:
        form = BlockQuantization.of_whole_rows(inputs)
        scales = gate_rows(k, physical[op.weight_xc_scale], gates)
        weights = k.insert(DequantizeBlocksOp(weights, scales, form, inputs))
        rounding = {"size": int_attr(form.block_size)}
        x = k.insert(RoundRowsOp.make([x], [k.empty((op.steps, inputs), x.type)], rounding))
    elif op.steps == 1:
        form = MatvecWeights(k.lanes, schedule.register[1], 1, 1, 1)
        panels = packed_weight(k, form, weights)
        properties = {"lanes": int_attr(k.lanes), **scheduled(schedule)}
        empty = [k.empty((1, columns), op.output.type)]
        return k.insert(MatvecOp.make([x, panels, *extras], empty, properties, body))
    to = ProductDestination((op.steps, columns), (0, columns))
    rows, w = stored_rows(x, op.steps, inputs), stored_rows(weights, columns, inputs)
    return multiply(k, schedule, rows, w, to, extras, body)
