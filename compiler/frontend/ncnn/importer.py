"""Import the records of a model file to IR: one function `@main`, one op per layer."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping

import numpy as np
from xdsl.dialects import func
from xdsl.dialects.builtin import (
    IntegerAttr,
    ModuleOp,
    StringAttr,
    TensorType,
    UnitAttr,
    f32,
    i8,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, OpResult, Region, SSAValue

from ....dialects.context import NcnncContext
from ....dialects.element_types import element_of
from ....dialects.main_function import MAIN
from ....dialects.ncnn import layer_op
from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.errors import InvalidLayerError, ShapeError
from ....dialects.ncnn.families.attention import CACHES, EMPTY_CACHE, KV_CACHE, AttentionOp
from ....dialects.ncnn.families.recurrent import RecurrentOp
from ....dialects.ncnn.given_layer import GivenLayer
from ....dialects.ncnn.internal.weight import WeightOp
from ....dialects.ncnn.layer import LayerSpec, Params, Weight
from ....dialects.ncnn.layer_attributes import LOAD_TYPE_ATTRIBUTE
from ....dialects.ncnn.layers.split import SplitOp
from ....dialects.ncnn.opaque import OpaqueOp
from ....dialects.ncnn.raw_layer import RawLayerOp
from ....dialects.ncnn.rules.integer_operands import integer_sources
from ....dialects.ncnn.shapes import UNRANKED, Shape, tensor_type
from ....dialects.unique_names import UniqueNames
from ....dialects.weight_store import WeightStore
from ....passes.common.limits import MAX_ELEMENTS
from ...diagnostics import ModelError
from ...format.records import LayerRecord, ModelRecord
from ...format.weights import WeightSource
from ..locations import location_of
from ..model_format import ImportOptions
from ..survey.missing_shapes import inputs_without_shape
from ..survey.support_check import (
    RefusedLayer,
    check_types,
    layers_of_other_types,
    unsupported_error,
)
from .blob_names import in_order_of_numbers, named_blobs, unread_blobs, value_name
from .cut import cut_model, weights_of_part
from .data_layers import EXTENTS, INPUT, MEMORY_DATA, array_of_memory_data, declared_shape
from .graph_checks import check_graph
from .layer_attributes import attributes_of_input, attributes_of_layer
from .parameters import fill_parameters
from .random_weights import BoundedWeights, RandomWeights
from .raw_layers import raw_op, remark_on, spec_of_layer
from .stored_arrays import read_array, read_bytes


def import_model(
    ctx: NcnncContext,
    record: ModelRecord,
    weights: WeightSource,
    options: ImportOptions = ImportOptions(),
) -> ModuleOp:
    """
    Build `func.func @main` from a model.

    Input layers become arguments, in file order; unused blobs become results, in the order of
    `in_order_of_numbers`. Both have the attribute `ncnn.name`. Layers that the results do not need
    are removed: see `cut_model`. MemoryData becomes `ncnn.weight`, any other layer its op, with
    unranked results. The weight store of `ctx` receives the arrays, with keys `<layer>.<operand>`;
    `ctx.blob_names` the names of blobs, by the name hint of the value. A remark is added for a
    layer that is kept although no op can express it, if its type has an op.

    Raises: ModelError at the wrong layer (or byte of the weights); UnsupportedError that names all
    unsupported layers; UsageError for an input or output that is no blob.
    """
    record = cut_model(record, options.shapes, options.outputs)
    ctx.layers_in_file = len(record.layers)
    weights = weights_of_part(record, weights)
    if isinstance(weights, RandomWeights):
        weights = BoundedWeights(record, weights, options.most_random_bytes)
    if options.keep_unsupported:
        check_types(record)
    else:
        require_supported_types(record)
    check_graph(record)
    if not options.allow_unknown_shapes:
        require_shapes(record, options)
    importer = ModelImporter(ctx, record, weights, options)
    importer.add_layers()
    if importer.refused and not options.keep_unsupported:
        raise unsupported_error(record, importer.refused, importer.module())
    weights.finish()
    if isinstance(weights, BoundedWeights):
        ctx.generated_bytes = weights.given
    ctx.remarks += [remark_on(record, refused) for refused in importer.refused]
    return importer.module()


def require_supported_types(record: ModelRecord) -> None:
    """Check types. Raises: UnsupportedError that names all layers whose ncnn type has no op."""
    if layers_of_other_types(record):
        importer = importer_without_weights(record, {})
        raise unsupported_error(record, importer.refused, graph_if_valid(importer))


def require_shapes(record: ModelRecord, options: ImportOptions) -> None:
    """Check shapes. Raises: ModelError that names the inputs without a shape, with a proposal."""
    known = {*options.shapes, *options.without_shape, *caches_of(record)}
    if options.has_states:
        known |= recurrent_states_of(record)
    if missing := inputs_without_shape(record, known):
        from ..survey.shape_proposals import missing_shapes_error

        module = graph_if_valid(importer_without_weights(record, options.shapes))
        raise missing_shapes_error(record, missing, module, options.shapes)


def importer_without_weights(
    record: ModelRecord, shapes: Mapping[str, Shape], ctx: NcnncContext | None = None
) -> ModelImporter:
    """Return an importer that needs neither values of weights nor shapes of inputs."""
    options = ImportOptions(shapes, allow_unknown_shapes=True)
    return ModelImporter(ctx or NcnncContext(), record, RandomWeights(0), options)


def graph_if_valid(importer: ModelImporter) -> ModuleOp | None:
    """Return an importer's graph; None if the import fails."""
    try:
        check_graph(importer.model)
        importer.add_layers()
        return importer.module()
    except ModelError:
        return None


