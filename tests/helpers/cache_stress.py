"""
Many processes at once, or killed ones, on one cache: what they find is right or a miss.

    python -m tests.helpers.cache_stress processes --processes 32 --rounds 100 --models 10
    python -m tests.helpers.cache_stress kills --times 100 --models 3

Each prints what happened as JSON, and ends with 1 if anything went wrong; `NCNNC_LONG=1 python -m
pytest -s tests/compiler/cache/test_stress.py` does both. Choices are drawn by `--seed`; when a
process is killed is up to the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from ncnnc.compiler.cache.objects import ObjectCache
from ncnnc.compiler.driver import compile as compiling
from ncnnc.runtime.model.program import Program

from tests.helpers.cached_models import SmallModel

ROOM = 1 << 20
"""Allowance for the header of an entry of any size. Units: bytes."""
ENTRY = 32 << 10
"""At most. Units: bytes."""


class Stress:
    """Networks, what they compute, and a cache with room for all of them but one."""

    def __init__(self, folder: Path, models: int, seed: int):
        self.models = [SmallModel.write(folder / "models", number) for number in range(models)]
        self.seed = seed
        self.cache = ObjectCache(folder / "cache", ROOM + (models - 1) * ENTRY)
        os.environ["NCNNC_CACHE_DIR"] = str(folder / "cache")
        os.environ["NCNNC_CACHE_SIZE"] = str(self.cache.size)
        warnings.simplefilter("error")
        self.expected = [model.result(cache=False, jobs=1) for model in self.models]

    def is_right(self, number: int) -> bool:
        """Return whether a model computes the same bits as ever, from the cache or not."""
        return np.array_equal(self.models[number].result(jobs=1), self.expected[number])

    def round(self, random: np.random.Generator) -> str:
        """Use one of the models; sometimes an entry is removed before, or all are."""
        choice = random.random()
        entries = self.cache.entries()
        for path in entries if choice < 0.005 else entries[: choice < 0.03]:
            self.cache.remove(path)
        return "right" if self.is_right(int(random.integers(len(self.models)))) else "wrong"


def processes(stress: Stress, count: int, rounds: int) -> dict[str, int]:
    """Use the models in so many processes at once; how many rounds ended how."""
    compiled: list[int] = []
    count_calls(compiled)

    def work(number: int) -> list[str]:
        random = np.random.default_rng((stress.seed, number))
        ends = [stress.round(random) for _ in range(rounds)]
        return [*ends, *["compiled"] * len(compiled)]

    ends = [end for part in in_children(work, count) for end in part]
    counts = {kind: ends.count(kind) for kind in ("right", "wrong", "compiled")}
    counts["errors"] = count * rounds - counts["right"] - counts["wrong"]
    return {**counts, "temporaries": len(stress.cache.temporaries())}


def count_calls(calls: list[int]) -> None:
    """Note each compilation from now on."""
    compile_program = compiling.compile_program

    def counted(*arguments, **options) -> Program:
        calls.append(1)
        return compile_program(*arguments, **options)

    compiling.compile_program = counted


def in_children(work: Callable[[int], Sequence[str]], count: int) -> list[list[str]]:
    """Return the results of a function in `count` forked processes; nothing where it raised."""
    children: list[tuple[int, int]] = []
    for number in range(count):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            try:
                os.write(writer, " ".join(work(number)).encode())
            except BaseException:
                traceback.print_exc()
            os._exit(0)
        os.close(writer)
        children.append((child, reader))
    results: list[list[str]] = []
    for child, reader in children:
        with open(reader) as pipe:
            results.append(pipe.read().split())
        os.waitpid(child, 0)
    return results


def kills(stress: Stress, times: int) -> dict[str, int]:
    """Kill processes that only write and read entries; return what each left behind."""
    random = np.random.default_rng(stress.seed)
    programs = [model.compiled(cache=False).program for model in stress.models]
    wrong = left = damaged = 0
    for _ in range(times):
        child = os.fork()
        if child == 0:
            write_and_read(stress, programs)
        time.sleep(random.uniform(0.002, 0.06))
        os.kill(child, signal.SIGKILL)
        assert os.waitpid(child, 0)[1] == signal.SIGKILL
        left += len(stress.cache.temporaries())
        damaged += sum(stress.cache.load(path.stem) is None for path in stress.cache.entries())
        wrong += sum(not stress.is_right(number) for number in range(len(programs)))
    stress.cache.remove(stress.cache.entries()[0])
    wrong += sum(not stress.is_right(number) for number in range(len(programs)))
    temporaries = len(stress.cache.temporaries())
    counts = {"kills": times, "temporaries_of_killed": left, "temporaries": temporaries}
    return {**counts, "wrong": wrong, "damaged": damaged}


def write_and_read(stress: Stress, programs: Sequence[Program]) -> None:
    """Remove entries, write them again without compiling, and load them, without end."""
    number = 0

    def compiled(*_: object) -> Program:
        return programs[number]

    compiling.compile_program = compiled
    try:
        while True:
            for number in range(len(programs)):
                for path in stress.cache.entries()[:1]:
                    stress.cache.remove(path)
                assert stress.is_right(number)
    except BaseException:
        traceback.print_exc()
    os._exit(1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one of them in a new folder; 1 if something went wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["processes", "kills"])
    parser.add_argument("--processes", type=int, default=32)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--models", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="ncnnc-cache-stress-") as folder:
        stress = Stress(Path(folder), given.models, given.seed)
        if given.kind == "processes":
            counts = processes(stress, given.processes, given.rounds)
        else:
            counts = kills(stress, given.times)
    print(json.dumps(counts))
    bad = ("wrong", "errors", "temporaries", "damaged")
    return int(any(counts.get(kind, 0) for kind in bad))


if __name__ == "__main__":
    sys.exit(main())
