"""Libraries for Windows: what programs compute with them under Wine is what this machine does."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import llvmlite.binding as llvm
import ncnnc
import numpy as np
import pytest
from ncnnc import dialects, runtime
from ncnnc.compiler.backend.object.coff import read_coff
from ncnnc.compiler.cli.main import main
from ncnnc.compiler.library.linking import ziglang
from ncnnc.compiler.library.systems.windows import IMPORTED, KERNEL32, import_library
from ncnnc.dialects.target.records import Target
from ncnnc.dialects.target.system import system_of
from ncnnc.runtime.errors import NcnncError
from ncnnc.runtime.files.library_file import WEIGHTS_SECTION, named_sections

from tests.helpers.emulated import needs_emulator
from tests.helpers.foreign_objects import run_as_linux
from tests.helpers.small_decoder import SmallDecoder
from tests.helpers.small_network import CONVOLUTIONS, PARAM
from tests.helpers.stateful import P, T, random_arrays
from tests.helpers.wine import WINE, link_windows, needs_linker, needs_wine, run_windows

pytestmark = pytest.mark.isa

SOURCES = Path(__file__).parent
DECODER = SmallDecoder(layers=1, width=16, heads=2, key_heads=1, size=8, inner=16)
INT8 = b"""7767517
4 4
Input in 0 1 in 0=13 1=11 2=3
Convolution c1 1 1 in a 0=17 1=3 4=1 5=1 6=459 8=2
ConvolutionDepthWise c2 1 1 a b 0=17 1=3 4=1 5=1 6=153 7=17 8=1
InnerProduct f 1 1 b out 0=10 1=1 2=24310 8=2
"""
FUNCTIONS = b"""7767517
12 12
Input in 0 1 in 0=13 1=11 2=3
UnaryOp a 1 1 in a 0=9
UnaryOp b 1 1 a b 0=10
UnaryOp c 1 1 b c 0=14
UnaryOp d 1 1 c d 0=2
UnaryOp e 1 1 d e 0=11
UnaryOp f 1 1 e f 0=18
UnaryOp g 1 1 f g 0=3
UnaryOp h 1 1 g h 0=19
UnaryOp i 1 1 h i 0=17
BinaryOp j 1 1 i j 0=6 1=1 2=1.7
Softmax s 1 1 j out 0=0
"""
"""Calls functions that a C library has elsewhere."""


def compiled(folder: Path, param: bytes, output: str, *options: str) -> Path:
    """Compile a network of random weights to a file in a folder."""
    (folder / "net.param").write_bytes(param)
    arguments = ["compile", str(folder / "net.param"), "--random-weights", "0", "--no-cache"]
    assert main([*arguments, "-o", str(folder / output), *options]) == 0
    return folder / output


@needs_wine
@pytest.mark.parametrize(
    ("param", "output", "linked", "threads", "tolerance"),
    [
        (PARAM, "net.dll", ("net.lib",), 2, 1e-6),
        (CONVOLUTIONS, "net.dll", ("-DLOADED",), 3, 1e-6),
        (INT8, "net.lib", ("net.lib",), 2, 0),
        (FUNCTIONS, "net.obj", ("net.obj",), 1, 1e-5),
    ],
)
def test_windows_computes_what_this_system_does(
    param: bytes,
    output: str,
    linked: tuple[str, ...],
    threads: int,
    tolerance: float,
    tmp_path: Path,
):
    compiled(tmp_path, param, output, "--target", "x86-64")
    model = ncnnc.compile(tmp_path / "net.param", random_weights=0, target="x86-64")
    (spec,) = model.inputs
    x = np.random.default_rng(3).uniform(-1, 1, spec.shape).astype(np.float32)
    expected = model(x)
    source = str(SOURCES / "windows_net.c")
    program = link_windows(
        tmp_path, f"-I{tmp_path}", "-Wno-language-extension-token", source, *linked
    )
    arguments = ("x86-64+windows", str(threads), "net.dll")
    written = run_windows(program, *arguments, given=x.tobytes())
    result = np.frombuffer(written, np.float32).reshape(expected.shape)
    np.testing.assert_allclose(result, expected, rtol=0, atol=tolerance * np.abs(expected).max())


@needs_wine
def test_sessions_and_weights_in_a_file(tmp_path: Path):
    (tmp_path / "m.param").write_text(DECODER.text())
    options = {"random_weights": 1, "states": "auto", "inputs": DECODER.shapes(T, P, P + T)}
    ncnnc.compile_library(
        tmp_path / "m.param",
        None,
        tmp_path / "decoder.dll",
        targets=["x86-64"],
        weights_file=tmp_path / "weights ä.bin",
        **options,
    )
    model = ncnnc.compile(tmp_path / "m.param", dynamic=False, target="x86-64", **options)
    session = model.session()
    first = random_arrays(session, 5, 0)
    expected, given = [session.run(first)["out0"]], [first]
    states = session.fork()
    for seed, rows in enumerate((1, 2, 3), 1):
        fork = states.fork()
        given.append(random_arrays(fork, rows, seed))
        expected.append(fork.run(given[-1])["out0"])
    program = link_windows(
        tmp_path, str(SOURCES / "windows_session.c"), f"-I{tmp_path}", "decoder.lib"
    )
    data = b"".join(array.tobytes() for arrays in given for array in arrays.values())
    written = run_windows(program, given=data)
    np.testing.assert_array_equal(
        np.frombuffer(written, np.float32), np.concatenate([blob.ravel() for blob in expected])
    )
    assert sorted(path.name for path in tmp_path.glob("*.states*")) == ["old.states", "ö.states"]
    session.load(tmp_path / "ö.states")
    assert session.length == 5


@needs_linker
def test_a_library_needs_kernel32_alone_and_is_the_same_again(tmp_path: Path):
    targets = ("--target", "x86-64,x86-avx512", "--threads", "2")
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
        compiled(folder, FUNCTIONS, "net.dll", *targets)
        compiled(folder, FUNCTIONS, "net.obj", *targets)
    for path in first.iterdir():
        assert path.read_bytes() == (second / path.name).read_bytes(), path.name
    made = read_coff((first / "net.obj").read_bytes())
    needed = made.undefined_symbols
    assert {".pdata", ".xdata"} <= {section.name for section in made.sections if section.extent}
    assert {name.removeprefix(IMPORTED) for name in needed} <= KERNEL32
    assert "For Windows on x86_64" in (first / "net.h").read_text()


@pytest.mark.parametrize(
    ("output", "options", "message"),
    [
        ("net.dll", ("--target", "wasm"), "there is no code for wasm on Windows"),
        ("net.so", ("--target", "x86-64+windows"), "x86-64+windows is for Windows, not linux"),
        ("net.ncnnc", ("--target", "x86-64", "--system", "windows"), "hint: -o net.o"),
        ("net.a", ("--target", "x86-64", "--system", "beos"), "unknown system 'beos'"),
    ],
)
def test_files_that_a_system_does_not_have(
    output: str,
    options: tuple[str, ...],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
):
    (tmp_path / "net.param").write_bytes(PARAM)
    arguments = ["compile", str(tmp_path / "net.param"), "-o", str(tmp_path / output)]
    assert main([*arguments, "--random-weights", "0", *options]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line


def test_this_system_refuses_to_run_one():
    with pytest.raises(NcnncError, match="cannot run x86-64\\+windows, code for Windows"):
        ncnnc.compile(PARAM, random_weights=0, target="x86-64+windows")


MICROSOFT = """#include "net.h"

