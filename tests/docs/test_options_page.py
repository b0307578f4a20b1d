"""`docs/options.md` is what its generator writes, and has a meaning for each option."""

from __future__ import annotations

from tests.generators.keywords import declared
from tests.generators.options_page import PAGE, page


def test_the_page_is_up_to_date():
    assert PAGE.read_text() == page()


def test_every_option_has_a_meaning():
    assert [name for name, (_, meaning) in declared().items() if not meaning] == []
    assert len(page().splitlines()) == 9 + len(declared())
