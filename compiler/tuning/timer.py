"""Times convolutions on this machine, for the policy `measure`."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import metadata
from time import perf_counter

import numpy as np
from xdsl.ir import Operation

from ...dialects.context import NcnncContext
from ...dialects.kernel.attributes import Algorithm
from ...dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ...dialects.target.records import Target
from ...passes.common.errors import place_of
from ...runtime.code.cpu import missing_features
from ...runtime.sessions.compiled_model import CompiledModel
from ...runtime.system import here
from ..diagnostics import UsageError
from ..pipeline.runner import PassProgress
from ..program.compile_module import compile_module
from .single_convolution import described_epilogue, single_convolution
from .times_file import AlgorithmTimes, TuningCache

ROUNDS = 12
"""In which candidates are timed in turns: what else the machine does meets all of them."""
EVICTED_BYTES = 32 << 20
"""Bytes written before each run to evict the last-level cache."""
LAYOUT_STEPS = ("pack", "unpack")
"""Kernels that convert layouts; in a network the neighbours have the convolution's layout."""


@dataclass
class ConvolutionTimer:
    """
    Times convolutions as their network runs them: with their epilogues, and by `threads`.

    Each distinct one is measured once, and all times are remembered for the next compilation.

    Raises, when it is made: UsageError if this machine cannot run the target's code.
    """

    target: Target
    threads: int = 1
    progress: PassProgress | None = None
    cache: TuningCache = field(default_factory=TuningCache.load)

    def __post_init__(self) -> None:
        if missing := missing_features(self.target.features):
            raise UsageError(
                f"convolution policy 'measure' needs a target that this machine can run; "
                f"it lacks {', '.join(missing)}"
            )

    def __call__(self, op: Operation, candidates: Sequence[Algorithm]) -> AlgorithmTimes:
        """The times of a convolution by some algorithms. Units: seconds."""
        assert isinstance(op, ScheduledConvolution)  # the context has any op
        key = cache_key(op, self.target, self.threads)
        known = self.cache.entries.get(key, {})
        if not all(algorithm in known for algorithm in candidates):
            if self.progress is not None:
                self.progress(f"measure {place_of(op).layer or op.name}")
            known = measure(op, candidates, self.threads, self.target)
            self.cache.remember(key, known)
        return {algorithm: known[algorithm] for algorithm in candidates}


def cache_key(conv: ScheduledConvolution, target: Target, threads: int) -> str:
    """Return the key of times: compiler, processor, target, threads, window, shapes, epilogue."""
    parts = [
        f"ncnnc {metadata.version('ncnnc')}",
        here.cpu_name() or platform.machine(),
        target.name,
        f"threads {threads}",
        *described_epilogue(conv),
    ]
    return ", ".join(parts)


def measure(
    conv: ScheduledConvolution, candidates: Sequence[Algorithm], threads: int, target: Target
) -> AlgorithmTimes:
    """The times of one run by each algorithm: the smallest of some, in turns. Units: seconds."""
    models: dict[Algorithm, CompiledModel] = {}
    for algorithm in candidates:
        ctx = NcnncContext()
        models[algorithm] = compile_module(single_convolution(conv, algorithm, ctx), ctx, target)
        models[algorithm].threads = threads
    evict = CacheEviction()
    best = dict.fromkeys(candidates, float("inf"))
    for _ in range(ROUNDS):
        for algorithm, model in models.items():
            evict()
            best[algorithm] = min(best[algorithm], run_time(model))
    return best


class CacheEviction:
    """Evicts weights, as other layers do; a convolution's input is cached, just converted."""

    def __init__(self) -> None:
        self.memory = np.zeros(EVICTED_BYTES // 4, np.float32)

    def __call__(self) -> None:
        """Write all of the memory."""
        self.memory += 1


def run_time(model: CompiledModel) -> float:
    """
    The time of a run of a single convolution. Units: seconds.

    One thread is timed step by step, and conversions of the layout are left out; several are timed
    as a whole: the conversions at both ends then add the same to every algorithm.
    """
    arrays = ones_for(model)
    if model.threads == 1:
        steps = model.profile(arrays, 1)
        return sum(seconds for step, seconds in steps if step.kernel not in LAYOUT_STEPS)
    start = perf_counter()
    model.run(arrays)
    return perf_counter() - start


def ones_for(model: CompiledModel) -> dict[str, np.ndarray]:
    return {spec.name: np.ones(spec.shape, spec.dtype) for spec in model.inputs}
