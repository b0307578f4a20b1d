"""`ncnnc-opt`, given what it cannot read, and passes what they are not for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.cli import opt
from ncnnc.compiler.cli.universe import NCNNC_UNIVERSE
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.pipeline.runner import module_text
from ncnnc.compiler.pipeline.steps import Level

from tests.helpers.command_line import PARAM


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"\xff", "m.so: error: no text in UTF-8, as the byte at 0x0 shows\n"),
        (b"func.func @f() {\n\xfc}", "m.so: error: no text in UTF-8, as the byte at 0x11 shows\n"),
        (b"func.func", "m.so:1:10\nfunc.func\n"),
    ],
)
def test_what_is_no_ir(
    content: bytes,
    error: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.chdir(tmp_path)
    Path("m.so").write_bytes(content)
    assert opt.main(["m.so"]) == cli.EXIT_INPUT
    assert capsys.readouterr().err.startswith(error)


def test_a_file_may_be_called_anything(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "ir").write_text("func.func private @f()")
    assert opt.main([str(tmp_path / "ir")]) == 0
    assert "func.func private @f()" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("level", [Level.IMPORT, Level.SCHEDULED, Level.KERNELS])
def test_no_pass_takes_ir_of_another_level_for_a_bug(
    level: Level, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    options = CompileOptions(PARAM.encode(), random_weights=0, target="x86-64")
    text = module_text(lower(options, level).module)
    (tmp_path / "m.mlir").write_text(text)
    for name in NCNNC_UNIVERSE.all_passes:
        status = opt.main([str(tmp_path / "m.mlir"), "-p", name])
        assert status != cli.EXIT_INTERNAL, (name, capsys.readouterr().err)


DIGITS = Path(__file__).parents[3] / "examples/digits/digits.param"


def printed_pipeline(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    assert cli.main(["compile", *words, "--print-pipeline"]) == 0
    return capsys.readouterr().out.strip()


@pytest.mark.slow
@pytest.mark.parametrize("target", ["x86-64", "x86-avx512"])
def test_the_printed_pipeline_runs_on_the_model(target: str, capsys: pytest.CaptureFixture[str]):
    passes = printed_pipeline(capsys, str(DIGITS), "--target", target)
    assert opt.main([str(DIGITS), "-p", passes]) == 0
    options = CompileOptions(str(DIGITS), target=target)
    assert capsys.readouterr().out.strip() == module_text(lower(options).module).strip()


def test_a_model_takes_shapes_and_needs_no_weights(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "m.param"
    path.write_text(PARAM.replace("0=8 1=8 2=3", ""))
    words = [str(path), "--input", "data=3,8,8"]
    assert opt.main([*words, "-p", "infer-shapes"]) == 0
    assert "-> tensor<4x8x8xf32>" in capsys.readouterr().out
    assert opt.main([*words, "-p", printed_pipeline(capsys, *words)]) == 0


def test_shapes_that_the_file_lacks(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "m.param"
    path.write_text(PARAM.replace("0=8 1=8 2=3", ""))
    passes = printed_pipeline(capsys, str(path), "--input", "data=3,8,8")
    assert opt.main([str(path), "-p", passes]) == cli.EXIT_INPUT
    error = capsys.readouterr().err
    assert re.fullmatch(
        r"pass [\w-]+: the shape of an operand is unknown; hint: `--input .*\n", error
    )


def test_an_error_names_the_pass_and_the_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """IR names arrays and does not have them: what computes with them says what must be given."""
    passes = printed_pipeline(capsys, str(DIGITS), "--target", "x86-avx512")
    options = CompileOptions(str(DIGITS), target="x86-avx512")
    module = lower(options, Level.IMPORT).module
    path = tmp_path / "m.mlir"
    for locations, place in ((True, "digits.param:15: layer 'conv4' "), (False, "of '%")):
        path.write_text(module_text(module, locations=locations))
        assert opt.main([str(path), "-p", passes]) == cli.EXIT_INPUT
        error = capsys.readouterr().err
        assert error.startswith("pass pack-weights: ")
        assert place in error
        assert error.endswith("give ncnnc-opt the .param, whose .bin has them\n")
        assert error.count("\n") == 1
