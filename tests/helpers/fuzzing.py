"""Import, export, compile and run mutated models, and find those that break something."""

from __future__ import annotations

import random
import re
import resource
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from ncnnc.compiler.diagnostics import InternalError
from ncnnc.compiler.driver.compile import compile_program
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.export import export_model, param_text
from ncnnc.compiler.format.records import ModelRecord
from ncnnc.compiler.frontend.images import insert_images
from ncnnc.compiler.frontend.ncnn.int8_layers import int8_layers
from ncnnc.compiler.frontend.ncnn.model_files import open_weights, read_model_record
from ncnnc.compiler.frontend.ncnn.random_weights_file import write_random_weights
from ncnnc.compiler.frontend.shapes import expand_batches, infer_shapes
from ncnnc.compiler.frontend.survey.model_survey import survey_model
from ncnnc.compiler.frontend.survey.support_check import check_runnable
from ncnnc.compiler.image import Image
from ncnnc.compiler.optimizer import optimize_files
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ir_parser import IRParser
from ncnnc.dialects.ncnn import Ncnn
from ncnnc.dialects.target.records import ISAS
from ncnnc.runtime.code.cpu import missing_features
from ncnnc.runtime.errors import NcnncError
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.dialects.func import Func

from tests.generators.layer_cases.worker import DiedError, Worker
from tests.generators.mutations import TAME, Files, mutant
from tests.helpers.guarded_memory import guarded_results
from tests.helpers.importing import load_model_files

TARGETS = tuple(name for name, isa in ISAS.items() if not missing_features(isa.features))
LONGEST_SECONDS, MOST_MEBIBYTES = 1.0, 300
"""Limits of an import: CPU time and memory."""
MOST_BYTES = 1 << 24
"""Memory of a model that is run, and weights that are generated."""


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


def are_same_layers(model: str, exported: str) -> bool:
    """
    Return whether a model and its export have the same layers with the same properties, except for
    exported shapes and added Splits.
    """
    first, second = (layer_lines(text) for text in (model, exported))
    return first == second or model.count("ncnn.split") != exported.count("ncnn.split")


def layer_lines(text: str) -> list[str]:
    """
    The lines of IR that are layers, without the hints of shapes and the names of values: a constant
    that only one layer reads may become an array which that layer stores.
    """
    bare = re.sub(r"(, )?ncnn\.shape_hint = array<[^>]*>(?(1)|(, )?)", "", text).replace(" {}", "")
    lines = [re.sub(r"%[\w.$-]+", "%", line) for line in bare.splitlines()]
    return [line for line in lines if "func." not in line and "ncnn.weight" not in line]


def import_otherwise(number: int, files: Files) -> str:
    """
    Import a model as verbs do that ask for something else, by its number: all that is wrong, a part
    of it, random weights, files, inputs that are images. Raises: NcnncError, WrongError.
    """
    start, dice = time.process_time(), random.Random(number)
    ctx = make_context()
    record = read_model_record(files.param)
    blobs = [top for layer in record.layers for top in layer.tops]
    inputs = [top for layer in record.layers if layer.type == "Input" for top in layer.tops]
    shape = tuple(dice.choice((1, 3, 4, 8, 17)) for _ in range(dice.randint(1, 4)))
    match number % 6:
        case 0:
            survey_all(record, files)
        case 1:
            outputs = dice.sample([*blobs, "nobody"], min(len(blobs), dice.randint(1, 3)))
            module = load_model_files(ctx, files.param, files.weights, outputs=outputs)
            infer_shapes(module, ctx)
            expand_batches(module, ctx)
            check_runnable(module)
        case 2:
            shapes = {dice.choice([*inputs, "nobody"]): shape}
            module = load_model_files(
                ctx, files.param, None, shapes, number, most_random_bytes=MOST_BYTES
            )
            infer_shapes(module, ctx)
            exported = export_model(module, ctx)
            imported(Files(param_text(exported.param), b"".join(exported.bin)))
        case 3:
            import_files(dice, files)
        case 4:
            module = load_model_files(ctx, files.param, files.weights, allow_unknown_shapes=True)
            insert_images(module, {dice.choice([*inputs, *inputs, "nobody"]): some_image(dice)})
            infer_shapes(module, ctx)
            module.verify()
        case _:
            load_model_files(ctx, files.param, None)
    check_time(start)
    return "accepted"


