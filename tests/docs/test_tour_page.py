"""docs/tour.md: its files exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
FILE = re.compile(r"`((?:compiler|dialects|passes|runtime)/[\w/]+\.py)`")


def test_its_files_exist():
    files = FILE.findall(PAGE)
    assert len(files) > 20
    assert [file for file in files if not (ROOT / file).is_file()] == []
