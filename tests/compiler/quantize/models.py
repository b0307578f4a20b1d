"""Small float32 models for the tests of quantizing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from ncnnc.compiler.driver.import_model import import_graph, make_context
from ncnnc.compiler.frontend.shapes import infer_shapes
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.quantize.layers import FloatLayer, QuantizableLayer, find_layers
from ncnnc.dialects.context import NcnncContext
from xdsl.dialects.builtin import ModuleOp

CHAIN = """7767517
9 10
Input                data  0 1 data 0=8 1=8 2=3
Convolution          conv1 1 1 data conv1 0=8 1=3 4=1 5=1 6=216 9=1
ConvolutionDepthWise dw    1 1 conv1 dw 0=8 1=3 4=1 5=1 6=72 7=8 9=1
Split                split 1 2 dw dw_0 dw_1
Convolution          left  1 1 dw_0 left 0=8 1=1 5=1 6=64 9=1
Convolution          right 1 1 dw_1 right 0=8 1=3 3=1 4=1 6=576
BinaryOp             sum   2 1 left right sum
Pooling              pool  1 1 sum pool 0=1 4=1
InnerProduct         fc    1 1 pool out 0=5 1=1 2=40
"""
"""Two convolutions that hand on int8 (to one layer, through a Split to two), two that do not."""
CHAIN_ARRAYS = ((216, 8), (72, 8), (64, 8), (576,), (40, 5))
"""Weights, each after a tag, and biases."""

PAIR = """7767517
3 3
Input        data   0 1 data 0=8
InnerProduct first  1 1 data first 0=6 1=1 2=48 9=1
InnerProduct second 1 1 first out 0=5 2=30
"""
PAIR_ARRAYS = ((48, 6), (30,))


def random_arrays(sizes: tuple[tuple[int, ...], ...], seed: int = 2) -> bytes:
    """A `.bin` of layers that store weights, after a tag, and perhaps a bias."""
    generator = np.random.default_rng(seed)
    parts = []
    for weight, *biases in sizes:
        parts += [np.zeros(1), generator.normal(size=weight) / np.sqrt(weight / 8)]
        parts += [generator.normal(size=bias) / 4 for bias in biases]
    return b"".join(part.astype("<f4").tobytes() for part in parts)


def write_chain(folder: Path) -> tuple[str, str]:
    """The model `CHAIN` as files."""
    (folder / "m.param").write_text(CHAIN)
    (folder / "m.bin").write_bytes(random_arrays(CHAIN_ARRAYS))
    return str(folder / "m.param"), str(folder / "m.bin")


def write_pair(folder: Path) -> None:
    """The model `PAIR` as files, which is compiled in no time."""
    (folder / "m.param").write_text(PAIR)
    (folder / "m.bin").write_bytes(random_arrays(PAIR_ARRAYS))


def samples(count: int, shape: tuple[int, ...] = (3, 8, 8)) -> np.ndarray:
    """Random inputs."""
    return np.random.default_rng(8).normal(size=(count, *shape)).astype(np.float32)


def layers_of(
    options: CompileOptions,
) -> tuple[ModuleOp, NcnncContext, list[QuantizableLayer], list[FloatLayer]]:
    """The graph of a model, and what can and what cannot compute with int8."""
    ctx = make_context()
    module = import_graph(options, ctx, for_export=True)
    infer_shapes(module, ctx)
    return module, ctx, *find_layers(module, ctx, options.name)
