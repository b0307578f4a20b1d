"""Random programs on small networks: `python -m tests.helpers.network_calls ncnn 0 40 calls`."""

from __future__ import annotations

import copy
import importlib
import pickle
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np

from tests.helpers.conformance import Case, cases_by_layer, load_oracle, sample

EXACT_OPTIONS = (
    *("use_packing_layout", "use_fp16_packed", "use_fp16_storage", "use_fp16_arithmetic"),
    *("use_winograd_convolution", "use_sgemm_convolution"),
)
"""Options without which the wheel computes in float32, in the usual order."""
CASES = 12
"""Of each type of layers."""
LISTS = ("input_names", "output_names", "input_indexes", "output_indexes", "blobs", "layers")
FACTS = (
    *("type", "name", "typeindex", "one_blob_only", "support_inplace"),
    *("bottoms", "tops", "bottom_shapes", "top_shapes"),
)


@dataclass(frozen=True)
class Step:
    """A call and what it gave; of some kinds the wheel is known to give something else."""

    kind: str
    call: str
    result: Any


def plain(value: Any) -> Any:
    """Return a result without the classes of an interface."""
    if isinstance(value, list | tuple):
        return [plain(one) for one in cast("list[Any]", value)]
    if hasattr(value, "elempack"):
        facts = [value.dims, value.w, value.h, value.d, value.c, value.n, value.elemsize]
        return [facts, None if value.empty() else np.array(value)]
    if hasattr(value, "producer"):
        return [value.name, value.producer, value.consumer, plain(value.shape)]
    if hasattr(value, "typeindex"):
        return [plain(getattr(value, name)) for name in FACTS]
    return value if isinstance(value, int | str | None) else type(value).__name__