static float x[NET_INPUT_0_BYTES / 4], y[NET_OUTPUT_0_BYTES / 4];

#ifdef __cplusplus
extern "C" {
#endif
__declspec(dllimport) void ExitProcess(unsigned status);
extern int _fltused;
int _fltused = 1;
void start(void);
#ifdef __cplusplus
}
#endif

void start(void) {
  net_model *model = 0;
  const void *inputs[] = {x};
  void *outputs[] = {y};
  int status = net_create(&model);
  if (!status) status = net_run(model, inputs, outputs, 2);
  float sum = 0;
  for (size_t i = 0; i < sizeof y / sizeof *y; i++) sum += y[i];
  net_destroy(model);
  ExitProcess(status ? 1 : sum > 99.9f && sum < 100.1f ? 0 : 2);
}
"""
"""A program without a C library, whose outputs have the sum 1 at each of 100 pixels."""


@needs_linker
@pytest.mark.parametrize(
    ("language", "standard", "target"),
    [("c", "c11", "x86-64"), ("c++", "c++14", "x86-64"), ("c", "c11", "aarch64")],
)
def test_compilers_of_microsofts_kind(language: str, standard: str, target: str, tmp_path: Path):
    system = system_of(Target.parse(f"{target}+windows"))
    assert system is not None
    compiled(tmp_path, CONVOLUTIONS, "net.lib", "--target", target, "--system", "windows")
    (tmp_path / "main.c").write_text(MICROSOFT)
    (tmp_path / "kernel32.lib").write_bytes(
        import_library("KERNEL32.dll", [*KERNEL32, "ExitProcess"], system.machine)
    )
    flags = ("-ffreestanding", "-fms-compatibility", "-Wall", "-Wextra", "-Werror", "-O1")
    package = find_spec("ziglang")
    assert package is not None
    assert package.origin is not None
    headers = str(Path(package.origin).parent / "lib" / "include")
    triple = f"--target={system.architecture}-pc-windows-msvc"
    compiler = ziglang("clang", "-isystem", headers, triple, "-x", language)
    link = ("lld-link", "/nologo", "/nodefaultlib", "/entry:start", "/subsystem:console")
    for command in (
        [*compiler, f"-std={standard}", *flags, "-c", "main.c", "-o", "main.obj"],
        [*ziglang(*link), "/out:program.exe", "main.obj", "net.lib", "kernel32.lib"],
    ):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr + done.stdout
    if WINE is not None and target == "x86-64":
        assert run_windows(tmp_path / "program.exe") == b""


@needs_linker
def test_a_library_for_arm64(tmp_path: Path):
    """Nothing runs it here: linkers and LLVM read it, and x18 is left to Windows."""
    targets = ("--target", "aarch64,aarch64+dotprod")
    for output in ("net.dll", "net.obj", "net.lib"):
        compiled(tmp_path, CONVOLUTIONS, output, *targets)
    made = read_coff((tmp_path / "net.obj").read_bytes())
    assert {name.removeprefix(IMPORTED) for name in made.undefined_symbols} <= KERNEL32
    llvm.initialize_all_targets()
    found = llvm.ObjectFileRef.from_path(str(tmp_path / "net.obj")).sections()
    read = {one.name().decode(): one.data() for one in found}
    assert read[".text"] == bytes(next(s.contents for s in made.sections if s.name == ".text"))
    assert len(read[".pdata"]) > 0
    sections = named_sections(memoryview((tmp_path / "net.dll").read_bytes()))
    assert sections[WEIGHTS_SECTION].size == len(read[".weights"])
    text = compiled(tmp_path, PARAM, "net.s", "--target", "aarch64+windows").read_text()
    assert re.search(r"\bx8\b", text)
    assert not re.search(r"\b[xw]18\b", text)


@needs_emulator
def test_code_for_arm64_computes_what_this_system_does(tmp_path: Path):
    """The code of the object runs in a program of Linux, with stand-ins for kernel32."""
    path = compiled(tmp_path, CONVOLUTIONS, "net.obj", "--target", "aarch64+dotprod")
    model = ncnnc.compile(tmp_path / "net.param", random_weights=0, target="x86-64")
    x = np.random.default_rng(3).uniform(-1, 1, model.inputs[0].shape).astype(np.float32)
    expected = model(x)
    written = run_as_linux(path, "aarch64+dotprod+windows", 2, x.tobytes())
    result = np.frombuffer(written, np.float32).reshape(expected.shape)
    np.testing.assert_allclose(result, expected, rtol=0, atol=1e-5 * np.abs(expected).max())


LOADED = """
import os
import ncnnc, numpy as np
os.chdir(os.path.dirname(__file__))
model = ncnnc.load("net.dll", threads=2)
x = np.fromfile("x.raw", np.float32).reshape(model.inputs[0].shape)
for _ in range(20):
    y = model(x)
