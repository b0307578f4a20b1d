"""The command line: what it loads, its exit statuses, and each verb on a small model."""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.analysis import timing
from ncnnc.compiler.cli import commands, versions
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.cli.arguments import with_explicit_seed
from ncnnc.compiler.cli.values import named_shape
from ncnnc.compiler.driver import lower as lowering
from ncnnc.compiler.options import target
from ncnnc.dialects.target.records import Target, all_targets
from ncnnc.runtime.artifact import read_contents
from ncnnc.runtime.code.cpu import missing_features

from tests.helpers.command_line import PARAM, fails

pytestmark = pytest.mark.isa


def python(code: str) -> subprocess.CompletedProcess[str]:
    """A fresh interpreter."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


def test_help_loads_nothing_heavy():
    code = (
        "import sys\nfrom ncnnc.compiler.cli.main import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "print(*{name.split('.')[0] for name in sys.modules}, file=sys.stderr)"
    )
    result = python(code)
    assert "usage: ncnnc" in result.stdout
    assert not set(result.stderr.split()) & {"numpy", "xdsl", "rich", "llvmlite", "PIL", "ncnn"}


def test_every_verb_has_help(capsys: pytest.CaptureFixture[str]):
    verbs = [path.stem for path in Path(commands.__file__).parent.glob("[a-z]*.py")]
    assert {"compile", "run", "bench", "inspect", "targets"} <= set(verbs)
    for verb in verbs:
        with pytest.raises(SystemExit) as ended:
            cli.main([verb, "--help"])
        assert ended.value.code == 0
        assert f"usage: ncnnc {verb}" in capsys.readouterr().out


def test_module_and_version():
    command = [sys.executable, "-m", "ncnnc", "--version"]
    first, packages, system, host = subprocess.check_output(command, text=True).splitlines()
    assert first == f"ncnnc {ncnnc.__version__}"
    assert re.fullmatch(r"LLVM [\d.]+ \(llvmlite [\d.]+.*, xdsl 0.*, numpy \d.*\)", packages)
    assert system.startswith(f"Python {platform.python_version()} on ")
    assert host.startswith(f"host: {ncnnc.parse_target('host').name} (")


def test_the_version_is_shown_on_a_machine_without_a_target(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(target, "missing_features", list)
    assert versions.versions().splitlines()[-1].startswith("host: none of the targets (")


WITHOUT_AVX = "ncnnc.runtime.code.cpu.host_features = lambda: frozenset({'sse2'})\n"
"""Hides what this machine has above SSE2."""


REFUSED = [
    ("compile squeezenet --target nosuch", "unknown target 'nosuch' (known: x86-64,"),
    ("compile squeezenet --print-ir-after nosuch", "unknown pass 'nosuch'"),
    ("compile squeezenet --conv a=nosuch", "unknown algorithm of layer 'a' 'nosuch'"),
    ("compile squeezenet --threads 1000000000", "'1000000000' is not in 1..1024"),
    ("compile squeezenet --conv-policy measure --target x86-avx2", "it lacks sse3"),
    ("compile squeezenet --input data=0,8,8", "extents of at least 1"),
    ("compile squeezenet -o m.mlir --emit-level low", "unknown level 'low'"),
    ("inspect squeezenet --input data=0,8,8", "extents of at least 1"),
    ("optimize squeezenet null a b --passes nosuch", "unknown pass 'nosuch'"),
    ("optimize squeezenet null a b --skip nosuch", "unknown pass 'nosuch'"),
    ("run squeezenet --target nosuch", "unknown target 'nosuch'"),
    ("run squeezenet --target x86-avx512", "cannot run code for x86-avx512, it lacks sse3"),
    ("bench squeezenet --target x86-avx512", "cannot run code for x86-avx512"),
    ("bench squeezenet --threads 1,2000", "'2000' is not in 1..1024"),
    ("bench squeezenet --seconds nan", "'nan' is no number of seconds above 0"),
    ("bench squeezenet --seconds 0", "'0' is no number of seconds above 0"),
    ("compile squeezenet --timeout 1,2", "'1,2' is no number of seconds above 0"),
    ("diff squeezenet squeezenet --tolerance nan", "'nan' is no number"),
    ("diff squeezenet --bisect-passes --target nosuch", "unknown target 'nosuch'"),
    ("diff squeezenet --bisect-passes --target x86-avx512", "cannot run code for x86-avx512"),
]
"""Words of a command line, and a part of the answer that refuses them."""


def test_options_are_refused_before_anything_heavy_is_imported():
    code = (
        "import sys, ncnnc.runtime.code.cpu\nfrom ncnnc.compiler.cli.main import main\n"
        f"{WITHOUT_AVX}"
        f"for words in {[words.split() for words, _ in REFUSED]}:\n"
        "    try: status = main(words)\n    except SystemExit as ended: status = ended.code\n"
        "    print(status, 'xdsl' in sys.modules, 'rich' in sys.modules)\n"
        "    print('answered', file=sys.stderr)"
    )
    result = python(code)
    statuses = result.stdout.splitlines()
    assert statuses == [f"{cli.EXIT_USAGE} False False"] * len(REFUSED), result.stderr
    *answers, rest = result.stderr.split("\nanswered\n")
    assert not rest
    for answer, (words, reason) in zip(answers, REFUSED, strict=True):
        assert reason in answer.splitlines()[-1], words


def test_the_pipeline_is_printed_before_anything_heavy_is_imported():
    words = ["compile", "nosuch.param", "--target", "x86-avx2", "--emit-level", "scheduled"]
    code = (
        "import sys\nfrom ncnnc.compiler.cli.main import main\n"
        f"print(main({[*words, '--print-pipeline']}), 'xdsl' in sys.modules)"
    )
    text, status = python(code).stdout.splitlines()
    assert status == "0 False"
    first = "infer-shapes,expand-batches,expand-custom-layers,fixed-point{passes="
    assert text.startswith(first)
    assert text.endswith("schedule-convolutions,schedule-products")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("more", [[], ["--print-debuginfo"]])
def test_layers_are_locations_if_asked(more: list[str]):
    assert cli.main(["compile", "m.param", "-o", "m.mlir", "--emit-level", "import", *more]) == 0
    assert ('loc("relu1"("m.param":5:0))' in Path("m.mlir").read_text()) == bool(more)


@pytest.mark.usefixtures("folder")
def test_bugs_show_where_they_are_if_asked(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lowering, "signature", lambda *_: 1 / 0)
    assert cli.main(["compile", "m.param"]) == cli.EXIT_INTERNAL
    monkeypatch.setenv(cli.TRACEBACK_VARIABLE, "1")
    with pytest.raises(ZeroDivisionError):
        cli.main(["compile", "m.param"])


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--target", "x86-avx51"], "did you mean 'x86-avx512'?"),
        (["--conv", "conv1=winograd9"], "algorithm of layer 'conv1' 'winograd9'; did you mean"),
        (["--conv", "conv2=gemm"], "unknown convolution 'conv2'; did you mean 'conv1'"),
        (["--schedule", "conv1=register=[8"], "the schedule of layer 'conv1': ']' is expected"),
        (["--schedule", "conv2=block=2"], "unknown layer 'conv2'; did you mean 'conv1'"),
        (["--input", "data=0,8,8"], "extents of at least 1"),
        (["--input", "date=3,8,8"], "unknown input 'date'"),
        (["--print-ir-after", "nonsense"], "unknown pass 'nonsense'"),
        (["-o", "m.exe"], "the suffix of 'm.exe' must say what to write: .ncnnc, .so"),
        (["-o", "m.ll", "--target", "x86-64,x86-avx2"], "one target is needed here, not 2"),
        (["-o", "m.so", "--target", "x86-64,x86-avx3"], "unknown target 'x86-avx3'"),
        (["-o", "m.so", "--name", "a-b"], "name must be letters, digits and '_'"),
        (["-o", "m.so", "--weights-file", "m.so"], "library and weights are both named 'm.so'"),
        (["-o", "m.s", "--name", "m"], "--name is for libraries: .so, .a, .o"),
        (["--weights-file", "m.w"], "--weights-file is for libraries: .so, .a, .o"),
        (["-o", "m.mlir", "--emit-level", "low"], "unknown level 'low' (known: import, graph"),
    ],
)
def test_usage_errors_of_compile(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]):
    fails(["compile", "m.param", *words], cli.EXIT_USAGE, reason, capsys)


def test_input_errors(folder: Path, capsys: pytest.CaptureFixture[str]):
    fails(["compile", "none.param"], cli.EXIT_INPUT, "none.param: error: cannot be read", capsys)
    fails(["run", "none.ncnnc"], cli.EXIT_INPUT, "none.ncnnc: error: No such file", capsys)
    (folder / "m.bin").unlink()
    fails(["run", "m.param"], cli.EXIT_INPUT, "or use --random-weights", capsys)
    (folder / "m.param").write_text(PARAM.replace("ReLU ", "RelU "))
    fails(["compile", "m.param"], cli.EXIT_INPUT, "m.param:5: error: ", capsys)
    assert not (folder / "m.ncnnc").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["compile", "none.param", "-o", "missing/m.ncnnc"],
        ["compile", "none.param", "-o", "m.so", "--weights-file", "missing/m.bin"],
        ["optimize", "none.param", "none.bin", "o.param", "missing/o.bin"],
        ["quantize", "none.param", "none.bin", "o.param", "o.bin", "--write-table", "missing/t"],
        ["run", "none.param", "--save", "missing/o.npz"],
        ["bench", "none.param", "--json", "missing/b.json"],
    ],
)
def test_outputs_that_cannot_be_written_are_found_before_anything_is_done(
    words: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
):
    fails(words, cli.EXIT_INPUT, "error: the folder 'missing' does not exist", capsys)


def test_a_rewritten_model_may_be_thrown_away(folder: Path, capsys: pytest.CaptureFixture[str]):
    nowhere = f"/dev/fd/{os.open(os.devnull, os.O_WRONLY)}"
    assert cli.main(["optimize", "m.param", "m.bin", nowhere, nowhere]) == 0
    assert "before" in capsys.readouterr().out
    assert {path.name for path in folder.iterdir()} == {"m.param", "m.bin"}


@pytest.mark.parametrize(
    ("error", "status", "text"),
    [
        (
            RuntimeError("odd\nthing"),
            cli.EXIT_INTERNAL,
            "internal error: RuntimeError: odd thing (NCNNC_TRACEBACK=1 shows where); this",
        ),
        (KeyboardInterrupt(), cli.EXIT_INTERRUPTED, "interrupted"),
        (MemoryError("2 GiB"), cli.EXIT_INPUT, "error: not enough memory: 2 GiB"),
        (MemoryError(), cli.EXIT_INPUT, "error: not enough memory"),
        (
            PermissionError(13, "Permission denied", "x"),
            cli.EXIT_INPUT,
            "x: error: Permission denied",
        ),
    ],
)
def test_other_exceptions_are_one_line(
    error: BaseException,
    status: int,
    text: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    def fail() -> str:
        raise error

    monkeypatch.setattr("ncnnc.compiler.options.target.host_name", fail)
    monkeypatch.delenv("NCNNC_TRACEBACK", raising=False)
    fails(["targets"], status, text, capsys)
    if status == cli.EXIT_INTERNAL:
        monkeypatch.setenv("NCNNC_TRACEBACK", "1")
        with pytest.raises(RuntimeError):
            cli.main(["targets"])


def test_targets_marks_this_machine(capsys: pytest.CaptureFixture[str]):
    assert cli.main(["targets"]) == 0
    machines, products, features, host = capsys.readouterr().out.split("\n\n")
    rows = dict(line.split(maxsplit=1) for line in machines.splitlines())
    assert list(rows) == ["target", *(target.name for target in all_targets())]
    assert rows["x86-avx2+vnni"].split()[1:] == "256 bit 8 8 16 32 16 1M".split()
    assert re.search(r"^x86-avx512\+vnni +u8 x s8 -> s32 +4 +vpdpbusd", products, re.MULTILINE)
    assert re.search(r"^x86-avx2 +avx2 fma f16c", features, re.MULTILINE)
    target = Target.parse(host.removeprefix("host: ").strip())
    shown = [target.isa.name, *(f"{target.isa.name}+{e.name}" for e in target.extensions)]
    assert [name for name, row in rows.items() if row.startswith("host")] == shown


def test_named_shape():
    assert named_shape("a=b=1,2") == ("a=b", (1, 2))
    assert named_shape("data=3x224x224") == ("data", (3, 224, 224))
    assert named_shape("p=2*T-1,64") == ("p", ("2*T-1", 64))


def test_seed_of_random_weights():
    assert with_explicit_seed(["--random-weights", "m"]) == ["--random-weights=0", "m"]
    assert with_explicit_seed(["--random-weights", "7"]) == ["--random-weights", "7"]
    assert with_explicit_seed(["--random-weights"]) == ["--random-weights=0"]
    assert with_explicit_seed(["--random-weights=5", "m"]) == ["--random-weights=5", "m"]


def test_a_stage_is_timed_too(folder: Path, capsys: pytest.CaptureFixture[str]):
    arguments = ["compile", "m.param", "--time-passes", "-o", "m.mlir", "--emit-level", "graph"]
    assert cli.main(arguments) == 0
    captured = capsys.readouterr()
    assert "eliminate-duplicate" in captured.err
    assert "bufferize" not in captured.err


def test_remarks_of_a_compilation(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["compile", "m.param", "--remarks", "-o", "m.mlir"]) == 0
    remark = "m.param:4: remark: fuse-convolution-activation: conv1, relu1"
    assert remark in capsys.readouterr().err.splitlines()
    assert cli.main(["compile", "m.param", "--remarks"]) == 0
    assert remark in capsys.readouterr().err.splitlines()


def test_compile_run_and_bench(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["compile", "m.param", "--target", "x86-64", "--time-passes"]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("m.ncnnc: ")
    assert "infer-shapes" in captured.err
    *rows, (what, seconds, _) = [line.split() for line in captured.err.splitlines()[1:]]
    assert what == "total"
    shown = {" ".join(words): float(ms) for *words, ms in rows}
    assert {"start, imports", "reading the model", "packing weights", "other"} <= set(shown)
    assert {"printing LLVM IR", "LLVM", "writing the file"} <= set(shown)
    assert shown["other"] >= 0
    assert abs(sum(shown.values()) - float(seconds) * 1e3) < 10
    np.save("x.npy", np.random.default_rng(5).uniform(-1, 1, (3, 8, 8)).astype(np.float32))
    outputs = []
    for model in ("m.param", "m.ncnnc"):
        assert cli.main(["run", model, "--input", "data=@x.npy", "--save", "y.npz"]) == 0
        assert "largest of prob" in capsys.readouterr().out
        with np.load("y.npz") as stored:
            outputs.append(stored["prob"])
    np.testing.assert_allclose(*outputs, rtol=1e-4, atol=1e-5)
    words = ["--threads", "1,2", "--seconds", "0.01", "--profile", "--json", "b"]
    assert cli.main(["bench", "m.ncnnc", *words]) == 0
    head, columns, *rows = capsys.readouterr().out.splitlines()
    assert head.startswith("m.ncnnc for x86-64, on ")
    assert columns.split() == "engine threads CPU ms wall ms p50 p90 p99 runs/s undisturbed".split()
    assert [row.split()[:2] for row in rows[:2]] == [["ncnnc", "1"], ["ncnnc", "2"]]
    report = json.loads((folder / "b").read_text())
    assert [result["threads"] for result in report["results"]] == [1, 2]
    assert report["target"] == "x86-64"
    for result in report["results"]:
        assert result["minimum"] > 0
        assert 0 < result["p50"] <= result["p90"] <= result["p99"]
        assert 0 <= result["undisturbed"] <= result["runs"]
        assert result["throughput"] > 0
    assert [result["clock"] for result in report["results"]] == ["cpu", "wall"]
    steps = [step for step in report["steps"] if step["layer"] == "conv1"]
    assert [step["threads"] for step in steps] == [1, 2]
    for step in steps:
        assert len(step["busy_milliseconds"]) == len(step["wait_milliseconds"]) == step["threads"]
        assert 0 < step["efficiency"] <= 1
    assert "efficiency" in next(row for row in reversed(rows) if row.startswith("layer"))


def test_run_compares_with_the_reference(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "m.bin").unlink()
    assert cli.main(["run", "--random-weights", "m.param", "--reference"]) == 0
    difference = capsys.readouterr().out.split("largest difference to numpy: ")[1].split()[0]
    assert float(difference) < 1e-5


@pytest.mark.usefixtures("folder")
def test_a_compiled_model_is_not_compiled_again(capsys: pytest.CaptureFixture[str]):
    assert cli.main(["compile", "m.param"]) == 0
    for words, reason in (
        (["--target", "x86-64"], "compiled already: --target comes too late"),
        (["--random-weights"], "compiled already: --random-weights comes too late"),
        (["m.bin"], "compiled already: WEIGHTS comes too late"),
        (["--input", "data=3,9,9"], "its shapes are fixed"),
        (["--reference"], "holds no graph"),
    ):
        fails(["run", "m.ncnnc", *words], cli.EXIT_USAGE, reason, capsys)
    fails(["bench", "m.ncnnc", "--compare", "ncnn"], cli.EXIT_USAGE, "needs the .param", capsys)


@pytest.mark.parametrize("suffix", [".o", ".a", ".s", ".ll", ".mlir"])
def test_every_stage_can_be_written(folder: Path, suffix: str):
    assert cli.main(["compile", "m.param", "-o", f"out{suffix}", "--target", "x86-avx2"]) == 0
    start = {
        ".o": b"\x7fELF",
        ".a": b"!<arch>",
        ".s": b"\t.",
        ".ll": b"",
        ".mlir": b"builtin.module",
    }
    assert (folder / f"out{suffix}").read_bytes().startswith(start[suffix])


def test_a_library_is_described_and_runs(folder: Path, capsys: pytest.CaptureFixture[str]):
    words = ["compile", "m.param", "-o", "m.so", "--name", "net", "--target", "x86-64"]
    words += ["--target", "x86-avx2"]  # As x86-64,x86-avx2.
    assert cli.main([*words, "--weights-file", "net.weights"]) == 0
    *targets, summary, written = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in targets] == ["x86-avx2", "x86-64"]
    assert summary.startswith("m.so: 2 targets, weights of all ")
    assert written == "written: net.weights, m.so, m.h"
    assert "int net_create(net_model **model);" in (folder / "m.h").read_text()
    assert cli.main(["run", "m.so"]) == 0
    fails(["run", "m.so", "--target", "x86-64"], cli.EXIT_USAGE, "compiled already", capsys)


def test_a_compiled_model_for_several_targets(folder: Path):
    words = ["compile", "m.param", "--target", "x86-64,x86-avx2", "-o", "m.ncnnc"]
    assert cli.main(words) == 0
    programs = read_contents("m.ncnnc").programs
    assert [program.target for program in programs] == ["x86-avx2", "x86-64"]
    runnable = [p.target for p in programs if not missing_features(p.features)]
    assert ncnnc.load("m.ncnnc").program.target == runnable[0]


def test_same_command_same_bytes(folder: Path):
    for name in ("a", "b"):
        command = [sys.executable, "-m", "ncnnc", "compile", "m.param", "-o", f"{name}.ncnnc"]
        subprocess.run([*command, "--target", "x86-avx2"], check=True, capture_output=True)
    assert (folder / "a.ncnnc").read_bytes() == (folder / "b.ncnnc").read_bytes()


@pytest.mark.oracle
def test_compare_with_ncnn(folder: Path, capsys: pytest.CaptureFixture[str]):
    pytest.importorskip("ncnn", reason="comparing needs the ncnn wheel")
    (folder / "m.bin").unlink()
    words = ["bench", "m.param", "--random-weights", "3", "--compare", "ncnn", "--seconds", "0.05"]
    assert cli.main([*words, "--json", "b"]) == 0
    assert "times as fast" in capsys.readouterr().out
    (result,) = json.loads((folder / "b").read_text())["results"]
    assert result["difference"] < 1e-4
    assert result["ratio"] == result["ncnn"]["minimum"] / result["ours"]["minimum"]


def test_networks_of_the_zoo_have_a_name_in_errors(capsys: pytest.CaptureFixture[str]):
    for verb in ("inspect", "run"):
        fails(
            [verb, "resnet50", "--input", "data=1,3,224,224"],
            cli.EXIT_INPUT,
            "resnet50:4: error: layer 'conv1'",
            capsys,
        )


def test_a_batch_of_one_is_left_out(folder: Path, capsys: pytest.CaptureFixture[str]):
    words = ["run", "m.param", "--input", "data=1,3,8,8"]
    fails(words, cli.EXIT_INPUT, "hint: leave out the batch: data=3,8,8", capsys)
    fails(["inspect", *words[1:]], cli.EXIT_INPUT, "leave out the batch: data=3,8,8", capsys)
    with pytest.raises(ncnnc.ModelError, match="leave out the batch: data=3,8,8"):
        ncnnc.compile("m.param", inputs={"data": (1, 3, 8, 8)})
    # A volume is no batch, and neither is another mistake.
    fails(["run", "m.param", "--input", "data=2,3,8,8"], cli.EXIT_INPUT, "2 channels", capsys)
    assert cli.main(["inspect", "m.param", "--input", "data=1,8,8"]) == cli.EXIT_INPUT
    assert "batch" not in capsys.readouterr().err
    lines = ["7767517", "2 2", "Input x 0 1 x 0=4", "ReLU r 1 1 x y"]
    (folder / "r.param").write_text("\n".join(lines))
    assert cli.main(["inspect", "r.param", "--input", "x=1,3,8,8"]) == 0


@pytest.mark.parametrize(
    ("sizes", "reason"),
    [
        (
            "0=0 1=8 2=3",
            "input 'data' has the sizes 0=0 1=8 2=3, which are no shape; hint: give it",
        ),
        ("0=-5 1=8 2=3", "input 'data' has the sizes 0=-5 1=8 2=3, which are no shape"),
        ("0=8 2=3", "input 'data' has the sizes 0=8 2=3, which are no shape"),
        ("", "input 'data' has no shape; hint: give it"),
    ],
)
def test_sizes_of_an_input_that_are_no_shape(
    folder: Path, sizes: str, reason: str, capsys: pytest.CaptureFixture[str]
):
    (folder / "m.param").write_text(PARAM.replace("0=8 1=8 2=3", sizes))
    fails(
        ["run", "m.param"],
        cli.EXIT_INPUT,
        f"m.param:3: error: layer 'data' (Input): {reason}",
        capsys,
    )


@pytest.mark.usefixtures("folder")
def test_inputs_of_a_compiled_model(capsys: pytest.CaptureFixture[str]):
    assert cli.main(["compile", "m.param"]) == 0
    unknown = "unknown input 'date'; did you mean 'data'?"
    for value in ("3,8,8", "@x.npy"):
        fails(["run", "m.ncnnc", "--input", f"date={value}"], cli.EXIT_USAGE, unknown, capsys)
    fails(
        ["run", "m.ncnnc", "--input", "data=3,9,9"],
        cli.EXIT_USAGE,
        "m.ncnnc is compiled already, its shapes are fixed: input 'data' is 3x8x8",
        capsys,
    )
    assert cli.main(["run", "m.ncnnc", "--input", "data=3,8,8"]) == 0


@pytest.mark.parametrize("words", ["0=0 1=3 2=2000000000", "0=1 1=3 2=2000000000 5=1"])
def test_a_stride_beyond_all_blobs_is_refused_without_a_warning(
    folder: Path, words: str, capsys: pytest.CaptureFixture[str]
):
    (folder / "p.param").write_text(
        f"7767517\n2 2\nInput x 0 1 x 0=8 1=8 2=3\nPooling p 1 1 x y {words}\n"
    )
    reason = "p.param:4: error: layer 'p' (Pooling): stride [2000000000] must be positive, at most"
    for verb in ("run", "inspect"):
        fails([verb, "p.param"], cli.EXIT_INPUT, reason, capsys)


def test_without_the_wheel_ncnn_is_left_out(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("ncnnc.compiler.analysis.benchmark.has_ncnn", lambda: False)
    assert cli.main(["bench", "m.param", "--compare", "ncnn", "--seconds", "0.01"]) == 0
    captured = capsys.readouterr()
    assert "ncnnc " in captured.out
    assert "its wheel is not installed (pip install" in captured.err.splitlines()[0]


def test_bench_warns_of_a_busy_machine(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    runs = [timing.TimedRun(2_000_000, 1_000_000, 1)] * 5
    monkeypatch.setattr(timing, "measure", lambda *_: runs)
    assert cli.main(["bench", "m.param"]) == 0
    captured = capsys.readouterr()
    assert "0 of 5" in captured.out
    assert captured.err.startswith("warning: 1 thread: none of 5 runs was undisturbed: ")
    assert len(captured.err.splitlines()) == 1


NAMES_BEYOND_ASCII = PARAM.replace("Convolution  conv1", "Convolution  свёртка")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1:strict", "utf-8:strict"])
def test_names_are_printed_in_any_encoding(encoding: str, folder: Path):
    (folder / "\udcff.param").write_text(NAMES_BEYOND_ASCII, encoding="utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    for words in (["inspect"], ["compile", "--random-weights"]):
        command = [sys.executable, "-m", "ncnnc", *words, "\udcff.param"]
        done = subprocess.run(command, env=environment, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
        shown = {"inspect": "свёртка", "compile": "\udcff.ncnnc"}[words[0]]
        assert shown.encode(encoding.split(":")[0], "backslashreplace") in done.stdout


def test_names_of_files_that_are_no_text_are_locations(folder: Path):
    (folder / "\udcff.param").write_text(PARAM, encoding="utf-8")
    words = ["compile", "\udcff.param", "--random-weights", "-o", "m.mlir", "--print-debuginfo"]
    assert cli.main(words) == 0
    assert r"udcff.param" in (folder / "m.mlir").read_text()


def test_an_object_file_runs_as_load_takes_it(folder: Path, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["compile", "m.param", "-o", "m.o"]) == 0
    for words in (["run", "m.o"], ["inspect", "m.o"], ["bench", "m.o", "--seconds", "0.01"]):
        assert cli.main(words) == 0
    model = ncnnc.load("m.o")
    assert [spec.name for spec in model.outputs] == ["prob"]


def test_bench_generates_weights_that_are_missing(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "m.bin").unlink()
    words = ["bench", "m.param", "--seconds", "0.01"]
    assert cli.main(words) == 0
    assert capsys.readouterr().err == "m.bin does not exist: the weights are generated\n"
    assert cli.main([*words, "--random-weights"]) == 0
    assert not capsys.readouterr().err
    (folder / "m.param").write_text("7767517\n2 2\nInput x 0 1 x 0=4\nReLU y 1 1 x y\n")
    assert cli.main(words) == 0
    assert not capsys.readouterr().err


def test_results_on_standard_output(folder: Path, capsys: pytest.CaptureFixture[str]):
    for more in ([], ["--profile"], ["--shares"]):
        assert cli.main(["bench", "m.param", "--seconds", "0.01", "--json", "-", *more]) == 0
        shown = capsys.readouterr()
        assert json.loads(shown.out)["model"] == "m.param"
        assert "ncnnc" in shown.err or more == ["--shares"]
    assert not (folder / "-").exists()


def test_numbers_of_layers_agree(folder: Path, capsys: pytest.CaptureFixture[str]):
    """A blob that two layers read without a Split, an input and a constant."""
    layers = [
        "Input x 0 1 x 0=4",
        "MemoryData c 0 1 c 0=4",
        "ReLU r 1 1 x r",
        "BinaryOp a 2 1 r c a",
        "Sigmoid s 1 1 r s",
    ]
    (folder / "n.param").write_text("\n".join(["7767517", "5 5", *layers, ""]))
    (folder / "n.bin").write_bytes(bytes(16))
    assert cli.main(["inspect", "n.param"]) == 0
    assert "layers         3, besides 1 Input and 1 MemoryData" in capsys.readouterr().out
    files = ["n.param", "n.bin", "o.param", "o.bin"]
    assert cli.main(["optimize", *files]) == 0
    before, after = re.findall(r"layers +(\d+) +(\d+)", capsys.readouterr().out)[0]
    assert int(before) == len(layers)
    assert after == (folder / "o.param").read_text().split()[1]
