"""Networks in ONNX: they compute what the reference does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.analysis.model_inputs import seeded_inputs
from ncnnc.compiler.analysis.relative_error import output_errors
from ncnnc.compiler.driver.import_model import import_graph, make_context
from ncnnc.compiler.frontend.ncnn.random_weights_file import write_random_weights
from ncnnc.compiler.frontend.shapes import infer_shapes
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.reference import run_reference
from ncnnc.runtime.model.tensors import TensorSpec

pytest.importorskip("onnx", reason="translating to ONNX needs the extra 'peers'")
pytest.importorskip("onnxruntime", reason="running ONNX needs the extra 'peers'")

import onnxruntime

from tests.bench.onnx_graph import NotImplementedLayerError, onnx_model
from tests.bench.peers import EMITTERS

IMAGES = """
Split       s      1 6 x x0 x1 x2 x3 x4 x5
Convolution c0     1 1 x0 c0 0=8 1=3 3=2 4=1 5=1 6=1152 9=1
ConvolutionDepthWise c1 1 1 c0 c1 0=8 1=3 4=1 6=72 7=8 9=2 -23310=1,0.1
Interp      up     1 1 c1 up 0=2 1=2.0 2=2.0
Interp      near   1 1 c1 near 0=1 1=2.0 2=2.0
Pooling     max    1 1 x1 max 0=0 1=3 2=2
Pooling     avg    1 1 x2 avg 0=1 1=3 2=1 3=1
Pooling     valid  1 1 x3 valid 0=1 1=2 2=2 5=1 6=1
ShuffleChannel sh  1 1 avg sh 0=2
Slice       sl     1 2 sh a b -23300=2,4,-233
Swish       sw     1 1 a sw
HardSwish   hs     1 1 b hs 0=0.166667 1=0.5
Concat      cat    2 1 sw hs cat
LRN         lrn    1 1 cat lrn 0=0 1=5 2=0.1 3=0.75
Eltwise     add    2 1 lrn x4 add 0=1 -23301=2,0.5,2.0
Reduction   mean   1 1 x5 mean 0=3 1=0 -23303=2,1,2 4=1 5=1
BinaryOp    mul    2 1 add mean mul 0=2
Padding     pad    1 1 mul pad 0=1 1=2 2=0 3=1 5=0.5
Crop        crop   1 1 pad crop -23309=2,1,1 -23310=2,5,6 -23311=2,1,2
BatchNorm   bn     1 1 crop bn 0=16 1=0.001
DeconvolutionDepthWise de 1 1 max de 0=16 1=4 3=2 4=1 6=256 7=16
"""
"""Between them most kinds of layers, and the forms in which the benchmark has them."""

ROWS = """
Flatten     f      1 1 x f
InnerProduct ip    1 1 f ip 0=12 1=1 2=768 9=4
HardSigmoid hg     1 1 ip hg 0=0.2 1=0.5
Reshape     r      1 1 hg r 0=4 1=3
LayerNorm   ln     1 1 r ln 0=4 1=0.001
MultiHeadAttention m 1 1 ln m 0=4 1=2 2=16
GELU        g      1 1 m g
Gemm        ge     1 1 g ge 3=1 5=1 6=1 8=5 9=4 10=4
Permute     p      1 1 ge p 0=1
Softmax     sm     1 1 p sm 0=1 1=1
"""


def difference(folder: Path, layers: str, shape: tuple[int, ...]) -> float:
    """Between the reference and what ONNX Runtime makes of a network of these layers."""
    lines = layers.split("\n")[1:-1]
    tops = {word for line in lines for word in tops_of(line)}
    param, weights = folder / "n.param", folder / "n.bin"
    head = f"7767517\n{1 + len(lines)} {1 + len(tops)}\nInput x 0 1 x\n"
    param.write_text(head + "\n".join(lines) + "\n")
    write_random_weights(str(param), 3, {"x": shape}, str(weights))
    translated = onnx_model(str(param), str(weights), {"x": shape}, (), EMITTERS)
    context = make_context()
    options = CompileOptions(str(param), str(weights), inputs={"x": shape})
    module = import_graph(options, context)
    infer_shapes(module, context)
    inputs = seeded_inputs([TensorSpec("x", shape)])
    expected = run_reference(module, context.weights, inputs)
    # onnx's own evaluator has LRN wrong
    session = onnxruntime.InferenceSession(translated.SerializeToString())
    found = session.run([*expected], {"x": inputs["x"][None]})
    actual = {name: np.asarray(y)[0] for name, y in zip(expected, found, strict=True)}
    return max(output_errors(expected, actual).values())


def tops_of(line: str) -> list[str]:
    """The names of the outputs of a layer."""
    words = line.split()
    first = 4 + int(words[2])
    return words[first : first + int(words[3])]


def test_layers_of_images(tmp_path: Path):
    assert difference(tmp_path, IMAGES, (16, 9, 9)) < 1e-5


def test_layers_of_rows(tmp_path: Path):
    assert difference(tmp_path, ROWS, (4, 4, 4)) < 1e-5


def test_other_layers_are_named(tmp_path: Path):
    with pytest.raises(NotImplementedLayerError, match=r"ncnn\.erf has no form"):
        difference(tmp_path, "\nErf e 1 1 x e\n", (3, 4, 5))
