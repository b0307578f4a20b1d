"""All rewrites of the graph together."""

from __future__ import annotations

import random
from pathlib import Path

import ncnnc.passes.graph
import pytest
from ncnnc.compiler.pipeline.build import optimizer_steps
from ncnnc.compiler.pipeline.runner import PassRunner
from ncnnc.dialects.ncnn.internal.weight import WeightOp
from ncnnc.passes.common.contents import module_contents
from ncnnc.passes.graph import GRAPH_PASSES

from tests.helpers.linear_consumers import LINEAR_LAYERS, layers, without_shapes

ALL = ",".join(GRAPH_PASSES)
ROUNDS = f'fixed-point{{passes="{ALL}"}}'
REWRITES = ("eliminate-", "fuse-", "replace-")

NETWORK = """
    func.func @main(%x: tensor<3x6x6xf32>) -> tensor<4xf32> {
      %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
      %v = ncnn.weight <"v"> : tensor<4x4x1x1xf32>
      %p = ncnn.weight <"p"> : tensor<4xf32>
      %variance = ncnn.weight <"variance"> : tensor<4xf32>
      %half = ncnn.weight <"half"> dense<0.5> : tensor<1xf32>
      %a = ncnn.convolution %x, %w : tensor<3x6x6xf32>, tensor<4x3x3x3xf32> -> tensor<4x4x4xf32>
      %b = ncnn.batchnorm %a, %p, %p, %variance, %p
        : (tensor<4x4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
        -> tensor<4x4x4xf32>
      %c = ncnn.scale %b, %p : (tensor<4x4x4xf32>, tensor<4xf32>) -> tensor<4x4x4xf32>
      %d = ncnn.binaryop add %half, %c : (tensor<1xf32>, tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
      %e = ncnn.hardswish %d : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
      %f = ncnn.dropout %e : (tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
      %g = ncnn.reduction mean %f axes [1, 2] : tensor<4x4x4xf32> -> tensor<4xf32>
      %h = ncnn.flatten %g : tensor<4xf32> -> tensor<4xf32>
      %i = ncnn.convolution %h, %v : tensor<4xf32>, tensor<4x4x1x1xf32> -> tensor<4xf32>
      %j = ncnn.sigmoid %i : (tensor<4xf32>) -> tensor<4xf32>
      %y = ncnn.binaryop pow %half, %j : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
      func.return %y : tensor<4xf32>
    }"""


def test_every_rewrite_is_in_the_list():
    folder = Path(ncnnc.passes.graph.__file__).parent
    names = {file.stem.replace("_", "-") for file in folder.glob("[a-z]*.py")}
    assert set(GRAPH_PASSES) == {name for name in names if name.startswith(REWRITES)}


def test_network_shrinks_to_its_core(run_passes):
    run = run_passes(NETWORK, ALL)
    assert run.layers == ["convolution", "pooling", "innerproduct", "binaryop_scalar"]
    assert sum(isinstance(op, WeightOp) for op in run.module.walk()) == 3
    run.assert_close()


def test_second_run_changes_nothing(run_passes):
    once = run_passes(NETWORK, ALL)
    twice = run_passes(NETWORK, f"{ALL},fold-constants,{ALL}")
    assert twice.layers == once.layers
    twice.assert_close()


LINEAR = [
    ("4x4x4", "4x4x4", "4x4x1x1", "convolution", ""),
    ("4x4x4", "4x4x4", "4x1x1x1", "convolution_depthwise", "group 4"),
    ("4x4x4", "4x3x3", "4x4x2x2", "deconvolution", ""),
    ("4x4", "4x4", "4x4", "innerproduct", ""),
    ("3x4", "3x4", "4x4", "innerproduct", ""),
    ("4", "2x2", "4x4", "innerproduct", ""),
]
"""Shapes of output, input, weights; axes are alike, so that wrong ones have lengths that fit."""

CONSTANTS = ["1", "4", "4x1", "1x4", "4x1x1", "1x1x4", "1x4x1"]
UNARY = ["relu {}", "relu {} slope 0.5", "dropout {} scale 0.5", "dropout {}", "mish {}"]


