"""`ncnnc diff` and the bisection of passes."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.analysis import benchmark
from ncnnc.compiler.cli import main as cli
from ncnnc.passes.graph import eliminate_dropout
from xdsl.dialects.builtin import StringAttr

from tests.helpers.needed_features import needs_features_of

pytestmark = pytest.mark.isa

PARAM = """7767517
5 5
Input        data  0 1 data 0=6 1=6 2=3
Convolution  conv  1 1 data conv 0=4 1=3 5=1 6=108
Dropout      drop  1 1 conv drop
ReLU         relu  1 1 drop relu 0={slope}
Flatten      flat  1 1 relu flat
"""


def write_model(path: Path, slope: float = 0.0, first_weight: float = 0.5) -> str:
    path.write_text(PARAM.format(slope=slope))
    weights = np.random.default_rng(1).uniform(-0.3, 0.3, 113).astype(np.float32)
    weights[0], weights[1] = 0, first_weight
    path.with_suffix(".bin").write_bytes(weights.tobytes())
    return str(path)


def test_the_same_model_does_not_differ(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = write_model(tmp_path / "a.param")
    assert cli.main(["diff", path, path]) == 0
    captured = capsys.readouterr()
    assert "blobs in both  4, 0 of them differ" in captured.out
    assert captured.err == ""


def test_the_first_layer_that_differs_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    first = write_model(tmp_path / "a.param")
    second = write_model(tmp_path / "b.param", slope=0.5)
    assert cli.main(["diff", first, second]) == 1
    captured = capsys.readouterr()
    assert "first to differ  'relu', made by layer 'relu'" in captured.out
    assert "output 'flat'" in captured.out
    assert captured.err.startswith("the models differ: ")
    assert "moves by" in captured.out
    assert "hint" not in captured.err


def write_waves(path: Path, factor: str) -> str:
    """The sine of many times the input: rounding the input moves it by a hundredth."""
    lines = ("Input x 0 1 x 0=8 1=8 2=3", f"BinaryOp b 1 1 x b 0=2 1=1 2={factor}")
    lines = "\n".join(("7767517", "3 3", *lines, "UnaryOp y 1 1 b y 0=9"))
    path.write_text(lines + "\n")
    return str(path)


def test_a_sensitive_network_is_said_to_be_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    first = write_waves(tmp_path / "a.param", "100000.0")
    assert cli.main(["diff", first, write_waves(tmp_path / "b.param", "100000.01")]) == 1
    captured = capsys.readouterr()
    (moved,) = re.findall(r"moves by (\S+) itself if inputs change by 1.2e-07", captured.out)
    assert 3e-3 < float(moved) < 3e-2
    assert "hint: a change of the last bit of the inputs moves the outputs" in captured.err
    assert cli.main(["diff", first, write_waves(tmp_path / "b.param", "200000.0")]) == 1
    assert "hint" not in capsys.readouterr().err


def test_weights_and_tolerance_are_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    first = write_model(tmp_path / "a.param")
    write_model(tmp_path / "b.param", first_weight=0.5001)
    words = ["diff", first, first, "--second-weights", str(tmp_path / "b.bin")]
    assert cli.main([*words, "--tolerance", "1e-6"]) == 1
    assert cli.main([*words, "--tolerance", "0.01", "--all"]) == 0
    assert "conv" in capsys.readouterr().out


def test_other_inputs_cannot_be_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    first = write_model(tmp_path / "a.param")
    second = write_model(tmp_path / "b.param")
    Path(second).write_text(Path(second).read_text().replace("0=6 1=6", "0=7 1=6"))
    assert cli.main(["diff", first, second]) == 2
    assert "input 'data' is 3x6x6 in the first, 3x6x7 in the second" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "reason"),
    [(["a.param"], "name a second model"), (["a", "b", "--bisect-passes"], "takes one model")],
)
def test_wrong_usage(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["diff", *words]) == 2
    assert reason in capsys.readouterr().err


def test_bisection_of_right_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = write_model(tmp_path / "a.param")
    assert cli.main(["diff", path, "--bisect-passes"]) == 0
    out = capsys.readouterr().out
    assert "no pass changes results" in out
    assert "machine code" in out


def test_bisection_names_the_wrong_pass(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    right = eliminate_dropout.EliminateDropoutPass.rewrite

    def wrong(self, ctx, op):
        right(self, ctx, op)
        for layer in op.walk():
            if layer.name == "ncnn.weight" and layer.key.data == "conv.bias":
                key = ctx.weights.add("wrong", ctx.weights.get("conv.bias") + np.float32(1))
                layer.properties["key"] = StringAttr(key)
        return True

    monkeypatch.setattr(eliminate_dropout.EliminateDropoutPass, "rewrite", wrong)
    path = write_model(tmp_path / "a.param", slope=0.1)
    assert cli.main(["diff", path, "--bisect-passes"]) == 1
    assert "first pass that changes results: eliminate-dropout" in capsys.readouterr().err


def test_a_precision_is_compared_with_float32(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    needs_features_of("x86-avx2")
    path = tmp_path / "a.param"
    path.write_text(
        "7767517\n2 2\nInput data 0 1 data 0=6 1=6 2=8\n"
        "Convolution conv 1 1 data conv 0=16 1=3 6=1152\n"
    )
    arguments = ["diff", str(path), "--random-weights", "1", "--precision", "bf16", "--target"]
    assert cli.main([*arguments, "x86-avx2"]) == 0
    assert capsys.readouterr().out.startswith("output 'conv'  ")
    needs_features_of("x86-avx512+bf16")
    assert cli.main([*arguments, "x86-avx512+bf16", "--tolerance", "1e-6"]) == 1
    captured = capsys.readouterr()
    assert "the models differ" in captured.err
    assert "moves by" in captured.out


def test_instead_of_detections_the_blobs_are_compared_that_they_are_found_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    needs_features_of("x86-avx2")
    path = tmp_path / "a.param"
    path.write_text(
        "7767517\n3 3\nInput data 0 1 data 0=4 1=4 2=3\n"
        "Convolution conv 1 1 data conv 0=35 1=1 6=105\n"
        "YoloDetectionOutput yolo 1 1 conv boxes 0=2 1=5 -23304=10,1,1,2,2,3,3,4,4,5,5\n"
    )
    arguments = ["diff", str(path), "--random-weights", "1", "--precision", "bf16"]
    assert cli.main([*arguments, "--target", "x86-avx2"]) == 0
    text = capsys.readouterr().out
    assert "output 'boxes' is a list of detections: compared are the blobs it is found in" in text
    assert text.splitlines()[-1].startswith("output 'conv'  ")


def test_without_the_wheel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(benchmark, "has_ncnn", lambda: False)
    words = ["diff", write_model(tmp_path / "m.param"), "--compare", "ncnn"]
    assert cli.main(words) == cli.EXIT_USAGE
    assert "pip install 'ncnnc[oracle]'" in capsys.readouterr().err
