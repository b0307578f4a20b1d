"""Many processes on one cache, killed ones, and a disk without room or that cannot be written."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.cached_models import SmallModel
from tests.helpers.long_runs import rounds, tell

pytestmark = pytest.mark.isa
ROOT = Path(__file__).parents[3]
LARGE = 4000
"""A model by that number has weights that take more than half of the small disk."""


def stress(*words: object) -> str:
    """Run `cache_stress` in a process of its own; what it prints."""
    command = [sys.executable, "-m", "tests.helpers.cache_stress", *map(str, words)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_many_processes_find_what_is_right():
    processes, times, models = rounds(4, 32), rounds(8, 100), rounds(3, 10)
    words = ("--processes", processes, "--rounds", times, "--models", models)
    found = stress("processes", *words)
    tell(found)
    assert f'"right": {processes * times}, "wrong": 0' in found


def test_what_killed_processes_leave_is_right_or_a_miss():
    found = stress("kills", "--times", rounds(8, 100), "--models", 3)
    tell(found)
    assert '"wrong": 0, "damaged": 0' in found


def mount(*words: str) -> bool:
    """Return whether `mount` succeeds."""
    try:
        return subprocess.run(["mount", *words], capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


@pytest.fixture
def small_disk(cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file system of 1 MB with the cache, if this user may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if not mount("-t", "tmpfs", "-o", "size=1m,mode=700", "tmpfs", str(folder)):
        pytest.skip("this user may not mount a file system")
    monkeypatch.setenv("NCNNC_CACHE_DIR", str(folder))
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_is_a_miss(small_disk: Path, tmp_path: Path):
    models = [SmallModel.write(tmp_path / "models", LARGE + number) for number in range(3)]
    expected = [model.result(cache=False) for model in models]
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        for _ in range(2):
            for model, result in zip(models, expected, strict=True):
                assert np.array_equal(model.result(), result)
    assert len(said) == 1
    assert "No space left on device" in str(said[0].message)
    files = os.listdir(small_disk / "objects")
    assert len(files) == 1
    assert not files[0].startswith(".")


def test_a_read_only_disk_is_read(small_disk: Path, tmp_path: Path, compilations):
    models = [SmallModel.write(tmp_path / "models", number) for number in range(2)]
    expected = [model.result() for model in models[:1]]
    assert mount("-o", "remount,ro", str(small_disk))
    assert np.array_equal(models[0].result(), expected[0])
    assert len(compilations) == 1
    with pytest.warns(RuntimeWarning, match="are not kept in .*: Read-only file system"):
        assert np.array_equal(models[1].result(), models[1].result(cache=False))
