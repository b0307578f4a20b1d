"""The loader of object files: what LLVM emits works, and what is damaged is refused."""

from __future__ import annotations

import ctypes
import math
import random

import pytest
from ncnnc.compiler.backend.object.machine_code import emit_object
from ncnnc.dialects.target.system import NATIVE
from ncnnc.runtime.code.elf import LoadedObject
from ncnnc.runtime.errors import ArtifactError

CODE = """
@counter = global i64 40
@unset = global ptr null
@table = internal constant [4 x i32] [i32 3, i32 5, i32 7, i32 11]
declare float @powf(float, float)

define internal i64 @twice(i64 %x) noinline {
  %y = shl i64 %x, 1
  ret i64 %y
}
define i64 @count(i64 %x) {
  %old = load i64, ptr @counter
  %more = call i64 @twice(i64 %x)
  %new = add i64 %old, %more
  store i64 %new, ptr @counter
  ret i64 %new
}
define i32 @entry(i64 %i) {
  %p = getelementptr [4 x i32], ptr @table, i64 0, i64 %i
  %v = load i32, ptr %p
  ret i32 %v
}
define float @power(float %x) {
  %y = call float @powf(float %x, float 2.5)
  %z = fadd float %y, 0x3FB99999A0000000
  ret float %z
}
define ptr @where() {
  ret ptr @unset
}
"""


@pytest.fixture(scope="module")
def contents() -> bytes:
    return emit_object(CODE, NATIVE.baseline)


def function(loaded: LoadedObject, name: str, result: type, *arguments: type):
    address = loaded.address(name)
    assert address is not None
    return ctypes.CFUNCTYPE(result, *arguments)(address)


def test_code_constants_variables_and_functions_of_c(contents: bytes):
    loaded = LoadedObject(contents)
    count = function(loaded, "count", ctypes.c_int64, ctypes.c_int64)
    assert [count(1), count(10)] == [42, 62]
    entry = function(loaded, "entry", ctypes.c_int32, ctypes.c_int64)
    assert [entry(i) for i in range(4)] == [3, 5, 7, 11]
    power = function(loaded, "power", ctypes.c_float, ctypes.c_float)
    assert math.isclose(power(4.0), 32.1, rel_tol=1e-6)
    assert function(loaded, "where", ctypes.c_void_p)() == loaded.address("unset")
    assert loaded.address("nothing") is None
    assert loaded.address("powf") is None


def test_each_loaded_object_has_variables_of_its_own(contents: bytes):
    one, other = LoadedObject(contents), LoadedObject(contents)
    assert function(one, "count", ctypes.c_int64, ctypes.c_int64)(1) == 42
    assert function(other, "count", ctypes.c_int64, ctypes.c_int64)(1) == 42


def test_no_page_can_be_written_and_executed(contents: bytes):
    loaded = LoadedObject(contents)
    with open("/proc/self/maps", encoding="ascii") as maps:
        pages = [line.split()[:2] for line in maps]
    found = {}
    for name in ("count", "counter"):
        for extent, rights in pages:
            low, high = (int(end, 16) for end in extent.split("-"))
            if low <= (loaded.address(name) or 0) < high:
                found[name] = rights
    assert found == {"count": "r-xp", "counter": "rw-p"}


def test_a_function_that_nobody_has_is_named():
    call = "define void @f() {\n  call void @nobody_has_it()\n  ret void\n}"
    text = f"declare void @nobody_has_it()\n{call}"
    contents = emit_object(text, NATIVE.baseline)
    with pytest.raises(ArtifactError, match="needs 'nobody_has_it', which is undefined"):
        LoadedObject(contents)


@pytest.mark.parametrize("size", [4, 20, 63, 64, 200])
def test_what_ends_early_is_refused(contents: bytes, size: int):
    with pytest.raises(ArtifactError, match="the object code"):
        LoadedObject(contents[:size])


def test_what_is_no_object_is_refused(contents: bytes):
    with pytest.raises(ArtifactError, match="no ELF file"):
        LoadedObject(b"\x7fELG" + contents[4:])
    with pytest.raises(ArtifactError, match="no relocatable object for this kind of machine"):
        LoadedObject(contents[:18] + b"\x03\x00" + contents[20:])


def test_damaged_bytes_are_refused_or_harmless(contents: bytes):
    """Nothing is called: that it is loaded or refused, and nothing outside of it written."""
    generator = random.Random(1)
    refused = 0
    for _ in range(300):
        damaged = bytearray(contents)
        for _ in range(4):
            damaged[generator.randrange(len(damaged))] = generator.randrange(256)
        try:
            LoadedObject(bytes(damaged))
        except ArtifactError:
            refused += 1
    assert refused > 10
