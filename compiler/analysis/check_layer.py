"""Compare a custom layer in numpy with its compiled form."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...dialects.contrib import find_layer
from ...dialects.custom_layers import CustomLayer, LayerParam
from ...runtime.errors import ArgumentError, ArgumentTypeError
from ...runtime.sessions.compiled_model import CompiledModel
from ..diagnostics import ModelError
from ..driver.compile import compile_program
from ..driver.lower import lower
from ..format.param_writer import param_text
from ..format.records import LayerRecord, ModelRecord
from ..options.compile_options import CompileOptions
from ..pipeline.steps import Level
from ..reference import run_reference
from .model_inputs import seeded_inputs
from .relative_error import TOLERANCE, output_errors

LAYER = "layer"
"""Name of the layer."""


def check_layer(
    type: str,
    params: Mapping[int, Any],
    shapes: Sequence[Sequence[int]],
    *,
    outputs: int = 1,
    target: str = CompileOptions.target,
    seed: int = 0,
    tolerance: float = TOLERANCE,
) -> float:
    """
    Compile a network of one registered layer with random inputs and weights, and compare it with
    the layer's reference function. Return the largest difference relative to the largest magnitude.

    Raises: ModelError if the difference exceeds the tolerance, or if the layer is invalid;
    ArgumentError if it is not registered; exceptions of the layer's functions.
    """
    layer = checked_layer(type)
    record = network_of(layer, params, shapes, outputs)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "check.param")
        path.write_bytes(param_text(record))
        options = CompileOptions(str(path), target=target, random_weights=seed)
        graph = lower(options, Level.IMPORT)
        model = CompiledModel(compile_program(options), source=path.name)
    inputs = seeded_inputs(model.inputs, seed)
    expected = run_reference(graph.module, graph.ctx.weights, inputs)
    error = max(output_errors(expected, model.run(inputs)).values())
    if not error <= tolerance:
        reason = f"its lowering differs from its reference by {error:.1e} of the largest magnitude"
        raise ModelError(f"{reason}, tolerance {tolerance:g}", layer=LAYER, layer_type=type)
    return error


def checked_layer(type: object) -> CustomLayer:
    """Return the registered layer of a type. Raises: ArgumentTypeError, ArgumentError."""
    if not isinstance(type, str):
        raise ArgumentTypeError(f"a layer type is a str, not {type.__class__.__name__}")
    layer = find_layer(type)
    if layer is None:
        raise ArgumentError(f"layer type '{type}' is not registered; hint: ncnnc.register_layer")
    return layer


def network_of(
    layer: CustomLayer,
    params: Mapping[int, LayerParam],
    shapes: Sequence[Sequence[int]],
    outputs: int,
) -> ModelRecord:
    """Return a network of a layer with inputs of these shapes."""
    ids = {1: (0,), 2: (1, 0), 3: (2, 1, 0), 4: (2, 11, 1, 0)}
    blobs = tuple(f"input{i}" for i in range(len(shapes)))
    inputs: list[LayerRecord] = []
    for blob, shape in zip(blobs, shapes, strict=True):
        if len(shape) not in ids:
            raise ArgumentError(f"{tuple(shape)} is no shape of a blob")
        extents = dict(zip(ids[len(shape)], map(int, shape), strict=True))
        inputs.append(LayerRecord("Input", blob, (), (blob,), dict(sorted(extents.items())), None))
    tops = tuple(f"output{i}" for i in range(outputs))
    values = {id: list(v) if isinstance(v, tuple) else v for id, v in params.items()}
    last = LayerRecord(layer.type, LAYER, blobs, tops, values, None)
    return ModelRecord((*inputs, last), len(blobs) + len(tops), "check.param")
