"""Convert inputs that are only read as int8 to int8, for callers that have integers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cmp_to_key

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FloatAttr,
    ModuleOp,
    TensorType,
    f32,
    i8,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import BlockArgument, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...dialects.context import ncnnc_context
from ...dialects.element_types import element_of
from ...dialects.main_function import SCALE_ATTRIBUTE, argument_attributes, input_names
from ...dialects.ncnn.layers.quantize import QuantizeOp
from ...dialects.ncnn.shapes import shape_of
from ...dialects.weight_store import WeightStore
from ..common.constants import stored_array
from ..common.errors import OperationError, layer_name


@dataclass(frozen=True)
class ConvertInt8InputsPass(ModulePass):
    """
    Convert inputs that the caller provides as int8 to tensors of i8, and remove the ops that
    quantized them. Their scale becomes an attribute of the argument.

        func.func @main(%x: tensor<3x8x8xf32> {ncnn.name = "data"}) {
          %q = ncnn.quantize %x, %s : ... -> tensor<3x8x8xi8>
          %y = ncnn.convolution %q, %w : tensor<3x8x8xi8>, ...
        -> func.func @main(%x: tensor<3x8x8xi8> {ncnn.name = "data", ncnn.scale = 2.0 : f32}) {
             %y = ncnn.convolution %x, %w : tensor<3x8x8xi8>, ...

    `inputs` are the names of the blobs. All readers of an input must quantize it by the same scale;
    `move-quantize-up` establishes this where possible.
    Raises: OperationError, naming the readers, if they do not.
    """

    name = "convert-int8-inputs"
    inputs: tuple[str, ...] = ()

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        weights = ncnnc_context(ctx).weights
        for function in op.body.block.ops:
            if isinstance(function, FuncOp) and not function.is_declaration:
                self.convert(function, weights)

    def convert(self, function: FuncOp, weights: WeightStore) -> None:
        """Convert the inputs of one function. Raises: OperationError."""
        entries = argument_attributes(function)
        arguments = list(function.body.block.args)
        for place, name in enumerate(input_names(function)):
            if name in self.inputs:
                scale = common_scale(function, name, arguments[place], weights)
                entries[place] = with_scale(entries[place], scale)
                convert_argument(arguments[place])
        function.properties["arg_attrs"] = ArrayAttr(entries)
        function.update_function_type()


def with_scale(entry: DictionaryAttr, scale: float) -> DictionaryAttr:
    """Add a scale to the attributes of an argument."""
    return DictionaryAttr({**entry.data, SCALE_ATTRIBUTE: FloatAttr(scale, f32)})


def common_scale(function: FuncOp, name: str, argument: SSAValue, weights: WeightStore) -> float:
    """Return the scale by which all readers of an input quantize it. Raises: OperationError."""
    cannot = f"input '{name}' cannot be int8"
    if element_of(argument.type) != f32:
        raise OperationError(function, f"{cannot}: it is {element_of(argument.type)}")
    readers = readers_of(argument)
    if not readers:
        raise OperationError(function, f"{cannot}: no layer reads it")
    scales = [scale_of(reader, weights) for reader in readers]
    others = [op for op, scale in zip(readers, scales, strict=True) if scale is None]
    if others:
        names = ", ".join(dict.fromkeys(map(described, others)))
        raise OperationError(others[0], f"{cannot}, not being quantized by one scale for {names}")
    if len(set(scales)) > 1:
        by = (f"{layer_name(op)} by {s:.6g}" for op, s in zip(readers, scales, strict=True))
        raise OperationError(readers[0], f"{cannot}, being quantized for {', '.join(by)}")
    scale = scales[0]
    assert scale is not None
    return scale


def scale_of(op: Operation, weights: WeightStore) -> float | None:
    """Return the positive scale by which an op quantizes all elements to int8, if there is one."""
    if not isinstance(op, QuantizeOp) or element_of(op.output.type) != i8:
        return None
    array = stored_array(op.scale, weights)
    if array is None or array.size != 1:
        return None
    scale = float(array.reshape(-1)[0])
    return scale if 0.0 < scale < np.inf else None


def readers_of(value: SSAValue) -> list[Operation]:
    """Return the readers of a value, in order."""
    readers = {use.operation for use in value.uses}
    return sorted(readers, key=cmp_to_key(lambda a, b: -1 if a.is_before_in_block(b) else 1))


def described(op: Operation) -> str:
    """Describe a reader of an input for a message."""
    return "an output" if isinstance(op, ReturnOp) else layer_name(op)


def convert_argument(argument: BlockArgument) -> None:
    """
    Make an argument a tensor of i8 in place of its quantized values, which all its readers compute.
    """
    integers = Rewriter.replace_value_with_new_type(argument, TensorType(i8, shape_of(argument)))
    for reader in readers_of(integers):
        Rewriter.replace_op(reader, [], [integers])
