"""Compile one model for many sets of shapes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import copy
from dataclasses import replace

from xdsl.dialects.builtin import ModuleOp
from xdsl.rewriter import Rewriter

from ...dialects.context import NcnncContext
from ...dialects.main_function import find_main
from ...dialects.ncnn.shapes import tensor_type
from ...passes.common.limits import MAX_ELEMENTS
from ...runtime.errors import ArrayShapeError
from ...runtime.model.program import Program
from ...runtime.model.program_set import Shape
from ...runtime.weights.weight_pool import WeightPools
from ..diagnostics import ModelError
from ..frontend.images import insert_images
from ..frontend.shapes import expand_batches, infer_shapes
from ..frontend.survey.support_check import error_of, findings_of_module
from ..image import shapes_of_images
from ..option_values import MAX_DIMENSIONS
from ..options.compile_options import CompileOptions
from ..pipeline.reproducer import ModuleSource
from ..pipeline.runner import PassProgress
from ..program.assemble import assemble
from ..program.interfaces import blob_shape, interface_of, interface_of_batch, interface_of_images
from ..program.lowered import Lowered
from ..program.pool_layout import PoolLayout
from .collector import collector_paused
from .import_model import import_graph, make_context
from .lower import check_layer_names, lower


class Specialiser:
    """
    An imported model that can be compiled for any input shapes.

    The graph is imported once, and a copy is compiled for each set of shapes. Results are bit for
    bit those of a model compiled for these shapes alone. Programs share their weights in pools.
    """

    def __init__(self, options: CompileOptions, progress: PassProgress | None = None):
        """Import the model. Raises: NcnncError if it is invalid for all shapes."""
        self._progress = progress
        self._ctx = make_context()
        with collector_paused():
            shapes = shapes_of_images(options.preprocess, options.inputs)
            of_blobs = replace(options, inputs=shapes, preprocess={})
            self._module = import_graph(of_blobs, self._ctx, allow_unknown_shapes=True)
        self.options = options.for_generated(self._ctx.generated_bytes)
        if findings := findings_of_module(self._module):
            raise error_of(findings, findings[0].first.file)
        check_layer_names(options, self._module)
        self._pools = WeightPools()
        self.blobs = interface_of(self._module, options)
        """The signature of the graph: blobs of one item, whether or not inputs are images."""
        images = interface_of_images(self.blobs, options.preprocess)
        self.interface = interface_of_batch(images, options.batch)
        """The signature that callers see: images as given, items of a batch as first axis."""

    @collector_paused()
    def __call__(self, shapes: Sequence[Shape]) -> Program:
        """Return the program for arrays of these shapes. Raises: ArrayShapeError."""
        return self.assemble(self.lower(self._blobs_of(shapes), self._progress))

    def for_target(self, target: str) -> Specialiser:
        """Return the same model for another target; equal weights are stored once."""
        other = copy(self)
        other.options = replace(self.options, target=target)
        return other

    def lower(self, shapes: Sequence[Shape], progress: PassProgress | None = None) -> Lowered:
        """Lower the model for input blobs (items) of these shapes. Raises: ArrayShapeError."""
        self._check(shapes)
        try:
            return lower(self.options, progress=progress, imported=self._source(shapes))
        except ModelError as error:
            given = f" (the inputs are {self.blobs.described(shapes)})"
            raise ArrayShapeError(str(error) + given * ("hint:" not in str(error))) from error

    def inferred(self, shapes: Sequence[Shape]) -> ModuleOp:
        """Return a copy of the graph with shapes inferred from these. Raises: ArrayShapeError."""
        self._check(shapes)
        module, ctx = self._source(shapes)()
        try:
            infer_shapes(module, ctx)
            expand_batches(module, ctx)
        except ModelError as error:
            raise ArrayShapeError(str(error)) from error
        return module

    def assemble(self, lowered: Lowered) -> Program:
        """Assemble the program of a module that `lower` returned."""
        layout = lowered.ctx.weight_layout
        assert isinstance(layout, PoolLayout)  # set for all that this makes
        return assemble(lowered, layout.take_weights())

    def _source(self, shapes: Sequence[Shape]) -> ModuleSource:
        """Return the function that copies the graph with inputs of these shapes."""

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
            insert_images(module, self.options.preprocess)
            return module, ctx

        return source

    def _blobs_of(self, shapes: Sequence[Shape]) -> Sequence[Shape]:
        """Return the shapes of an item's blobs for arrays of `shapes`. Raises: ArrayShapeError."""
        images = self.options.preprocess
        pairs = zip(self.interface.inputs, self._items(shapes), strict=True)
        return [
            blob_shape(blob.name, shape, images[blob.name]) if blob.name in images else shape
            for blob, shape in pairs
        ]

    def _items(self, shapes: Sequence[Shape]) -> Sequence[Shape]:
        """Return the shapes of one item. Raises: ArrayShapeError for a wrong number of items."""
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

    def _check(self, shapes: Sequence[Shape]) -> None:
        """Raises: ArrayShapeError for a shape that is not a blob's."""
        for blob, shape in zip(self.blobs.inputs, shapes, strict=True):
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
