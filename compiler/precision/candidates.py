"""The layers that multiply stored weights, and what bfloat16 and int8 save in each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from xdsl.ir import Operation, SSAValue

from ...dialects.ncnn.families.convolution_nd import ConvolutionND
from ...dialects.target.products import BFLOAT16
from ...passes.common.errors import place_of
from ...passes.schedule.cost.precision_gain import cycles_saved, cycles_saved_by_int8
from ...passes.schedule.cost.streamed_weights import streamed_matrices
from ..driver.lower import lower
from ..options.choices import Precision
from ..options.compile_options import CompileOptions
from ..pipeline.steps import Level


def matrices_of(op: Operation) -> Sequence[SSAValue]:
    """Return the operands of an op that are weights of products."""
    return [op.weight] if isinstance(op, ConvolutionND) else streamed_matrices(op)


@dataclass
class Gains:
    """Cycles that a layer saves by the cost model, 0 where it is not faster."""

    bfloat16: float = 0.0
    int8: float = 0.0


def gains_of_layers(options: CompileOptions) -> dict[str, Gains]:
    """
    Return what each layer with weights saves in bfloat16, and in int8. Raises: NcnncError.

    With bfloat16 products that is known of the graph; where weights only stream through a layer,
    its algorithm decides.
    """
    target = options.machine
    level = Level.GRAPH if target.multiplies(BFLOAT16) else Level.SCHEDULED
    lowered = lower(replace(options, precision=Precision.FP32.value), level)
    gains: dict[str, Gains] = {}
    for op in lowered.module.walk():
        name = place_of(op).layer
        if name is not None and matrices_of(op):
            layer = gains.setdefault(name, Gains())
            layer.bfloat16 += max(cycles_saved(op, target), 0.0)
            layer.int8 += cycles_saved_by_int8(op, target)
    return gains
