"""insert-split: copies for users change no number, and vanish again without a trace."""

from __future__ import annotations

import numpy as np
from ncnnc.passes.graph.eliminate_split import EliminateSplitPass
from ncnnc.passes.graph.insert_split import InsertSplitPass

T = "tensor<4x3x3xf32>"
NETWORK = f"""
  func.func @main(%x: {T}) -> ({T} {{ncnn.name = "a"}}, {T} {{ncnn.name = "b"}}) {{
    %c = ncnn.weight <"c"> : tensor<4xf32>
    %r = ncnn.relu %x : ({T}) -> {T}
    %s = ncnn.binaryop add %r, %c : ({T}, tensor<4xf32>) -> {T}
    %t = ncnn.binaryop mul %s, %c : ({T}, tensor<4xf32>) -> {T}
    %u = ncnn.binaryop sub %t, %t : ({T}, {T}) -> {T}
    %v = ncnn.binaryop add %u, %r : ({T}, {T}) -> {T}
    func.return %v, %t : {T}, {T}
  }}
"""


def test_same_numbers(run_passes):
    x = np.random.default_rng(0).uniform(-1, 1, (4, 3, 3)).astype(np.float32)
    run = run_passes(NETWORK, "insert-split", {"arg0": x}, clean_up=False)
    run.assert_identical()
    assert run.layers.count("split") == 3


def test_it_is_undone_and_stable(parse_graph):
    module, context = parse_graph(NETWORK)
    before = str(module)
    InsertSplitPass().apply(context, module)
    module.verify()
    split = str(module)
    InsertSplitPass().apply(context, module)
    assert str(module) == split
    EliminateSplitPass().apply(context, module)
    assert str(module) == before
