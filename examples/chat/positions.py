"""Rotary positions: cosines and sines of the angles by which heads are turned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import log, pi, sqrt
from typing import Any, TypeAlias

import numpy as np

Entry: TypeAlias = Mapping[str, Any]
"""`setting.rope` of a description."""


@dataclass(frozen=True)
class Positions:
    """The angle of each pair of columns from one position to the next, and a factor of all."""

    frequencies: np.ndarray
    factor: float = 1.0

    @property
    def pairs(self) -> int:
        """Pairs of columns that are turned; heads may have more columns."""
        return len(self.frequencies)

    def turns(self, first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Return cosines and sines `(count, pairs)` of positions from the first on."""
        angles = np.arange(first, first + count)[:, None] * self.frequencies
        turned = np.cos(angles) * self.factor, np.sin(angles) * self.factor
        return turned[0].astype(np.float32), turned[1].astype(np.float32)


def positions_of(entry: Entry, length: int) -> Positions:
    """
    Return the positions of an entry, for sessions of so many tokens.

    Raises: ValueError for a type that is not known; KeyError, TypeError for an entry that lacks
    something.
    """
    kind = entry.get("type", "RoPE")
    if kind not in KINDS:
        raise ValueError(f"positions of type '{kind}' are not known; hint: {', '.join(KINDS)}")
    return KINDS[kind](entry, length)


def plain(entry: Entry, length: int, stretch: float = 1.0) -> Positions:
    """Angles that get smaller from pair to pair, down to `1 / theta` (Su et al., 2021)."""
    size = int(entry["rope_head_dim"])
    theta = float(entry["rope_theta"]) * stretch
    return Positions(theta ** -(np.arange(0, size, 2) / size))


def stretched(entry: Entry, length: int) -> Positions:
    """A larger theta, so that the smallest angle is that of `alpha` times fewer tokens."""
    size = int(entry["rope_head_dim"])
    return plain(entry, length, float(entry["rope_scaling"]["alpha"]) ** (size / (size - 2)))


def long(entry: Entry, length: int) -> Positions:
    """
    Angles over factors that were searched for (Ding et al., 2024): short ones where all tokens are
    within the length of the training, else long ones. A session has one kind from its start.
    """
    original = int(entry["original_max_position_embeddings"])
    factors = np.array(entry["long_factor" if length > original else "short_factor"], float)
    known = plain(entry, length)
    if factors.shape != known.frequencies.shape:
        raise ValueError(f"{factors.size} factors of positions, {known.pairs} pairs of columns")
    scale = int(entry.get("max_position_embeddings", original)) / original
    factor = sqrt(1 + log(scale) / log(original)) if scale > 1 else 1.0
    return Positions(known.frequencies / factors, factor)


def yarn(entry: Entry, length: int) -> Positions:
    """
    Angles of pairs that turn often as they are, those of slow ones over `factor`, and between them
    a share of both (Peng et al., 2023).
    """
    known, scaling = plain(entry, length), entry["rope_scaling"]
    theta, original = float(entry["rope_theta"]), original_length(entry)
    factor = float(scaling["factor"])

    def pair(turns: float) -> float:
        """Return the place among the pairs of the one that turns so often in the training."""
        return known.pairs * log(original / (turns * 2 * pi)) / log(theta)

    first = max(np.floor(pair(float(scaling.get("beta_fast", 32)))), 0)
    last = min(np.ceil(pair(float(scaling.get("beta_slow", 1)))), 2 * known.pairs - 1)
    slow = np.clip((np.arange(known.pairs) - first) / max(last - first, 1e-3), 0, 1)
    scale, all_scale = (float(scaling.get(key, 0)) for key in ("mscale", "mscale_all_dim"))
    larger = magnitude(factor, scale or 1.0)
    if scale and all_scale:
        larger /= magnitude(factor, all_scale)
    return Positions(known.frequencies * (1 - slow + slow / factor), larger)


def magnitude(factor: float, scale: float) -> float:
    """Return the factor of scores that a longer context needs."""
    return 0.1 * scale * log(factor) + 1 if factor > 1 else 1.0


def llama(entry: Entry, length: int) -> Positions:
    """Angles as Llama 3.1 and later have them: by how often a pair turns in the training."""
    known, scaling = plain(entry, length), entry["rope_scaling"]
    least, most = float(scaling["low_freq_factor"]), float(scaling["high_freq_factor"])
    turns = original_length(entry) * known.frequencies / (2 * pi)
    fast = np.clip((turns - least) / (most - least), 0, 1)
    return Positions(known.frequencies * (fast + (1 - fast) / float(scaling["factor"])))


def original_length(entry: Entry) -> int:
    """Return the tokens of the training, which one of two places says."""
    key = "original_max_position_embeddings"
    scaling = entry["rope_scaling"]
    return int(scaling[key] if key in scaling else entry[key])


KINDS: dict[str, Callable[[Entry, int], Positions]] = {
    "RoPE": plain,
    "NTKRoPE": stretched,
    "LongRoPE": long,
    "YaRNRoPE": yarn,
    "Llama3RoPE": llama,
}
"""The types that `setting.rope` may have."""
