"""Answers of macOS are read as its headers say; its functions are replaced by others here."""

from __future__ import annotations

import ctypes
import struct
import time
from types import SimpleNamespace

import pytest
from ncnnc.runtime.system import macos

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
