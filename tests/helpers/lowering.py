"""Compiles a few layers for a target and in a layout, and compares them with the reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.pipeline.build import SCHEDULING, kernel_steps, loop_steps, steps
from ncnnc.compiler.pipeline.runner import PassRunner
from ncnnc.compiler.pipeline.steps import PassOption, PassStep
from ncnnc.compiler.program.assemble import assemble
from ncnnc.compiler.program.lowered import Lowered
from ncnnc.compiler.program.signature import signature
from ncnnc.compiler.reference import run_reference
from ncnnc.dialects.ncnn.attributes import LayoutAttr
from ncnnc.dialects.ncnn.internal.convert_layout import ConvertLayoutOp
from ncnnc.dialects.target.records import Target
from ncnnc.runtime.sessions.compiled_model import CompiledModel
from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.dialects.func import FuncOp

from tests.helpers.importing import load_model_files
from tests.helpers.needed_features import needs_features_of
from tests.helpers.verifying import verify

TARGETS = ("x86-avx512", "x86-avx2", "x86-64")
Shapes = Mapping[str, tuple[int, ...]]


@dataclass
class Layers:
    """A compiled piece of a network, and what it should compute."""

    model: CompiledModel
    expected: dict[str, np.ndarray]
    inputs: dict[str, np.ndarray]
    kernels: str
    """The module at level 3, with memory planned."""


def compile_layers(
    layers: str,
    shapes: Shapes,
    target: str = "x86-avx512",
    packed: bool = False,
    arrays: Mapping[str, np.ndarray] | None = None,
    passes: Sequence[str] = (),
    layout: Mapping[str, PassOption] | None = None,
    weights: bytes | None = None,
) -> Layers:
    """
    Compile lines of a `.param` file that follow its inputs, with random weights or those of a file.

    Packed: all inputs but matrices are packed first, and ops that can follow do. `passes` are run
    on the graph before it has layouts, `layout` are options of `assign-layout`.
    """
    needs_features_of(target)
    found = Target.parse(target)
    rng = np.random.default_rng(0)
    inputs = {n: rng.uniform(-2, 2, s).astype(np.float32) for n, s in shapes.items()}
    inputs |= dict(arrays or {})
    ctx = make_context()
    module = load_model_files(
        ctx, param_text(layers, shapes), weights, dict(shapes), None if weights else 1
    )
    runner = PassRunner(ctx)
    runner.run_steps(module, steps("infer-shapes"))
    expected = run_reference(module, ctx.weights, inputs)
    specs = signature(module)
    attach_target = PassStep.of("attach-target", {"target": found.name})
    runner.run_steps(module, (attach_target, *steps(*passes)))
    if packed:
        pack_arguments(module, found.lanes)
    scheduling = (
        PassStep("select-conv-algorithm"),
        PassStep.of("assign-layout", layout),
        *steps("fuse-epilogue", *SCHEDULING),
    )
    runner.run_steps(module, (*scheduling, *kernel_steps()))
    kernels = str(module)
    runner.run_steps(module, loop_steps(), compare=False)
    verify(module)
    model = CompiledModel(assemble(Lowered(module, ctx, found, *specs, runner)))
    return Layers(model, expected, inputs, kernels)


def check_layers(
    layers: str,
    shapes: Shapes,
    target: str = "x86-avx512",
    packed: bool = False,
    arrays: Mapping[str, np.ndarray] | None = None,
    tolerance: float = 2e-6,
    passes: Sequence[str] = (),
    layout: Mapping[str, PassOption] | None = None,
    weights: bytes | None = None,
) -> Layers:
    """Compile, run and compare: errors are relative to the largest magnitude of each output."""
    compiled = compile_layers(layers, shapes, target, packed, arrays, passes, layout, weights)
    results = compiled.model.run(compiled.inputs)
    for name, expected in compiled.expected.items():
        scale = max(float(np.abs(expected[np.isfinite(expected)]).max(initial=0.0)), 1e-6)
        np.testing.assert_allclose(results[name], expected, rtol=0, atol=tolerance * scale)
    return compiled


def param_text(layers: str, shapes: Shapes) -> bytes:
    """A `.param` file of Input layers and these lines."""
    lines = [f"Input {name} 0 1 {name}" for name in shapes]
    lines += [line.strip() for line in layers.strip().splitlines()]
    blobs = sum(int(line.split()[3]) for line in lines)
    return "\n".join(["7767517", f"{len(lines)} {blobs}", *lines, ""]).encode()


def pack_arguments(module: ModuleOp, lanes: int) -> None:
    """Convert every input that can be packed, for all its uses."""
    main = next(op for op in module.body.block.ops if isinstance(op, FuncOp))
    for argument in reversed(main.body.block.args):
        type = argument.type
        assert isinstance(type, TensorType)
        if len(type.get_shape()) == 2:
            continue
        packed = TensorType(type.element_type, type.get_shape(), LayoutAttr(lanes))
        convert = ConvertLayoutOp(argument, packed)
        argument.replace_uses_with_if(convert.output, lambda use: use.operation is not convert)
        first = main.body.block.first_op
        assert first is not None
        main.body.block.insert_op_before(convert, first)