def random_op(generator: random.Random, i: int, blob: str) -> list[str]:
    """The op that makes `%v<i+1>` (of shape `blob`) from `%v<i>`, and the constants it reads."""
    value, result = f"%v{i}", f"%v{i + 1}"
    typed = f"(tensor<{blob}xf32>) -> tensor<{blob}xf32>"
    operator = generator.choice(["add", "sub", "mul", "rsub", "max", "min"])
    match generator.choice(["constant", "constant", "scalar", "unary", "channel", "weighted"]):
        case "constant":
            fits = [c for c in CONSTANTS if c.count("x") <= blob.count("x") and blob != "3x4"]
            shape = generator.choice(fits or ["1"])
            pair = [(value, blob), (f"%k{i}", shape)]
            generator.shuffle(pair)
            operands, types = zip(*pair, strict=True)
            return [
                f'%k{i} = ncnn.weight <"k{i}"> : tensor<{shape}xf32>',
                f"{result} = ncnn.binaryop {operator} {', '.join(operands)} "
                f": (tensor<{types[0]}xf32>, tensor<{types[1]}xf32>) -> tensor<{blob}xf32>",
            ]
        case "scalar":
            return [f"{result} = ncnn.binaryop_scalar {operator} {value}, 0.75 : {typed}"]
        case "unary":
            return [f"{result} = ncnn.{generator.choice(UNARY).format(value)} : {typed}"]
        case "channel":
            count = blob.split("x")[0]
            op = generator.choice(["scale", "bias"])
            return [
                f'%s{i} = ncnn.weight <"s{i}"> : tensor<{count}xf32>',
                f"{result} = ncnn.{op} {value}, %s{i} "
                f": (tensor<{blob}xf32>, tensor<{count}xf32>) -> tensor<{blob}xf32>",
            ]
        case _:
            return [
                f"%a{i} = ncnn.binaryop_scalar mul {value}, 0.25 : {typed}",
                f"{result} = ncnn.binaryop add %a{i}, %v{generator.randint(0, i)} "
                f": (tensor<{blob}xf32>, tensor<{blob}xf32>) -> tensor<{blob}xf32>",
            ]


def random_chain(seed: int) -> str:
    """A linear layer and random ops after it, with constants of all ranks."""
    generator = random.Random(seed)
    blob, source, weight, layer, properties = generator.choice(LINEAR)
    lines = [
        f'%w = ncnn.weight <"w"> : tensor<{weight}xf32>',
        f"%v0 = ncnn.{layer} %x, %w {properties} "
        f": tensor<{source}xf32>, tensor<{weight}xf32> -> tensor<{blob}xf32>",
    ]
    count = generator.randint(1, 6)
    for i in range(count):
        lines += random_op(generator, i, blob)
    body = "\n  ".join(lines)
    return (
        f"func.func @main(%x: tensor<{source}xf32>) -> tensor<{blob}xf32> {{\n  {body}\n"
        f"  func.return %v{count} : tensor<{blob}xf32>\n}}"
    )


@pytest.mark.parametrize("seed", range(100))
def test_random_chain(run_passes, seed):
    run = run_passes(random_chain(seed), f"{ALL},fold-constants,{ALL}")
    run.assert_close(2e-5)


AFFINE = [
    """OUT = ncnn.batchnorm IN, %k1, %k2, %variance, %k3
      : (BLOB, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> BLOB""",
    "OUT = ncnn.scale IN, %k1 bias %k2 : (BLOB, tensor<4xf32>, tensor<4xf32>) -> BLOB",
    "OUT = ncnn.binaryop mul %k3, IN : (tensor<4xf32>, BLOB) -> BLOB",
    "OUT = ncnn.binaryop sub %k2, IN : (tensor<4xf32>, BLOB) -> BLOB",
    "OUT = ncnn.binaryop add IN, %half : (BLOB, tensor<1xf32>) -> BLOB",
    "OUT = ncnn.binaryop_scalar div IN, 3.0 : (BLOB) -> BLOB",
    "OUT = ncnn.unaryop neg IN : (BLOB) -> BLOB",
    "OUT = ncnn.dropout IN scale 0.5 : (BLOB) -> BLOB",
    "OUT = ncnn.dropout IN : (BLOB) -> BLOB",
    "OUT = ncnn.noop IN : (BLOB) -> BLOB",
]
"""Ops that converters write after a layer; all of them fold into its weights."""


def affine_chain(seed: int) -> str:
    """All affine ops in some order, then an activation."""
    ops = AFFINE.copy()
    random.Random(seed).shuffle(ops)
    ops.append("OUT = ncnn.relu IN : (BLOB) -> BLOB")
    values = ["%a", *(f"%v{i}" for i in range(len(ops) - 1)), "%y"]
    lines = [
        op.replace("IN", values[i]).replace("OUT", values[i + 1]).replace("BLOB", "OUT")
        for i, op in enumerate(ops)
    ]
    half = '%half = ncnn.weight <"half"> dense<0.5> : tensor<1xf32>'
    return "\n".join([half, *lines])


@layers(*LINEAR_LAYERS)
def test_all_affine_layers_fold_in_any_order(run_passes, linear, layer):
    for seed in range(3):
        text = linear(affine_chain(seed))
        run = run_passes(text, ROUNDS)
        assert run.layers == [layer]
        run.assert_close(2e-5)


@layers(*(name for name in LINEAR_LAYERS if name != "innerproduct"))
def test_all_affine_layers_fold_before_shapes_are_known(run_passes, linear, layer):
    run = run_passes(without_shapes(linear(affine_chain(0))), ROUNDS)
    assert run.layers == [layer]
    run.assert_close(2e-5)


@pytest.mark.parametrize("seed", range(20))
def test_rounds_come_to_an_end(parse_graph, seed):
    module, context = parse_graph(random_chain(seed))
    changes: list[str] = []
    runner = PassRunner(context, on_change=changes.append)
    passes = optimizer_steps((*GRAPH_PASSES, "fold-constants"))
    runner.run_steps(module, (passes,))
    assert len(changes) < 20
    ended = module_contents(module)
    runner.run_steps(module, (passes,))
    assert module_contents(module) == ended
