"""Answers of macOS are read as its headers say; its functions are replaced by others here."""

from __future__ import annotations

import ctypes
import mmap
import struct
import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from ncnnc.runtime.system import code_memory, macos

ANSWERS = {
    "hw.memsize": struct.pack("<Q", 16 << 30),
    "kern.memorystatus_level": struct.pack("<i", 25),
    "machdep.cpu.brand_string": b"Apple M2\0",
    "hw.perflevel0.l2cachesize": struct.pack("<q", 16 << 20),
    "hw.l2cachesize": struct.pack("<q", 4 << 20),
    "hw.physicalcpu": struct.pack("<i", 8),
    "hw.optional.arm.AdvSIMD": struct.pack("<i", 1),
    "hw.optional.arm.FEAT_DotProd": struct.pack("<i", 1),
    "hw.optional.arm.FEAT_BF16": struct.pack("<i", 0),
    "kern.bootsessionuuid": b"4DF1\0",
}


class System(SimpleNamespace):
    """Functions of libSystem, with parameters as ctypes passes them."""

    class Function(SimpleNamespace):
        def __call__(self, *arguments):
            return self.answer(*arguments)

    def __init__(self, started: float):
        self.sysctlbyname = self.Function(answer=self.sysctl)
        self.proc_pidinfo = self.Function(answer=self.process)
        self.started = started

    @staticmethod
    def sysctl(name, value, size, new, new_size) -> int:
        answer = ANSWERS.get(name.decode())
        if answer is None:
            return -1
        if value is not None:
            ctypes.memmove(value, answer, len(answer))
        size._obj.value = len(answer)
        return 0

    def process(self, process, flavor, argument, info, size) -> int:
        assert (flavor, size) == (3, 136)
        struct.pack_into("<QQ", info, 120, int(self.started), 500_000)
        return size


@pytest.fixture(autouse=True)
def _on_a_mac(monkeypatch: pytest.MonkeyPatch):
    system = System(int(time.time()) - 10)
    monkeypatch.setattr(macos, "system", lambda: system)


def test_answers(monkeypatch: pytest.MonkeyPatch):
    assert macos.available_bytes() == 4 << 30
    assert macos.cpu_name() == "Apple M2"
    assert macos.l2_cache_bytes() == 16 << 20
    assert macos.physical_cores() == 8
    assert macos.kernel_flags() == {"neon", "dotprod"}
    assert macos.boot_id() == "4DF1"
    assert 9 < macos.seconds_of_process() < 12
    monkeypatch.delitem(ANSWERS, "hw.perflevel0.l2cachesize")
    assert macos.l2_cache_bytes() == 4 << 20
    monkeypatch.delitem(ANSWERS, "kern.memorystatus_level")
    assert macos.available_bytes() == 0


def test_files_in_memory_have_no_name():
    import os

    number = macos.memory_file("x")
    os.truncate(number, 100)
    assert os.fstat(number).st_nlink == 0
    os.close(number)


class JitSystem:
    """libSystem on arm64: a thread that may not write to its code has it protected here."""

    def __init__(self):
        self.calls: list[object] = []
        self.library = ctypes.CDLL(None)
        self.library.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        self.pthread_jit_write_protect_np = System.Function(answer=self.protect)
        self.sys_icache_invalidate = System.Function(answer=self.invalidate)
        self.mmap = System.Function(answer=self.map)
        self.codes: dict[int, int] = {}

    def map(self, address, size, rights, flags, file, offset) -> int:
        assert (rights, flags, file, offset) == (
            3,
            mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x10,
            -1,
            0,
        )
        ctypes.memset(address, 0, size)
        self.calls.append("variables")
        self.codes = {address - 2 * mmap.PAGESIZE: 2 * mmap.PAGESIZE}
        self.protect(1)
        return address

    def protect(self, on: int) -> None:
        self.calls.append(on)
        for address, size in self.codes.items():
            assert not self.library.mprotect(address, size, 5 if on else 3)

    def invalidate(self, address, size) -> None:
        assert self.codes == {address: size}
        self.calls.append("invalidate")


@pytest.fixture
def jit(monkeypatch: pytest.MonkeyPatch) -> Iterator[JitSystem]:
    system = JitSystem()
    monkeypatch.setattr(macos, "system", lambda: system)
    monkeypatch.setattr(macos.platform, "machine", lambda: "arm64")
    monkeypatch.setattr(code_memory, "here", macos)
    macos.maps_jit.cache_clear()
    yield system
    macos.maps_jit.cache_clear()


def test_code_is_written_by_threads_that_do_not_run_it(jit: JitSystem):
    memory = code_memory.CodeMemory(3 * mmap.PAGESIZE, 2 * mmap.PAGESIZE)
    with memory.writing():
        memory.bytes[5] = 7
        memory.bytes[2 * mmap.PAGESIZE] = 8
    assert jit.calls == ["variables", 1, 0, 1, "invalidate"]
    memory.bytes[2 * mmap.PAGESIZE] = 9  # variables are written at any time
    assert memory.bytes[5] == 7


def test_code_is_protected_after_a_failure(jit: JitSystem):
    memory = code_memory.CodeMemory(3 * mmap.PAGESIZE, 2 * mmap.PAGESIZE)
    with pytest.raises(ValueError, match="damaged"), memory.writing():
        raise ValueError("damaged")
    assert jit.calls == ["variables", 1, 0, 1]


def test_without_the_entitlement_memory_is_plain(jit: JitSystem, monkeypatch: pytest.MonkeyPatch):
    def refuse(size: int) -> mmap.mmap:
        raise OSError("not permitted")

    monkeypatch.setattr(macos, "map_jit", refuse)
    memory = code_memory.CodeMemory(2 * mmap.PAGESIZE, mmap.PAGESIZE)
    jit.codes = {memory.address: mmap.PAGESIZE}
    with memory.writing():
        memory.bytes[0] = 7
    assert jit.calls == ["invalidate"]
