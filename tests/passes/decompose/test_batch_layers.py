"""`batch-layers`: every layer for all items computes what it computes for each of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.options.code_options import CodeOptions
from ncnnc.compiler.pipeline.build import graph_steps, steps
from ncnnc.compiler.pipeline.runner import PassRunner
from ncnnc.compiler.pipeline.steps import PassStep
from ncnnc.compiler.reference import run_reference
from ncnnc.dialects.weight_store import WeightStore
from ncnnc.passes.common.errors import OperationError
from ncnnc.passes.decompose import batch_layers
from ncnnc.passes.decompose.batching.modes import Machine, Work, choose_stacked, runs
from xdsl.dialects.builtin import ModuleOp

from tests.helpers.importing import load_model_files
from tests.helpers.lowering import Shapes, param_text

SIZE = 3
BEFORE_BATCHING = (
    *("infer-shapes", "convert-1d-to-2d", "expand-int8-gemm"),
    "fuse-permute-into-layernorm",
    "fold-constants",
)

# Lines of a `.param` behind its inputs, the shapes of these, and an op that must be there when all
# layers serve all items.
CASES: dict[str, tuple[str, Shapes, str]] = {
    "convolution": (
        "Convolution c 1 1 x y 0=5 1=3 4=1 3=2 5=1 9=1 6=135",
        {"x": (3, 7, 6)},
        "ncnn.convolution3d ",
    ),
    "same_upper": (
        "Convolution c 1 1 x y 0=5 1=3 3=2 4=-233 5=1 6=135",
        {"x": (3, 7, 6)},
        "ncnn.convolution3d ",
    ),
    "depthwise": (
        "ConvolutionDepthWise c 1 1 x y 0=4 1=3 4=1 5=1 6=36 7=4",
        {"x": (4, 5, 6)},
        "ncnn.convolution_depthwise3d",
    ),
    "sequence": (
        "Convolution1D c 1 1 x y 0=5 1=3 4=1 5=1 6=60",
        {"x": (4, 9)},
        "ncnn.convolution3d ",
    ),
    "deconvolution": (
        "Deconvolution c 1 1 x y 0=5 1=4 3=2 4=1 5=1 18=1 6=240",
        {"x": (3, 4, 5)},
        "ncnn.deconvolution3d ",
    ),
    "vector_convolution": (
        "Convolution c 1 1 x y 0=5 1=1 5=1 6=20",
        {"x": (4,)},
        "ncnn.convolution ",
    ),
    "pooling": ("Pooling p 1 1 x y 0=0 1=3 2=2 3=1", {"x": (3, 7, 6)}, "ncnn.pooling3d max"),
    "mean_pooling": (
        "Pooling p 1 1 x y 0=1 1=3 2=2 3=1 6=1 5=1",
        {"x": (3, 7, 6)},
        "ncnn.pooling3d avg",
    ),
    "global_pooling": ("Pooling p 1 1 x y 0=1 4=1", {"x": (3, 7, 6)}, "ncnn.pooling3d avg"),
    "adaptive_pooling": (
        "Pooling p 1 1 x y 0=1 7=1 8=2 18=3",
        {"x": (3, 7, 6)},
        "adaptive [-233, 3, 2]",
    ),
    "relu": ("ReLU r 1 1 x y 0=0.1", {"x": (5,)}, "tensor<3x5xf32>"),
    "prelu": ("PReLU r 1 1 x y 0=4", {"x": (4, 3, 2)}, "tensor<4x3x3x2xf32>"),
    "batchnorm": ("BatchNorm b 1 1 x y 0=4", {"x": (4, 3)}, "tensor<4x3x3xf32>"),
    "add": ("BinaryOp a 2 1 x z y 0=0", {"x": (4, 3, 2), "z": (4,)}, "tensor<3x4x1x1xf32>"),
    "add_row": ("BinaryOp a 2 1 x z y 0=1", {"x": (4, 3), "z": (3,)}, "tensor<3x1x3xf32>"),
    "add_constant": (
        "MemoryData m 0 1 k 0=3 1=4\nBinaryOp a 2 1 x k y 0=2",
        {"x": (4, 3, 2)},
        "ncnn.binaryop mul",
    ),
    "add_of_four_axes": (
        "BinaryOp a 2 1 x x2 y 0=0",
        {"x": (2, 3, 2, 2), "x2": (2, 3, 2, 2)},
        "tensor<6x3x2x2xf32>",
    ),
    "eltwise": ("Eltwise e 2 1 x z y 0=1", {"x": (4, 3, 2), "z": (4, 3, 2)}, "ncnn.eltwise"),
    "innerproduct": ("InnerProduct i 1 1 x y 0=5 1=1 2=120", {"x": (4, 3, 2)}, "tensor<3x24xf32>"),
    "innerproduct_of_rows": (
        "InnerProduct i 1 1 x y 0=5 1=1 2=15",
        {"x": (4, 3)},
        "tensor<12x3xf32>",
    ),
    "gemm": (
        "Gemm g 1 1 x y 3=1 4=0 5=1 6=1 7=0 8=5 9=3 10=4",
        {"x": (4, 3)},
        "tensor<12x3xf32>",
    ),
    "gemm_transposed": (
        "Gemm g 1 1 x y 2=1 3=1 4=0 5=1 6=1 7=0 8=5 9=4 10=-1",
        {"x": (4, 3)},
        "transpose_a",
    ),
    "matmul": ("MatMul m 2 1 x z y", {"x": (2, 4, 3), "z": (2, 3, 5)}, "tensor<3x2x4x3xf32>"),
    "matmul_of_ranks": ("MatMul m 2 1 x z y 0=1", {"x": (4, 3), "z": (2, 5, 3)}, "3x1x4x3xf32"),
    "matmul_by_constant": (
        "MemoryData m 0 1 k 0=5 1=3\nMatMul m2 2 1 x k y",
        {"x": (4, 3)},
        "tensor<12x3xf32>",
    ),
    "sdpa": (
        "SDPA s 3 1 q k v y",
        {"q": (4, 3, 5), "k": (2, 6, 5), "v": (2, 6, 7)},
        "tensor<12x3x5xf32>",
    ),
    "sdpa_mask": (
        "SDPA s 4 1 q k v m y 5=1",
        {"q": (4, 3, 5), "k": (4, 6, 5), "v": (4, 6, 7), "m": (4, 3, 6)},
        "tensor<12x3x6xf32>",
    ),
    "multi_head": ("MultiHeadAttention a 1 1 x y 0=8 1=2 2=64", {"x": (5, 8)}, "ncnn.sdpa"),
    "multi_head_of_two": (
        "MultiHeadAttention a 2 1 x z y 0=8 1=2 2=64 3=6 4=6",
        {"x": (5, 8), "z": (4, 6)},
        "ncnn.sdpa",
    ),
    "softmax": ("Softmax s 1 1 x y 0=1 1=1", {"x": (4, 3, 2)}, "ncnn.softmax"),
    "layernorm": ("LayerNorm l 1 1 x y 0=6 1=0.001 2=1", {"x": (4, 3, 2)}, "size 6"),
    "layernorm_of_rows": ("LayerNorm l 1 1 x y 0=3 1=0.001 2=1", {"x": (4, 3)}, "size 3"),
    "channel_norm": (
        "Permute p 1 1 x a 0=3\nLayerNorm l 1 1 a b 0=4 1=0.001 2=1\nPermute q 1 1 b y 0=4",
        {"x": (4, 3, 2)},
        "ncnn.channel_norm",
    ),
    "rounded_blocks": (
        "Gemm g 1 1 x y 10=-1 2=0 3=1 4=0 5=1 6=1 7=0 8=3 9=40 18=800",
        {"x": (4, 40)},
        "ncnn.round_blocks",
    ),
    "reduction": ("Reduction r 1 1 x y 0=3 1=0 -23303=2,1,2 5=1", {"x": (4, 3, 2)}, "axes [2, 3]"),
    "reduction_of_all": ("Reduction r 1 1 x y 0=0 1=1", {"x": (4, 3, 2)}, "axes [1, 2, 3]"),
    "reduction_keeping": (
        "Reduction r 1 1 x y 0=4 1=0 -23303=1,0 4=1 5=1",
        {"x": (4, 3, 2)},
        "keepdims",
    ),
    "permute": ("Permute p 1 1 x y 0=3", {"x": (4, 3, 2)}, "ncnn.permute"),
    "permute_of_four_axes": ("Permute p 1 1 x y 0=9", {"x": (4, 3, 2, 2)}, "tensor<3x2x2x4xf32>"),
    "concat": ("Concat c 2 1 x z y 0=1", {"x": (4, 3, 2), "z": (4, 5, 2)}, "axis 2"),
    "slice": ("Slice s 1 2 x y z -23300=2,1,-233 1=1", {"x": (4, 3, 2)}, "axes [2]"),
    "crop": ("Crop c 1 1 x y 0=1 1=0 2=1 3=-233 4=2 5=2", {"x": (4, 3, 2)}, "[0, 1, 0, 1]"),
    "padding": ("Padding p 1 1 x y 0=1 1=2 2=0 3=1 5=0.5", {"x": (4, 3, 2)}, "4x3x6x3xf32"),
    "padding_channels": ("Padding p 1 1 x y 7=1 8=1", {"x": (4, 3, 2)}, "tensor<6x3x2xf32>"),
    "padding_rows": ("Padding p 1 1 x y 0=1 1=2 4=1", {"x": (3, 2)}, "tensor<3x6x2xf32>"),
    "shuffle": ("ShuffleChannel s 1 1 x y 0=2", {"x": (4, 3, 2)}, "tensor<4x3x3x2xf32>"),
    "interp": ("Interp i 1 1 x y 0=2 1=2.0 2=3.0", {"x": (4, 3, 2)}, "tensor<12x6x6xf32>"),
    "reshape": ("Reshape r 1 1 x y 0=4 1=6", {"x": (4, 3, 2)}, "tensor<3x6x4xf32>"),
    "reshape_to_four_axes": (
        "Reshape r 1 1 x y 0=2 1=2 11=3 2=2",
        {"x": (4, 3, 2)},
        "tensor<6x3x2x2xf32>",
    ),
    "flatten": ("Flatten f 1 1 x y", {"x": (4, 3, 2)}, "tensor<3x24xf32>"),
    "no_rule": ("CumulativeSum c 1 1 x y 0=1", {"x": (4, 3)}, "ncnn.cumulativesum"),
    "only_one_input_read": ("ReLU r 1 1 x y", {"x": (3,), "z": (2, 2)}, "ncnn.relu"),
    "independent_output": (
        "MemoryData m 0 1 k 0=2\nReLU r 1 1 x y",
        {"x": (3,)},
        "tensor<3x2xf32>",
    ),
}


def batched(
    layers: str, shapes: Shapes, serve: str, caches: tuple[str, ...] = ()
) -> tuple[ModuleOp, ModuleOp, WeightStore]:
    """The graph of one item, that of all, and the weights; caches are inputs without a shape."""
    ctx = make_context()
    text = param_text(layers, {**shapes, **dict.fromkeys(caches, ())})
    module = load_model_files(ctx, text, None, dict(shapes), 1)
    runner = PassRunner(ctx)
    runner.run_steps(module, steps(*BEFORE_BATCHING))
    many = module.clone()
    runner.run_steps(many, [PassStep.of("batch-layers", {"size": SIZE, "serve": serve})])
    many.verify()
    return module, many, ctx.weights


@pytest.mark.parametrize("serve", ["stacked", "apart"])
@pytest.mark.parametrize("case", CASES)
def test_items_are_computed_as_alone(case: str, serve: str):
    layers, shapes, op = CASES[case]
    one, many, weights = batched(layers, shapes, serve)
    rng = np.random.default_rng(0)
    arrays = {n: rng.uniform(-2, 2, (SIZE, *s)).astype(np.float32) for n, s in shapes.items()}
    whole = {
        n: a.reshape(SIZE * s[0], *s[1:]) if len(s := shapes[n]) == 4 else a
        for n, a in arrays.items()
    }
    found = run_reference(many, weights, whole)
    for i in range(SIZE):
        alone = run_reference(one, weights, {n: a[i] for n, a in arrays.items()})
        for name, expected in alone.items():
            item = found[name].reshape(SIZE, *expected.shape)[i]
            np.testing.assert_allclose(item, expected, rtol=0, atol=1e-6 * np.abs(expected).max())
    if serve == "stacked":
        assert op in str(many)
    else:
        assert "3d " not in str(many)


def test_caches_cannot_be_batched():
    layers = "SDPA s 5 3 q k v c d y e f 7=1"
    shapes = {"q": (1, 2, 4), "k": (1, 2, 4), "v": (1, 2, 4)}
    with pytest.raises(OperationError, match="caches cannot be batched"):
        batched(layers, shapes, "apart", caches=("c", "d"))


def test_many_items_are_served_at_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(batch_layers, "MAX_LAYERS_APART", 2)
    layers, shapes, op = CASES["convolution"]
    assert op in str(batched(layers, shapes, "apart")[1])
    monkeypatch.setattr(batch_layers, "MAX_BATCHED_LAYERS", 2)
    layers, shapes, _ = CASES["no_rule"]
    with pytest.raises(OperationError, match="1 layers like this one are computed for each item"):
        batched(layers, shapes, "apart")


MACHINE = Machine(16, 8, 1 << 20)
WEIGHTS = Work(multiply_adds=1000, blobs=1000, weights=1 << 20, result=500)
BLOBS = Work(multiply_adds=1000, blobs=1 << 20, weights=1000, result=1 << 19)
NEUTRAL = Work(0, 0, 0, 500)


@pytest.mark.parametrize(
    ("layers", "expected"),
    [
        ([BLOBS, replace(BLOBS, result=500), WEIGHTS], [False, False, True]),
        ([WEIGHTS, NEUTRAL, WEIGHTS], [True, True, True]),
        ([BLOBS, BLOBS], [False, False]),
        ([Work(1 << 30, 1 << 20, 1 << 20, 500)], [False]),
        ([Work(1000, 1000, 1 << 20, 500, can_stack=False)], [False]),
        ([], []),
    ],
)
def test_what_reads_more_weights_than_blobs_is_stacked(layers: list[Work], expected: list[bool]):
    assert choose_stacked(layers, 8, MACHINE) == expected


def test_a_short_gain_is_not_worth_the_moves():
    small = Work(multiply_adds=1000, blobs=1 << 20, weights=2 << 20, result=1 << 20)
    assert choose_stacked([BLOBS, small, BLOBS], 8, MACHINE) == [False] * 3


def test_runs_are_of_layers_served_alike():
    assert runs([False, False, True, False]) == [range(0, 2), range(2, 3), range(3, 4)]
    assert runs([]) == []


def test_one_batched_step_is_in_the_pipeline_only_if_asked_for():
    target = "x86-avx2"
    names = [str(s) for s in graph_steps(CodeOptions(target=target))]
    assert not any("batch-layers" in name for name in names)
    names = [str(s) for s in graph_steps(CodeOptions(target=target, batch=4))]
    assert sum("batch-layers{size=4}" in name for name in names) == 1
