"""Layers of users' own: what their functions compute."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from xdsl.dialects.builtin import NameLoc
from xdsl.interpreter import Interpreter, PythonValues
from xdsl.utils.exceptions import InterpretationError

from ...dialects.contrib.layer import ContribLayer
from ...dialects.custom_layers import CustomLayer, LayerParams
from ...dialects.ncnn.custom import CustomOp, not_registered, result_shapes
from ...runtime.model.called_layers import CallBack, computed
from ...runtime.model.tensors import TensorSpec
from .support import meaning


@meaning(CustomOp)
def run_custom(interpreter: Interpreter, op: CustomOp, args: PythonValues) -> PythonValues:
    layer = op.registered
    if layer is None:
        raise InterpretationError(not_registered(op.layer_type.data))
    params = op.user_params()
    shapes = [array.shape for array in args[: len(op.inputs)]]
    outputs = result_shapes(layer, params, shapes, len(op.outputs))
    specs = [TensorSpec(f"output{i}", shape) for i, shape in enumerate(outputs)]
    name = op.location.desc.data if isinstance(op.location, NameLoc) else layer.type
    call = CallBack.of(layer.type, name, params, (), specs)
    function = partial(computed_outputs, layer, len(specs))
    results = computed(function, params, list(map(read_only, args)), call, outputs)
    return tuple(map(np.array, results))


def computed_outputs(
    layer: CustomLayer, count: int, params: LayerParams, *arrays: np.ndarray
) -> Any:
    """Call a layer's reference; drop the outputs that a model leaves out."""
    results = layer.reference(params, *arrays)
    if isinstance(layer, ContribLayer) and layer.may_leave_out_outputs:
        return results[:count]
    return results


def read_only(array: np.ndarray) -> np.ndarray:
    """Return a dense array that cannot be written to."""
    view = np.ascontiguousarray(array).view()
    view.flags.writeable = False
    return view
