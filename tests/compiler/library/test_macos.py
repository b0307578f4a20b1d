"""Libraries for macOS: read by LLVM and linked here; their code is run as that of Linux."""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path

import llvmlite.binding as llvm
import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.backend.object.mach_o import COMMAND, HEADER, read_mach_o
from ncnnc.compiler.cli.main import main
from ncnnc.compiler.library.linking import ziglang
from ncnnc.runtime.code import jit
from ncnnc.runtime.files.library_file import WEIGHTS_SECTION, named_sections

from tests.helpers.emulated import needs_emulator
from tests.helpers.foreign_objects import PROGRAM, run_as_linux
from tests.helpers.small_network import CONVOLUTIONS, PARAM
from tests.helpers.wine import needs_linker

pytestmark = pytest.mark.isa

DYLIB, ID, NEEDED = 6, 0xD, 0xC
"""A type of files, and commands in them."""


def compiled(folder: Path, param: bytes, output: str, *options: str) -> Path:
    """Compile a network of random weights to a file in a folder."""
    (folder / "net.param").write_bytes(param)
    arguments = ["compile", str(folder / "net.param"), "--random-weights", "0", "--no-cache"]
    assert main([*arguments, "-o", str(folder / output), *options]) == 0
    return folder / output


@pytest.mark.parametrize(
    ("param", "target", "threads"),
    [
        (PARAM, "x86-64", 2),
        pytest.param(CONVOLUTIONS, "aarch64+dotprod", 3, marks=needs_emulator),
    ],
)
def test_code_computes_what_this_system_does(
    param: bytes, target: str, threads: int, tmp_path: Path
):
    compiled(tmp_path, param, "net.o", "--target", target, "--system", "macos")
    model = ncnnc.compile(tmp_path / "net.param", random_weights=0, target="x86-64")
    (spec,) = model.inputs
    x = np.random.default_rng(3).uniform(-1, 1, spec.shape).astype(np.float32)
    expected = model(x)
    written = run_as_linux(tmp_path / "net.o", f"{target}+macos", threads, x.tobytes())
    result = np.frombuffer(written, np.float32).reshape(expected.shape)
    np.testing.assert_allclose(result, expected, rtol=0, atol=1e-5 * np.abs(expected).max())


@pytest.mark.parametrize("target", ["x86-64", "aarch64"])
def test_llvm_reads_the_object(target: str, tmp_path: Path):
    """Find what comes after the table of sections where it says, such as the weights."""
    path = compiled(tmp_path, PARAM, "net.o", "--target", target, "--system", "macos")
    elf = compiled(tmp_path, PARAM, "linux.o", "--target", target).read_bytes()
    weights = named_sections(memoryview(elf))[WEIGHTS_SECTION]
    ours = {s.name: s for s in read_mach_o(path.read_bytes()).sections}
    llvm.initialize_all_targets()
    found = {
        section.name(): section.data()
        for section in llvm.ObjectFileRef.from_path(str(path)).sections()
        if section.name() in (b"__weights", b"__text")
    }
    assert found[b"__weights"] == elf[weights.offset : weights.offset + weights.size]
    assert found[b"__text"] == bytes(ours["__TEXT,__text"].contents)


@needs_linker
@pytest.mark.parametrize("target", ["x86-64", "aarch64,aarch64+dotprod"])
def test_a_library_is_linked_and_the_same_again(target: str, tmp_path: Path):
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
        for output in ("net.dylib", "net.a"):
            compiled(folder, PARAM, output, "--target", target, "--system", "macos")
    for path in first.iterdir():
        assert path.read_bytes() == (second / path.name).read_bytes(), path.name
    contents = (first / "net.dylib").read_bytes()
    fields = HEADER.unpack_from(contents)
    assert fields[2] == DYLIB
    named: dict[int, list[str]] = {}
    at = HEADER.size
    for _ in range(fields[3]):
        command, size = COMMAND.unpack_from(contents, at)
        if command in (ID, NEEDED):
            start = at + int.from_bytes(contents[at + 8 : at + 12], "little")
            text = contents[start : at + size].split(b"\0")[0].decode()
            named.setdefault(command, []).append(text)
        at += size
    assert named == {ID: ["@rpath/net.dylib"], NEEDED: ["/usr/lib/libSystem.B.dylib"]}
    (first / "main.c").write_text(PROGRAM)
    architecture = "aarch64" if "aarch64" in target else "x86_64"
    compiler = ("cc", "-target", f"{architecture}-macos.11.0")
    for words in (("net.a",), ("net.dylib",)):
        link = [
            *ziglang(*compiler),
            "-O1",
            "-nostdlib",
            "main.c",
            *words,
            "-lSystem",
            "-o",
            "program",
        ]
        subprocess.run(link, cwd=first, check=True)


@needs_linker
def test_python_loads_a_library_as_on_macos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = compiled(tmp_path, PARAM, "net.dylib", "--target", "x86-64,x86-avx2")
    with pytest.raises(ncnnc.ArtifactError, match="for macOS, and this is Linux; hint: "):
        ncnnc.load(path)
    monkeypatch.setattr(jit.here, "NAME", "macos")
    one = path.read_bytes()
    head = struct.pack(">4sI", b"\xca\xfe\xba\xbe", 2)
    head += struct.pack(">10I", 0x0100000C, 0, 4096, 99, 12, 0x01000007, 3, 8192, len(one), 12)
    path.write_bytes(head.ljust(8192, b"\0") + one)  # as lipo joins libraries
    model = ncnnc.load(path)
    expected = ncnnc.compile(
        tmp_path / "net.param", random_weights=0, target=model.program.target.split("+")[0]
    )
    x = np.random.default_rng(3).uniform(-1, 1, model.inputs[0].shape).astype(np.float32)
    np.testing.assert_array_equal(model(x), expected(x))
    for size in (4, 31, 40, 200, 900):
        with pytest.raises(ncnnc.ArtifactError, match="a damaged library"):
            named_sections(memoryview(one[:size]))