def caches_of(model: ModelRecord) -> set[str]:
    """Return the blobs read as caches of keys and values, also through Split."""
    return with_copied(
        model,
        (
            blob
            for layer in model.layers
            if layer.params.get(KV_CACHE)
            and issubclass(layer_op(layer.type) or NcnnOp, AttentionOp)
            for blob in layer.bottoms[-CACHES:]
        ),
    )


def recurrent_states_of(model: ModelRecord) -> set[str]:
    """Return the blobs that recurrent layers read as states, also through Split."""
    return with_copied(
        model,
        (
            blob
            for layer in model.layers
            if layer.bottoms[1:] and issubclass(layer_op(layer.type) or NcnnOp, RecurrentOp)
            for blob in layer.bottoms[1:]
        ),
    )


def with_copied(model: ModelRecord, blobs: Iterable[str]) -> set[str]:
    """Return blobs, and the sources of which they are copies."""
    found = set(blobs)
    for layer in reversed(model.layers):
        is_copied = layer.bottoms and not found.isdisjoint(layer.tops)
        if is_copied and layer_op(layer.type) is SplitOp:
            found.update(layer.bottoms)
    return found


class ModelImporter:
    """The function under construction, and the value of every blob so far."""

    def __init__(
        self,
        ctx: NcnncContext,
        model: ModelRecord,
        weights: WeightSource,
        options: ImportOptions,
    ):
        self.ctx = ctx
        self.model = model
        self.weights = weights
        self.options = options
        self.values: dict[str, SSAValue] = {}
        self.refused: list[RefusedLayer] = []
        """Layers that no op can express, although their type has one."""
        self.caches = caches_of(model)
        self.inputs: list[str] = []
        self.input_attributes: list[dict[str, Attribute]] = []
        self.name_hints = {blob: hint for hint, blob in ctx.blob_names.items()}
        self.hints_taken = UniqueNames(".", ctx.blob_names)
        self.block = Block()
        self.special: dict[str, Callable[[LayerRecord], None]] = {
            INPUT.type: self.add_input,
            MEMORY_DATA.type: self.add_memory_data,
        }

    def add_layers(self) -> None:
        """Add all layers of the model. Raises: ModelError at a wrong layer."""
        for layer in self.model.layers:
            self.add_layer(layer)

    def add_layer(self, layer: LayerRecord) -> None:
        self.special.get(layer.type, self.add_op)(layer)

    # Layers that have no op of their own --------------------------------------------------------

    def add_input(self, layer: LayerRecord) -> None:
        self.expect_counts(layer, 0, None)
        params = fill_parameters(INPUT, layer, self.model)
        for index, blob in enumerate(layer.tops):
            shape = self.options.shapes.get(blob) or declared_shape(params)
            argument = self.block.insert_arg(
                self.input_type(layer, blob, shape), len(self.block.args)
            )
            argument.location = location_of(self.model, layer)
            self.inputs.append(blob)
            self.input_attributes.append(attributes_of_input(INPUT, layer, index))
            self.set_value(blob, argument)

    def input_type(self, layer: LayerRecord, blob: str, shape: Shape | None) -> Attribute:
        """Return an input's type; caches without shape are empty. Raises: ModelError."""
        if shape is not None:
            self.check_shape(layer, f"input '{blob}'", shape)
            return tensor_type(shape)
        if blob in self.caches and not self.options.allow_unknown_shapes:
            return tensor_type(EMPTY_CACHE)
        return UNRANKED

    def add_memory_data(self, layer: LayerRecord) -> None:
        self.expect_counts(layer, 0, 1)
        params = fill_parameters(MEMORY_DATA, layer, self.model)
        load_type = params["load_type"]
        if load_type not in (0, 1):
            raise self.model.error(layer, f"load_type (21) is {load_type}, not 0 or 1")
        shape = declared_shape(params)
        if shape is None:
            extents = " ".join(f"{p.id}={params[p.name]}" for p in EXTENTS)
            raise self.model.error(layer, f"its parameters {extents} are no shape")
        weight = array_of_memory_data(shape, params)
        value = self.read_weight(layer, weight, params)
        value.op.properties["memory_data"] = UnitAttr()
        value.op.attributes |= attributes_of_layer(MEMORY_DATA, layer)
        if weight.tagged:
            value.op.attributes[LOAD_TYPE_ATTRIBUTE] = IntegerAttr(0, i64)
        self.set_value(layer.tops[0], value)

    def expect_counts(self, layer: LayerRecord, bottoms: int, tops: int | None) -> None:
        """Check the number of blobs; `tops` None requires at least one."""
        if len(layer.bottoms) != bottoms:
            reason = f"has {len(layer.bottoms)} inputs, must have {bottoms}"
            raise self.model.error(layer, reason)
        if len(layer.tops) != tops and (tops is not None or not layer.tops):
            reason = f"has {len(layer.tops)} outputs, must have {tops or 'at least 1'}"
            raise self.model.error(layer, reason)

    # Layers with an op --------------------------------------------------------------------------

    def add_op(self, layer: LayerRecord) -> None:
        inputs = [self.values[blob] for blob in layer.bottoms]
        spec = spec_of_layer(layer)
        if spec is None:
            op = OpaqueOp.of_layer(layer.type, {}, inputs, [], len(layer.tops))
            self.append(layer, op)
        else:
            op = self.add_known_op(layer, spec, inputs)
        for blob, result in zip(layer.tops, op.results, strict=True):
            self.set_value(blob, result)

    def add_known_op(self, layer: LayerRecord, spec: LayerSpec, inputs: list[SSAValue]) -> NcnnOp:
        """
        Add the op of a known layer. Raises: ModelError if ncnn or the layer's author rejects it.
        """
        params = fill_parameters(spec, layer, self.model)
        try:
            weights: dict[str, SSAValue] = {
                weight.name: self.read_weight(layer, weight, params)
                for weight in spec.weights
                if weight.present(params)
            }
            op = self.op_of_layer(layer, params, inputs, weights)
        except ShapeError as e:
            raise self.model.error(layer, str(e)) from None
        if isinstance(op, RawLayerOp):
            spec = op.layer_spec()
        op.attributes |= attributes_of_layer(spec, layer)
        self.append(layer, op)
        return op

    def op_of_layer(
        self,
        layer: LayerRecord,
        params: Params,
        inputs: list[SSAValue],
        weights: dict[str, SSAValue],
    ) -> NcnnOp:
        """
        Return the op of a layer, or an op that holds the layer unchanged. Raises:
        InvalidLayerError.
        """
        cls = layer_op(layer.type)
        if cls is not None:
            try:
                return cls.from_layer(GivenLayer(params, inputs, weights, len(layer.tops)))
            except InvalidLayerError:
                raise
            except ShapeError as e:
                self.refused.append(RefusedLayer(layer, str(e)))
        return raw_op(layer, inputs, list(weights.values()))

    def set_value(self, blob: str, value: SSAValue) -> None:
        """Set the value of a blob; its name hint becomes unique to the blob."""
        if blob not in self.name_hints:
            self.name_hints[blob] = self.hints_taken.take(value_name(blob))
            self.ctx.blob_names[self.name_hints[blob]] = blob
        value.name_hint = self.name_hints[blob]
        self.values[blob] = value

    def read_weight(self, layer: LayerRecord, weight: Weight, params: Params) -> OpResult:
        """Return the `ncnn.weight` of a layer's array, and put its values into the store."""
        shape = weight.shape(params)
        self.check_shape(layer, f"array '{weight.name}'", shape)
        read = read_bytes if weight.packed(params) else read_array
        stored = read(self.weights, shape, layer, weight)
        key = self.ctx.weights.add(f"{layer.name}.{weight.name}", stored.array)
        element = i8 if stored.dtype.itemsize == 1 else f32
        op = WeightOp(key, TensorType(element, shape))
        op.output.name_hint = value_name(key)
        self.append(layer, op)
        return op.output

    def append(self, layer: LayerRecord, op: Operation) -> None:
        op.location = location_of(self.model, layer)
        self.block.add_op(op)

    def check_shape(self, layer: LayerRecord, what: str, shape: Shape) -> None:
        extents = "x".join(map(str, shape))
        if not shape or min(shape) < 1:
            raise self.model.error(layer, f"{what} has the impossible shape {extents or 'none'}")
        if math.prod(shape) > MAX_ELEMENTS:
            reason = f"{what} of shape {extents} has more than 2^31 elements"
            raise self.model.error(layer, reason)

    # The function -------------------------------------------------------------------------------

    def module(self) -> ModuleOp:
        """Return the module after all layers are added."""
        outputs = list(self.model.outputs) or in_order_of_numbers(unread_blobs(self.model.layers))
        if not outputs:
            last = self.model.layers[-1]
            raise self.model.error(last, "the model has no output: every blob is consumed")
        results = [self.values[blob] for blob in outputs]
        self.block.add_op(func.ReturnOp(*results))
        main = func.FuncOp(
            MAIN,
            (list(self.block.arg_types), [value.type for value in results]),
            Region(self.block),
            arg_attrs=named_blobs(self.inputs, self.input_attributes),
            res_attrs=named_blobs(outputs, [{}] * len(outputs)),
        )
        for source in integer_sources(main):
            if isinstance(source.owner, WeightOp) and element_of(source.type) == f32:
                take_for_integers(source.owner, self.ctx.weights)
        return ModuleOp([main])


def take_for_integers(op: WeightOp, weights: WeightStore) -> None:
    """Let a constant blob that layers read as int32 hold the integers given by its bits."""
    bits = op.key.data
    numbers = weights.add(bits, lambda: weights.get(bits).view(np.int32).astype(np.float32))
    op.properties["key"] = StringAttr(numbers)
