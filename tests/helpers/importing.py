"""Imports models of a few lines."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.frontend.locations import model_error_from_pass
from ncnnc.compiler.frontend.model_format import ImportOptions, ModelSource
from ncnnc.compiler.frontend.ncnn import model_files
from ncnnc.compiler.option_values import FileOrBytes
from ncnnc.dialects.context import NcnncContext
from ncnnc.passes.common.errors import OperationError
from ncnnc.passes.graph.infer_shapes import InferShapesPass
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

INPUT = "Input data 0 1 data 0=8 1=8 2=3"
CONVOLUTION = "Convolution conv1 1 1 data conv1 0=4 1=3 5=1 6=108 9=1"


def text_of(*layers: str) -> bytes:
    blobs = 2 * len(layers) + 8
    return "\n".join(["7767517", f"{len(layers)} {blobs}", *layers, ""]).encode()


def floats(count: int, first: float = 0.0) -> bytes:
    return (np.arange(count, dtype=np.float32) + np.float32(first)).tobytes()


def load_model_files(
    ctx: NcnncContext,
    param: FileOrBytes,
    weights: FileOrBytes | None = None,
    shapes: Mapping[str, tuple[int, ...]] | None = None,
    seed: int | None = None,
    **options: Any,
) -> ModuleOp:
    """Import a model; `options` are those of `ImportOptions`."""
    model, data = (
        given if given is None or isinstance(given, bytes) else os.fspath(given)
        for given in (param, weights)
    )
    assert model is not None
    source = ModelSource(model, data, seed)
    return model_files.load_model_files(ctx, source, ImportOptions(shapes or {}, **options))


def load(
    *layers: str,
    weights: bytes | None = b"",
    shapes: Mapping[str, tuple[int, ...]] | None = None,
    context: NcnncContext | None = None,
    seed: int | None = None,
) -> ModuleOp:
    return load_model_files(context or NcnncContext(), text_of(*layers), weights, shapes, seed)


def main_of(module: ModuleOp) -> FuncOp:
    function = module.body.block.first_op
    assert isinstance(function, FuncOp)
    return function


def infer(module: ModuleOp) -> ModuleOp:
    """Infer the shapes, with errors as users see them."""
    try:
        InferShapesPass().apply(NcnncContext(), module)
    except OperationError as e:
        raise model_error_from_pass(e) from None
    module.verify()
    return module


def error_of(*layers: str, weights: bytes | None = b"", **arguments) -> str:
    with pytest.raises(ModelError) as caught:
        infer(load(*layers, weights=weights, **arguments))
    return str(caught.value)


def names(attributes) -> list[str]:
    return [entry.data["ncnn.name"].data for entry in attributes]


def signature(function: FuncOp) -> str:
    types = (function.function_type.inputs, function.function_type.outputs)
    return " -> ".join(", ".join(map(str, side)) for side in types)
