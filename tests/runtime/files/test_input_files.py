"""Read regular files, and nothing that waits for a writer or never ends."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.runtime.files.input_files import open_input, shown_path

pytestmark = pytest.mark.isa

PARAM = """7767517
2 2
Input        data 0 1 data 0=8
InnerProduct fc   1 1 data fc 0=2 2=16
"""
WEIGHTS = bytes(4 + 16 * 4)

Special = tuple[str, str]
"""A path, and what it names."""


@pytest.fixture(params=["FIFO", "socket", "device", "directory", "link to a FIFO"])
def special(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Special:
    """A path that names no regular file, of each kind; beside it a model."""
    monkeypatch.chdir(tmp_path)
    Path("m.param").write_text(PARAM)
    Path("m.bin").write_bytes(WEIGHTS)
    path = Path("special")
    match request.param:
        case "FIFO":
            os.mkfifo(path)
        case "socket":
            with socket.socket(socket.AF_UNIX) as server:
                server.bind(str(path))
        case "device":
            return "/dev/zero", "a device"
        case "directory":
            path.mkdir()
        case _:
            os.mkfifo("fifo")
            path.symlink_to("fifo")
    return str(path), f"a {request.param.removeprefix('link to a ')}"


def reason_for(what: str, is_model: bool) -> str:
    """Return what is said of a path in place of a file; a folder may hold a model."""
    if is_model and what == "a directory":
        return "error: holds no model, no .param"
    return f"is not a regular file, but {what}"


def named(special: str, suffix: str) -> str:
    """Another name of the path, with a suffix."""
    name = f"named{suffix}"
    Path(name).symlink_to(special)
    return name


@pytest.mark.parametrize(
    "words",
    [
        "run SPECIAL m.bin",
        "run m.param SPECIAL",
        "compile SPECIAL m.bin",
        "compile m.param SPECIAL",
        "inspect SPECIAL",
        "optimize SPECIAL m.bin o.param o.bin",
        "optimize m.param SPECIAL o.param o.bin",
        "diff SPECIAL m.param",
        "diff m.param m.param --second-weights SPECIAL",
        "run m.param --input data=@SPECIAL.npy",
        "run m.param --input data=3,8,8 --input data=@SPECIAL.png",
        "run SPECIAL.ncnnc",
        "bench SPECIAL.ncnnc",
    ],
)
def test_every_verb_refuses_them(words: str, special: Special, capsys: pytest.CaptureFixture[str]):
    path, what = special
    for suffix in (".npy", ".png", ".ncnnc"):
        if f"SPECIAL{suffix}" in words:
            words = words.replace(f"SPECIAL{suffix}", named(path, suffix))
    if "png" in words:
        Path("m.param").write_text(PARAM.replace("0=8", "0=8 1=8 2=3").replace("2=16", "2=384"))
        Path("m.bin").write_bytes(bytes(4 + 384 * 4))
    assert cli.main([word.replace("SPECIAL", path) for word in words.split()]) == cli.EXIT_INPUT
    lines = [line for line in capsys.readouterr().err.splitlines() if "target:" not in line]
    assert len(lines) == 1
    is_model = words.split()[1] == "SPECIAL"
    assert reason_for(what, is_model) in lines[0]


def test_the_api_refuses_them(special: Special):
    path, what = special
    calls: tuple[tuple[Callable[[], object], bool], ...] = (
        (lambda: ncnnc.compile(path, "m.bin"), True),
        (lambda: ncnnc.compile("m.param", path), False),
        (lambda: ncnnc.load(path), False),
        (lambda: ncnnc.optimize(path, "m.bin", "o.param", "o.bin"), True),
    )
    for call, is_model in calls:
        with pytest.raises(ncnnc.NcnncError, match=reason_for(what, is_model)):
            call()


def test_weights_beside_the_model_may_be_special_too(
    special: Special, capsys: pytest.CaptureFixture[str]
):
    Path("m.bin").unlink()
    Path("m.bin").symlink_to(special[0])
    assert cli.main(["run", "m.param"]) == cli.EXIT_INPUT
    assert "m.bin: error: cannot be read: is not a regular file" in capsys.readouterr().err


def test_links_to_files_are_files(tmp_path: Path):
    np.save(tmp_path / "x.npy", np.zeros(3))
    (tmp_path / "link").symlink_to("x.npy")
    with open_input(tmp_path / "link") as file:
        assert file.read(6) == b"\x93NUMPY"
    with pytest.raises(FileNotFoundError):
        open_input(tmp_path / "none")


def test_long_paths_are_shortened(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert shown_path("a" * 200) == "a" * 200
    shown = shown_path("/start/" + "a/" * 2500 + "m.param")
    assert shown.startswith("/start/a/")
    assert shown.endswith("a/m.param")
    assert len(shown) == 203
    path = "a/" * 2500 + "m"
    for words in (
        ["run", f"{path}.param"],
        ["run", f"{path}.ncnnc"],
        ["run", f"{path}.ncnnc", "--target", "x86-64"],
        ["inspect", f"{path}.param"],
        ["compile", f"{path}.param", "-o", "m.ncnnc"],
        ["compile", "squeezenet", "-o", f"{path}.exe"],
        ["optimize", f"{path}.param", "m.bin", "o.param", "o.bin"],
        ["zoo", path],
    ):
        assert cli.main(words) in (cli.EXIT_INPUT, cli.EXIT_USAGE)
        lines = [line for line in capsys.readouterr().err.splitlines() if "target:" not in line]
        assert len(lines) == 1
        assert len(lines[0]) < 500, words
