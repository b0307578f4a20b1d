"""`ncnnc inspect --layer`: the page of one layer of a small model."""

from __future__ import annotations

import contextlib
import io
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.format.param_binary_writer import param_binary
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.pipeline.runner import module_text
from ncnnc.compiler.pipeline.steps import Level
from ncnnc.dialects.context import NcnncContext
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from tests.helpers.command_line import PARAM, fails

pytestmark = pytest.mark.isa


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """All of the convolution, measured, its IR shortened."""
    param = tmp_path_factory.mktemp("layer") / "m.param"
    param.write_text(PARAM)
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        assert cli.main(["inspect", str(param), "--layer", "conv1", "--measure"]) == 0
    return text.getvalue()


def sections(page: str) -> dict[str, list[str]]:
    """The lines of each section, by its title."""
    parts = re.split(r"^(.+)\n-+\n", page, flags=re.MULTILINE)
    return {
        title: [line.rstrip() for line in body.strip().splitlines()]
        for title, body in zip(parts[1::2], parts[2::2], strict=True)
    }


def section(page: str, start: str) -> list[str]:
    """The lines of the section whose title starts so."""
    return next(lines for title, lines in sections(page).items() if title.startswith(start))


def test_parameters_have_their_names(page: str):
    line = "m.param:4: Convolution  conv1 1 1 data conv1 0=4 1=3 4=1 5=1 6=108"
    assert page.splitlines()[0].endswith(line)
    lines = section(page, "conv1 (Convolution)")
    assert [row.split() for row in lines[:4]] == [
        ["id", "parameter", "value"],
        ["0", "num_output", "4"],
        ["1", "kernel_w", "3"],
        ["4", "pad_left", "1"],
    ]
    by_default = next(row for row in lines if row.startswith("by default"))
    assert "11=3 kernel_h" in by_default
    assert "num_output" not in by_default


def test_the_cost_of_a_layer_is_that_of_the_file(page: str):
    lines = section(page, "conv1 (Convolution)")
    assert "reads          %data 3x8x8" in lines
    assert "makes          %conv1 4x8x8" in lines
    assert "multiply-adds  6,912 (13,824 FLOP)" in lines
    weights = next(row for row in lines if row.startswith("weights"))
    assert weights.endswith("448 B as float32 (generated: there is no .bin)")


def test_passes_and_remarks_are_told_in_order(page: str):
    first, _, *rows = section(page, "What became of it")
    assert first == "1 kernel, which also computes relu1"
    table = [row.split() for row in rows if row]
    assert table[0] == ["after", "pass", "it", "is", "together", "with"]
    assert table[1] == ["import", "ncnn.convolution"]
    assert table[2] == ["fuse-convolution-activation", "ncnn.convolution", "relu1"]
    assert rows[-1].endswith("m.param:4: remark: fuse-convolution-activation: conv1, relu1")


def test_algorithm_layout_and_kernel(page: str):
    scheduled = section(page, "Algorithm and layouts")
    assert scheduled[0] == "ncnn.convolution"
    algorithm = scheduled[1].split()[1]
    assert scheduled[2].strip() == "fewest estimated cycles"
    assert scheduled[3].strip().startswith(f"estimated: {algorithm} ")
    at = scheduled.index("reads          %data 3x8x8 plain")
    option, hardware, count, layer = map(str.strip, scheduled[at + 1 : at + 5])
    assert option == "policy padded"
    assert hardware.endswith(" lanes")
    assert count == "c = 3"
    assert layer == "reads it as it comes"
    assert re.fullmatch(r"makes +%relu1 4x8x8 pack (4|8|16)", scheduled[-1])
    kernel = section(page, "Step 1 of")
    facts = dict(row.split(maxsplit=1) for row in kernel if row)
    assert facts["layers"] == "conv1, relu1"
    assert facts["symbol"].startswith(f"convolution_{algorithm}_3x8x8_")
    assert facts["register"].startswith("tile ")
    assert facts["workspace"].endswith(" a thread")
    assert facts["in"].split() == ["input", "'data'", "3x8x8", "f32", "768"]


def test_a_measured_kernel_has_a_share_of_the_model(page: str):
    _, row = section(page, "Measured here")
    step, *_, milliseconds, speed, share = row.split()
    assert step == "1"
    assert float(milliseconds) >= 0
    assert float(speed) > 0
    assert 0 < float(share.removesuffix("%")) < 100


def test_ir_is_that_of_the_levels(page: str):
    assert "relu1" not in "".join(section(page, "IR at level import"))
    assert section(page, "IR at level graph")[-1].count("activation relu") == 1
    assert " algorithm " in section(page, "IR at level scheduled")[-1]
    kernels = section(page, "IR at level kernels")
    assert any(line.startswith("func.call @convolution") for line in kernels)
    assert any(line.startswith("  kernel.convolution ins(") for line in kernels)
    loops = section(page, "IR at level loops")
    assert loops[0].startswith("func.func private @convolution")
    assert re.fullmatch(r"\.\.\. \d+ more lines: --full", loops[-1])


@dataclass
class WholeTexts:
    """Keeps the lines of a whole module at each level."""

    lines: dict[Level, set[str]]

    def before_pass(self, a_pass: ModulePass, ctx: NcnncContext, module: ModuleOp) -> None:
        """Ignore passes before they run."""

    def after_pass(self, name: str, module: ModuleOp) -> None:
        """Ignore passes after they run."""

    def at_level(self, level: Level, module: ModuleOp) -> None:
        self.lines[level] = set(map(str.strip, module_text(module).splitlines()))


