"""Import the model that the options name, as IR of level `graph`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from ...dialects import get_all_dialects
from ...dialects.context import NcnncContext
from ...dialects.main_function import find_main, input_names
from ..diagnostics import unknown_name
from ..frontend.images import insert_images
from ..frontend.masks import leave_out_causal_masks
from ..frontend.model_format import ImportOptions
from ..frontend.postprocessing import insert_postprocessing
from ..image import shapes_of_images
from ..options.compile_options import CompileOptions
from .states import declare_states
from .symbols import declare_symbols, planned_shapes


def make_context() -> NcnncContext:
    """Return a context with our dialects and the reference semantics of their ops."""
    ctx = NcnncContext(evaluate=evaluate)
    for name, factory in get_all_dialects().items():
        ctx.register_dialect(name, factory)
    return ctx


def evaluate(op: Operation, arrays: Sequence[np.ndarray]) -> Sequence[np.ndarray]:
    """Evaluate an op with numpy. The evaluator is imported here because few graphs need it."""
    from .. import reference

    return reference.evaluate(op, arrays)


def import_model(options: CompileOptions) -> tuple[ModuleOp, NcnncContext]:
    """Return the model that the options name, in a context of its own."""
    ctx = make_context()
    return import_graph(options, ctx), ctx


def import_graph(
    options: CompileOptions,
    ctx: NcnncContext,
    *,
    for_export: bool = False,
    allow_unknown_shapes: bool = False,
) -> ModuleOp:
    """Import a model and its images' preprocessing, perhaps with unknown shapes for export."""
    module = options.format.import_graph(
        ctx,
        options.source,
        ImportOptions(
            shapes_of_images(options.preprocess, planned_shapes(options.inputs)),
            without_shape=options.masks,
            has_states=bool(options.states),
            outputs=options.outputs,
            allow_unknown_shapes=for_export or allow_unknown_shapes,
            keep_unsupported=for_export,
            most_random_bytes=options.allowed_bytes,
        ),
    )
    leave_out_causal_masks(find_main(module), options.masks)
    known = input_names(find_main(module))
    for input in options.input_types:
        if input not in known:
            raise unknown_name("input", input, known)
    insert_images(module, options.preprocess)
    insert_postprocessing(module, options.postprocess)
    if options.dims:
        declare_symbols(find_main(module), options)
    if options.states:
        declare_states(find_main(module), options.states)
    return module
