"""Random programs on small networks, against the wheel, which runs in processes of its own."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import ncnnc.compat
import numpy as np
import pytest

from tests.helpers.conformance import needs_cases, needs_ncnn
from tests.helpers.network_calls import Step, steps

PROGRAMS = 40
"""A program is about 20 calls."""
ROOT = Path(__file__).parents[2]
CLOSE = 1e-2
EMPTY = [[0, 0, 0, 0, 0, 1, 0], None]

pytestmark = [pytest.mark.oracle, pytest.mark.isa, needs_ncnn, needs_cases]


def of_the_wheel(file: Path) -> dict[int, list[Step]]:
    """Return the steps of each program, up to where the wheel ended its process."""
    found: dict[int, list[Step]] = defaultdict(list)
    first = 0
    while first < PROGRAMS:
        words = ["ncnn", str(first), str(PROGRAMS), str(file)]
        command = [sys.executable, "-m", "tests.helpers.network_calls", *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=300)
        first = 1 + read_steps(file, found)
        if done.returncode == 0:
            break
    return found


def read_steps(file: Path, found: dict[int, list[Step]]) -> int:
    """Add the steps of a file; the last program that began."""
    seed = 0
    with file.open("rb") as stream:
        while stream.peek(1):
            seed, step = pickle.load(stream)
            if step is not None:
                found[seed].append(Step(*step))
    file.unlink()
    return seed


def same(ours: Any, theirs: Any) -> bool:
    """Compare results, with a tolerance for numbers in arrays."""
    kinds: set[object] = {type(ours), type(theirs)}
    if kinds == {list}:
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    if kinds == {np.ndarray}:
        shapes = ours.shape == theirs.shape and ours.dtype == theirs.dtype
        return shapes and np.allclose(ours, theirs, CLOSE, CLOSE, equal_nan=True)
    return bool(np.all(ours == theirs))


def is_known(kind: str, ours: Any, theirs: Any) -> bool:
    """Return whether a difference is one that `docs/compat.md` names."""
    if kind == "light":  # the wheel has given the blob up
        return theirs in ([-100, EMPTY], [0, EMPTY]) and ours[0] == 0
    return kind in ("missing", "misfit", "batch") and ours == [-100, EMPTY]


def test_programs(tmp_path: Path):
    theirs = of_the_wheel(tmp_path / "calls")
    differences: list[str] = []
    calls = 0
    for seed in range(PROGRAMS):
        for our, their in zip(steps(ncnnc.compat, seed), theirs[seed], strict=False):
            assert our.call == their.call
            calls += 1
            if not same(our.result, their.result) and not is_known(
                our.kind, our.result, their.result
            ):
                results = f"{our.result!s:.300}, the wheel {their.result!s:.300}"
                differences.append(f"{seed}: {our.call}: {results}")
    assert not differences, f"{len(differences)} of {calls} calls\n" + "\n".join(differences[:20])
    assert calls > 10 * PROGRAMS
