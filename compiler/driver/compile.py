"""Compile a model to a program, or to one program for each target and set of shapes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from ...runtime.model.program import Program
from ..diagnostics import OptionValueError
from ..image import shapes_of_images
from ..options.compile_options import CompileOptions
from ..pipeline.runner import PassProgress
from ..program.assemble import assemble
from ..program.lowered import Lowered
from .collector import collector_paused
from .lower import lower
from .specialise import Specialiser

ShapesByName: TypeAlias = Mapping[str, tuple[int, ...]]
"""Of inputs, by name."""


@collector_paused()
def compile_program(options: CompileOptions, progress: PassProgress | None = None) -> Program:
    """Compile a model to a program, without loading it. Raises: NcnncError."""
    return assemble(lower(options, progress=progress))


@dataclass(frozen=True)
class ProgramMaker:
    """Makes one program in two steps."""

    lower: Callable[[PassProgress | None], Lowered]
    assemble: Callable[[Lowered], Program]


def program_makers(
    options: CompileOptions, sets: Sequence[ShapesByName], targets: Sequence[str] = ()
) -> list[ProgramMaker]:
    """Return a function that compiles targets x shapes, with shared weights. Raises: NcnncError."""
    if options.dims and len(sets) > 1:
        raise OptionValueError(
            "extents known at run time and several sets of shapes do not go together"
        )
    names = list(targets) or [options.target]
    if len(names) == len(sets) == 1:
        chosen = replace(options, target=names[0], inputs=sets[0])
        return [ProgramMaker(lambda show: lower(chosen, progress=show), assemble)]
    specialiser = Specialiser(options)
    blobs = (shapes_of_images(options.preprocess, shapes) for shapes in sets)
    wanted = dict.fromkeys(map(specialiser.blobs.complete, blobs))
    return [
        ProgramMaker(partial(one.lower, shapes), one.assemble)
        for one in map(specialiser.for_target, names)
        for shapes in wanted
    ]
