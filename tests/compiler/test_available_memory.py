"""The memory that is left, of the system and of a container."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.compiler import available_memory
from ncnnc.compiler.available_memory import available_bytes

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
    monkeypatch.setattr(available_memory, "SYSTEM", tmp_path)
    monkeypatch.setattr(available_memory, "GROUP", tmp_path)
    assert available_bytes() == expected


def test_addresses_of_a_process_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "meminfo").write_text(SYSTEM)
    (tmp_path / "self").mkdir()
    (tmp_path / "self/status").write_text("Name:\tpython\nVmSize:\t     100 kB\n")
    monkeypatch.setattr(available_memory, "SYSTEM", tmp_path)
    monkeypatch.setattr(available_memory, "GROUP", tmp_path)
    for limit, expected in (("unlimited", 1 << 20), ("512000", 512_000 - (100 << 10))):
        line = f"Max address space         {limit}            unlimited            bytes"
        (tmp_path / "self/limits").write_text(f"Limit\n{line}\n")
        assert available_bytes() == expected


def test_this_machine_has_memory():
    assert available_bytes() > 1 << 20
