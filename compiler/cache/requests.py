"""
What was asked for before, word by word, and which entry answered it.

To find an entry by its key, options are checked and targets looked up, which takes longer than to
load it. So the words of a call are remembered too: whoever repeats them gets what they got. They
are a digest of the arguments as given, the content of the files, the compiler, what this CPU can
do, and the environment variables of ncnnc.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from ...runtime.cpu import host_features, l2_cache_bytes
from ...runtime.program import Program
from ..bundle.location import files_beside, find_model, weights_beside
from .directory import usable_directory
from .file_digests import FileDigests
from .objects import ObjectCache
from .this_compiler import this_compiler

SIZE_VARIABLE = "NCNNC_CACHE_SIZE"
PREFIX = "NCNNC_"
"""Of our environment variables."""
OWN_LAYERS = "ncnnc.dialects.custom_layers"
"""The module with which users register layers."""
IMAGES = "ncnnc.compiler.image"
"""The module of what stands for preprocessing."""
NOT_CODE = ("cache", "jobs", "progress")
"""Options that decide nothing of what is compiled; `model_key` makes nothing of them either."""
SUFFIX = ".param"
ANSWER = re.compile(r"([0-9a-f]{64}) (\d{1,4})\.")


class Request:
    """A call that may have been answered before."""

    def __init__(self, cache: ObjectCache, name: str):
        """`name` is the digest of its words."""
        self._cache = cache
        self._name = name

    @classmethod
    def of(cls, param: object, weights: object, options: Mapping[str, object]) -> Request | None:
        """A call for a model from files; None for one that has to be looked at more closely."""
        if options.get("cache", True) is not True or os.environ.get(SIZE_VARIABLE) == "0":
            return None
        layers = sys.modules.get(OWN_LAYERS)
        directory = usable_directory()
        if directory is None or (layers is not None and layers.registered_types()):
            return None
        cache = ObjectCache(directory, 0)
        try:
            words = [
                this_compiler(),
                *digests_of_files(cache.digests, param, weights),
                {name: value for name, value in options.items() if name not in NOT_CODE},
                sorted(host_features()),
                l2_cache_bytes(),
                {name: text for name, text in os.environ.items() if name.startswith(PREFIX)},
            ]
            text = json.dumps(words, sort_keys=True, default=described)
        except (OSError, TypeError, ValueError):
            return None
        return cls(cache, hashlib.sha256(text.encode()).hexdigest())

    def program(self) -> Program | None:
        """What answers it, if that is known, and still there."""
        match = ANSWER.fullmatch(self._cache.requests.read(self._name))
        contents = None if match is None else self._cache.load(match[1])
        if match is None or contents is None:
            return None
        return replace(contents.programs[0], threads=int(match[2]))

    def remember(self, key: str, threads: int) -> None:
        """The answer is the entry of a key, to be run on so many threads."""
        self._cache.requests.write(self._name, f"{key} {threads}.")


def described(option: object) -> dict[str, object]:
    """What an option of our own says. Raises: TypeError for any other."""
    if type(option).__module__ == IMAGES:
        return vars(option)
    raise TypeError


def digests_of_files(digests: FileDigests, param: object, weights: object) -> list[str | None]:
    """
    The digests of a model's files.

    Raises: TypeError, ValueError or OSError if they are no such files; ModelError for a folder
    that does not hold one model.
    """
    if path_of(param).isidentifier():
        raise ValueError("this may be the name of a network")
    path, beside_it = find_model(path_of(param))
    if isinstance(path, bytes) or SUFFIX not in path:
        raise ValueError("this is no file of a model")
    found = [digests.of(path), *map(digests.of, map(path_of, files_beside(path)))]
    if weights is not None or beside_it is not None:
        return [*found, digests.of(path_of(beside_it if weights is None else weights))]
    beside = weights_beside(path)
    return [*found, digests.of(beside) if beside.exists() else None]


def path_of(value: object) -> str:
    """A path as text. Raises: TypeError if it is none, but the content of a file, say."""
    path: object = os.fspath(cast("str", value))
    if isinstance(path, str):
        return path
    raise TypeError
