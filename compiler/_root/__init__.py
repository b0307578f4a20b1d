"""
ncnnc: an optimizing compiler for ncnn models.

    model = ncnnc.compile("m.param", "m.bin", inputs={"data": (3, 224, 224)})
    y = model(x)

Names are imported on first use: loading a compiled model does not import the compiler.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ncnnc.compiler import zoo
    from ncnnc.compiler.analysis.check_layer import check_layer
    from ncnnc.compiler.api import (
        compile,
        compile_library,
        optimize,
        quantize,
        quantize_blocks,
    )
    from ncnnc.compiler.diagnostics import ModelError, UnsupportedError, UsageError
    from ncnnc.compiler.image import Image
    from ncnnc.compiler.layer_registration import register_layer, unregister_layer
    from ncnnc.compiler.options.compile_options import CompileOptions
    from ncnnc.compiler.options.target import parse_target
    from ncnnc.compiler.postprocessing import ArgMax, CtcDecoding
    from ncnnc.compiler.pytorch.from_onnx import from_onnx
    from ncnnc.compiler.pytorch.from_torch import from_torch
    from ncnnc.compiler.quantize.blocks.report import BlockReport
    from ncnnc.compiler.quantize.report import QuantizationReport
    from ncnnc.compiler.tiling.tiled_model import TiledModel, tiled
    from ncnnc.compiler.yolo_boxes import YoloBoxes
    from ncnnc.dialects.custom_layers import LayerWeight
    from ncnnc.dialects.target.records import Target
    from ncnnc.runtime.errors import ArtifactError, NcnncError
    from ncnnc.runtime.loading import load
    from ncnnc.runtime.model.symbols import Dim
    from ncnnc.runtime.model.tensors import TensorSpec
    from ncnnc.runtime.sessions.compiled_model import CompiledModel
    from ncnnc.runtime.sessions.dynamic_model import DynamicModel
    from ncnnc.runtime.sessions.session import Session

if sys.byteorder != "little":
    raise ImportError("ncnnc: models are little-endian, as is compiled code; this machine is not")

_MODULES = {
    "ArgMax": "ncnnc.compiler.postprocessing",
    "ArtifactError": "ncnnc.runtime.errors",
    "BlockReport": "ncnnc.compiler.quantize.blocks.report",
    "CompileOptions": "ncnnc.compiler.options.compile_options",
    "CompiledModel": "ncnnc.runtime.sessions.compiled_model",
    "CtcDecoding": "ncnnc.compiler.postprocessing",
    "Dim": "ncnnc.runtime.model.symbols",
    "Image": "ncnnc.compiler.image",
    "LayerWeight": "ncnnc.dialects.custom_layers",
    "DynamicModel": "ncnnc.runtime.sessions.dynamic_model",
    "ModelError": "ncnnc.compiler.diagnostics",
    "NcnncError": "ncnnc.runtime.errors",
    "QuantizationReport": "ncnnc.compiler.quantize.report",
    "Session": "ncnnc.runtime.sessions.session",
    "Target": "ncnnc.dialects.target.records",
    "TensorSpec": "ncnnc.runtime.model.tensors",
    "TiledModel": "ncnnc.compiler.tiling.tiled_model",
    "UnsupportedError": "ncnnc.compiler.diagnostics",
    "UsageError": "ncnnc.compiler.diagnostics",
    "YoloBoxes": "ncnnc.compiler.yolo_boxes",
    "check_layer": "ncnnc.compiler.analysis.check_layer",
    "compile": "ncnnc.compiler.api",
    "compile_library": "ncnnc.compiler.api",
    "from_onnx": "ncnnc.compiler.pytorch.from_onnx",
    "from_torch": "ncnnc.compiler.pytorch.from_torch",
    "load": "ncnnc.runtime.loading",
    "optimize": "ncnnc.compiler.api",
    "quantize": "ncnnc.compiler.api",
    "quantize_blocks": "ncnnc.compiler.api",
    "parse_target": "ncnnc.compiler.options.target",
    "register_layer": "ncnnc.compiler.layer_registration",
    "tiled": "ncnnc.compiler.tiling.tiled_model",
    "unregister_layer": "ncnnc.compiler.layer_registration",
}
"""Public name -> the module that defines it."""


def __getattr__(name: str) -> Any:
    if name == "zoo":
        return importlib.import_module("ncnnc.compiler.zoo")
    if name == "__version__":
        return importlib.import_module("ncnnc.runtime.version").VERSION
    if name not in _MODULES:
        raise AttributeError(f"module 'ncnnc' has no attribute '{name}'")
    value = getattr(importlib.import_module(_MODULES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES, "zoo", "__version__"})


__all__ = [
    "ArgMax",
    "ArtifactError",
    "BlockReport",
    "CompileOptions",
    "CompiledModel",
    "CtcDecoding",
    "Dim",
    "DynamicModel",
    "Image",
    "LayerWeight",
    "ModelError",
    "NcnncError",
    "QuantizationReport",
    "Session",
    "Target",
    "TensorSpec",
    "TiledModel",
    "UnsupportedError",
    "UsageError",
    "YoloBoxes",
    "check_layer",
    "compile",
    "compile_library",
    "from_onnx",
    "from_torch",
    "load",
    "optimize",
    "parse_target",
    "quantize",
    "quantize_blocks",
    "register_layer",
    "tiled",
    "unregister_layer",
    "zoo",
]
