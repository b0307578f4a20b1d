"""The graph's function, its inputs and outputs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, StringAttr, TensorType

from ...dialects.ncnn.layers.detection import has_found_rows
from ...runtime.tensors import TensorSpec
from ..diagnostics import InternalError


def find_main(module: ModuleOp) -> func.FuncOp:
    """The graph's function."""
    for op in module.ops:
        if isinstance(op, func.FuncOp) and op.sym_name.data == "main":
            return op
    raise InternalError("the module has no function @main")


def signature(module: ModuleOp) -> tuple[tuple[TensorSpec, ...], tuple[TensorSpec, ...]]:
    """Inputs and outputs of the graph, by blob name."""
    main = find_main(module)
    types, returned = main.function_type, main.get_return_op()
    outputs = _specs(types.outputs.data, main.res_attrs, "output")
    if returned is not None:
        found = map(has_found_rows, returned.operands)
        specs = zip(outputs, found, strict=True)
        outputs = tuple(replace(spec, has_found_rows=flag) for spec, flag in specs)
    return _specs(types.inputs.data, main.arg_attrs, "input"), outputs


def _specs(types: Any, attributes: ArrayAttr[DictionaryAttr] | None, kind: str):
    specs = []
    for i, type in enumerate(types):
        assert isinstance(type, TensorType)
        name = attributes.data[i].data.get("ncnn.name") if attributes is not None else None
        text = name.data if isinstance(name, StringAttr) else f"{kind}{i}"
        specs.append(TensorSpec(text, tuple(type.get_shape())))
    return tuple(specs)
