"""The home page and docs/tutorials: all commands and code of a page run in order, in one folder."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.cli import opt

pytestmark = [pytest.mark.isa, pytest.mark.slow]
DOCS = Path(__file__).parents[2] / "docs"
PAGES = (DOCS / "index.md", *sorted((DOCS / "tutorials").glob("*.md")))
BLOCK = re.compile(
    r"(?:^`(?P<file>[\w.]+)`:\n\n)?^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.M | re.S
)
"""A block of code, a file if its name and a colon stand before it."""
BY_SHELL = ("c++", "./main")
"""Programs that are not of ncnnc."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    text = page.read_text(encoding="utf-8")
    if "\nc++ " in text and shutil.which("c++") is None:
        pytest.skip("no c++")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    steps = list(BLOCK.finditer(text))
    assert len(steps) == text.count("\n```") / 2
    for step in steps:
        if step["file"]:
            Path(step["file"]).write_text(step["text"], encoding="utf-8")
        elif step["language"] == "python":
            exec(compile(step["text"], page.name, "exec"), names)
        elif step["language"] == "sh":
            for line in step["text"].replace("\\\n", "").splitlines():
                assert carry_out(shlex.split(line)) == 0, line


def carry_out(words: list[str]) -> int:
    """Run a command, those of ncnnc in this process; returns its exit status."""
    if words[0] in BY_SHELL:
        return subprocess.run(words, check=False, env=os.environ).returncode
    main = {"ncnnc": cli.main, "ncnnc-opt": opt.main}[words[0]]
    try:
        return main(words[1:]) or 0
    except SystemExit as end:
        return int(end.code or 0)
