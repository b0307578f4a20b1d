"""Kernels that were made one: fewer of them, and the same bits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.driver.compile import compile_program
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.dialects.main_function import is_kernel
from ncnnc.passes.loops.merge_similar_kernels import MergeSimilarKernelsPass
from ncnnc.runtime.sessions.compiled_model import CompiledModel
from xdsl.dialects.func import CallOp, FuncOp

pytestmark = pytest.mark.isa

MODEL = """7767517
10 10
Input                data  0 1 data 0=10 1=10 2=32
Convolution          c1    1 1 data c1 0=64 1=1 5=1 6=2048 9=1
ConvolutionDepthWise d1    1 1 c1 d1 0=64 1=3 4=1 5=1 6=576 7=64
Convolution          c2    1 1 d1 c2 0=96 1=1 5=1 6=6144 9=1
ConvolutionDepthWise d2    1 1 c2 d2 0=96 1=3 4=1 5=1 6=864 7=96
Convolution          c3    1 1 d2 c3 0=128 1=1 5=1 6=12288 9=1
Convolution          c4    1 1 c3 c4 0=64 1=3 4=1 5=1 6=73728 9=1
Convolution          c5    1 1 c4 c5 0=128 1=3 4=1 5=1 6=73728 9=1
Pooling              p1    1 1 c5 p1 0=0 1=2 2=2
Softmax              s     1 1 p1 out
"""
"""Layers whose kernels differ in channels alone."""
PRODUCTS = """7767517
6 9
Input  data 0 1 data 0=64 1=13
Split  s    1 3 data a b c
Gemm   g1   1 1 a x 0=1.0 3=1 5=1 6=1 8=64 9=64 10=-1
Gemm   g2   1 1 b y 0=1.0 3=1 5=1 6=1 8=96 9=64 10=-1
Gemm   g3   1 1 c z 0=1.0 3=1 5=1 6=1 8=128 9=64 10=-1
Concat cat  3 1 x y z out 0=1
"""
"""Products of the same rows with matrices of more or fewer columns."""
SHAPES = {MODEL: (32, 10, 10), PRODUCTS: (13, 64)}


@pytest.mark.parametrize("model", SHAPES, ids=["convolutions", "products"])
@pytest.mark.parametrize("target", ["x86-64", "x86-avx2", "x86-avx512"])
def test_merged_kernels_compute_the_same(tmp_path: Path, target: str, model: str, monkeypatch):
    path = tmp_path / "model.param"
    path.write_text(model)
    options = CompileOptions(str(path), target=target, random_weights=1)
    functions = [op for op in lower(options).module.ops if isinstance(op, FuncOp)]
    kernels = [function for function in functions if is_kernel(function)]
    calls = [op for f in functions for op in f.body.block.ops if isinstance(op, CallOp)]
    assert len(kernels) < len(calls)
    assert sum("matmul" in kernel.sym_name.data for kernel in kernels) == (model == PRODUCTS)
    merged = compile_program(options)
    monkeypatch.setattr(MergeSimilarKernelsPass, "apply", lambda self, ctx, op: None)
    apart = compile_program(options)
    inputs = {"data": np.random.default_rng(1).normal(size=SHAPES[model]).astype(np.float32)}
    for threads in (1, 3):
        found = CompiledModel(merged, threads).run(inputs)
        expected = CompiledModel(apart, threads).run(inputs)
        assert found["out"].tobytes() == expected["out"].tobytes()
