"""Layers that programs add to ncnn: found, marked, written back, and replaced by the user's own."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.format.layer_types import LAYER_TYPES
from ncnnc.dialects.contrib import contrib_layers, find_layer

from tests.helpers.own_layers import registered, same_shape

NETWORK = """7767517
3 3
Input       in    0 1 x 0=8 1=6 2=3
YoloV5Focus focus 1 1 x f 0=1 3=0.5 -23305=2,1,2
ReLU        relu  1 1 f y
"""


@pytest.fixture
def network(tmp_path: Path) -> Path:
    path = tmp_path / "m.param"
    path.write_text(NETWORK)
    (tmp_path / "m.bin").write_bytes(b"")
    return path


@pytest.mark.parametrize("type", contrib_layers())
def test_each_layer_has_a_source_a_meaning_and_code(type: str):
    layer = contrib_layers()[type]
    assert type not in LAYER_TYPES
    assert layer.project.count("/") == 1
    assert layer.lowering is not None
    assert layer.reference.__doc__
    assert layer.shape.__doc__
    assert layer.lowering.__doc__


def test_optimize_writes_the_layer_back_unchanged(network: Path, tmp_path: Path):
    out = tmp_path / "o.param"
    ncnnc.optimize(str(network), str(tmp_path / "m.bin"), str(out), str(tmp_path / "o.bin"))
    (line,) = [line for line in out.read_text().splitlines() if "YoloV5Focus" in line]
    values = [word for word in line.split()[6:] if not word.startswith("-23330=")]  # the shape hint
    assert values == ["0=1", "3=0.5", "-23305=2,1,2"]


def test_inspect_and_errors_mark_the_layer(network: Path, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["inspect", str(network)]) == 0
    assert "contrib        YoloV5Focus (1, of Tencent/ncnn)" in capsys.readouterr().out
    with pytest.raises(ncnnc.ModelError) as caught:
        ncnnc.compile(str(network), inputs={"x": (3, 5, 8)})
    text = str(caught.value)
    assert "layer 'focus' (YoloV5Focus, contrib): input has 5x8 pixels" in text


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("rife.Warp w 1 1 x f", "it takes 2 inputs, not 1"),
        ("YoloV5Focus w 2 1 x z f", "it takes 1 input, not 2"),
    ],
)
def test_numbers_of_inputs(line: str, reason: str):
    text = f"7767517\n4 4\nInput x 0 1 x 0=8 1=6 2=3\nInput z 0 1 z 0=8\n{line}\nReLU r 1 1 f y\n"
    with pytest.raises(ncnnc.ModelError, match=f"layer 'w' .* contrib.: {reason}$"):
        ncnnc.compile(text.encode(), b"")


@pytest.mark.isa
def test_a_registered_layer_takes_precedence(network: Path):
    def negative(params: object, x: np.ndarray) -> np.ndarray:
        return -x

    x = np.full((3, 6, 8), -2, np.float32)
    with registered("YoloV5Focus", shape=same_shape, reference=negative):
        model = ncnnc.compile(str(network), cache=False)
        assert [call.type for call in model.program.call_backs] == ["YoloV5Focus"]
        np.testing.assert_array_equal(model(x), -x)
    assert find_layer("YoloV5Focus") is contrib_layers()["YoloV5Focus"]
    model = ncnnc.compile(str(network), cache=False)
    assert not model.program.call_backs
    assert model(x).shape == (12, 3, 4)
