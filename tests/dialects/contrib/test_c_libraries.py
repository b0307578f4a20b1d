"""Every contrib layer in a library for C, `.so` and `.a`, against its meaning in numpy."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.dialects.contrib import contrib_layers
from ncnnc.dialects.contrib.pnnx import IDENTITIES, UNARY

from tests.helpers.c_library import CLibrary, build
from tests.helpers.contrib_layers import Case, meant, uniform
from tests.helpers.lowering import param_text

TOLERANCE = 2e-5
"""Relative to the largest magnitude of an output."""
SPLINES = ("modules.PRQTransform", "piecewise_rational_quadratic_transform_module")
SPLINE_TOLERANCE = 2e-4
"""Tolerance of layers that solve for the argument of a spline."""
PIPER = "piper.train.vits."


def words(count: int, most: int) -> np.ndarray:
    """Return numbers of rows of a table, with one outside of it."""
    return np.array([*np.random.default_rng(0).integers(0, most, count - 1), most], np.float32)


@cache
def cases() -> list[Case]:
    """Return one case for each layer, on odd extents."""
    image, matrix, vector = uniform(3, 5, 7), uniform(13, 7), uniform(17)
    flow, positive = uniform(2, 5, 7, bound=4), np.abs(uniform(37)) + np.float32(0.1)
    mask = (np.arange(13) < 9).astype(np.float32)[None, None]
    tables, rows = (uniform(9, 7), uniform(9, 7, seed=1)), uniform(14, 13)
    places, boxes = uniform(5, 2, 2, 3, bound=1), np.sort(uniform(19, 2, 2, bound=9), axis=1)
    sizes = np.array([[2, 3], [1, 5]], np.float32)
    index = np.random.default_rng(1).integers(0, 4 * 5 * 7, (3, 5, 7)).astype(np.float32)
    return [
        *(meant(type, image) for type in IDENTITIES),
        *(meant(prefix + name, positive) for name in UNARY for prefix in ("aten::", "torch.")),
        meant("Tensor.expand_as", image[:1, :1], image),
        *(meant(type, image) for type in ("nn.Softsign", "nn.Tanhshrink")),
        meant("torch.flip", image),
        meant("torch.zeros_like", image),
        *(meant(type, uniform(3, 6, 10)) for type in ("YoloV5Focus", "YOLOv5Focus")),
        *(meant(type, image, flow) for type in ("rife.Warp", "dain.OpticalFlowWarp")),
        meant("ifrnet.Warp", flow, image),
        meant("dain.Correlation", image, uniform(3, 5, 7, seed=1)),
        meant("dain.FilterInterpolation", image, flow, uniform(16, 5, 7)),
        meant("dain.DepthFlowProjection", flow, np.abs(image[:1]) + np.float32(0.1)),
        meant("Where", image),
        meant("ConvTranspose2d1", image, uniform(7, 3, 3, 3)),
        meant("ConvTranspose2d2", image, uniform(3, 7, 3, 3)),
        *(meant(type, uniform(3, 7, 8), uniform(7, 3, 4)) for type in ("BConv2d1", "BConv2d2")),
        meant("Gather", image, words(5, 3), params={0: 0}),
        meant("torch.gather", matrix, uniform(3, 7, bound=12), params={0: 0}),
        meant("torch.topk", image, params={0: 2, 1: 1}),
        meant("TopK", vector, params={0: 5}),
        meant("GridSampleN", uniform(4, 2, 3, 5), uniform(3, 2, 15, 3, bound=1.5)),
        meant("DivTrilWhere", uniform(3, 7, 9)),
        meant("TransformerMask", uniform(3, 7, 9)),
        meant("TransformerGemm", uniform(2, 7, 13), uniform(2, 13, 5)),
        meant("PositionalEncoding", uniform(17, 14), params={0: 256}),
        meant("gen_attn", uniform(100, 3, 5)),
        meant("ms_attn", sizes, uniform(11, 2, 13), places, places, np.abs(places)),
        meant("MaxPoolingInd", uniform(3, 6, 8), params={1: 3, 2: 2, 3: 1, 5: 1}),
        meant("MaxUnPooling", image, index),
        meant("NonMaxSuppression", boxes.reshape(19, 4), np.abs(uniform(19, seed=3))),
        meant("SherpaMetaData", params={0: 2, 16: (2, 3, 2)}),
        meant("PoolingModuleNoProj", matrix, np.array([5], np.float32), matrix[:1]),
        meant("TensorAsStrided", image, params={0: (3, 4, 6), 1: (35, 8, 1), 2: 2}),
        meant("SimpleUpsample", matrix, params={0: 3, 1: 7, 2: 21}, weights=(uniform(3, 7),)),
        meant("Stack", *(uniform(5, 7, seed=seed) for seed in range(3))),
        meant("attentions.Attention", *tables, mask, *(uniform(14, 13, seed=i) for i in range(3))),
        meant("attentions.ExpandDim", matrix, uniform(2, 2)),
        meant("attentions.SamePadding", matrix),
        meant("Embedding", uniform(11, 13), words(6, 11)),
        meant("modules.Transpose", image),
        meant("modules.ReduceDims", image),
        meant("modules.ResidualReverse", mask, rows, rows[None], rows[None, :3], params={0: 1}),
        meant("modules.SequenceMask", rows, np.array([0, 4, 13.5, 99], np.float32)),
        meant("modules.RandnLike", matrix),
        spline("modules.PRQTransform"),
        spline(f"{PIPER}modules.piecewise_rational_quadratic_transform_module"),
        meant(f"{PIPER}attentions.relative_embeddings_k_module", uniform(2, 7, 9)),
        meant(f"{PIPER}attentions.relative_embeddings_v_module", uniform(3, 7, 7)),
    ]


def spline(type: str) -> Case:
    """Return values that a spline is to have, and its parameters."""
    values, parameters = uniform(37, bound=6), uniform(37, 29, seed=6, bound=3)
    if type.startswith(PIPER):
        return meant(type, parameters, values)
    derivatives = np.pad(parameters[:, 20:], ((0, 0), (1, 1)))
    return meant(type, derivatives, values, parameters[:, :10], parameters[:, 10:20])


def run(path: Path, arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the outputs of a library by name."""
    library = CLibrary(path, "net")
    assert library.create() == 0
    names = [tensor.described()[0] for tensor in library.tensors("input")]
    outputs = [tensor.described()[0] for tensor in library.tensors("output")]
    found = library.run([arrays[name] for name in names])
    library.destroy()
    return dict(zip(outputs, found, strict=True))


