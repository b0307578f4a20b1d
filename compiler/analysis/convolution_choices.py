"""List the algorithm of each convolution of a model, and the reasons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ...dialects.ncnn.shapes import shape_of
from ...passes.common.errors import place_of
from ...passes.schedule.cost.algorithm_choice import AlgorithmChoice
from ...passes.schedule.select_conv_algorithm import SelectConvAlgorithmPass
from ..driver.import_model import import_model
from ..driver.lower import fitted_saving, lower
from ..options.compile_options import CompileOptions
from ..pipeline.build import schedule_steps
from ..pipeline.runner import instance_of
from ..pipeline.steps import Level


@dataclass(frozen=True)
class ChosenConvolution:
    """A convolution of the compiled graph, and its algorithm."""

    layer: str
    shapes: str
    """`64x56x56 -> 128x28x28`."""
    kernel: str
    """`3x3 stride 2`."""
    choice: AlgorithmChoice


def choose_convolutions(
    options: CompileOptions, progress: Callable[[str], None] | None = None
) -> list[ChosenConvolution]:
    """Return the algorithm of each convolution, with reasons. Raises: NcnncError."""
    lowered = lower(options, Level.GRAPH, progress)
    limited = bool(options.memory_limit)
    saving = fitted_saving(options, lambda: import_model(options)) if limited else 0
    selection = next(
        found
        for found in map(instance_of, schedule_steps(options, saving))
        if isinstance(found, SelectConvAlgorithmPass)
    )
    chosen: list[ChosenConvolution] = []
    for conv, choice in selection.choices(lowered.ctx, lowered.module):
        layer = place_of(conv).layer or conv.name
        entry = ChosenConvolution(layer, described_shapes(conv), described_kernel(conv), choice)
        chosen.append(entry)
    return chosen


def described_shapes(conv: ScheduledConvolution) -> str:
    """`64x56x56 -> 128x28x28`."""
    shapes = (shape_of(value) for value in (conv.input, conv.output))
    return " -> ".join("x".join(map(str, shape)) for shape in shapes)


def described_kernel(conv: ScheduledConvolution) -> str:
    """`3x3`, `3x3 stride 2`, `3x5 stride 1x2 dilation 2 group 4`."""
    words = ["x".join(map(str, conv.kernel_shape))]
    for name in ("stride", "dilation"):
        steps = conv.along_axes(name)
        if any(step != 1 for step in steps):
            equal = len(set(steps)) == 1
            words.append(f"{name} {steps[0] if equal else 'x'.join(map(str, steps))}")
    if conv.groups > 1:
        words.append(f"group {conv.groups}")
    return " ".join(words)
