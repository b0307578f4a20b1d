"""A decoder of a folder: scores of the token that follows others."""

from __future__ import annotations

from collections.abc import Sequence

import ncnnc
import numpy as np
from description import Description, DescriptionError
from session import CHUNK, MASKED, Session


class Decoder:
    """
    Embeddings, decoder and head of a folder, compiled.

    Raises: NcnncError; DescriptionError if the decoder lacks a blob.
    """

    def __init__(self, description: Description, threads: int = 1):
        self.description = description
        self._embedding, self._decoder, self._head = (
            ncnnc.compile(*map(str, description.files(part)), dynamic=True, threads=threads)
            for part in ("embed_token", "decoder", "proj_out")
        )
        blobs = description.blobs
        inputs = [blobs[kind] for kind in ("embeddings", "mask", "cos", "sin")]
        for name in inputs:
            if name not in self._decoder.inputs:
                raise DescriptionError(f"{description.files('decoder')[0]}: no input '{name}'")
        self._caches = self._shapes_of_caches(inputs)

    def _shapes_of_caches(self, inputs: Sequence[str]) -> dict[str, tuple[int, ...]]:
        """Return the shapes of full caches, from those behind one token."""
        zeros = self._rows([0], 0)
        after = self._decoder.run(zeros)
        caches = [name for name in self._decoder.inputs if name not in inputs]
        if not caches:
            raise DescriptionError(f"{self.description.files('decoder')[0]}: no caches")
        shapes = {name: after[f"out_{name}"].shape for name in caches}
        return {name: (h, self.description.length, w) for name, (h, _, w) in shapes.items()}

    def session(self) -> Session:
        """Return a session without a past."""
        return Session(self._decoder, self._caches, self.description.blobs["mask"])

    def scores(self, session: Session, tokens: Sequence[int]) -> np.ndarray:
        """
        Append tokens, at least one, and return the scores `(vocabulary,)` of the next.

        Raises: ValueError if the session cannot hold as many.
        """
        return self._head(self._states(session, tokens)[-1:])[0]

    def all_scores(self, session: Session, tokens: Sequence[int]) -> np.ndarray:
        """Append tokens, and return the scores after each. Raises: as `scores` does."""
        return self._head(self._states(session, tokens))

    def _states(self, session: Session, tokens: Sequence[int]) -> np.ndarray:
        """Append tokens, and return the decoder's output for each. Raises: as `scores` does."""
        length = session.length + len(tokens)
        if length > session.max_length:
            raise ValueError(f"{length} tokens are more than the {session.max_length} that fit")
        output = self.description.blobs["output"]
        return np.concatenate(
            [
                session.run(self._rows(tokens[start : start + CHUNK], session.length))[output]
                for start in range(0, len(tokens), CHUNK)
            ]
        )

    def _rows(self, tokens: Sequence[int], past: int) -> dict[str, np.ndarray]:
        """Return the inputs for tokens that follow `past` others."""
        count = len(tokens)
        padded = np.zeros(CHUNK if count > 1 else 1, np.int32)
        padded[:count] = tokens
        size, theta = self.description.head_size, self.description.rope_theta
        positions = np.arange(past, past + count)[:, None]
        angles = positions * theta ** -(np.arange(0, size, 2) / size)
        blobs = self.description.blobs
        return {
            blobs["embeddings"]: self._embedding(padded)[:count],
            blobs["mask"]: np.triu(np.full((count, past + count), MASKED), past + 1),
            blobs["cos"]: np.cos(angles).astype(np.float32),
            blobs["sin"]: np.sin(angles).astype(np.float32),
        }