np.asarray(y).tofile("y.raw")
"""


@needs_linker
def test_python_loads_a_library_on_windows(tmp_path: Path):
    path = compiled(tmp_path, CONVOLUTIONS, "net.dll", "--target", "x86-64,x86-avx2")
    with pytest.raises(ncnnc.ArtifactError, match="for Windows, and this is Linux; hint: "):
        ncnnc.load(path)
    python = os.environ.get("NCNNC_WINDOWS_PYTHON")
    if WINE is None or python is None:
        pytest.skip("needs wine64, and NCNNC_WINDOWS_PYTHON=python.exe with ncnnc's packages")
    model = ncnnc.compile(tmp_path / "net.param", random_weights=0)
    x = np.random.default_rng(3).uniform(-1, 1, model.inputs[0].shape).astype(np.float32)
    x.tofile(tmp_path / "x.raw")
    (tmp_path / "run.py").write_text(LOADED)
    shutil.copytree(Path(ncnnc.__file__).parent, tmp_path / "ncnnc")
    for package in (runtime, dialects):
        folder = Path(package.__path__[0])
        (tmp_path / "ncnnc" / folder.name).symlink_to(folder)
    run_windows(Path(python), str(tmp_path / "run.py"))
    expected = model(x)
    result = np.fromfile(tmp_path / "y.raw", np.float32).reshape(expected.shape)
    np.testing.assert_allclose(result, expected, rtol=0, atol=1e-6 * np.abs(expected).max())
