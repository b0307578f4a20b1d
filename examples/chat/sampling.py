"""Choice of the next token: filters of scores, and a generator of random numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

NEVER = np.float32(-np.inf)


@dataclass(frozen=True)
class Sampling:
    """
    The filters of a generation, in the order in which they run.

    A temperature of 0 takes the most likely token. `top_k` of 0 and `top_p` of 1 keep all tokens.
    Raises: ValueError for a number out of range.
    """

    repetition: float = 1.0
    temperature: float = 0.0
    top_k: int = 0
    top_p: float = 1.0
    seed: int | None = None

    def __post_init__(self):
        if not 0 < self.repetition < np.inf:
            raise ValueError(f"repetition penalty {self.repetition}: must be greater than 0")
        if not 0 <= self.temperature < np.inf:
            raise ValueError(f"temperature {self.temperature}: must be 0 or greater")
        if self.top_k < 0:
            raise ValueError(f"top_k {self.top_k}: must be 0 or greater")
        if not 0 < self.top_p <= 1:
            raise ValueError(f"top_p {self.top_p}: must be greater than 0 and at most 1")
        if self.seed is not None and self.seed < 0:
            raise ValueError(f"seed {self.seed}: must be 0 or greater")


class Sampler:
    """Chooses tokens; the same seed and scores give the same tokens."""

    def __init__(self, sampling: Sampling):
        self.sampling = sampling
        self.random = np.random.default_rng(sampling.seed)

    def choose(self, scores: np.ndarray, tokens: Sequence[int]) -> int:
        """Return the token that follows `tokens`, by the scores `(vocabulary,)` of all tokens."""
        sampling = self.sampling
        scores = penalize_repetition(scores, tokens, sampling.repetition)
        if sampling.temperature == 0:
            return int(scores.argmax())
        scores = keep_top_k(scores / np.float32(sampling.temperature), sampling.top_k)
        shares = softmax(keep_top_p(scores, sampling.top_p))
        return int(self.random.choice(len(shares), p=shares))


def penalize_repetition(scores: np.ndarray, tokens: Sequence[int], penalty: float) -> np.ndarray:
    """
    Divide positive scores of tokens that have been there by a penalty, and multiply negative ones
    (Keskar et al., 2019).
    """
    if penalty == 1 or not len(tokens):
        return scores
    seen = np.unique(tokens)
    kept = scores.copy()
    kept[seen] = np.where(kept[seen] > 0, kept[seen] / penalty, kept[seen] * penalty)
    return kept


def keep_top_k(scores: np.ndarray, count: int) -> np.ndarray:
    """Keep the `count` largest scores, and those equal to the least of them; 0 keeps all."""
    if not 0 < count < len(scores):
        return scores
    least = np.partition(scores, -count)[-count]
    return np.where(scores >= least, scores, NEVER)


def keep_top_p(scores: np.ndarray, share: float) -> np.ndarray:
    """Keep the fewest tokens with a probability of `share` in all (Holtzman et al., 2020)."""
    if share >= 1:
        return scores
    order = np.argsort(-scores, kind="stable")
    before = np.cumsum(softmax(scores)[order])
    kept = np.full_like(scores, NEVER)
    chosen = order[: int(np.searchsorted(before, share)) + 1]
    kept[chosen] = scores[chosen]
    return kept


def softmax(scores: np.ndarray) -> np.ndarray:
    """Return probabilities, as float64."""
    exponentials = np.exp(scores.astype(np.float64) - scores.max())
    return exponentials / exponentials.sum()