def error_of(case: Case, results: list[np.ndarray]) -> float:
    """Return the largest error of a layer's outputs, relative to their largest magnitudes."""
    errors = [0.0]
    for result, expected in zip(results, case.expected, strict=True):
        assert result.shape == expected.shape
        finite = np.isfinite(expected)
        np.testing.assert_array_equal(result[~finite], expected[~finite], err_msg=case.type)
        scale = max(float(np.abs(expected[finite]).max(initial=0)), 1)
        errors.append(float(np.abs(result[finite] - expected[finite]).max(initial=0)) / scale)
    return max(errors)


def test_each_layer_has_a_case():
    assert sorted(case.type for case in cases()) == sorted(contrib_layers())


@pytest.mark.isa
@pytest.mark.parametrize("form", ["so", "a"])
def test_all_layers(form: str, tmp_path: Path):
    named = list(enumerate(cases()))
    arrays = {
        name: x
        for number, case in named
        for name, x in zip(case.names(number), case.inputs, strict=True)
    }
    shapes = {name: x.shape for name, x in arrays.items()}
    text = param_text("\n".join(case.line(number) for number, case in named), shapes)
    weights = b"".join(case.stored() for case in cases())
    options = {"inputs": shapes, "targets": ["x86-64"], "name": "net"}
    ncnnc.compile_library(text, weights, tmp_path / f"layers.{form}", **options)
    if form == "a":
        build(
            tmp_path,
            "-shared -Wl,--whole-archive layers.a -Wl,--no-whole-archive -lm",
            "layers.so",
            flags="",
        )
    results = run(tmp_path / "layers.so", arrays)
    wrong: dict[str, float] = {}
    for number, case in named:
        error = error_of(case, [results.pop(name) for name in case.outputs(number)])
        if not error <= (SPLINE_TOLERANCE if case.type.endswith(SPLINES) else TOLERANCE):
            wrong[case.type] = error
    assert not wrong
    assert not results