class Program:
    """Calls on a network of one case, which the generator decides alone."""

    def __init__(self, ncnn: Any, rng: np.random.Generator, case: Case, folder: Path):
        self.ncnn, self.rng, self.folder = ncnn, rng, folder
        made = load_oracle().materialise(case, int(rng.integers(5)))
        self.param, weights, inputs, self.outputs = made
        self.inputs = {name: array for name, array in inputs.items() if array is not None}
        (folder / "m.param").write_text(self.param)
        (folder / "m.bin").write_bytes(weights)
        (folder / "short.bin").write_bytes(weights[: len(weights) // 8 * 4])
        self.blobs = [blob for line in self.param.splitlines()[2:] for blob in tops_of(line)]
        self.net: Any = ncnn.Net()

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def step(self, call: str, function: Callable[[], Any], kind: str = "") -> Iterator[Step]:
        try:
            result = plain(function())
        except Exception as error:
            result = f"raises {type(error).__name__}"
        yield Step(kind, call, result)

    def mat(self, array: np.ndarray) -> Any:
        return self.ncnn.Mat(np.ascontiguousarray(array)).clone()

    def run(self) -> Iterator[Step]:
        yield from self.load()
        for _ in range(int(self.rng.integers(1, 4))):
            yield from self.extract()
        yield from (self.cleared, self.outlived, self.threads)[int(self.rng.integers(3))]()

    def load(self) -> Iterator[Step]:
        net, folder = self.net, self.folder
        net.opt.num_threads = 1
        for name in EXACT_OPTIONS:
            setattr(net.opt, name, False)
        net.opt.lightmode = self.chance(0.3)
        if self.chance(0.2):
            yield from self.step("no network", lambda: net.load_model(str(folder / "m.bin")))
        if self.chance(0.2):
            yield from self.step("no file", lambda: net.load_param(str(folder / "no.param")))
        if self.chance(0.2):
            broken = self.broken()
            yield from self.step("broken", lambda: net.load_param_mem(broken))
            net.clear()
        if self.chance(0.5):
            yield from self.step("load_param", lambda: net.load_param(str(folder / "m.param")))
        else:
            yield from self.step("load_param_mem", lambda: net.load_param_mem(self.param))
        if self.chance(0.2):
            yield from self.step("no weights", lambda: net.load_model(str(folder / "no.bin")))
        yield from self.step("load_model", lambda: net.load_model(str(folder / "m.bin")))
        for name in LISTS:
            yield from self.step(name, getattr(net, name))

    def broken(self) -> str:
        lines = self.param.splitlines()
        first, kind = "\n".join(lines[:2]), lines[-1].split()[0]
        texts = "", first, "words", "7767517\n0 0\n", self.param.replace(kind, "Nope", 1)
        return texts[int(self.rng.integers(len(texts)))]

    def extract(self) -> Iterator[Step]:
        ex = self.net.create_extractor()
        names: list[str] = self.rng.permutation(list(self.inputs)).tolist()
        missing: list[str] = names[:1] if self.chance(0.06) else []
        for name in names[len(missing) :]:
            yield from self.give(ex, name, self.inputs[name])
        kind = "missing" if missing else "light" if self.net.opt.lightmode else ""
        wanted = [*self.outputs, *(blob for blob in self.blobs if self.chance(0.5))]
        for name in self.rng.permutation(wanted).tolist()[:8]:
            yield from self.take(ex, name, kind)
            if self.chance(0.2):
                yield from self.wrong(ex)
        if names and self.chance(0.1):
            yield from self.misfit(names)
        if names and self.chance(0.1):
            yield from self.batch()

    def give(self, ex: Any, name: str, array: np.ndarray) -> Iterator[Step]:
        index, mat = self.blobs.index(name), self.mat(array)
        ways: tuple[Callable[[], int], ...] = (
            lambda: ex.input(index, mat),
            lambda: ex.input(name, mat),
            lambda: ex.input(blob_name=name, **{"in": mat}),
        )
        yield from self.step(f"input {name}", ways[int(self.rng.integers(3))])

    def take(self, ex: Any, name: str, kind: str) -> Iterator[Step]:
        index, made = self.blobs.index(name), self.ncnn.Mat()
        ways: tuple[Callable[[], Any], ...] = (
            lambda: ex.extract(index),
            lambda: ex.extract(name),
            lambda: ex.extract(blob_index=index, type=0),
            lambda: ex.extract(blob_name=name),
            lambda: (ex.extract(name, made), made),
            lambda: (ex.extract(index, made), made),
        )
        yield from self.step(f"extract {name}", ways[int(self.rng.integers(6))], kind)

    def wrong(self, ex: Any) -> Iterator[Step]:
        mat, count = self.mat(np.ones((3, 4), np.float32)), len(self.blobs)
        ways: tuple[Callable[[], Any], ...] = (
            lambda: ex.input("nope", mat),
            lambda: ex.input(count, mat),
            lambda: ex.input(-1, mat),
            lambda: ex.input(self.blobs[0], np.ones(3, np.float32)),
            lambda: ex.input(),
            lambda: ex.extract("nope"),
            lambda: ex.extract(count + 7),
            lambda: ex.extract(-1),
            lambda: ex.extract(1.5),
            lambda: (ex.extract("nope", mat), mat),
            lambda: copy.copy(ex),
            lambda: pickle.dumps(self.net),
        )
        way = int(self.rng.integers(len(ways)))
        yield from self.step(f"wrong call {way}", ways[way])

    def misfit(self, names: list[str]) -> Iterator[Step]:
        ex = self.net.create_extractor()
        shape = np.array(self.inputs[names[0]].shape)
        shape[int(self.rng.integers(shape.size))] += 1
        for name in names[1:]:
            yield from self.give(ex, name, self.inputs[name])
        yield from self.give(ex, names[0], np.resize(self.inputs[names[0]], shape))
        yield from self.take(ex, self.outputs[0], "misfit")

    def batch(self) -> Iterator[Step]:
        ex = self.net.create_extractor()
        for name, array in self.inputs.items():
            half = (array / 2).astype(array.dtype)
            ex.input(name, self.ncnn.Mat(np.stack([array, half]), batch_index=0))
        code, made = ex.extract(self.outputs[0])
        second = (lambda: [code, made.batch(1).clone()]) if made.n > 1 else (lambda: [code, made])
        yield from self.step("extract of a batch", second, "batch")

    def filled(self) -> Any:
        """An extractor with all inputs."""
        ex = self.net.create_extractor()
        for name, array in self.inputs.items():
            ex.input(name, self.mat(array))
        return ex

    def cleared(self) -> Iterator[Step]:
        ex, net, name = self.filled(), self.net, self.outputs[0]
        ex.clear()
        yield from self.step("extract after clear", lambda: ex.extract(name))
        yield from self.step("input after clear", lambda: ex.input(0, self.mat(np.ones(3))))
        net.clear()
        yield from self.step("lists", lambda: [getattr(net, name)() for name in LISTS])
        yield from self.step("extract of nothing", lambda: net.create_extractor().extract(0))
        yield from self.load()
        yield from self.take(self.filled(), name, "")

    def outlived(self) -> Iterator[Step]:
        ex = self.filled()
        self.net = None
        yield from self.take(ex, self.outputs[0], "")

    def threads(self) -> Iterator[Step]:
        extractors, found = [self.filled() for _ in range(3)], list[Any]()

        def extract(ex: Any) -> None:
            found.append(ex.extract(self.outputs[0]))

        runs = [threading.Thread(target=extract, args=(ex,)) for ex in extractors]
        for run in runs:
            run.start()
        for run in runs:
            run.join()
        yield from self.step("threads", lambda: found)


def tops_of(line: str) -> list[str]:
    """Return the blobs that a layer of a `.param` makes."""
    words = line.split()
    bottoms, tops = int(words[2]), int(words[3])
    return words[4 + bottoms : 4 + bottoms + tops]


def case_of(rng: np.random.Generator) -> Case:
    """Return a small case: a graph or a single layer of any type."""
    by_layer = cases_by_layer()
    names = ["Graph"] if rng.random() < 0.35 else sorted(by_layer)
    cases = sample(by_layer[names[int(rng.integers(len(names)))]], CASES)
    return cases[int(rng.integers(len(cases)))]


def steps(ncnn: Any, seed: int) -> Iterator[Step]:
    """Run the program of a seed on an interface, a module."""
    rng = np.random.default_rng(seed)
    with tempfile.TemporaryDirectory() as folder:
        yield from Program(ncnn, rng, case_of(rng), Path(folder)).run()


def main(module: str, first: str, last: str, file: str) -> None:
    """Append the steps of some seeds to a file, each at once: the wheel may end the process."""
    ncnn = importlib.import_module(module)
    with Path(file).open("ab") as output:
        for seed in range(int(first), int(last)):
            pickle.dump((seed, None), output)
            for step in steps(ncnn, seed):
                pickle.dump((seed, (step.kind, step.call, step.result)), output)
                output.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
