"""Convert the graph function to records of a model file, and its arrays to chunks of a `.bin`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from ...dialects.context import NcnncContext
from ...dialects.main_function import argument_attributes, find_main
from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.errors import ShapeError
from ...dialects.ncnn.internal.weight import WeightOp, is_weight
from ...dialects.ncnn.layer import LayerSpec, Params
from ...dialects.ncnn.rules.integer_operands import integer_sources
from ...dialects.ncnn.shapes import Shape, has_shape, shape_of
from ...passes.common.constants import is_constant
from ...passes.common.errors import OperationError, place_of
from ...passes.graph.eliminate_split import EliminateSplitPass
from ...passes.graph.fold_constants import FoldConstantsPass
from ...passes.graph.insert_split import InsertSplitPass
from ..diagnostics import InternalError
from ..format.records import LayerRecord, ModelRecord
from ..format.weights_writer import Chunk, WeightStorage, array_chunks, padded_bytes
from ..frontend.locations import model_error_from, model_error_from_pass
from ..frontend.ncnn.data_layers import INPUT, MEMORY_DATA
from .arrays import is_tagged_memory, weight_array
from .attributes import hint_parameter, parameters_of_attributes
from .names import BlobNames, LayerNames
from .parameters import check_layout, check_level, extent_parameters, written_parameters

EXPORTED = "<exported>"
"""Name of the exported file in errors."""


@dataclass(frozen=True)
class ExportedModel:
    """A model ready to be written: `param_text` or `param_binary` of `param`, and the `.bin`."""

    param: ModelRecord
    bin: tuple[Chunk, ...]
    """The bytes of the `.bin`, in parts that may be views of weights."""


def export_model(
    module: ModuleOp, ctx: NcnncContext, storage: WeightStorage = WeightStorage.FLOAT32
) -> ExportedModel:
    """
    Export the layers of `@main` and their arrays, the inverse of `import_model`. The module is not
    changed.

    Blobs keep their names (`ctx.blob_names`), and layers the first name of their op's location. A
    Split is inserted where a value has several users. Constant blobs become MemoryData layers, and
    an array stored by several layers is written for each.

    Arrays that still have to be computed from constants are computed.

    Raises: ModelError for an op or a property that ncnn's format cannot express; InternalError if
    the context cannot evaluate an array.
    """
    module = module.clone()
    main = find_main(module)
    fold_arrays(ctx, module)
    try:
        InsertSplitPass().apply(ctx, module)
    except OperationError as e:
        raise model_error_from_pass(e) from None
    exporter = _Exporter(main, ctx, storage)
    exporter.add_inputs()
    for op in main.body.block.ops:
        exporter.add_op(op)
    return exporter.model()


def fold_arrays(ctx: NcnncContext, module: ModuleOp) -> None:
    """Evaluate layers' arrays of constants. Raises: InternalError if that fails."""
    if not any(arrays_left_to_compute(module)):
        return
    for step in (EliminateSplitPass(), FoldConstantsPass()):
        step.apply(ctx, module)
    for op, name, value in arrays_left_to_compute(module):
        layer = place_of(op).layer or op.name
        owner = value.owner.name if isinstance(value.owner, Operation) else "a block"
        raise InternalError(f"array '{name}' of layer '{layer}' is left as {owner}")


def arrays_left_to_compute(module: ModuleOp) -> Iterator[tuple[NcnnOp, str, SSAValue]]:
    """Yield layers with a constant array that is not a weight, its name and its value."""
    for op in find_main(module).body.block.ops:
        if not isinstance(op, NcnnOp) or (spec := op.layer_spec()) is None:
            continue
        for weight in spec.weights:
            value = op.stored_operand(weight.name)
            if value is not None and not is_weight(value) and is_constant(value):
                yield op, weight.name, value


