"""A decoder for several users: its layers are run for the tokens of all who wait at a time."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import ncnnc
import numpy as np
from decoder import CHUNK, Decoder
from description import Description, DescriptionError
from ncnnc import Dim, Session
from split_decoder import ATTENTION, SplitDecoder, split_decoder

PATIENCE = 0.002
"""Seconds to wait for the tokens of other users, which they choose at the same time."""


class DecoderSession:
    """The past of one text: the keys and values of each layer."""

    def __init__(self, layers: Sequence[Session]):
        self.layers = layers

    @property
    def length(self) -> int:
        """Return the number of tokens."""
        return self.layers[0].length

    def truncate(self, length: int) -> None:
        """Forget the tokens from this one on."""
        for layer in self.layers:
            layer.truncate(length)

    def fork(self) -> DecoderSession:
        """Return another session with the same past."""
        return DecoderSession([layer.fork() for layer in self.layers])


@dataclass(eq=False)
class Work:
    """Tokens that are appended to a session, and what becomes of them."""

    session: DecoderSession
    tokens: Sequence[int]
    rows: np.ndarray | None = None
    """The decoder's output for each."""
    scores: np.ndarray | None = None
    """Scores of the token that follows the last one."""
    error: BaseException | None = None

    @property
    def done(self) -> bool:
        return self.scores is not None or self.error is not None


class Running(threading.local):
    """The sessions of the run on this thread, with their rows."""

    parts: Sequence[tuple[DecoderSession, slice]] = ()


RUNNING = Running()


def attended(params: Mapping[int, int], *blobs: np.ndarray) -> np.ndarray:
    """Attend with each user's rows to that user's past; blobs are query, keys and values."""
    query, _, values = blobs
    found = np.empty((*query.shape[:2], values.shape[2]), np.float32)
    for session, rows in RUNNING.parts:
        found[:, rows] = session.layers[params[0]](*(blob[:, rows] for blob in blobs))
    return found


ncnnc.register_layer(ATTENTION, shape=lambda params, q, k, v: (*q[:2], v[2]), reference=attended)


class BatchDecoder(Decoder):
    """
    A decoder whose weights are read once for the tokens of all users.

    Attention is a layer that calls back: it has the sessions of each user. For one user alone, and
    for small models, `Decoder` is faster.
    """

    most = CHUNK + 32

    def __init__(self, description: Description, threads: int = 1):
        self._waiting: deque[Work] = deque()
        super().__init__(description, threads)

    def _compile(self, named: Mapping[str, Any], tokens: Dim, threads: int) -> None:
        param, weights = self.description.files("decoder")
        self._split = split_decoder(param)
        with TemporaryDirectory() as folder:
            layers, attention = Path(folder, "decoder.param"), Path(folder, "attention.param")
            layers.write_text(self._split.layers, encoding="utf-8")
            attention.write_text(self._split.attention, encoding="utf-8")
            self._layers = ncnnc.compile(layers, weights, inputs=named, threads=threads)
            self._attention = ncnnc.compile(
                attention,
                inputs=self._attention_shapes(self._split, tokens),
                masks={self._split.mask: "causal"},
                states="auto",
            )

    def _attention_shapes(
        self, split: SplitDecoder, tokens: Dim
    ) -> dict[str, tuple[int | Dim, ...]]:
        """Return the shapes of attention's inputs: those that the first layer has for a token."""
        files, blobs = self.description.files("decoder"), self._rows([0], 0)
        blobs[self.description.blobs["mask"]] = np.zeros((1, 1), np.float32)
        names = ncnnc.compile(*files, dynamic=True).inputs
        if missing := [name for name in blobs if name not in names]:
            raise DescriptionError(f"{files[0]}: no input '{missing[0]}'")
        wanted = [*split.given, *split.repeated]
        first = ncnnc.compile(*files, dynamic=True, outputs=wanted)
        found = first.run({name: blobs[name] for name in first.inputs if name in blobs})
        past = Dim("P", 0, self.description.length)
        extents = [*(tokens for _ in split.given), *(past for _ in split.caches)]
        shapes = [found[name].shape for name in wanted]
        return {
            name: (heads, extent, size)
            for name, extent, (heads, _, size) in zip(
                (*split.given, *split.caches), extents, shapes, strict=True
            )
        }

    def session(self) -> DecoderSession:
        """Return a session without a past."""
        return DecoderSession([self._attention.session() for _ in range(self._split.count)])

    def scores(self, session: DecoderSession, tokens: Sequence[int]) -> np.ndarray:
        """
        Append tokens, at least one, and return the scores `(vocabulary,)` of the next.

        Raises: ValueError if the session cannot hold as many.
        """
        scores = self._appended(session, tokens)[-1].scores
        assert scores is not None
        return scores

    def _states(self, session: DecoderSession, tokens: Sequence[int]) -> list[np.ndarray]:
        """Append tokens, and return the decoder's output for each. Raises: as `scores` does."""
        return [work.rows for work in self._appended(session, tokens) if work.rows is not None]

    def _appended(self, session: DecoderSession, tokens: Sequence[int]) -> list[Work]:
        """Append tokens, a part after the other. Raises: as `scores` does."""
        self.check(session.length + len(tokens))
        parts = (tokens[start : start + CHUNK] for start in range(0, len(tokens), CHUNK))
        return [self._done(Work(session, part)) for part in parts]

    def _done(self, work: Work) -> Work:
        """Wait until work is done, by this thread or by that of another user."""
        self._waiting.append(work)
        try:
            while not work.done:
                with self.turns:
                    if not work.done:
                        self._run(self._next())
        finally:
            if work in self._waiting:  # interrupted
                self._waiting.remove(work)
        if work.error is not None:
            raise work.error
        return work

    def _next(self) -> list[Work]:
        """Return the work of those who have waited longest, as much as is run at once."""
        end = time.perf_counter() + PATIENCE
        while len(self._waiting) < self.users and time.perf_counter() < end:
            time.sleep(PATIENCE / 20)
        found = [self._waiting.popleft()]
        count = len(found[0].tokens)
        most = min(self.most, self.description.length)
        while self._waiting and count + len(self._waiting[0].tokens) <= most:
            found.append(self._waiting.popleft())
            count += len(found[-1].tokens)
        return found

    def _run(self, works: Sequence[Work]) -> None:
        """Run the tokens of several users; an error leaves all sessions as they were."""
        lengths = [work.session.length for work in works]
        ends = np.cumsum([len(work.tokens) for work in works]).tolist()
        rows = [slice(end - len(w.tokens), end) for end, w in zip(ends, works, strict=True)]
        try:
            inputs = [
                self._rows(w.tokens, length) for w, length in zip(works, lengths, strict=True)
            ]
            joined = {name: np.concatenate([one[name] for one in inputs]) for name in inputs[0]}
            RUNNING.parts = [(w.session, part) for w, part in zip(works, rows, strict=True)]
            found = self._layers.run(joined)[self.description.blobs["output"]]
            scores = self._head(found[np.array(ends) - 1])
        except BaseException as error:
            for work, length in zip(works, lengths, strict=True):
                work.session.truncate(length)
                work.error = error
            raise
        for work, part, one in zip(works, rows, scores, strict=True):
            work.rows, work.scores = found[part], one