def test_in_full_every_line_stands_in_the_modules(folder: Path, capsys: pytest.CaptureFixture[str]):
    words = ["inspect", "m.param", "--layer", "conv1", "--full", "--outputs", "conv1"]
    assert cli.main(words) == 0
    shown = capsys.readouterr().out
    assert "generated" not in shown
    whole = WholeTexts({})
    lower(CompileOptions("m.param", outputs=("conv1",)), watcher=whole)
    for level in Level:
        lines = section(shown, f"IR at level {level}")
        assert {line.strip() for line in lines} <= whole.lines[level]
    assert sum("scf.for" in line for line in section(shown, "IR at level loops")) > 1


def test_a_layer_that_was_folded_away_says_into_which(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    assert cli.main(["inspect", "m.param", "--layer", "relu1"]) == 0
    output = capsys.readouterr().out
    first, _, *rows = section(output, "What became of it")
    assert first == "merged into conv1: 1 kernel for relu1, conv1"
    fused = [row.split() for row in rows if row.startswith("fuse-convolution-activation")]
    assert fused == [["fuse-convolution-activation", "ncnn.convolution", "conv1"]]
    assert "layers         conv1, relu1" in section(output, "Step 1 of")


def test_a_name_that_is_none_is_one_line(folder: Path, capsys: pytest.CaptureFixture[str]):
    words = ["inspect", "m.param", "--layer"]
    fails([*words, "relu2"], cli.EXIT_USAGE, "'relu2'; did you mean 'relu1'?", capsys)
    fails([*words, "fc", "--outputs", "conv1"], cli.EXIT_USAGE, "'conv1' does not need", capsys)
    fails(["inspect", "m.ncnnc", "--layer", "fc"], cli.EXIT_USAGE, "needs the .param", capsys)


def test_what_concerns_one_layer_needs_one(folder: Path, capsys: pytest.CaptureFixture[str]):
    for words in (["--measure"], ["--full"], ["--target", "x86-avx2"], ["--conv", "conv1=gemm"]):
        reason = f"{words[0]} needs --layer"
        fails(["inspect", "m.param", *words], cli.EXIT_USAGE, reason, capsys)


def test_what_cannot_be_compiled_is_said_behind_the_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    """The extents of the blob are known only when it runs."""
    lines = ["7767517", "3 3", "Input x 0 1 x 0=9 1=7 2=4", "Input v 0 1 v 0=6"]
    (folder / "p.param").write_text("\n".join([*lines, "Crop c 2 1 x v c 0=-233"]))
    words = ["inspect", "p.param", "--layer", "c"]
    fails(words, cli.EXIT_INPUT, "p.param:5: error: shapes that are computed while", capsys)
    assert cli.main(words) == cli.EXIT_INPUT
    assert "woffset" in capsys.readouterr().out


def test_layers_of_one_name_are_told_together(folder: Path, capsys: pytest.CaptureFixture[str]):
    lines = ["7767517", "3 3", "Input data 0 1 data 0=4", "ReLU a 1 1 data x", "TanH a 1 1 x y"]
    (folder / "p.param").write_text("\n".join(lines))
    assert cli.main(["inspect", "p.param", "--layer", "a"]) == 0
    output = capsys.readouterr().out
    assert "same name      5 (TanH); what follows is of all of them\n" in output
    assert len(section(output, "IR at level import")) == 2


def test_what_has_no_kernel_has_no_time(folder: Path, capsys: pytest.CaptureFixture[str]):
    words = ["--outputs", "conv1", "--measure"]
    assert cli.main(["inspect", "m.param", "--layer", "data", *words]) == 0
    assert section(capsys.readouterr().out, "Measured here") == ["no kernel, no time"]


def test_the_layer_of_a_binary_file(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "m.param.bin").write_bytes(param_binary(read_model_record("m.param")))
    record = read_model_record("m.param.bin")
    conv = record.layers[1]
    words = ["--layer", conv.name, "--outputs", conv.tops[0]]
    assert cli.main(["inspect", "m.param.bin", *words]) == 0
    output = capsys.readouterr().out
    assert output.startswith(f"m.param.bin:{conv.offset:#x}: {conv.name}\n")
    assert "num_output" in output


@pytest.mark.requirement("W30")
def test_the_first_layer_of_squeezenet_by_the_rules_of_ncnn(capsys: pytest.CaptureFixture[str]):
    """64 outputs are more than 16: a product of matrices, not the packed kernel."""
    words = ["--outputs", "conv1", "--conv-policy", "ncnn", "--target", "x86-avx2"]
    assert cli.main(["inspect", "squeezenet", "--layer", "conv1", *words]) == 0
    output = capsys.readouterr().out
    assert " 0=64 1=3 3=2 4=0 5=1 6=1728 9=1\n" in output
    scheduled = section(output, "Algorithm and layouts for x86-avx2")
    assert "algorithm      gemm" in scheduled
    assert "                 ncnn takes convolution_im2col_gemm" in scheduled
    assert "reads          %data 3x227x227 plain" in scheduled
    assert "makes          %conv1 64x113x113 pack 8" in scheduled


def test_the_algorithm_can_be_forced(folder: Path, capsys: pytest.CaptureFixture[str]):
    words = ["--outputs", "conv1", "--conv", "conv1=winograd2"]
    assert cli.main(["inspect", "m.param", "--layer", "conv1", *words]) == 0
    output = capsys.readouterr().out
    scheduled = section(output, "Algorithm and layouts")
    at = scheduled.index("algorithm      winograd2")
    assert scheduled[at + 1].strip() == "forced by --conv"
    assert re.match(
        r"estimated: packed [\d,]+ cycles, gemm [\d,]+ cycles", scheduled[at + 2].strip()
    )
    kernel = section(output, "Step 1 of")
    assert not any(line.startswith("workspace      0 B") for line in kernel)
