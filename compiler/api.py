"""The public verbs: compile a model, or lower it to some level of IR."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from math import prod
from typing import Any

import numpy as np
from xdsl.dialects import arith, func, memref
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    StringAttr,
    TensorType,
    f32,
)
from xdsl.ir import Attribute
from xdsl.utils.exceptions import PassFailedException

from ..dialects import get_all_dialects
from ..dialects.context import NcnncContext
from ..dialects.ncnn.layers.detection import has_found_rows
from ..dialects.weight_store import WeightStore
from ..passes.common.errors import OperationError, place_of
from ..passes.common.locations import layers_of
from ..passes.common.target import TARGET_ATTRIBUTE
from ..passes.kernels.bufferize import KEY_ATTRIBUTE
from ..runtime.model import CompiledModel
from ..runtime.program import Program, Step
from ..runtime.tensors import TensorSpec, blobs_only
from ..runtime.weights import LazyWeights
from .backend.entry_points import program_text
from .backend.machine_code import emit_assembly, emit_object
from .diagnostics import InternalError, NcnncError
from .driver.options import CompileOptions, check_option_names, require_runnable
from .driver.pass_names import LEVELS
from .driver.pipeline import (
    PassRunner,
    build_pipeline,
    check_layer_names,
    split_pipeline,
)
from .driver.target import Target
from .driver.tuning import set_fastest_algorithms
from .frontend.locations import model_error_from_pass
from .frontend.model_files import load_model_files
from .frontend.support_check import check_runnable
from .reference import evaluate
from .zoo import build as build_zoo
from .zoo import is_zoo_name

Progress = Callable[[str], None]


@dataclass
class Lowered:
    """A module on its way down, with all that belongs to it."""

    module: ModuleOp
    ctx: NcnncContext
    target: Target
    inputs: tuple[TensorSpec, ...]
    outputs: tuple[TensorSpec, ...]
    runner: PassRunner

    def llvm_ir(self) -> str:
        """LLVM IR text; the module must be at level `loops`."""
        counts = len(self.inputs), len(self.outputs)
        return program_text(self.module, *counts, self.target.function_attributes)

    def assembly(self) -> str:
        """Assembly text."""
        return emit_assembly(self.llvm_ir(), self.target.llvm_features)

    def object_code(self) -> bytes:
        """An ELF object with the functions of `compiler/backend/entry_points.py`."""
        text = self.llvm_ir()
        self.runner.dump("llvm.ll", text)
        return emit_object(text, self.target.llvm_features)


def make_context() -> NcnncContext:
    """A context that knows our dialects and the reference meaning of their ops."""
    ctx = NcnncContext(evaluate=evaluate)
    for name, factory in get_all_dialects().items():
        ctx.register_dialect(name, factory)
    return ctx


def import_graph(
    options: CompileOptions, ctx: NcnncContext, *, for_export: bool = False
) -> ModuleOp:
    """
    Import the model that the options name: files, or a network of the zoo.

    What is only to be exported again may have inputs without shapes, and layers that have no op.
    """
    param: str | bytes = options.param
    weights: str | bytes | None = options.weights
    seed = options.random_weights
    if is_zoo_name(options.param):
        network = build_zoo(options.param, seed or 0)
        param, weights, seed = network.param_text.encode(), bytes(network.weights), None
    return load_model_files(
        ctx,
        param,
        weights,
        options.inputs,
        seed,
        allow_unknown_shapes=for_export,
        keep_unsupported=for_export,
        name=options.param,
    )


@contextmanager
def collector_paused() -> Iterator[None]:
    """Compilation makes many objects that live to its end: collecting meanwhile finds nothing."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def lower(
    options: CompileOptions, level: str = "loops", progress: Progress | None = None
) -> Lowered:
    """
    Import a model and lower it to a level: import, graph, scheduled, kernels or loops.

    Raises: NcnncError of a kind that says what is wrong with the model or the options.
    """
    target = Target.parse(options.target)
    ctx = make_context()
    runner = PassRunner(ctx, options, progress)
    with collector_paused():
        try:
            module = import_graph(options, ctx)
            passes = build_pipeline(options, target)
            first, rest = passes[:1], passes[1:]
            runner.run(module, first)
            check_runnable(module)
            check_layer_names(options, module)
            inputs, outputs = signature(module)
            if level not in ("import", "graph") and options.conv_policy == "measure":
                graph, rest = split_pipeline(rest, LEVELS["graph"])
                runner.run(module, graph)
                compile_graph = partial(compile_module, target=target)
                set_fastest_algorithms(module, target, options.conv, compile_graph, progress)
            if level != "import":
                runner.run(module, rest, LEVELS[level])
        except OperationError as e:
            raise model_error_from_pass(e) from e
        except PassFailedException as e:
            raise NcnncError(f"error: {e}") from e
    return Lowered(module, ctx, target, inputs, outputs, runner)


