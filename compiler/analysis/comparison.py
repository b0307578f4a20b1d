"""Compare two models: every output, and every blob that both have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from ...dialects.context import NcnncContext
from ...dialects.ncnn.internal.weight import WeightOp
from ...passes.common.errors import layer_type_of, place_of
from ...runtime.model.tensors import TensorSpec, given_inputs
from ..diagnostics import UsageError
from ..driver.import_model import import_graph, make_context
from ..frontend.model_format import ImportOptions, ModelSource
from ..frontend.ncnn.model_files import load_model_files
from ..frontend.shapes import expand_batches, infer_shapes
from ..frontend.survey.support_check import check_runnable
from ..options.compile_options import CompileOptions
from ..program.signature import signature
from ..reference import run_reference
from .relative_error import Arrays, output_errors, relative_error


@dataclass(frozen=True)
class ComparedBlob:
    """A blob, and the layer that computes it."""

    name: str
    layer: str
    layer_type: str
    array: np.ndarray


@dataclass(frozen=True)
class Difference:
    """The difference of a blob of the second model from the first model's."""

    first: ComparedBlob
    second: ComparedBlob

    @property
    def error(self) -> float:
        """Return the relative error, see `relative_error`."""
        return relative_error(self.second.array, self.first.array)


@dataclass
class GraphModel:
    """A model as written in its files, with known shapes, to be run layer by layer in numpy."""

    module: ModuleOp
    ctx: NcnncContext
    signature: tuple[tuple[TensorSpec, ...], tuple[TensorSpec, ...]] = field(init=False)
    """Inputs and outputs."""

    def __post_init__(self) -> None:
        infer_shapes(self.module, self.ctx)
        expand_batches(self.module, self.ctx)
        check_runnable(self.module)
        self.signature = signature(self.module)

    @property
    def inputs(self) -> tuple[TensorSpec, ...]:
        return given_inputs(self.signature[0])

    def run(
        self, inputs: Arrays, observe: Callable[[ComparedBlob], None] | None = None
    ) -> dict[str, np.ndarray]:
        """Return the outputs by name, and call `observe` with every blob that a layer computes."""

        def show(op: Operation, value: SSAValue, array: np.ndarray) -> None:
            hint = value.name_hint
            if observe is not None and hint is not None and not isinstance(op, WeightOp):
                name = self.ctx.blob_names.get(hint, hint)
                observe(ComparedBlob(name, place_of(op).layer or "", layer_type_of(op), array))

        return run_reference(self.module, self.ctx.weights, inputs, observe=show)


def open_graph(
    param: str | bytes,
    weights: str | bytes | None = None,
    shapes: Mapping[str, tuple[int, ...]] | None = None,
    random_weights: int | None = None,
    outputs: Sequence[str] = (),
) -> GraphModel:
    """Import the part of a model that the outputs need, as written. Raises: NcnncError."""
    ctx = make_context()
    options = CompileOptions(
        param,
        weights,
        inputs=dict(shapes or {}),
        random_weights=random_weights,
        outputs=tuple(outputs),
    )
    return GraphModel(import_graph(options, ctx), ctx)


def graph_of_bytes(
    param: bytes,
    weights: bytes,
    shapes: Mapping[str, tuple[int, ...]] | None = None,
    outputs: Sequence[str] = (),
) -> GraphModel:
    """Import a model from the contents of its files. Raises: as `open_graph`."""
    ctx = make_context()
    return GraphModel(
        load_model_files(
            ctx, ModelSource(param, weights), ImportOptions(shapes or {}, outputs=outputs)
        ),
        ctx,
    )


def check_same_inputs(first: Sequence[TensorSpec], second: Sequence[TensorSpec]) -> None:
    """Raises: UsageError unless two models have the same inputs with the same shapes."""
    ours, theirs = ({spec.name: spec.shape for spec in specs} for specs in (first, second))
    for name in {**ours, **theirs}:
        if ours.get(name) != theirs.get(name):
            shapes = [
                "x".join(map(str, side[name])) if name in side else "missing"
                for side in (ours, theirs)
            ]
            raise UsageError(
                f"the models cannot be compared: input '{name}' is {shapes[0]} in the first, "
                f"{shapes[1]} in the second"
            )


def compare_graphs(
    first: GraphModel, second: GraphModel, inputs: Arrays
) -> tuple[dict[str, float], list[Difference]]:
    """Compare outputs and common blobs in the first one's order. Raises: UsageError."""
    check_same_inputs(first.inputs, second.inputs)
    blobs: dict[str, ComparedBlob] = {}
    others: dict[str, ComparedBlob] = {}
    expected = first.run(inputs, lambda blob: blobs.update({blob.name: blob}))
    actual = second.run(inputs, lambda blob: others.update({blob.name: blob}))
    shared = [Difference(blob, others[name]) for name, blob in blobs.items() if name in others]
    return output_errors(expected, actual), shared
