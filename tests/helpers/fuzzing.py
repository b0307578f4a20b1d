"""What is done with mutated models, and how the models that break something are found."""

from __future__ import annotations

import resource
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from ncnnc.compiler.diagnostics import InternalError
from ncnnc.compiler.driver.graph_import import make_context
from ncnnc.compiler.driver.lowering import compile_program
from ncnnc.compiler.driver.options import CompileOptions
from ncnnc.compiler.export import export_model, param_text
from ncnnc.compiler.frontend import infer_shapes
from ncnnc.compiler.frontend.model_files import load_model_files
from ncnnc.compiler.optimizer import optimize_files
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ncnn import Ncnn
from ncnnc.dialects.target.records import ISAS
from ncnnc.runtime.cpu import missing_features
from ncnnc.runtime.errors import NcnncError
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.dialects.func import Func
from xdsl.parser import Parser

from tests.generators.layer_cases.worker import DiedError, Worker
from tests.generators.mutations import TAME, Files, mutant
from tests.helpers.guarded_memory import guarded_results

TARGETS = tuple(name for name, isa in ISAS.items() if not missing_features(isa.features))
LONGEST_SECONDS, MOST_MEBIBYTES = 1.0, 300
"""What an import may take, of CPU time and of memory."""
MOST_BYTES = 1 << 24
"""Memory of a model that is run."""


class WrongError(Exception):
    """Something that should hold of a model that was accepted."""


def imported(files: Files) -> tuple[ModuleOp, bytes, bytes]:
    """A model as IR, and the files that it is exported to. Raises: NcnncError."""
    ctx = make_context()
    module = load_model_files(ctx, files.param, files.weights, keep_unsupported=True)
    infer_shapes(module, ctx)
    module.verify()
    exported = export_model(module, ctx)
    return module, param_text(exported.param), b"".join(exported.bin)


def parsing_context() -> NcnncContext:
    """A context that knows what imported modules consist of."""
    ctx = NcnncContext()
    for dialect in (Builtin, Func, Ncnn):
        ctx.load_dialect(dialect)
    return ctx


def import_and_export(number: int) -> str:
    """
    What becomes of a mutant: `accepted`, `refused`, or a line that says what is wrong.

    What is accepted prints as what parses and prints the same, and is exported to files that are
    exported to themselves.
    """
    start = time.process_time()
    try:
        module, text, weights = imported(mutant(number))
        took = time.process_time() - start
        printed = str(module)
        parsed = Parser(parsing_context(), printed).parse_module()
        parsed.verify()
        if str(parsed) != printed:
            return "prints other than it parses"
        _, *again = imported(Files(text, weights))
        if again != [text, weights]:
            return "is exported to other files"
    except InternalError as error:
        return f"internal: {error}"
    except NcnncError as error:
        if len(str(error).splitlines()) != 1:
            return f"an error of several lines: {error}"
        return "refused"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if took > LONGEST_SECONDS:
        return f"takes {took:.1f} s"
    return "accepted"


def compile_and_run(number: int) -> str:
    """
    What becomes of a tame mutant that is optimized, compiled for some target and run: `ran`,
    `refused`, or a line that says what is wrong. The IR is verified after every pass, and all
    memory is guarded.
    """
    files, target = mutant(number, TAME), TARGETS[number % len(TARGETS)]
    options = CompileOptions(
        files.param, files.weights, target=target, verify_each=True, jobs=1, memory_limit="1G"
    )
    try:
        optimize_files(options)
        program = compile_program(options)
        if program.arena_bytes + sum(spec.nbytes for spec in program.inputs) > MOST_BYTES:
            return "large"
        dice = np.random.default_rng(number)
        arrays = [dice.uniform(-2, 2, s.shape).astype(s.dtype) for s in program.inputs]
        guarded_results(program, arrays)
    except InternalError as error:
        return f"internal: {error}"
    except NcnncError:
        return "refused"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "ran"


GOOD_ENDS = ("accepted", "refused", "ran", "large")


@dataclass
class Tally:
    """What became of many mutants."""

    counts: Counter[str] = field(default_factory=Counter[str])
    failures: dict[int, str] = field(default_factory=dict[int, str])
    """By number."""

    def __str__(self) -> str:
        ends = ", ".join(f"{self.counts[end]} {end}" for end in GOOD_ENDS if self.counts[end])
        return f"{sum(self.counts.values())} models: {ends}, {len(self.failures)} failures"


def fuzz(function: Callable[[int], str], numbers: range) -> Tally:
    """Give mutants to a function, in a child that may die of one."""
    worker = Worker(Limited(function), memory=0xA5)
    tally = Tally()
    for number in numbers:
        try:
            end = worker(number)
        except DiedError as error:
            end = f"the process {error}"
        tally.counts[end if end in GOOD_ENDS else "failed"] += 1
        if end not in GOOD_ENDS:
            tally.failures[number] = end
    worker.close()
    return tally


@dataclass
class Limited:
    """A function that tells if the memory of the process grows much while it runs."""

    function: Callable[[int], str]

    def __call__(self, number: int) -> str:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        end = self.function(number)
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10
        if grown > MOST_MEBIBYTES:
            return f"takes {grown} MiB"
        return end
