"""
A network of the `ncnn` dialect as ONNX, with the same weights: what other engines read.

Blobs have a first axis of extent 1 more, the batch that those engines want. `onnx_layers.py` says
what becomes of each layer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from ncnnc.compiler.driver.import_model import import_graph, make_context
from ncnnc.compiler.frontend.shapes import infer_shapes
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.dialects.main_function import find_main, input_names, output_names
from ncnnc.dialects.ncnn.internal.weight import WeightOp
from ncnnc.dialects.ncnn.shapes import shape_of
from ncnnc.dialects.weight_store import WeightStore
from onnx import TensorProto, helper, numpy_helper
from xdsl.dialects.func import ReturnOp
from xdsl.ir import Operation, SSAValue

OPSET = 20
Emitter = Callable[["OnnxGraph", Any], Sequence[str]]
"""Adds the nodes of an op; the names of its results."""


class OnnxGraph:
    """Nodes and constants, by the names of their values."""

    def __init__(self, weights: WeightStore):
        self.weights = weights
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []
        self.names: dict[SSAValue, str] = {}

    def array(self, value: SSAValue) -> np.ndarray:
        """The weights that a value is. Raises: TypeError if it is computed."""
        op = value.owner
        if not isinstance(op, WeightOp):
            raise TypeError("weights that are computed have no form here")
        if op.value is not None:
            return np.array(op.value.get_values(), np.float32).reshape(shape_of(value))
        return np.asarray(self.weights.get(op.key.data), np.float32).reshape(shape_of(value))

    def blob(self, value: SSAValue) -> str:
        """The name of a blob, with its batch axis."""
        if value not in self.names and isinstance(value.owner, WeightOp):
            self.names[value] = self.constant(self.array(value)[None])
        return self.names[value]

    def constant(self, array: np.ndarray) -> str:
        """The name of a new constant."""
        name = f"constant{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def node(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """The name of the result of a new node."""
        return self.node_with_results(kind, 1, *inputs, **attributes)[0]

    def node_with_results(
        self, kind: str, results: int, *inputs: str, **attributes: Any
    ) -> list[str]:
        """The names of the results of a new node."""
        name = f"{kind}{len(self.nodes)}"
        outputs = [f"{name}_{i}" for i in range(results)]
        self.nodes.append(helper.make_node(kind, inputs, outputs, name, **attributes))
        return outputs

    def reshaped(self, name: str, shape: Sequence[int]) -> str:
        """A blob in another shape, that of the batch not counted."""
        return self.node("Reshape", name, self.constant(np.array([1, *shape], np.int64)))


def onnx_model(
    param: str,
    weights: str,
    inputs: Mapping[str, tuple[int, ...]],
    outputs: tuple[str, ...],
    emitters: Mapping[type[Operation], Emitter],
) -> onnx.ModelProto:
    """
    The network in ONNX, for inputs of these shapes and for these blobs (default: its outputs).

    Raises: NotImplementedLayerError for a layer that has no form here; NcnncError if the network
    cannot be imported.
    """
    context = make_context()
    module = import_graph(CompileOptions(param, weights, inputs=inputs, outputs=outputs), context)
    infer_shapes(module, context)
    main = find_main(module)
    graph = OnnxGraph(context.weights)
    block = main.body.block
    graph.names.update(zip(block.args, input_names(main), strict=True))
    for op in block.ops:
        if isinstance(op, ReturnOp):
            for value, name in zip(op.operands, output_names(main), strict=True):
                graph.nodes.append(helper.make_node("Identity", [graph.blob(value)], [name]))
        elif not isinstance(op, WeightOp):
            if type(op) not in emitters:
                raise NotImplementedLayerError(f"{op.name} has no form in ONNX here")
            graph.names.update(zip(op.results, emitters[type(op)](graph, op), strict=True))
    returned = block.last_op
    assert returned is not None
    made = helper.make_graph(
        graph.nodes,
        Path(param).stem,
        declared(input_names(main), block.args),
        declared(output_names(main), returned.operands),
        graph.constants,
    )
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=10)


class NotImplementedLayerError(Exception):
    """A layer that is not translated."""


def declared(names: Sequence[str], values: Sequence[SSAValue]) -> list[onnx.ValueInfoProto]:
    """Declare inputs or outputs."""
    return [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, (1, *shape_of(value)))
        for name, value in zip(names, values, strict=True)
    ]
