"""Fix the extents known at run time of a model, and the shapes of its states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...dialects.main_function import find_main, input_names
from ...dialects.ncnn.rules.borrowed_types import set_type
from ...dialects.ncnn.shapes import Shape, tensor_type
from ...runtime.model.symbols import ExtentExpression
from ..driver.import_model import import_graph, make_context
from ..options.compile_options import CompileOptions
from .comparison import GraphModel


def shapes_at(options: CompileOptions, extents: Mapping[str, int]) -> dict[str, Shape]:
    """Return the shapes of all inputs, including states, for these extents. Raises: NcnncError."""
    ctx = make_context()
    inputs, _ = GraphModel(import_graph(options, ctx), ctx).signature
    return {
        spec.name: tuple(ExtentExpression(e).value(extents) for e in spec.symbolic) or spec.shape
        for spec in inputs
    }


def graph_for(options: CompileOptions, shapes: Mapping[str, Shape]) -> GraphModel:
    """
    Return the graph for inputs of these shapes. States are inputs, which may have no rows.

    Raises: NcnncError.
    """
    given = {name: shape for name, shape in shapes.items() if 0 not in shape}
    fixed = replace(options, inputs=given, dims={}, states={})
    ctx = make_context()
    module = import_graph(fixed, ctx, allow_unknown_shapes=len(given) < len(shapes))
    main = find_main(module)
    for name, argument in zip(input_names(main), main.body.block.args, strict=True):
        shape = shapes.get(name)
        if shape is not None and 0 in shape:
            set_type(argument, tensor_type(shape))
    return GraphModel(module, ctx)
