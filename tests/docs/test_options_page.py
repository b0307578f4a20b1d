"""`docs/options.md` is what its generator writes, and has a meaning for each option."""

from __future__ import annotations

from ncnnc.compiler.options.compile_options import CompileOptions

from tests.generators.keywords import FILES, declared
from tests.generators.options_page import PAGE, SECTIONS, page


def test_the_page_is_up_to_date():
    assert PAGE.read_text() == page()


def test_every_option_has_a_meaning():
    text = page()
    for _, group in SECTIONS:
        assert [name for name, (_, meaning) in declared(group).items() if not meaning] == []
        missing = [name for name in declared(group) if f"\n| `{name}` |" not in text]
        assert missing == [name for name in FILES if group is CompileOptions]