def some_image(dice: random.Random) -> Image:
    """Mostly one for an input of one or three channels."""
    order = dice.choice(("rgb", "rgb", "gray", "rgba"))
    size = dice.choice((None, (8, 8), (17, 13)))
    letterbox = dice.choice((None, 0.5)) if size else None
    return Image(order=order, resize=size, letterbox=letterbox, mean=dice.choice((0.0, 3.5)))


def survey_all(record: ModelRecord, files: Files) -> None:
    """Look at all that is wrong, as `inspect` does. Raises: NcnncError, WrongError."""
    int8_layers(record)
    survey = survey_model(record, open_weights(files.weights), {})
    for problem in survey.problems:
        if len(str(problem).splitlines()) != 1:
            raise WrongError(f"a problem of several lines: {problem}")
    if survey.module is not None:
        str(survey.module)


def import_files(dice: random.Random, files: Files) -> None:
    """Import from files, of which one may be missing or be called otherwise. Raises: NcnncError."""
    with TemporaryDirectory() as folder:
        param, weights = Path(folder, "m.param"), Path(folder, "m.bin")
        param.write_bytes(files.param)
        if dice.random() < 0.8:
            weights.write_bytes(files.weights)
        if dice.random() < 0.2:
            write_random_weights(str(param), 0, {}, str(weights), MOST_BYTES)
        named = dice.choice((None, None, weights, Path(folder, "n.bin"), Path(folder)))
        asked = dice.choice((param, param, param, Path(folder, "n.param"), Path("squeezeet")))
        load_model_files(make_context(), asked, named)


def import_and_export(number: int) -> str:
    """
    Return the outcome of a mutant: `accepted`, `refused`, or a line that describes the failure.

    Accepted models round-trip through their printed form, and export to files with the same layers,
    which export to themselves.
    """
    files = mutant(number)
    other = end_of(lambda: import_otherwise(number, files))
    if other not in GOOD_ENDS:
        return f"imported otherwise: {other}"
    return end_of(lambda: make_round_trip(files))


def make_round_trip(files: Files) -> str:
    """Import, print, parse and export. Raises: NcnncError, WrongError."""
    start = time.process_time()
    module, text, weights = imported(files)
    check_time(start)
    printed = str(module)
    parsed = IRParser(parsing_context(), printed).parse_module()
    parsed.verify()
    if str(parsed) != printed:
        raise WrongError("prints other than it parses")
    exported, *again = imported(Files(text, weights))
    if again != [text, weights]:
        raise WrongError("is exported to other files")
    if not are_same_layers(printed, str(exported)):
        raise WrongError("is exported to another model")
    return "accepted"


def check_time(start: float) -> None:
    """Raises: WrongError if more CPU time has gone since than an import may take."""
    took = time.process_time() - start
    if took > LONGEST_SECONDS:
        raise WrongError(f"takes {took:.1f} s")


def end_of(work: Callable[[], str]) -> str:
    """Return the outcome of work on a model: `refused` for a one-line error."""
    try:
        return work()
    except InternalError as error:
        return f"internal: {error}"
    except NcnncError as error:
        if len(str(error).splitlines()) != 1:
            return f"an error of several lines: {error}"
        return "refused"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def compile_and_run(number: int) -> str:
    """
    Optimize a tame mutant, compile it for some target and run it. Return `ran`, `refused`, or a
    line that describes the failure. The IR is verified after every pass, and all memory is guarded.
    """
    files, target = mutant(number, TAME), TARGETS[number % len(TARGETS)]
    options = CompileOptions(
        files.param, files.weights, target=target, verify_each=True, jobs=1, memory_limit="1G"
    )

    def work() -> str:
        optimize_files(options)
        program = compile_program(options)
        if program.arena_bytes + sum(spec.nbytes for spec in program.inputs) > MOST_BYTES:
            return "large"
        dice = np.random.default_rng(number)
        arrays = [dice.uniform(-2, 2, s.shape).astype(s.dtype) for s in program.inputs]
        guarded_results(program, arrays)
        return "ran"

    return end_of(work)


GOOD_ENDS = ("accepted", "refused", "ran", "large")


@dataclass
class Tally:
    """Outcomes of many mutants."""

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
