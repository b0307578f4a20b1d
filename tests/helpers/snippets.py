"""Code of a page of the documentation: its fenced blocks, and running them in order."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.cli import opt

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("passes/*.md"),
        *ROOT.glob("examples/*/README.md"),
    )
)
RUN = ("python", "sh", "console", "c", "cpp", "js")
"""Languages of blocks that are run; of `console` the lines that begin with `$ `."""
SHOWN = ("text", "mlir", "llvm", "asm", "mermaid")
"""Languages of blocks that are not: outputs, files, what a command prints."""
BLOCK = re.compile(
    r"(?:^`(?P<file>[\w./]+)`:\n\n)?^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.M | re.S
)
"""A block of code, a file if its name and a colon stand before it."""
MAINS = {"ncnnc": cli.main, "ncnnc-opt": opt.main}


class Block(NamedTuple):
    """A fenced block."""

    language: str
    text: str
    file: str | None
    """The name of the file that it is the content of."""


def blocks(page: str) -> list[Block]:
    """Return the blocks of a page."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = [Block(m["language"], m["text"], m["file"]) for m in BLOCK.finditer(text)]
    assert len(found) == text.count("\n```") / 2
    return found


def commands(block: Block) -> Iterator[list[str]]:
    """Yield the words of each command of a block, without comments and prompts."""
    for line in block.text.replace("\\\n", "").splitlines():
        if block.language == "console" and not line.startswith("$ "):
            continue
        words = shlex.split(line.removeprefix("$ "), comments=True)
        words = [output_of(word[2:-1]) if word.startswith("$(") else word for word in words]
        if words[:2] == ["ncnnc", "bench"] and "--seconds" not in words:
            words += ["--seconds", "0.05"]
        if words:
            yield words


def output_of(command: str) -> str:
    """Return what a command prints, which the words of another may hold."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        assert carry_out(shlex.split(command)) == 0
    return printed.getvalue().strip()


def run_page(page: str, names: dict[str, Any]) -> None:
    """Carry out a page in the current folder: write its files, run its commands and Python."""
    for number, block in enumerate(blocks(page)):
        if block.file:
            file = Path(block.file)
            file.parent.mkdir(exist_ok=True)
            file.write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            exec(compile(block.text, f"{page}, block {number}", "exec"), names)
        elif block.language in ("sh", "console"):
            fails = ": error: " in block.text
            for words in commands(block):
                assert bool(carry_out(words)) == fails, f"{page}: {shlex.join(words)}"


def carry_out(words: list[str]) -> int:
    """Run a command, those of ncnnc in this process; returns its exit status."""
    if words[0] not in MAINS:
        program = sys.executable if words[0] == "python" else shutil.which(words[0])
        if program is None:
            pytest.skip(f"no {words[0]}")
        return subprocess.run([program, *words[1:]], check=False, env=os.environ).returncode
    try:
        return MAINS[words[0]](words[1:]) or 0
    except SystemExit as end:
        return int(end.code or 0)
