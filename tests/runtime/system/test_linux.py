"""Linux says what there is of memory, that of the system and of a container, and of the CPU."""

from __future__ import annotations

import ctypes
import mmap
from pathlib import Path

import pytest
from ncnnc.runtime.system import linux
from ncnnc.runtime.system.linux import available_bytes

SYSTEM = "MemTotal:       24684092 kB\nMemFree:  15 kB\nMemAvailable:   1024 kB\nBuffers: 3 kB\n"


@pytest.mark.parametrize(
    ("system", "limit", "used", "expected"),
    [
        (SYSTEM, None, None, 1 << 20),
        (SYSTEM, "max\n", "300000\n", 1 << 20),
        (SYSTEM, "500000\n", "300000\n", 200_000),
        (SYSTEM, "5000000\n", "300000\n", 1 << 20),
        (SYSTEM, "300000\n", "300001\n", 0),
        (None, "500000\n", "300000\n", 0),
        ("MemTotal: 5 kB\n", None, None, 0),
    ],
)
def test_available_bytes(
    system: str | None,
    limit: str | None,
    used: str | None,
    expected: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    files = {"meminfo": system, "memory.max": limit, "memory.current": used}
    for name, content in files.items():
        if content is not None:
            (tmp_path / name).write_text(content)
    monkeypatch.setattr(linux, "PROCESSES", tmp_path)
    monkeypatch.setattr(linux, "GROUP", tmp_path)
    assert available_bytes() == expected


def test_addresses_of_a_process_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "meminfo").write_text(SYSTEM)
    (tmp_path / "self").mkdir()
    (tmp_path / "self/status").write_text("Name:\tpython\nVmSize:\t     100 kB\n")
    monkeypatch.setattr(linux, "PROCESSES", tmp_path)
    monkeypatch.setattr(linux, "GROUP", tmp_path)
    for limit, expected in (("unlimited", 1 << 20), ("512000", 512_000 - (100 << 10))):
        line = f"Max address space         {limit}            unlimited            bytes"
        (tmp_path / "self/limits").write_text(f"Limit\n{line}\n")
        assert available_bytes() == expected


def test_this_machine_has_memory():
    assert available_bytes() > 1 << 20


def test_kernel_flags(tmp_path: Path):
    path = tmp_path / "cpuinfo"
    path.write_text("processor\t: 0\nflags\t\t: fpu avx avx2\nbugs\t\t:\n")
    assert linux.kernel_flags(path) == {"fpu", "avx", "avx2"}
    assert linux.kernel_flags(tmp_path / "missing") == frozenset()


def test_the_l2_cache(tmp_path: Path):
    assert linux.l2_cache_bytes(tmp_path) is None
    for index, level, size in ((0, 1, "32K"), (1, 2, "1280K"), (2, 3, "36M")):
        folder = tmp_path / f"index{index}"
        folder.mkdir()
        (folder / "level").write_text(f"{level}\n")
        (folder / "size").write_text(f"{size}\n")
    assert linux.l2_cache_bytes(tmp_path) == 1280 << 10
    (tmp_path / "index1" / "size").unlink()
    assert linux.l2_cache_bytes(tmp_path) is None


@pytest.mark.skipif(not linux.memory_nodes(), reason="this kernel has no memory nodes")
def test_pages_are_taken_from_all_memory_nodes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    memory = mmap.mmap(-1, 8 * mmap.PAGESIZE)
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    (tmp_path / "self").mkdir()
    asked: list[tuple[int, ...]] = []
    for allowed, spreads in (("1", False), ("00000000,00000005", True)):
        (tmp_path / "self/status").write_text(f"Name:\tpython\nMems_allowed:\t{allowed}\n")
        monkeypatch.setattr(linux, "interleave", lambda *args: asked.append(args) or True)
        assert linux.spread_over_nodes(address + 1, 3 * mmap.PAGESIZE, tmp_path) is spreads
    # Only whole pages, and a bit for each node.
    assert [args[1:] for args in asked] == [(address + mmap.PAGESIZE, 2 * mmap.PAGESIZE, 5)]
    monkeypatch.undo()
    call, whole = asked[0][0], (address, 4 * mmap.PAGESIZE)
    if not linux.interleave(call, *whole, linux.memory_nodes()):
        pytest.skip("this system refuses policies of memory, as containers and QEMU may")
    assert not linux.interleave(call, address + 1, mmap.PAGESIZE, 1)
