"""`docs/levels.md` shows the IR that the compiler prints."""

from __future__ import annotations

from tests.generators.levels_page import PAGE, updated


def test_the_page_shows_what_the_compiler_prints() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert updated(page) == page, "python -m tests.generators.levels_page brings it up to date"


def test_every_block_is_compared() -> None:
    page = PAGE.read_text(encoding="utf-8")
    emptied = page.replace("ncnn.convolution", "").replace("kernel.convolution", "")
    emptied = emptied.replace("simd.", "").replace("fmuladd", "")
    assert updated(emptied) == page
