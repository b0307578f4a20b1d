"""A decoder of a folder: scores of the token that follows others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import ncnnc
import numpy as np
from description import Description, DescriptionError
from ncnnc import Dim, Session
from turns import Turns

CHUNK = 128
"""Most tokens of a prompt that are run at once, while other users wait."""


class Decoder:
    """
    Embeddings, decoder and head of a folder, compiled for prompts and pasts of any length.

    Raises: NcnncError; DescriptionError if the decoder lacks a blob.
    """

    most = CHUNK
    """Most tokens of a run."""

    def __init__(self, description: Description, threads: int = 1):
        self.description = description
        self.turns = Turns()
        """Runs of several users: one after the other, each on all threads."""
        self.users = 0
        """Texts that are being generated."""
        word = {"inputs": {"in0": (1,)}, "threads": threads}
        self._embedding = ncnnc.compile(*description.files("embed_token"), **word)
        channels = self._embedding.outputs[0].shape[-1]
        tokens = Dim("T", 1, min(self.most, description.length))
        rows = {"inputs": {"in0": (tokens, channels)}, "threads": threads}
        self._head = ncnnc.compile(*description.files("proj_out"), **rows)
        turned = (tokens, description.positions.pairs)
        shapes = {"embeddings": (tokens, channels), "cos": turned, "sin": turned}
        named = {description.blobs[kind]: shape for kind, shape in shapes.items()}
        self._compile(named, tokens, threads)

    def _compile(self, named: Mapping[str, Any], tokens: Dim, threads: int) -> None:
        """Compile the layers, for inputs of these shapes."""
        description = self.description
        past = Dim("P", 0, description.length)
        caches = {name: (heads, past, size) for name, (heads, size) in self._caches().items()}
        self._decoder = ncnnc.compile(
            *description.files("decoder"),
            inputs={**named, **caches},
            masks={description.blobs["mask"]: "causal"},
            states="auto",
            threads=threads,
        )

    def _caches(self) -> dict[str, tuple[int, int]]:
        """Return heads and size of each cache: those that the first layer has after a token."""
        files = self.description.files("decoder")
        mask = {self.description.blobs["mask"]: np.zeros((1, 1), np.float32)}
        blobs = self._rows([0], 0) | mask
        names = ncnnc.compile(*files, dynamic=True).inputs
        caches = [name for name in names if name not in blobs]
        if missing := [name for name in blobs if name not in names]:
            raise DescriptionError(f"{files[0]}: no input '{missing[0]}'")
        if not caches:
            raise DescriptionError(f"{files[0]}: no caches")
        first = ncnnc.compile(*files, dynamic=True, outputs=[f"out_{name}" for name in caches[:2]])
        after = first.run({name: blobs[name] for name in first.inputs if name in blobs})
        kinds = [after[f"out_{name}"].shape[::2] for name in caches[:2]]
        return {name: kinds[index % 2] for index, name in enumerate(caches)}

    def session(self) -> Session:
        """Return a session without a past."""
        return self._decoder.session()

    def scores(self, session: Session, tokens: Sequence[int]) -> np.ndarray:
        """
        Append tokens, at least one, and return the scores `(vocabulary,)` of the next.

        Raises: ValueError if the session cannot hold as many.
        """
        rows = self._states(session, tokens)[-1][-1:]
        with self.turns:
            return self._head(rows)[0]

    def all_scores(self, session: Session, tokens: Sequence[int]) -> np.ndarray:
        """Append tokens, and return the scores after each. Raises: as `scores` does."""
        return np.concatenate([self._head(rows) for rows in self._states(session, tokens)])

    def check(self, count: int) -> None:
        """Raises: ValueError for more tokens than a session holds."""
        if count > self.description.length:
            raise ValueError(f"{count} tokens are more than the {self.description.length} that fit")

    def _states(self, session: Session, tokens: Sequence[int]) -> list[np.ndarray]:
        """Append tokens, and return the decoder's output for each. Raises: as `scores` does."""
        self.check(session.length + len(tokens))
        output = self.description.blobs["output"]
        found: list[np.ndarray] = []
        for start in range(0, len(tokens), CHUNK):
            with self.turns:
                rows = self._rows(tokens[start : start + CHUNK], session.length)
                found.append(session.run(rows)[output])
        return found

    def _rows(self, tokens: Sequence[int], past: int) -> dict[str, np.ndarray]:
        """Return the inputs for tokens that follow `past` others."""
        cos, sin = self.description.positions.turns(past, len(tokens))
        blobs = self.description.blobs
        return {
            blobs["embeddings"]: np.concatenate(
                [self._embedding(np.array([token], np.int32)) for token in tokens]
            ),
            blobs["cos"]: cos,
            blobs["sin"]: sin,
        }
