"""The context of a compilation: xDSL's context plus the weights and the way to evaluate ops."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from xdsl.context import Context
from xdsl.ir import Operation

from .kernel.attributes import Algorithm
from .weight_layout import SequentialLayout, WeightLayout
from .weight_store import WeightStore

Evaluate = Callable[[Operation, Sequence[np.ndarray]], Sequence[np.ndarray]]
"""The numpy meaning of one op: operand arrays in, result arrays out."""
MeasureAlgorithms = Callable[[Operation, Sequence[Algorithm]], Mapping[Algorithm, float]]
"""Measures a convolution by each of these algorithms on this machine. Units: seconds."""


@dataclass(frozen=True)
class Remark:
    """A rewrite made or declined, at its first layer; `offset` in bytes for binary files."""

    pass_name: str
    layers: tuple[str, ...]
    reason: str | None = None
    """Why the rewrite was not made; None if it was."""
    file: str | None = None
    line: int | None = None
    offset: int | None = None

    def __str__(self) -> str:
        """`m.param:7: remark: fuse-convolution-batchnorm: conv1, bn1`."""
        place = self.line if self.line is not None else f"{self.offset or 0:#x}"
        where = f"{self.file}:{place}: " if self.file else ""
        kind = "remark" if self.reason is None else "missed"
        why = "" if self.reason is None else f": {self.reason}"
        return f"{where}{kind}: {self.pass_name}: {', '.join(self.layers)}{why}"


@dataclass
class NcnncContext(Context):
    """
    Data that passes may use besides the IR.

    `weights` holds the arrays named by `ncnn.weight`, and `weight_layout` assigns their offsets in
    memory; `evaluate` is the reference meaning of an op, and `measure_algorithms` times
    convolutions: the compiler sets both (dialects and passes do not depend on it). `remarks`
    collects messages for the user. `blob_names` maps the name hint of a value to the blob of
    the model file that it holds.
    """

    layers_in_file: int = 0
    """Number of layers in the file, of the imported part of the model."""
    generated_bytes: int = 0
    """Size of generated weights; 0 if weights come from a file."""
    weights: WeightStore = field(default_factory=WeightStore)
    weight_layout: WeightLayout = field(default_factory=SequentialLayout)
    evaluate: Evaluate | None = None
    measure_algorithms: MeasureAlgorithms | None = None
    remarks: list[Remark] = field(default_factory=list)
    blob_names: dict[str, str] = field(default_factory=dict)


def ncnnc_context(ctx: Context) -> NcnncContext:
    """`ctx` itself, or (in a stock driver, which has no weights) a new one with an empty store."""
    return ctx if isinstance(ctx, NcnncContext) else NcnncContext()
