"""Linkers of several kinds, and none."""

from __future__ import annotations

import shutil
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.library import linking
from ncnnc.compiler.library.linking import LinkError, linkers

from tests.helpers.c_library import CLibrary

pytestmark = pytest.mark.isa


def only(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    """Leave the linkers whose command ends with these words; skips if there are none."""
    found = [linker for linker in linkers() if linker.command[0] in words or words == ("zig",)]
    if words == ("zig",):
        found = [linker for linker in found if "ziglang" in linker.command]
    if not found:
        pytest.skip(f"no {words[0]}")
    monkeypatch.setattr(linking, "linkers", lambda *_: found)


@pytest.mark.parametrize("name", ["cc", "clang", "ld", "ld.lld", "zig"])
def test_any_linker_serves(name: str, folder, arrays, monkeypatch: pytest.MonkeyPatch):
    only(monkeypatch, name)
    ncnnc.compile_library("two.param", None, "two.so", targets=["x86-64"], threads=2)
    jit = ncnnc.compile("two.param", target="x86-64")
    library = CLibrary(folder / "two.so", "two")
    assert library.create() == 0
    expected = list(jit.run(arrays).values())
    for results in (
        library.run(list(arrays.values()), 2),
        ncnnc.load("two.so").run(arrays).values(),
    ):
        for result, blob in zip(results, expected, strict=True):
            np.testing.assert_array_equal(result, blob)


def test_the_next_linker_is_asked_where_one_fails(folder, monkeypatch: pytest.MonkeyPatch):
    only(monkeypatch, "cc")
    (good,) = linkers() if len(linkers()) == 1 else linking.linkers()
    bad = linking.Linker(("false",), is_compiler=True, has_libgomp=True, has_libc=True)
    missing = linking.Linker(("no-linker",), is_compiler=True, has_libgomp=True, has_libc=True)
    monkeypatch.setattr(linking, "linkers", lambda *_: [bad, missing, good])
    ncnnc.compile_library("two.param", None, "two.so")
    assert Path("two.so").exists()
    monkeypatch.setattr(linking, "linkers", lambda *_: [missing, bad])
    with pytest.raises(LinkError, match=r"error: no-linker: No such file or directory; two.o is"):
        ncnnc.compile_library("two.param", None, "two.so")


def test_without_a_linker_there_is_the_object_and_the_command(
    folder, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(linking, "linkers", lambda *_: [])
    with pytest.raises(LinkError) as caught:
        ncnnc.compile_library("two.param", None, "two.so", threads=2)
    assert sorted(path.name for path in folder.iterdir()) == [
        "two.bin",
        "two.h",
        "two.o",
        "two.param",
    ]
    text = str(caught.value)
    assert text.startswith("two.so: error: there is no linker here; two.o is written; hint: pip ")
    assert "\n" not in text
    if shutil.which("cc") is None:
        pytest.skip("no cc")
    command = text.rpartition(": ")[2]
    assert command.startswith("cc -shared -o two.so two.o ")
    monkeypatch.undo()
    monkeypatch.chdir(folder)
    linking.run(command.split(), folder)
    assert ncnnc.load("two.so").outputs[0].name == "y"


@pytest.mark.parametrize("threads", [1, 2])
def test_the_command_names_the_libraries_that_are_needed(
    threads: int, folder, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(linking, "linkers", lambda *_: [])
    with pytest.raises(LinkError) as caught:
        ncnnc.compile_library("two.param", None, "two.so", threads=threads)
    assert ("-lgomp" in str(caught.value)) == (threads > 1)
    assert linking.shown_command("a.so", "a.o", ["expf"]).endswith(" -lm")
