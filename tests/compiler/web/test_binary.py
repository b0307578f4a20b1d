"""The binary format of modules."""

from __future__ import annotations

import pytest
from ncnnc.compiler.web.binary import (
    PAGE_BYTES,
    Reader,
    custom_section_head,
    encoded,
    memory_bytes,
    sections,
)

HEADER = b"\0asm\1\0\0\0"
IMPORT = b"\x02\x13\x01\x03env\x06memory\x02\x03\x81\x01\x80\x80\x04"
"""A section that imports shared memory of 129 to 65,536 pages."""


@pytest.mark.parametrize("number", [0, 1, 127, 128, 300, 16383, 16384, 2**31, 2**32 - 1])
def test_numbers(number: int):
    assert Reader(encoded(number), 0).number() == number


def test_memory():
    assert memory_bytes(HEADER + b"\x01\x01\0" + IMPORT) == 129 * PAGE_BYTES


@pytest.mark.parametrize("size", [0, 100, 200, 20_000])
def test_a_section_behind_others(size: int):
    module = HEADER + IMPORT + custom_section_head("weights", size) + bytes(size)
    first, second = sections(module)
    assert (first.kind, second.kind) == (2, 0)
    assert module[second.at : second.at + 8] == b"\x07weights"
    assert second.end == len(module) == second.at + 8 + size
