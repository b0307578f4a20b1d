"""A bug of the compiler: exit status 70, one line, and a file with which ncnnc-opt shows it too."""

from __future__ import annotations

import re
import shlex
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler import api
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.cli import opt
from ncnnc.compiler.diagnostics import InternalError, ModelError
from ncnnc.compiler.driver import lower as lowering
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.pipeline import build as pipeline
from ncnnc.compiler.program import lowered
from ncnnc.dialects.ncnn.layers.convolution import ConvolutionOp
from ncnnc.passes import get_all_passes
from ncnnc.passes.common.errors import OperationError, place_of
from xdsl.context import Context
from xdsl.dialects.builtin import FunctionType, ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException, VerifyException

MODEL = """7767517
5 5
Input       data 0 1 data 0=9 1=8 2=3
Convolution it's 1 1 data one 0=16 1=3 4=1 5=1 6=432
ReLU        relu 1 1 one relu
Convolution two  1 1 relu two 0=64 1=3 4=1 6=9216
Dropout     drop 1 1 two out
"""


@dataclass(frozen=True)
class FailPass(ModulePass):
    """Fails in some way, when it has changed the module."""

    name = "fail-here"
    how: str = "assert"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        conv = next(c for c in op.walk() if isinstance(c, ConvolutionOp))
        op.attributes["changed"] = StringAttr("before it failed")
        match self.how:
            case "assert":
                raise AssertionError(f"on two lines,\nnot one: {place_of(conv).layer}")
            case "pass":
                raise PassFailedException("cannot go on")
            case "verify":
                raise VerifyException("a type is wrong")
            case "operation":
                raise OperationError(conv, "it asks too much")
            case _:
                conv.properties["stride"] = StringAttr("no stride")


@dataclass(frozen=True)
class BreakFunctionPass(ModulePass):
    """Leaves functions that return something else than they say."""

    name = "break-function"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.ops:
            assert isinstance(function, FuncOp)
            function.properties["function_type"] = FunctionType.from_lists([], [])


@pytest.fixture
def param(tmp_path: Path) -> Path:
    path = tmp_path / "small.param"
    path.write_text(MODEL)
    return path


