"""`ncnnc cache`, `--no-cache`, and what the verbs take from the cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.driver import compile as compiling

from tests.helpers.command_line import fails

pytestmark = pytest.mark.isa


@pytest.fixture
def cached(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a cache that is on, and empty."""
    monkeypatch.setenv("NCNNC_CACHE_DIR", str(folder / "cache"))
    monkeypatch.setenv("NCNNC_CACHE_SIZE", "64M")
    return folder / "cache"


def entries(cache: Path) -> list[Path]:
    """The compiled models that are kept."""
    return list((cache / "objects").glob("*"))


def refuse(*_: object, **__: object) -> None:
    """In place of the compiler, where it is not to be called."""
    raise AssertionError


def test_run_keeps_what_it_compiles_and_all_verbs_take_it(cached, capsys, monkeypatch):
    assert cli.main(["run", "m.param"]) == 0
    first = capsys.readouterr().out
    assert len(entries(cached)) == 1
    monkeypatch.setattr(compiling, "lower", refuse)
    assert cli.main(["run", "m.param", "--threads", "2"]) == 0
    assert capsys.readouterr().out == first
    assert cli.main(["compile", "m.param", "-o", "m.ncnnc"]) == 0
    assert cli.main(["run", "m.ncnnc"]) == 0
    assert first in capsys.readouterr().out


def test_several_sets_of_shapes_are_one_entry(cached, capsys, monkeypatch):
    words = ["run", "m.param", "--outputs", "conv1"]
    words += ["--input", "data=3,8,8", "--input", "data=3,4,4"]
    assert cli.main(words) == 0
    assert len(entries(cached)) == 1
    first = capsys.readouterr().out
    monkeypatch.setattr(compiling, "lower", refuse)
    assert cli.main(words) == 0
    assert capsys.readouterr().out == first


@pytest.mark.parametrize("option", ["--no-cache", "--time-passes", "--remarks", "--verify-each"])
def test_who_watches_the_compiler_sees_it(cached, option: str, monkeypatch):
    seen: list[object] = []
    lower = compiling.lower
    monkeypatch.setattr(compiling, "lower", lambda *a, **k: seen.append(1) or lower(*a, **k))
    assert cli.main(["run", "m.param", option]) == cli.main(["run", "m.param", option]) == 0
    assert len(seen) == 2
    assert entries(cached) == []


@pytest.mark.parametrize("words", [[], ["--target", "x86-avx512+vnni"]])
def test_compile_keeps_it_too(cached, words: list[str], monkeypatch):
    assert cli.main(["compile", "m.param", "-o", "a.ncnnc", *words]) == 0
    assert len(entries(cached)) == 1
    monkeypatch.setattr(compiling, "lower", refuse)
    assert cli.main(["compile", "m.param", "-o", "b.ncnnc", *words]) == 0
    assert Path("a.ncnnc").read_bytes() == Path("b.ncnnc").read_bytes()


def test_info_and_clear(cached, capsys):
    assert cli.main(["cache", "info"]) == 0
    assert "0 B of at most 64.0 MiB" in capsys.readouterr().out
    assert cli.main(["run", "m.param"]) == 0
    capsys.readouterr()
    assert cli.main(["cache", "info", "--json"]) == 0
    described = json.loads(capsys.readouterr().out)
    (entry,) = described["entries"]
    assert [entry["file"]] == [path.name for path in entries(cached)]
    assert entry["bytes"] == described["bytes"] > 0
    assert cli.main(["cache", "info"]) == 0
    assert entry["last_use"] in capsys.readouterr().out
    assert cli.main(["inspect", str(entries(cached)[0])]) == 0
    (cached / "convolution-times.json").write_text("{}")
    assert cli.main(["cache", "clear"]) == 0
    assert "removed 1 compiled models" in capsys.readouterr().out
    assert entries(cached) == []
    assert (cached / "convolution-times.json").exists()
    assert cli.main(["cache", "clear", "--all"]) == 0
    assert not (cached / "convolution-times.json").exists()


def test_a_cache_that_cannot_be_is_one_line(cached, capsys, monkeypatch):
    cached.touch()
    with pytest.warns(RuntimeWarning, match="the cache cannot be used"):
        fails(["cache", "info"], 1, "there is no folder for a cache", capsys)
    monkeypatch.setenv("NCNNC_CACHE_SIZE", "much")
    fails(["run", "m.param"], 2, "NCNNC_CACHE_SIZE must be a number of bytes", capsys)


def test_a_home_that_cannot_be_written_to_is_one_line(folder, tmp_path):
    """A process of its own: pytest shows warnings in its own way."""
    (tmp_path / "file").touch()
    places = {"XDG_CACHE_HOME": str(tmp_path / "file"), "NCNNC_CACHE_SIZE": "1G"}
    environment = {**os.environ, **places}
    del environment["NCNNC_CACHE_DIR"]
    command = [sys.executable, "-m", "ncnnc", "run", "m.param"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    (line,) = done.stderr.splitlines()
    assert line.startswith("warning: the cache ")
    assert line.endswith("hint: NCNNC_CACHE_DIR names another folder")
    script = tmp_path / "script.py"
    script.write_text("import ncnnc\n\nmodel = ncnnc.compile('m.param')\n")
    command = [sys.executable, str(script)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert done.stderr.startswith(f"{script}:3: RuntimeWarning: the cache ")
