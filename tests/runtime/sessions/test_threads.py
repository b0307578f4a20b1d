"""The team of threads: processes that get one, and those that run alone instead of hanging."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest
from ncnnc.runtime.sessions import own_pool, threads


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Forget the loaded runtime before and after."""
    threads.openmp.cache_clear()
    yield
    threads.openmp.cache_clear()


def test_one_thread_needs_no_runtime(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(threads, "openmp", lambda: pytest.fail("was loaded"))
    assert threads.team(1) is None


def test_without_a_runtime_threads_are_pythons(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(threads.here, "OPENMP_LIBRARIES", ("libnonsense.so", "libm.so.6"))
    assert threads.team(2).pool is not None


def test_on_other_machines_one_thread_and_one_warning(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(threads.here, "OPENMP_LIBRARIES", ())
    monkeypatch.setattr(own_pool, "machine_family", lambda: "vax")
    with pytest.warns(UserWarning, match="no OpenMP runtime found"):
        assert threads.team(2) is None
    assert threads.team(2) is None


def test_a_forked_child_runs_alone(monkeypatch: pytest.MonkeyPatch):
    runtime = threads.openmp()
    if runtime is None:
        pytest.skip("no OpenMP runtime on this machine")
    assert threads.team(2) is runtime
    forked = replace(runtime, process=os.getpid() + 1)
    monkeypatch.setattr(threads, "openmp", lambda: forked)
    assert threads.team(2) is None


@pytest.mark.parametrize("given", [None, "77"])
def test_spinning_is_short_unless_the_user_says_otherwise(given: str | None):
    """The environment is left as it was; libgomp itself says what it has taken from it."""
    code = (
        "import os; from ncnnc.runtime.sessions import own_pool, threads; threads.openmp(); "
        "print(os.environ.get('GOMP_SPINCOUNT'))"
    )
    environment = {k: v for k, v in os.environ.items() if k != "GOMP_SPINCOUNT"}
    if given is not None:
        environment["GOMP_SPINCOUNT"] = given
    environment["OMP_DISPLAY_ENV"] = "verbose"
    command = [sys.executable, "-W", "ignore", "-c", code]
    done = subprocess.run(command, env=environment, text=True, capture_output=True, check=True)
    assert done.stdout.strip() == str(given)
    if "GOMP_" not in done.stderr:
        pytest.skip("no libgomp on this machine")
    assert f"GOMP_SPINCOUNT = '{given or threads.SPIN_COUNT}'" in done.stderr
