"""Chooses convolution algorithms by timing them on this machine: the policy `measure`."""

from __future__ import annotations

import platform
from collections.abc import Callable, Container
from importlib import metadata
from typing import cast

import numpy as np
from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Region

from ...dialects.context import NcnncContext
from ...dialects.ncnn.base import shape_of
from ...dialects.ncnn.layers.convolution import ConvolutionBase, ConvolutionOp
from ...dialects.ncnn.weight import WeightOp
from ...dialects.properties import WINOGRAD_TILES, Algorithm, AlgorithmAttr, int_list
from ...dialects.target.records import Target
from ...passes.common.cost.conv_shape import convolution_shape
from ...passes.common.errors import place_of
from ...runtime.cpu import host_name, missing_features
from ...runtime.model import CompiledModel
from ..diagnostics import UsageError
from .tuning_cache import TuningCache

REPEATS = 10
LAYOUT_STEPS = ("pack", "unpack")
"""Kernels that convert layouts; in a network the neighbours have the convolution's layout."""

Compile = Callable[[ModuleOp, NcnncContext], CompiledModel]
"""Lowers a module at level `graph` and loads it."""
Progress = Callable[[str], None]


def set_fastest_algorithms(
    module: ModuleOp,
    target: Target,
    forced: Container[str],
    compile_graph: Compile,
    progress: Progress | None = None,
) -> None:
    """
    Set `algorithm` on every dense convolution whose layer is not in `forced` to the fastest one.

    Each distinct shape is measured once, on one thread, and remembered for the next compilation.

    Raises: UsageError if this machine cannot run the target's code.
    """
    if missing := missing_features(target.features):
        raise UsageError(
            f"convolution policy 'measure' needs a target that this machine can run; "
            f"it lacks {', '.join(missing)}"
        )
    cache = TuningCache.load()
    measured = False
    for conv in module.walk():
        if not isinstance(conv, ConvolutionOp) or (place_of(conv).layer or "") in forced:
            continue
        candidates = legal_algorithms(conv)
        key = cache_key(conv, target)
        if cache.entries.get(key) not in candidates:
            if progress is not None:
                progress(f"measure {place_of(conv).layer or conv.name}")
            cache.entries[key] = fastest(conv, candidates, compile_graph)
            measured = True
        conv.algorithm = AlgorithmAttr(cache.entries[key])
    if measured:
        cache.save()


def legal_algorithms(conv: ConvolutionOp) -> tuple[Algorithm, ...]:
    """The algorithms that compute a convolution in different ways."""
    if not isinstance(conv.weight.owner, WeightOp):
        return (Algorithm.PACKED,)
    shape = convolution_shape(conv)
    if shape.is_pointwise:
        return (Algorithm.GEMM,)
    if not shape.can_use_winograd:
        return (Algorithm.PACKED, Algorithm.GEMM)
    return (Algorithm.PACKED, Algorithm.GEMM, *WINOGRAD_TILES)


def cache_key(conv: ConvolutionBase, target: Target) -> str:
    """What the timing depends on: compiler, processor, target, shapes and window."""
    parts = [f"ncnnc {metadata.version('ncnnc')}", host_name() or platform.machine(), target.name]
    for name, values in (
        ("input", shape_of(conv.input)),
        ("weight", shape_of(conv.weight)),
        ("stride", int_list(conv.stride)),
        ("dilation", int_list(conv.dilation)),
        ("pad", conv.resolved_pads()),
    ):
        parts.append(f"{name} {'x'.join(map(str, values))}")
    return ", ".join(parts)


def fastest(
    conv: ConvolutionOp, candidates: tuple[Algorithm, ...], compile_graph: Compile
) -> Algorithm:
    """The candidate that takes least time; a single one is not measured."""
    if len(candidates) == 1:
        return candidates[0]
    return min(candidates, key=lambda algorithm: measure(conv, algorithm, compile_graph))


def measure(conv: ConvolutionOp, algorithm: Algorithm, compile_graph: Compile) -> float:
    """Time of one run by this algorithm, without conversions of the layout. Units: seconds."""
    ctx = NcnncContext()
    model = compile_graph(single_convolution(conv, algorithm, ctx), ctx)
    arrays = {spec.name: np.ones(spec.shape, np.float32) for spec in model.inputs}
    steps = model.profile(arrays, REPEATS)
    return sum(seconds for step, seconds in steps if step.kernel not in LAYOUT_STEPS)


def single_convolution(conv: ConvolutionOp, algorithm: Algorithm, ctx: NcnncContext) -> ModuleOp:
    """A network of this convolution alone, with weights of its own."""
    input_type = cast("TensorType[Attribute]", conv.input.type)
    weight_type = cast("TensorType[Attribute]", conv.weight.type)
    key = ctx.weights.add("weight", lambda: np.full(shape_of(conv.weight), 0.01, np.float32))
    block = Block(arg_types=[input_type])
    weight = WeightOp(key, weight_type)
    names = ("stride", "dilation", "pad", "pad_value")
    new = ConvolutionOp.build(
        operands=[block.args[0], weight.output, [], [], [], [], []],
        properties={
            **{name: conv.properties[name] for name in names if name in conv.properties},
            "algorithm": AlgorithmAttr(algorithm),
        },
        regions=[[]],
        result_types=[conv.output.type],
    )
    block.add_ops([weight, new, ReturnOp(new.output)])
    types = ([input_type], [conv.output.type])
    return ModuleOp([FuncOp("main", types, Region(block))])
