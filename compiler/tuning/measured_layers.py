"""Convolutions to measure the costs of parts of kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from xdsl.dialects.func import FuncOp

from ...dialects.kernel.attributes import Algorithm
from ...dialects.target.costs import Costs
from ...dialects.target.products import FLOAT32
from ...dialects.target.records import Target
from ...passes.common.target import set_target
from ...passes.schedule.cost.conv_cost import estimated_cycles
from ...passes.schedule.cost.conv_shape import ConvolutionShape
from ..options.code_options import CodeOptions
from ..pipeline.build import build_pipeline
from ..pipeline.runner import PassRunner
from ..pipeline.steps import Level
from .machine_kernels import KernelCode, parse

KERNELS = "convolution", "matmul"
"""Beginnings of the names of kernels that compute a layer; others convert layouts."""
STEP = 1.01
"""Factor of a cost by which its share in an estimate is found."""


@dataclass(frozen=True)
class MeasuredLayer:
    """A convolution by an algorithm."""

    channels: int
    outputs: int
    height: int
    width: int
    kernel: int
    algorithm: Algorithm

    def cycles(self, target: Target) -> float:
        """Return the estimate of the cost model."""
        one = (1, 1)
        shape = ConvolutionShape(
            *(self.channels, self.outputs, self.height, self.width),
            *((self.kernel, self.kernel), one, one, self.kernel > 1, FLOAT32),
        )
        return estimated_cycles(shape, target.lanes, target)[self.algorithm]

    def code(self, target: Target) -> KernelCode:
        """Return the code of its kernel."""
        return layer_code(self.text, self.weight, target)

    @property
    def weight(self) -> tuple[int, ...]:
        """Return the shape of the weights."""
        return self.outputs, self.channels, self.kernel, self.kernel

    @property
    def text(self) -> str:
        """Return a network of this layer."""
        x = f"tensor<{self.channels}x{self.height}x{self.width}xf32>"
        y = f"tensor<{self.outputs}x{self.height}x{self.width}xf32>"
        w = f"tensor<{'x'.join(map(str, self.weight))}xf32>"
        pad = f" pad [{', '.join([str(self.kernel // 2)] * 4)}]" if self.kernel > 1 else ""
        return f"""
            func.func @main(%x: {x}) -> {y} {{
              %w = ncnn.weight <"weight"> : {w}
              %y = ncnn.convolution %x, %w{pad} algorithm {self.algorithm} : {x}, {w} -> {y}
              func.return %y : {y}
            }}
        """


def layer_code(text: str, weight: Sequence[int], target: Target) -> KernelCode:
    """Return the code of the kernel of a layer, given a network of it and its weights' shape."""
    module, ctx = parse(text)
    ctx.weights.add("weight", lambda: np.ones(weight, np.float32))
    set_target(module, target)
    PassRunner(ctx).run(module, build_pipeline(CodeOptions(target=target.name)).after(Level.GRAPH))
    for function in module.ops:
        if isinstance(function, FuncOp) and not function.sym_name.data.startswith(KERNELS):
            function.detach()
            function.erase(safe_erase=False)
    return KernelCode.of(module, target)


@dataclass(frozen=True)
class MeasuredDifference:
    """Two layers that differ in the work that a cost stands for: what they share does not count."""

    cost: str
    more: MeasuredLayer
    less: MeasuredLayer

    def estimate(self, target: Target) -> float:
        """Return the difference of the cost model's estimates."""
        return self.more.cycles(target) - self.less.cycles(target)

    def solve(self, cycles: float, target: Target) -> float:
        """Return the cost at which the estimate is the measured difference, for other costs."""
        known = vars(target.costs)[self.cost]
        estimate = self.estimate(target)
        changed = target.costs.changed({self.cost: STEP * known})
        slope = (self.estimate(replace(target, costs=changed)) - estimate) / (STEP - 1) / known
        return known + (cycles - estimate) / slope


def measured_differences(target: Target, costs: Costs) -> tuple[MeasuredDifference, ...]:
    """Return the layers of all costs that convolutions tell, in the order to solve."""
    lanes = target.lanes
    is_wide = costs.passes(target.isa.vector_bytes) > 1
    pieces = MeasuredLayer(2 * lanes, lanes, 56, 7, 3, Algorithm.TILED)
    copies = MeasuredLayer(2 * lanes, lanes, 8, 28, 3, Algorithm.TILED)
    transforms = MeasuredLayer(2 * lanes, 2 * lanes, 12, 28, 3, Algorithm.WINOGRAD4)
    return (
        MeasuredDifference("piece_cycles", pieces, replace(pieces, height=7, width=56)),
        MeasuredDifference(
            "copy_cycles",
            copies,
            replace(copies, channels=18 * lanes, kernel=1, algorithm=Algorithm.GEMM),
        ),
        MeasuredDifference(
            "wide_transform_cycles" if is_wide else "transform_cycles",
            replace(transforms, height=28),
            transforms,
        ),
    )
