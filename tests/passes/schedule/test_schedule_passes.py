"""Scheduling decides where and how: after every pass the graph still computes the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.driver.import_model import import_graph, make_context
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.pipeline.build import build_pipeline
from ncnnc.compiler.pipeline.runner import PassRunner
from ncnnc.compiler.pipeline.steps import Level
from ncnnc.compiler.reference import run_reference

MODEL = """7767517
12 13
Input                data   0 1 data 0=9 1=8 2=6
Split                fork   1 2 data left right
Convolution          left1  1 1 left left1 0=20 1=3 4=1 5=1 6=1080 9=1
ConvolutionDepthWise left2  1 1 left1 left2 0=20 1=3 4=1 5=1 6=180 7=20
Convolution          right1 1 1 right right1 0=20 1=1 5=1 6=120 9=2 -23310=1,0.1
BinaryOp             sum    2 1 left2 right1 sum 0=0
ReLU                 relu   1 1 sum relu
Softmax              soft   1 1 relu soft 0=2 1=1
Convolution          last   1 1 soft last 0=7 1=3 6=1260
Pooling              pool   1 1 last pool 0=1 4=1
InnerProduct         fc     1 1 pool fc 0=5 1=1 2=35
Sigmoid              prob   1 1 fc prob
"""


@pytest.mark.parametrize("target", ["x86-64", "x86-avx512"])
def test_passes_change_no_result(target: str, tmp_path: Path):
    param = tmp_path / "model.param"
    param.write_text(MODEL)
    options = CompileOptions(str(param), target=target, random_weights=1)
    ctx = make_context()
    runner = PassRunner(ctx)
    module = import_graph(options, ctx)
    pipeline = build_pipeline(options).until(Level.SCHEDULED)
    runner.run(module, pipeline.until(Level.GRAPH))
    x = {"data": np.random.default_rng(0).uniform(-1, 1, (6, 8, 9)).astype(np.float32)}
    [expected] = run_reference(module, ctx.weights, x).values()
    for step in pipeline.after(Level.GRAPH).steps:
        before = str(module)
        runner.run_steps(module, (step,))
        is_changed = str(module) != before
        # The weights are random, hence float32; the first layer has small strides; windows differ.
        keeps = {"keep-float16-weights", "keep-codebooks", "fold-strides-into-channels"}
        keeps |= {"merge-sibling-convolutions"}
        assert is_changed == (step.name not in keeps), str(step)
        [result] = run_reference(module, ctx.weights, x).values()
        np.testing.assert_allclose(result, expected, rtol=0, atol=1e-6, err_msg=str(step))
