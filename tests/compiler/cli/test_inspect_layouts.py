"""`ncnnc inspect --layouts`: every edge with its reasons, and the conversions that are made."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.cli.inspection.layouts import plan_of
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.pipeline.steps import Level
from ncnnc.dialects.ncnn.internal.convert_layout import ConvertLayoutOp
from ncnnc.dialects.ncnn.internal.weight import is_weight

MODEL = """7767517
7 8
Input       data  0 1 data 0=6 1=6 2=3
Convolution conv  1 1 data conv 0=20 1=3 4=1 5=1 6=540
Split       split 1 2 conv a b
Softmax     rows  1 1 a rows 0=1 1=1
Softmax     cols  1 1 b cols 0=2 1=1
Concat      both  2 1 rows cols both
Convolution last  1 1 both out 0=20 1=1 5=1 6=800
"""


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A network of which one blob is unpacked for two layers."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.param").write_text(MODEL)
    return "m.param"


def table(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> dict[tuple[str, str], str]:
    """The rows by blob and reader, and the last line."""
    assert cli.main(["inspect", *arguments]) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = {(line.split()[0], line.split()[1]): " ".join(line.split()[2:]) for line in lines[1:-2]}
    return {**rows, ("sum", ""): lines[-1]}


@pytest.mark.requirement("L24", "L13")
def test_every_edge_has_its_four_reasons(model: str, capsys: pytest.CaptureFixture[str]):
    rows = table([model, "--layouts", "--target", "x86-avx512"], capsys)
    machine = "policy padded x86-avx512: 16 lanes"
    assert rows == {
        ("data", "conv"): f"3x6x6 plain {machine} c = 3 reads it as it comes",
        (
            "conv",
            "rows",
        ): f"20x6x6 plain unpack, shared by 2 {machine} c = 20 takes plain blobs only",
        (
            "conv",
            "cols",
        ): f"20x6x6 plain unpack, shared by 2 {machine} c = 20 takes plain blobs only",
        ("rows", "both"): f"20x6x6 plain {machine} c = 20 follows plain inputs",
        ("cols", "both"): f"20x6x6 plain {machine} c = 20 follows plain inputs",
        (
            "both",
            "last",
        ): f"40x6x6 pack 16 pack {machine} c = 40 = 2 x 16 + 8 asks for packed blobs",
        ("out", "output"): f"out 20x6x6 plain unpack {machine} c = 20 outputs are plain",
        ("sum", ""): "conversions    3, 1 of them shared, 0 without a copy",
    }


@pytest.mark.requirement("L24", "L25")
def test_for_another_target_input_and_output(model: str, capsys: pytest.CaptureFixture[str]):
    more = ["--target", "x86-avx2", "--input", "data=3,4,4", "--outputs", "rows"]
    rows = table([model, "--layouts", *more], capsys)
    assert rows["conv", "rows"].startswith("20x4x4 plain unpack policy padded x86-avx2: 8 lanes")
    assert not any("last" in edge for edge in rows)


@pytest.mark.slow
@pytest.mark.requirement("L24")
@pytest.mark.parametrize("name", ["squeezenet", "mobilenet_v3", "shufflenet_v2"])
def test_what_is_shown_is_what_is_done(name: str):
    options = CompileOptions(name, random_weights=0, target="x86-avx512")
    plan, _ = plan_of(lower(options, Level.GRAPH).module)
    module = lower(options, Level.SCHEDULED).module
    made = [op for op in module.walk() if isinstance(op, ConvertLayoutOp)]
    shown = [value for value, _ in plan.converted if not is_weight(value)]
    assert len(shown) == len([op for op in made if not is_weight(op.input)]) > 0