@pytest.fixture
def break_pipeline(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Let the pipeline have a pass that fails, in a way to be chosen."""

    def fail(how: str) -> None:
        graph_steps = pipeline.graph_steps
        broken = pipeline.PassStep.of(FailPass.name, {"how": how})
        monkeypatch.setitem(get_all_passes(), FailPass.name, lambda: FailPass)
        monkeypatch.setattr(pipeline, "graph_steps", lambda code: (*graph_steps(code), broken))

    return fail


def compile_here(param: Path, *more: str) -> int:
    output = str(param.with_suffix(".ncnnc"))
    choices = ["--random-weights", "3", "--target", "x86-avx2", "-o", output, *more]
    return cli.main(["compile", str(param), *choices])


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("assert", "AssertionError: on two lines, not one: it's"),
        ("pass", "PassFailedException: cannot go on"),
        ("verify", "VerifyException: a type is wrong"),
    ],
)
def test_a_bug_is_one_line_and_a_file_that_shows_it(
    how: str, reason: str, param: Path, tmp_path: Path, break_pipeline, capsys
):
    break_pipeline(how)
    folder = tmp_path / "dump folder"
    assert compile_here(param, "--dump-dir", str(folder)) == 70
    [line] = capsys.readouterr().err.splitlines()
    [path] = folder.glob("ncnnc-reproducer-*.mlir")
    assert line.startswith(f"internal error: pass fail-here failed: {reason}")
    assert f"{path} reproduces it; this is a bug, please report it" in line

    text = path.read_text()
    command, what, versions, weights, *_ = text.splitlines()
    assert reason in what
    assert re.match(r"// ncnnc \S+, xdsl \S+, llvmlite \S+, numpy \S+, Python \S+, ", versions)
    assert weights == "// of 3 weights, 1 have no values here"
    assert 'target.machine<"x86-avx2"' in text
    assert 'loc("it\'s"("' in text  # the layers keep their names
    assert "activation relu" in text  # passes before it have run
    assert "changed" not in text  # it has not

    name, *arguments = shlex.split(command.removeprefix("// "))
    assert name == "ncnnc-opt"
    assert arguments[2].startswith(f'fail-here{{how="{how}"}},fold-strides-into-channels,')
    assert arguments[2].endswith(",group-loads,halve-loads")
    assert opt.main(arguments) in (1, 70)
    replayed = capsys.readouterr().err
    assert reason.rpartition(": ")[2] in replayed


def test_small_weights_keep_their_values(param: Path, tmp_path: Path, break_pipeline, capsys):
    break_pipeline("assert")
    assert compile_here(param, "--dump-dir", str(tmp_path)) == 70
    [path] = tmp_path.glob("ncnnc-reproducer-*.mlir")
    [numbers] = re.findall(r'dense<"0x(.*)"> : tensor<16x3x3x3xf32>', path.read_text())
    options = CompileOptions(str(param), random_weights=3)
    weights = lowering.lower(options, lowering.Level.IMPORT).ctx.weights
    assert bytes.fromhex(numbers) == np.asarray(weights.get("it's.weight"), np.float32).tobytes()


def test_invalid_ir_is_a_bug_of_the_pass(param: Path, break_pipeline, capsys):
    break_pipeline("invalid")
    with pytest.raises(InternalError, match=r"pass fail-here made invalid IR: .*; this is a bug"):
        api.compile(param, random_weights=1)


@pytest.mark.parametrize("after", [(), ("fold-channel-gather",), (FailPass.name,)])
def test_of_passes_verified_together_the_first_to_break_is_named(
    after: tuple[str, ...], param: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
):
    """The broken pass is named if later passes succeed, and if they trip over its result."""
    monkeypatch.setitem(get_all_passes(), FailPass.name, lambda: FailPass)
    monkeypatch.setitem(get_all_passes(), BreakFunctionPass.name, lambda: BreakFunctionPass)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    names = ("convert-ncnn-to-kernel", BreakFunctionPass.name, *after)
    monkeypatch.setattr(pipeline, "kernel_steps", lambda: pipeline.steps(*names))
    assert compile_here(param) == 70
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("internal error: pass break-function made invalid IR: ")
    [path] = tmp_path.glob("ncnnc-reproducer-*.mlir")
    command = shlex.split(path.read_text().splitlines()[0])
    assert command[-1].startswith(",".join(names[1:]) + ",vectorize-linalg,")
    assert opt.main(command[2:]) in (1, 70)


def test_without_a_dump_folder_the_file_is_a_temporary_one(
    param: Path, tmp_path: Path, break_pipeline, monkeypatch: pytest.MonkeyPatch
):
    break_pipeline("assert")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(InternalError) as caught:
        api.compile(param, random_weights=1)
    [path] = tmp_path.glob("ncnnc-reproducer-*.mlir")
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_written_does_not_hide_the_bug(
    param: Path, break_pipeline, monkeypatch: pytest.MonkeyPatch
):
    break_pipeline("assert")
    monkeypatch.setattr(tempfile, "tempdir", "/nowhere")
    with pytest.raises(InternalError, match="on two lines, not one: it's; this is a bug"):
        api.compile(param, random_weights=1)


def test_what_a_pass_says_of_a_layer_is_no_bug(param: Path, break_pipeline, capsys):
    break_pipeline("operation")
    assert compile_here(param) == 1
    [line] = capsys.readouterr().err.splitlines()
    assert line == f"{param}:4: error: layer 'it's' (Convolution): it asks too much"
    with pytest.raises(ModelError):
        api.compile(param, random_weights=1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "error", "reason"),
    [
        ("program_texts", KeyError("%17"), "printing LLVM IR failed: KeyError: '%17'"),
        ("emit_program", InternalError("LLVM: it refuses"), "LLVM: it refuses"),
        ("emit_program", RuntimeError("it ended"), "LLVM failed: RuntimeError: it ended"),
    ],
)
def test_a_bug_behind_the_last_pass_comes_with_the_loops(
    function: str,
    error: Exception,
    reason: str,
    param: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys,
):
    def fail(*_: object) -> str:
        raise error

    monkeypatch.setattr(lowered, function, fail)
    assert compile_here(param, "--dump-dir", str(tmp_path / "dump")) == 70
    [line] = capsys.readouterr().err.splitlines()
    [path] = (tmp_path / "dump").glob("ncnnc-reproducer-*.mlir")
    assert line.startswith(f"internal error: {reason}; {path} reproduces it; this is a bug")
    command = path.read_text().splitlines()[0]
    assert command.endswith(" -t llvm-ir")
    assert opt.main(shlex.split(command)[2:]) == 0
    assert "define void @main" in capsys.readouterr().out


@pytest.mark.slow
def test_the_optimizer_has_bugs_too(param: Path, tmp_path: Path, monkeypatch, capsys):
    monkeypatch.setitem(get_all_passes(), "eliminate-dropout", lambda: EndlessPass)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    outputs = [str(tmp_path / "o.param"), str(tmp_path / "o.bin")]
    assert cli.main(["optimize", str(param), "null", *outputs]) == 70
    [line] = capsys.readouterr().err.splitlines()
    [path] = tmp_path.glob("ncnnc-reproducer-*.mlir")
    assert "after 100 rounds the module is still changed by eliminate-dropout; " in line
    assert not Path(outputs[0]).exists()
    assert opt.main(shlex.split(path.read_text().splitlines()[0])[2:]) == 70
    assert "after 100 rounds the module is still changed by" in capsys.readouterr().err


@dataclass(frozen=True)
class EndlessPass(ModulePass):
    """Changes the module for ever."""

    name = "eliminate-dropout"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        before = op.attributes.get("count", StringAttr(""))
        assert isinstance(before, StringAttr)
        op.attributes["count"] = StringAttr(before.data + "i")
