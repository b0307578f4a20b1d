"""Compiles one model for many sets of shapes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import copy
from dataclasses import replace

from xdsl.dialects.builtin import ModuleOp
from xdsl.rewriter import Rewriter

from ...dialects.context import NcnncContext
from ...dialects.main_function import find_main, input_names, output_names
from ...dialects.ncnn.attention import EMPTY_CACHE, AttentionOp
from ...dialects.ncnn.base import has_shape, shape_of, tensor_type
from ...dialects.ncnn.integer_operands import integer_sources
from ...passes.common.limits import MAX_ELEMENTS
from ...runtime.errors import ArrayShapeError
from ...runtime.program import Program
from ...runtime.program_set import DynamicInput, Interface, Shape
from ...runtime.weight_pool import WeightPools
from ..diagnostics import ModelError, UsageError
from ..frontend.support_check import error_of, findings_of_module
from ..option_values import MAX_DIMENSIONS
from .assembling import assemble
from .collector import collector_paused
from .graph_import import import_graph, make_context
from .lowering import Lowered, Progress, check_layer_names, lower
from .options import CompileOptions
from .pool_layout import PoolLayout
from .reproducer import Source


class Specialiser:
    """
    A model whose files are read, to be compiled for any shapes of its inputs.

    The graph is imported once; for each set of shapes a copy of it is compiled as ever, so that the
    results are those of a model compiled for these shapes alone, bit for bit. Weights lie in pools.
    """

    def __init__(self, options: CompileOptions, progress: Progress | None = None):
        """
        Import the model.

        Raises: NcnncError for what is wrong with it whatever the shapes.
        """
        if options.preprocess:
            raise UsageError(
                "a model for several sets of shapes takes blobs, not images; hint: with resize= a "
                "model for one set takes images of any size"
            )
        self.options = options
        self._progress = progress
        self._ctx = make_context()
        with collector_paused():
            self._module = import_graph(options, self._ctx, allow_unknown_shapes=True)
        if findings := findings_of_module(self._module):
            raise error_of(findings, findings[0].first.file)
        check_layer_names(options.code, self._module)
        self._pools = WeightPools()
        self._item = interface_of(self._module, options)
        self.interface = interface_of_batch(self._item, options.batch)
        """Of arrays: those of a batch have its items as their first axis."""

    def __call__(self, shapes: Sequence[Shape]) -> Program:
        """
        The program for these shapes of the inputs, in their order.

        Raises: ArrayShapeError for shapes that the graph does not allow.
        """
        lowered = self.lower(shapes, self._progress)
        with collector_paused():
            return self.assemble(lowered)

    def for_target(self, target: str) -> Specialiser:
        """The same model for another target; weights that are the same bytes lie in one place."""
        other = copy(self)
        other.options = replace(self.options, target=target)
        return other

    def lower(self, shapes: Sequence[Shape], progress: Progress | None = None) -> Lowered:
        """
        The loops for these shapes of the inputs.

        Raises: ArrayShapeError for shapes that the graph does not allow.
        """
        items = self._items(shapes)
        self._check(items)
        try:
            return lower(self.options, progress=progress, imported=self._source(items))
        except ModelError as error:
            given = f" (the inputs are {self.interface.described(shapes)})"
            raise ArrayShapeError(str(error) + given * ("hint:" not in str(error))) from error

    def assemble(self, lowered: Lowered) -> Program:
        """The program of loops that this has made."""
        layout = lowered.ctx.weight_layout
        assert isinstance(layout, PoolLayout)
        return assemble(lowered, layout.take_weights())

    def _source(self, shapes: Sequence[Shape]) -> Source:
        """What makes a copy of the graph with inputs of these shapes."""

        def source() -> tuple[ModuleOp, NcnncContext]:
            ctx = make_context()
            ctx.weights = self._ctx.weights.copy()
            ctx.weight_layout = PoolLayout(self._pools, ctx.weights)
            ctx.blob_names = dict(self._ctx.blob_names)
            module = self._module.clone()
            arguments = find_main(module).body.block.args
            for argument, shape in zip(arguments, shapes, strict=True):
                Rewriter.replace_value_with_new_type(argument, tensor_type(shape))
            find_main(module).update_function_type()
            return module, ctx

        return source

    def _items(self, shapes: Sequence[Shape]) -> Sequence[Shape]:
        """The shapes of an item. Raises: ArrayShapeError for another number of items."""
        size = self.options.batch
        if not size:
            return shapes
        for blob, shape in zip(self.interface.inputs, shapes, strict=True):
            if shape[:1] != (size,):
                extents = "x".join(map(str, shape))
                raise ArrayShapeError(
                    f"input '{blob.name}' needs {size} items along its first axis, not {extents}"
                )
        return [shape[1:] for shape in shapes]

    def _check(self, items: Sequence[Shape]) -> None:
        """Raises: ArrayShapeError for a shape that no blob can have."""
        for blob, shape in zip(self._item.inputs, items, strict=True):
            if shape == blob.shape:
                continue
            extents = "x".join(map(str, shape))
            if not 1 <= len(shape) <= MAX_DIMENSIONS:
                count = f"1 to {MAX_DIMENSIONS} axes"
                reason = f"needs {count}, not {len(shape)}"
                hint = "; hint: leave out the batch" if len(shape) > MAX_DIMENSIONS else ""
                raise ArrayShapeError(f"input '{blob.name}' {reason}{hint}")
            if min(shape) < 1 or math.prod(shape) > MAX_ELEMENTS:
                raise ArrayShapeError(f"input '{blob.name}' has the impossible shape {extents}")


def interface_of(module: ModuleOp, options: CompileOptions) -> Interface:
    """The inputs and outputs of an imported graph, with the shapes and types that are given."""
    main = find_main(module)
    integers = integer_sources(main)
    inputs: list[DynamicInput] = []
    for name, value in zip(input_names(main), main.body.block.args, strict=True):
        usual = "int32" if value in integers else "float32"
        blob = DynamicInput(name, dtype=options.input_types.get(name, usual))
        users = [use.operation for use in value.uses]
        caching = [op for op in users if isinstance(op, AttentionOp) and value in op.caches]
        if has_shape(value):
            blob = replace(blob, shape=shape_of(value))
        elif caching:
            blob = replace(blob, shape=EMPTY_CACHE)
        inputs.append(blob)
    return Interface(tuple(inputs), tuple(output_names(main)), options.threads)


def interface_of_batch(item: Interface, size: int) -> Interface:
    """The inputs and outputs of so many items at once; 0 stands for one, without an axis for it."""
    if not size:
        return item
    inputs = tuple(
        blob if blob.shape is None else replace(blob, shape=(size, *blob.shape))
        for blob in item.inputs
    )
    return replace(item, inputs=inputs)
