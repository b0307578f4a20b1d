"""The model that the options name, as IR of level 1."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from ...dialects import get_all_dialects
from ...dialects.context import NcnncContext
from ...dialects.main_function import find_main, input_names
from ..diagnostics import unknown_name
from ..frontend.images import insert_images, shapes_of_images
from ..frontend.ncnn.model_files import load_model_files
from ..option_values import size
from ..options.compile_options import CompileOptions
from ..zoo import build as build_zoo
from ..zoo import is_zoo_name


def make_context() -> NcnncContext:
    """A context that knows our dialects and the reference meaning of their ops."""
    ctx = NcnncContext(evaluate=evaluate)
    for name, factory in get_all_dialects().items():
        ctx.register_dialect(name, factory)
    return ctx


def evaluate(op: Operation, arrays: Sequence[np.ndarray]) -> Sequence[np.ndarray]:
    """The numpy meaning of an op. It is imported when it is asked for: few graphs have such ops."""
    from .. import reference

    return reference.evaluate(op, arrays)


def import_graph(
    options: CompileOptions,
    ctx: NcnncContext,
    *,
    for_export: bool = False,
    allow_unknown_shapes: bool = False,
) -> ModuleOp:
    """
    Import the model that the options name: files, their contents, or a network of the zoo.

    Inputs that are images are preprocessed by it. With `allow_unknown_shapes` inputs need no shape
    yet. What is only to be exported again may have
    such inputs, and layers that have no op.
    """
    param, weights, seed = options.param, options.weights, options.random_weights
    if isinstance(param, str) and is_zoo_name(param):
        network = build_zoo(param, seed or 0)
        param, weights, seed = network.param_text.encode(), bytes(network.weights), None
    module = load_model_files(
        ctx,
        param,
        weights,
        shapes_of_images(options.preprocess, options.inputs),
        seed,
        allow_unknown_shapes=for_export or allow_unknown_shapes,
        keep_unsupported=for_export,
        name=options.name,
        outputs=options.outputs,
        most_random_bytes=size(options.max_memory, "max_memory"),
    )
    known = input_names(find_main(module))
    for input in options.input_types:
        if input not in known:
            raise unknown_name("input", input, known)
    insert_images(module, options.preprocess)
    return module
