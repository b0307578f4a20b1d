"""Proposal: how many regions there can be, where its anchors are, who may read them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.diagnostics import UnsupportedError
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.frontend.survey.support_check import check_runnable
from ncnnc.compiler.pipeline.build import steps
from ncnnc.compiler.pipeline.runner import PassRunner
from ncnnc.dialects.ncnn.rules.found_rows import has_found_rows

from tests.helpers.importing import load_model_files
from tests.helpers.lowering import param_text

MakeLayer = Callable[..., Any]
SHAPES = [(18, 6, 7), (36, 6, 7), (3,)]


@pytest.mark.parametrize(
    ("params", "rows"),
    [({}, 300), ({2: 40}, 40), ({3: 7}, 7), ({2: 0, 3: 1000}, 378), ({2: -1, 3: 400}, 378)],
)
def test_rows(layer: MakeLayer, params: dict[int, Any], rows: int):
    """Nine boxes at each of 42 cells."""
    op = layer("Proposal", params, *SHAPES)
    assert op.infer_shapes() == [(rows, 1, 4)]
    assert has_found_rows(op.outputs[0])
    assert op.result_rank(op.outputs[0], lambda _: None) == 3


def test_parameters_come_back(layer: MakeLayer):
    params = {0: 8, 1: 4, 2: 100, 3: 20, 4: 0.5, 5: 3}
    op = layer("Proposal", params, *SHAPES)
    assert list(op.LAYER.completed(op.layer_params()).values()) == list(params.values())


def test_sizes_of_anchors(layer: MakeLayer):
    """Widths and heights are rounded before they are scaled, halves away from zero."""
    sizes = layer("Proposal", {}, *SHAPES).anchor_sizes()
    assert sizes[::3].tolist() == [[184, 96], [128, 128], [88, 176]]
    assert (sizes[1::3] == 2 * sizes[::3]).all()
    assert (sizes[2::3] == 4 * sizes[::3]).all()
    sizes = layer("Proposal", {1: 5}, *SHAPES).anchor_sizes()
    assert (sizes[::3] / 8).tolist() == [[7, 4], [5, 5], [4, 8]]


def test_centres_of_anchors(layer: MakeLayer):
    centres = layer("Proposal", {0: 8, 1: 5}, *SHAPES).centres()
    np.testing.assert_array_equal(
        centres[:, [0, 1, 7, 41]], [[2.5, 10.5, 2.5, 50.5], [2.5, 2.5, 10.5, 42.5]]
    )


def check(reader: str) -> None:
    """Check a graph that reads what a Proposal finds."""
    layers = f"Proposal p 3 2 score bbox info rois scores\nSplit s 1 2 rois a b\n{reader}"
    shapes = {"x": (8, 6, 7), **dict(zip(("score", "bbox", "info"), SHAPES, strict=True))}
    ctx = make_context()
    module = load_model_files(ctx, param_text(layers, shapes), None, shapes, 1)
    PassRunner(ctx).run_steps(module, steps("infer-shapes"))
    check_runnable(module)


@pytest.mark.parametrize(
    "reader",
    [
        "ROIPooling y 2 1 x a y 0=2 1=2 2=0.0625",
        "ROIAlign y 2 1 x a y 0=2 1=2 2=0.0625",
        "PSROIPooling y 2 1 x a y 0=2 1=2 2=0.0625 3=2",
    ],
)
def test_the_best_region_may_be_pooled(reader: str):
    check(reader)


@pytest.mark.parametrize(
    "reader",
    [
        "ReLU y 1 1 a y",
        "ROIPooling y 2 1 a b y 0=1 1=1 2=1.0",
        "ROIPooling y 2 1 x scores y 0=1 1=1 2=1.0",
    ],
)
def test_how_many_there_are_matters_to_others(reader: str):
    with pytest.raises(UnsupportedError, match="depends on the data; layers that read them"):
        check(reader)


@pytest.mark.isa
def test_regions_of_any_image_may_be_pooled(tmp_path: Path):
    text = "Proposal p 3 1 score bbox info rois\nROIPooling y 2 1 x rois y 0=2 1=2 2=0.0625"
    shapes = {"x": (8, 6, 7), **dict(zip(("score", "bbox", "info"), SHAPES, strict=True))}
    param = tmp_path / "any.param"
    param.write_bytes(param_text(text, dict.fromkeys(shapes, ())))
    net = ncnnc.compile(param, dynamic=True, outputs=["y"])
    rng = np.random.default_rng(2)
    blobs = {name: rng.random(shape, np.float32) for name, shape in shapes.items()}
    blobs["info"] = np.array([96, 112, 1], np.float32)
    assert net.run(blobs)["y"].shape == (8, 2, 2)
