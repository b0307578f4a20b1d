"""CPUs of a process, by its affinity and by the quotas of control groups of both versions."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.runtime.system import control_groups, linux


@pytest.fixture
def groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty tree of groups, on a machine with eight CPUs."""
    monkeypatch.setattr(control_groups, "GROUPS", tmp_path)
    monkeypatch.setattr(control_groups, "OWN_GROUPS", tmp_path / "cgroup")
    monkeypatch.setattr(linux.os, "sched_getaffinity", lambda _: set(range(8)), raising=False)
    return tmp_path


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def test_without_groups_all_of_the_affinity_count(groups: Path):
    assert linux.available_cpus() == 8


@pytest.mark.parametrize(
    ("quota", "expected"),
    [("max 100000", 8), ("400000 100000", 4), ("250000 100000", 2), ("50000 100000", 1)],
)
def test_a_quota_counts_in_whole_cpus(groups: Path, quota: str, expected: int):
    write(groups / "cgroup", "0::/a/b\n")
    write(groups / "a/b/cpu.max", quota)
    assert linux.available_cpus() == expected


def test_the_smallest_quota_of_all_groups_around_counts(groups: Path):
    write(groups / "cgroup", "0::/a/b\n")
    write(groups / "a/b/cpu.max", "max 100000")
    write(groups / "a/cpu.max", "300000 100000")
    write(groups / "cpu.max", "500000 100000")
    assert linux.available_cpus() == 3


def test_a_container_sees_its_own_group_at_the_top(groups: Path):
    write(groups / "cgroup", "0::/of/the/host\n")
    write(groups / "cpu.max", "200000 100000")
    assert linux.available_cpus() == 2


@pytest.mark.parametrize(("quota", "expected"), [("-1", 8), ("300000", 3)])
def test_version_1(groups: Path, quota: str, expected: int):
    write(groups / "cgroup", "5:memory:/a\n4:cpu,cpuacct:/a\n")
    write(groups / "cpu,cpuacct/a/cpu.cfs_quota_us", quota)
    write(groups / "cpu,cpuacct/a/cpu.cfs_period_us", "100000")
    assert linux.available_cpus() == expected