def compile_module(module: ModuleOp, ctx: NcnncContext, target: Target) -> CompiledModel:
    """Lower a module that is at level `graph`, and load it."""
    options = CompileOptions("module", target=target.name)
    inputs, outputs = signature(module)
    runner = PassRunner(ctx, options)
    module.attributes[TARGET_ATTRIBUTE] = target.attribute
    _, passes = split_pipeline(build_pipeline(options, target), LEVELS["graph"])
    runner.run(module, passes)
    return CompiledModel(assemble(Lowered(module, ctx, target, inputs, outputs, runner)))


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


def assemble(lowered: Lowered) -> Program:
    """Machine code, weights (made when needed) and sizes of a module at level `loops`."""
    main = find_main(lowered.module)
    arguments = main.body.block.args
    # The last arguments: weights, arena, workspace, thread, threads.
    sizes = [a.type.get_shape()[0] for a in arguments[-5:-2] if isinstance(a.type, MemRefType)]
    weight_bytes, arena_bytes, workspace_bytes = sizes
    return Program(
        object_code=lowered.object_code(),
        weights=lazy_weights(main, lowered.ctx.weights, weight_bytes),
        arena_bytes=arena_bytes,
        workspace_bytes=workspace_bytes,
        inputs=lowered.inputs,
        outputs=lowered.outputs,
        target=lowered.target.name,
        features=lowered.target.features,
        steps=tuple(step_of(op) for op in main.body.block.ops if isinstance(op, func.CallOp)),
        threads=lowered.runner.options.threads,
    )


def lazy_weights(main: func.FuncOp, store: WeightStore, size: int) -> LazyWeights:
    """All weights at the offsets that `bufferize` gave them, in `size` bytes."""
    views = [op for op in main.body.block.ops if isinstance(op, memref.ViewOp)]
    views = [view for view in views if KEY_ATTRIBUTE in view.attributes]
    return LazyWeights(size, partial(weight_pieces, sorted(views, key=byte_shift), store, size))


def weight_pieces(
    views: Sequence[memref.ViewOp], store: WeightStore, size: int
) -> Iterator[memoryview]:
    """The arrays behind views of the weights, in order of their offsets; zeros between them."""
    at = 0
    for view in views:
        yield memoryview(bytes(byte_shift(view) - at))
        at = byte_shift(view)
        key, type = view.attributes[KEY_ATTRIBUTE], view.result.type
        assert isinstance(key, StringAttr)
        assert isinstance(type, MemRefType)
        dtype = np.int64 if type.element_type.name == "integer_type" else np.float32
        for piece in store.pieces(key.data):
            data = np.ascontiguousarray(piece, dtype).data.cast("B")
            yield data
            at += len(data)
    yield memoryview(bytes(size - at))


def byte_shift(op: memref.ViewOp) -> int:
    """The constant offset of a view."""
    owner = op.byte_shift.owner
    assert isinstance(owner, arith.ConstantOp)
    assert isinstance(owner.value, IntegerAttr)
    return owner.value.value.data


def step_of(call: func.CallOp) -> Step:
    """What a kernel call stands for, for profiles."""
    layers = layers_of(call)
    kind, flops = call.attributes.get("ncnn.kernel"), call.attributes.get("ncnn.flops")
    assert isinstance(kind, StringAttr)
    assert isinstance(flops, IntegerAttr)
    return Step(
        name=place_of(call).layer or kind.data,
        layers=layers,
        algorithm=kind.data,
        flops=flops.value.data,
        bytes=sum(_data_bytes(v.type) for v in call.arguments),
        function=call.callee.string_value(),
    )


def _data_bytes(type: Attribute) -> int:
    """Size of a buffer of float32; the byte-typed workspace counts nothing."""
    if not isinstance(type, MemRefType) or type.element_type != f32:
        return 0
    return 4 * prod(type.get_shape())


def compile_program(options: CompileOptions, progress: Progress | None = None) -> Program:
    """Compile to a program, without loading it."""
    lowered = lower(options, "loops", progress)
    with collector_paused():
        return assemble(lowered)


def compile(
    param: str | os.PathLike[str],
    weights: str | os.PathLike[str] | None = None,
    *,
    target: str = "host",
    inputs: Mapping[str, tuple[int, ...]] | None = None,
    threads: int = 1,
    random_weights: int | None = None,
    conv_policy: str = "cost",
    conv: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    **more: Any,
) -> CompiledModel:
    """
    Compile a model for this machine and load it.

    `param` is a `.param` (text or binary) or the name of a zoo network, `weights` its `.bin`
    (default: the one beside it), `inputs` gives shapes by blob name, `(c, h, w)` and so on, where
    the file does not. Further keywords are fields of `CompileOptions`.

    Raises: NcnncError; its text is one line that names file, line, layer and reason.
    """
    check_option_names(more)
    given: dict[str, Any] = {
        "param": param,
        "weights": weights,
        "target": target,
        "inputs": blobs_only(inputs) if isinstance(inputs, Mapping) else inputs or {},
        "threads": threads,
        "random_weights": random_weights,
        "conv_policy": conv_policy,
        "conv": {} if conv is None else conv,
    }
    options = CompileOptions(**{**given, **more})
    require_runnable(options)
    return CompiledModel(compile_program(options, progress))
