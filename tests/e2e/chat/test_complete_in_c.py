"""The program in C, built as its comment says, completes a text as the process does."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from generate import Generator
from ncnnc.compiler.cli import main as cli
from sampling import Sampling

from tests.helpers.c_library import build

pytestmark = pytest.mark.isa

FOLDER = Path(__file__).parents[3] / "examples" / "chat"
STRICT = "-std=c99 -g -Wall -Wextra -Wpedantic -Werror"


def commands() -> list[list[str]]:
    """Return the words of each command in the comment."""
    comment = (FOLDER / "complete.c").read_text().partition("*/")[0]
    lines = re.findall(r"^ \*     (.*)$", comment, re.MULTILINE)
    return [shlex.split(line) for line in "\n".join(lines).replace("\\\n", " ").splitlines()]


def test_the_text_is_that_of_the_process(
    generator: Generator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    shutil.copytree(FOLDER / "docstrings", tmp_path / "docstrings")
    shutil.copy(FOLDER / "complete.c", tmp_path)
    monkeypatch.chdir(tmp_path)
    *compilations, (compiler, *words), (program, prompt, _) = commands()
    for name, *arguments in compilations:
        assert name == "ncnnc"
        assert cli.main(arguments) == 0
    assert compiler == "cc"
    sources = " ".join(words[: words.index("-o")])
    try:
        build(tmp_path, sources, "complete", f"{STRICT} -fsanitize=address,undefined", "gcc")
    except subprocess.CalledProcessError:
        build(tmp_path, sources, "complete", STRICT)
    done = subprocess.run([program, prompt, "40"], capture_output=True, text=True, check=False)
    expected = "".join(generator.complete(f"{prompt}\n", Sampling(), 40))
    assert (done.returncode, done.stdout, done.stderr) == (0, expected, "")
    many = subprocess.run([program, prompt, "600"], capture_output=True, text=True, check=False)
    assert many.returncode == 1
    assert many.stderr == "the session is full: truncate it, or make one for more rows\n"
