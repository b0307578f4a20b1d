"""Addresses in the code of other machines: what instructions would reach, decoded by hand."""

from __future__ import annotations

import ctypes
import struct

import pytest
from ncnnc.compiler.backend.object.machine_code import emit_object
from ncnnc.dialects.target.records import Target
from ncnnc.runtime.code.elf import LoadedObject
from ncnnc.runtime.code.relocations import AARCH64
from ncnnc.runtime.errors import ArtifactError

CODE = """
@wide = internal global <4 x float> zeroinitializer
@word = internal global i32 0
@shared = global i64 0
@where = global ptr @word
declare float @powf(float, float)
define float @calls(float %x) {
  %y = call float @powf(float %x, float %x)
  %z = call float @loads(float %y)
  %w = fadd float %z, %y
  ret float %w
}
define float @loads(float %x) noinline {
  %v = load volatile <4 x float>, ptr @wide
  %i = load volatile i32, ptr @word
  %j = load volatile i64, ptr @shared
  store volatile ptr @wide, ptr @where
  ret float %x
}
"""


def instructions(loaded: LoadedObject, name: str, count: int) -> list[tuple[int, int]]:
    """Return addresses and instructions from a function's first on."""
    address = loaded.address(name) or 0
    words = struct.unpack(f"<{count}I", ctypes.string_at(address, 4 * count))
    return [(address + 4 * i, word) for i, word in enumerate(words)]


def signed(value: int, bits: int) -> int:
    return value - (value >> bits - 1 << bits)


def calls(code: list[tuple[int, int]]) -> list[int]:
    """Return where `bl` leads to."""
    return [at + 4 * signed(word & 0x3FFFFFF, 26) for at, word in code if word >> 26 == 0b100101]


def reached(code: list[tuple[int, int]]) -> set[int]:
    """Return the addresses of `add`, `ldr` and `str` with the page of an `adrp`."""
    pages, found = dict[int, int](), set[int]()
    for at, word in code:
        if word & 0x9F000000 == 0x90000000:
            number = (word >> 5 & 0x7FFFF) << 2 | word >> 29 & 3
            pages[word & 31] = (at >> 12) + signed(number, 21) << 12
            continue
        base, offset = pages.get(word >> 5 & 31), word >> 10 & 0xFFF
        if base is None:
            continue
        pages.pop(word & 31, None)
        if word & 0xFFC00000 == 0x91000000:
            found.add(base + offset)
        elif word & 0x3B000000 == 0x39000000:
            size = 4 if word & 0x04800000 == 0x04800000 else word >> 30
            found.add(base + (offset << size))
    return found


def test_code_for_aarch64_reaches_its_functions_and_variables():
    loaded = LoadedObject(emit_object(CODE, Target.parse("aarch64")), "aarch64")
    own = {loaded.address(name) for name in ("wide", "word")}
    found = reached(instructions(loaded, "loads", 14))
    assert own < found
    slots = {ctypes.c_int64.from_address(address).value for address in found - own}
    assert slots == {loaded.address(name) for name in ("shared", "where")}
    assert ctypes.c_int64.from_address(loaded.address("where") or 0).value == loaded.address("word")
    jump, own = calls(instructions(loaded, "calls", 16))
    assert own == loaded.address("loads")
    load, branch = struct.unpack("<II", ctypes.string_at(jump, 8))
    assert (load, branch) == (0x58FFFFD0, 0xD61F0200)  # ldr x16, -8; br x16
    powf = ctypes.cast(ctypes.CDLL("libm.so.6").powf, ctypes.c_void_p).value
    assert ctypes.c_int64.from_address(jump - 8).value == powf


@pytest.mark.parametrize(
    ("kind", "word", "value", "place", "expected"),
    [
        (283, 0x94000000, 0x1000, 0x2000, 0x97FFFC00),  # bl -4096
        (282, 0x14000000, 0x8000FFC, 0x1000, 0x15FFFFFF),  # b 128 MiB - 4
        (275, 0x90000001, 0x12345678, 0x1000, 0x90091A21),  # adrp x1
        (276, 0x90000000, 0x1FFF, 0x2000, 0xF0FFFFE0),  # adrp x0, -1 page
        (277, 0x91000000, 0x12345FFF, 0, 0x913FFC00),  # add #0xfff
        (278, 0x39400000, 0x1234567F, 0, 0x3959FC00),  # ldrb #0x67f
        (284, 0x79400000, 0xFFE, 0, 0x795FFC00),  # ldrh #0xffe
        (285, 0xB9400000, 0xFFC, 0, 0xB94FFC00),  # ldr w #0xffc
        (286, 0xF9400000, 0xFF8, 0, 0xF947FC00),  # ldr x #0xff8
        (299, 0x3DC00000, 0xFF0, 0, 0x3DC3FC00),  # ldr q #0xff0
        (264, 0xD2800000, 0x1111222233334444, 0, 0xD2888880),  # movz #0x4444
        (268, 0xF2C00000, 0x1111222233334444, 0, 0xF2C44440),  # movk #0x2222, lsl #32
        (269, 0xF2E00000, 0x1111222233334444, 0, 0xF2E22220),  # movk #0x1111, lsl #48
    ],
)
def test_instructions_of_aarch64(kind: int, word: int, value: int, place: int, expected: int):
    """As LLVM's assembler writes them."""
    patched = AARCH64.rules[kind].patch(struct.pack("<I", word), value, place)
    assert patched.hex(" ") == struct.pack("<I", expected).hex(" ")


@pytest.mark.parametrize(("kind", "value"), [(283, 1 << 27), (283, -(1 << 27) - 4), (275, 1 << 32)])
def test_what_is_out_of_reach_is_refused(kind: int, value: int):
    with pytest.raises(OverflowError, match="out of reach"):
        AARCH64.rules[kind].patch(bytes(4), value + 0x1000, 0x1000)


def test_code_is_for_one_machine():
    contents = emit_object(CODE, Target.parse("aarch64"))
    with pytest.raises(ArtifactError, match="no relocatable object for this kind of machine"):
        LoadedObject(contents, "x86_64")
    with pytest.raises(ArtifactError, match="cannot be loaded on machines of the family 'vax'"):
        LoadedObject(contents, "vax")
