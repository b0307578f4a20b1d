"""
Load programs from the user's cache, and store them there.

A cache hit imports nothing else of the compiler.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from ...runtime.artifact import Contents
from ...runtime.model.program import Program
from ...runtime.model.program_set import Interface, Shape
from ...runtime.model.specialisation import shapes_of
from ..cache.objects import ObjectCache
from ..option_values import size
from ..options.compile_options import CompileOptions
from .model_key import Sets, model_key

if TYPE_CHECKING:
    from ..pipeline.runner import PassProgress
    from .specialise import Specialiser

SIZE_VARIABLE = "NCNNC_CACHE_SIZE"
MOST_BYTES = "4G"
"""Default size limit of the cache."""


def open_cache() -> ObjectCache | None:
    """The user's cache, if there is one. Raises: OptionValueError for NCNNC_CACHE_SIZE."""
    return ObjectCache.open(cache_bytes())


def cache_bytes() -> int:
    """Return the size limit of the cache in bytes; 0 disables it. Raises: OptionValueError."""
    return size(os.environ.get(SIZE_VARIABLE) or MOST_BYTES, SIZE_VARIABLE)


@dataclass(frozen=True)
class CacheEntry:
    """The cache entry for some options."""

    cache: ObjectCache
    key: str
    options: CompileOptions
    sets: Sets | None

    @classmethod
    def of(cls, options: CompileOptions, sets: Sets | None = None) -> CacheEntry | None:
        """Return the entry of a model, or of a dynamic one for `sets`; None without a cache."""
        cache = open_cache() if options.cache else None
        key = None if cache is None else model_key(options, cache.digests, sets)
        return None if cache is None or key is None else cls(cache, key, options, sets)

    def load(self) -> Contents | None:
        """Return the cached programs, to be run on the options' number of threads."""
        contents = self.cache.load(self.key)
        if contents is None:
            return None
        threads = self.options.default_threads
        return replace(
            contents, programs=tuple(replace(p, threads=threads) for p in contents.programs)
        )

    def store(self, contents: Contents) -> None:
        """Store what was compiled unless the model's files have changed. Raises: NcnncError."""
        self.cache.store(self.key, contents, self._is_current)

    def _is_current(self) -> bool:
        return model_key(self.options, self.cache.digests, self.sets) == self.key


def cached_program(options: CompileOptions, compile_it: Callable[[], Program]) -> Program:
    """Return the program from the cache, or compile it with `compile_it`."""
    return cached_programs(options, None, lambda: [compile_it()])[0]


def cached_programs(
    options: CompileOptions, sets: Sets | None, compile_them: Callable[[], Sequence[Program]]
) -> Sequence[Program]:
    """Return programs for sets of shapes from the cache; `compile_them` adds the missing ones."""
    place = CacheEntry.of(options, sets)
    if place is None:
        return compile_them()
    found = place.load()
    programs: Sequence[Program] = ()
    if found is None:
        programs = compile_them()
        place.store(Contents(tuple(programs), dynamic=sets is not None))
        found = place.load()
    return programs if found is None else found.programs


class CachedSpecialiser:
    """A `Specialiser` that reads the model only for shapes missing in the cache."""

    def __init__(self, options: CompileOptions, progress: PassProgress | None = None):
        """Raises: NcnncError if the model is invalid for all shapes."""
        self._options = options
        self._progress = progress
        self._place = CacheEntry.of(options, ())
        found = None if self._place is None else self._place.load()
        self.programs: tuple[Program, ...] = () if found is None else found.programs
        """The programs that were cached at the start."""
        self._alive = WeakValueDictionary({shapes_of(p): p for p in self.programs})
        self._specialiser: Specialiser | None = None
        if found is None or not self.programs:
            self.interface = self.specialiser.interface
        else:
            outputs = tuple(spec.name for spec in self.programs[0].outputs)
            self.interface = Interface(found.inputs, outputs, options.default_threads)

    def __call__(self, shapes: Sequence[Shape]) -> Program:
        """Return the program for these input shapes. Raises: ArrayShapeError for invalid shapes."""
        program = self.specialiser(shapes)
        self._alive[shapes_of(program)] = program
        if self._place is not None:
            alive = tuple(self._alive.values())
            self._place.store(Contents(alive, dynamic=True, inputs=self.interface.inputs))
        return program

    @property
    def specialiser(self) -> Specialiser:
        """Return the specialiser; the first call reads the model."""
        if self._specialiser is None:
            from .specialise import Specialiser

            self._specialiser = Specialiser(self._options, self._progress)
        return self._specialiser
