"""Filters of scores, one by one, and the choice among what they leave."""

from __future__ import annotations

import numpy as np
import pytest
from sampling import (
    NEVER,
    Sampler,
    Sampling,
    keep_top_k,
    keep_top_p,
    penalize_repetition,
    softmax,
)

SCORES = np.array([1.0, 3.0, -2.0, 2.0, 0.0], np.float32)


def kept(scores: np.ndarray) -> list[int]:
    return np.flatnonzero(scores > NEVER).tolist()


@pytest.mark.parametrize(("count", "expected"), [(1, [1]), (2, [1, 3]), (4, [0, 1, 3, 4])])
def test_top_k_keeps_the_largest(count: int, expected: list[int]):
    found = keep_top_k(SCORES, count)
    assert kept(found) == expected
    np.testing.assert_array_equal(found[expected], SCORES[expected])


@pytest.mark.parametrize("count", [0, 5, 100])
def test_top_k_may_keep_all(count: int):
    np.testing.assert_array_equal(keep_top_k(SCORES, count), SCORES)


def test_top_k_keeps_equal_scores():
    assert kept(keep_top_k(np.float32([2, 1, 2, 2]), 2)) == [0, 2, 3]


def test_top_p_keeps_the_fewest():
    scores = np.log(np.float32([0.15, 0.5, 0.05, 0.3]))
    assert kept(keep_top_p(scores, 0.4)) == [1]
    assert kept(keep_top_p(scores, 0.6)) == [1, 3]
    assert kept(keep_top_p(scores, 0.9)) == [0, 1, 3]
    assert kept(keep_top_p(scores, 1e-9)) == [1]
    np.testing.assert_array_equal(keep_top_p(scores, 1.0), scores)


def test_top_p_counts_only_what_top_k_left():
    scores = keep_top_k(np.log(np.float32([0.4, 0.3, 0.2, 0.1])), 2)
    assert kept(keep_top_p(scores, 0.5)) == [0]
    assert kept(keep_top_p(scores, 0.6)) == [0, 1]


def test_repetition_makes_tokens_less_likely():
    found = penalize_repetition(SCORES, [1, 2, 2, 4], 2.0)
    np.testing.assert_array_equal(found, np.float32([1, 1.5, -4, 2, 0]))
    np.testing.assert_array_equal(SCORES, np.float32([1, 3, -2, 2, 0]))
    np.testing.assert_array_equal(penalize_repetition(SCORES, [], 2.0), SCORES)
    np.testing.assert_array_equal(penalize_repetition(SCORES, [1], 1.0), SCORES)


def test_softmax_of_large_scores():
    shares = softmax(np.float32([1000, 1000, -np.inf]))
    np.testing.assert_allclose(shares, [0.5, 0.5, 0])


def test_a_temperature_of_zero_takes_the_most_likely():
    assert Sampler(Sampling(temperature=0)).choose(SCORES, []) == 1
    assert Sampler(Sampling(temperature=0, repetition=2)).choose(SCORES, [1]) == 3


def test_a_seed_repeats_tokens():
    def tokens(seed: int) -> list[int]:
        sampler = Sampler(Sampling(temperature=1, seed=seed))
        return [sampler.choose(SCORES, []) for _ in range(40)]

    assert tokens(1) == tokens(1)
    assert tokens(1) != tokens(2)


@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.0])
def test_tokens_are_as_frequent_as_they_are_likely(temperature: float):
    sampler = Sampler(Sampling(temperature=temperature, top_k=3, seed=0))
    chosen = [sampler.choose(SCORES, []) for _ in range(4000)]
    likely = np.exp(SCORES[[0, 1, 3]] / temperature)
    found = np.bincount(chosen, minlength=5) / len(chosen)
    np.testing.assert_allclose(found[[0, 1, 3]], likely / likely.sum(), atol=0.03)
    assert found[[2, 4]].sum() == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"temperature": -1},
        {"temperature": float("nan")},
        {"top_k": -1},
        {"top_p": 0},
        {"top_p": 1.5},
        {"repetition": 0},
    ],
    ids=str,
)
def test_numbers_out_of_range(wrong: dict[str, float]):
    with pytest.raises(ValueError, match=r"must be"):
        Sampling(**wrong)
