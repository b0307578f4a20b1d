"""docs/tour.md: its files exist and its commands run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ncnnc.compiler.cli.main import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
FILE = re.compile(r"`((?:compiler|dialects|passes|runtime)/[\w/]+\.py)`")
COMMANDS = [
    line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()
]


def test_its_files_exist():
    files = FILE.findall(PAGE)
    assert len(files) > 20
    assert [file for file in files if not (ROOT / file).is_file()] == []


@pytest.mark.slow
def test_its_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    assert len(COMMANDS) > 5
    for command in COMMANDS:
        program, *arguments = command.split()
        assert program == "ncnnc"
        assert main(arguments) == 0, command