class _Exporter:
    """The layers and chunks written so far."""

    def __init__(self, main: FuncOp, ctx: NcnncContext, storage: WeightStorage):
        self.main = main
        self.ctx = ctx
        self.storage = storage
        self.layers: list[LayerRecord] = []
        self.chunks: list[Chunk] = []
        self.read = _values_read(main)
        self.integers = integer_sources(main)
        self.layer_names = LayerNames(main, self.read)
        self.blobs = BlobNames(main, ctx.blob_names, self.layer_names)

    def model(self) -> ExportedModel:
        blobs = {blob for layer in self.layers for blob in (*layer.bottoms, *layer.tops)}
        record = ModelRecord(tuple(self.layers), len(blobs), EXPORTED)
        return ExportedModel(record, tuple(self.chunks))

    def add_inputs(self) -> None:
        """Add an Input layer for each argument of the function."""
        arguments = self.main.body.block.args
        for argument, entry in zip(arguments, argument_attributes(self.main), strict=True):
            check_layout(self.main, [argument])
            extents = extent_parameters(shape_of(argument)) if has_shape(argument) else {}
            self.add_layer(INPUT, argument, (), (argument,), extents, entry.data)

    def add_op(self, op: Operation) -> None:
        """Add the layer of an op, if it is one."""
        match op:
            case ReturnOp():
                return
            case WeightOp():
                if op.output in self.read:
                    self.add_memory_data(op)
            case NcnnOp():
                self.add_ncnn_op(op)
            case _:
                raise model_error_from(op, f"ncnn's format cannot express {op.name}")

    def add_memory_data(self, op: WeightOp) -> None:
        """Add the layer of a constant blob."""
        check_layout(op, op.results)
        tagged = is_tagged_memory(op)
        given = {**extent_parameters(shape_of(op.output)), "load_type": int(not tagged)}
        self.add_layer(MEMORY_DATA, op, (), (op.output,), given, op.attributes)
        array = weight_array(op, self.ctx.weights)
        if op.output in self.integers:
            array = array.astype("<i4")
        self.chunks += array_chunks(array, tagged, self.storage)

    def add_ncnn_op(self, op: NcnnOp) -> None:
        """Add a layer with its parameters and arrays."""
        spec = op.layer_spec()
        if spec is None:
            raise model_error_from(op, f"ncnn's format cannot express {op.name}")
        check_layout(op, [*op.operands, *op.results])
        check_level(op)
        try:
            given = spec.completed(op.layer_params())
            inputs = [op.operands[i] for i in op.layer_input_indices()]
            stored = [(w, w.shape(given)) for w in spec.weights if w.present(given)]
        except ShapeError as e:
            raise model_error_from(op, str(e)) from None
        self.add_layer(spec, op, inputs, op.results, given, op.attributes)
        for weight, shape in stored:
            array = self.stored_array(op, weight.name, shape)
            if weight.packed(given):
                self.chunks += padded_bytes(array)
            else:
                self.chunks += array_chunks(array, weight.tagged, self.storage)

    def stored_array(self, op: NcnnOp, name: str, shape: Shape) -> np.ndarray:
        """Return a stored array of a layer. Raises: ModelError unless it is constant and fits."""
        value = op.stored_operand(name)
        if value is None or not isinstance(value.owner, WeightOp):
            raise model_error_from(op, f"array '{name}' is not constant, which a file cannot have")
        array = weight_array(value.owner, self.ctx.weights)
        if array.size != prod(shape):
            reason = f"array '{name}' has {array.size} elements, its parameters say {prod(shape)}"
            raise model_error_from(op, reason)
        return array

    def add_layer(
        self,
        spec: LayerSpec,
        owner: Operation | BlockArgument,
        inputs: Sequence[SSAValue],
        outputs: Sequence[SSAValue],
        given: Params,
        attributes: Mapping[str, Attribute],
    ) -> None:
        """Append a layer with these parameters, and those of the op's attributes."""
        params = {
            **written_parameters(spec, given),
            **parameters_of_attributes(attributes),
            **hint_parameter(outputs, attributes),
        }
        name = self.layer_names.of(owner)
        bottoms = tuple(map(self.blobs.of, inputs))
        tops = tuple(map(self.blobs.of, outputs))
        self.layers.append(LayerRecord(spec.type, name, bottoms, tops, params, None))


def _values_read(main: FuncOp) -> set[SSAValue]:
    """Return the values that are blobs: inputs of layers, or results of the function."""
    return {
        op.operands[index]
        for op in main.body.block.ops
        for index in (
            op.layer_input_indices() if isinstance(op, NcnnOp) else range(len(op.operands))
        )
    }
