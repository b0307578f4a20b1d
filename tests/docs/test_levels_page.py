"""`docs/levels.md` and `docs/layouts.md` show the IR that the compiler prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.generators.levels_page import PAGES, updated


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_page_shows_what_the_compiler_prints(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    assert updated(page) == page, "python -m tests.generators.levels_page brings it up to date"


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_block_is_compared(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    emptied = page
    for word in ("ncnn.convolution", "kernel.convolution", "simd.", "fmuladd", "policy padded"):
        emptied = emptied.replace(word, "")
    assert updated(emptied) == page
