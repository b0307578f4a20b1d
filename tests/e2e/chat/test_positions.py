"""Positions against the formulas of their papers, for pairs that turn often and seldom."""

from __future__ import annotations

from math import log, pi, sqrt

import numpy as np
import pytest
from positions import positions_of

PLAIN = {"rope_head_dim": 8, "rope_theta": 10000.0}
FREQUENCIES = [1, 0.1, 0.01, 0.001]


def test_plain_positions():
    found = positions_of(PLAIN, 2048)
    assert found.pairs == 4
    np.testing.assert_allclose(found.frequencies, FREQUENCIES)
    cos, sin = found.turns(5, 2)
    assert cos.dtype == sin.dtype == np.float32
    np.testing.assert_allclose(cos, np.cos(np.outer([5, 6], FREQUENCIES)), rtol=1e-6)
    np.testing.assert_allclose(sin, np.sin(np.outer([5, 6], FREQUENCIES)), rtol=1e-6)


def test_a_stretched_theta_slows_the_last_pair_by_alpha():
    entry = {**PLAIN, "type": "NTKRoPE", "rope_scaling": {"alpha": 1000}}
    found = positions_of(entry, 2048).frequencies
    np.testing.assert_allclose(found, FREQUENCIES / 1000 ** (np.arange(4) / 3))


@pytest.mark.parametrize(("length", "factors"), [(64, [1, 2, 3, 4]), (65, [5, 6, 7, 8])])
def test_long_positions_have_the_factors_of_the_length(length: int, factors: list[float]):
    entry = {**PLAIN, "type": "LongRoPE", "original_max_position_embeddings": 64}
    entry |= {"short_factor": [1, 2, 3, 4], "long_factor": [5, 6, 7, 8]}
    found = positions_of(entry, length)
    np.testing.assert_allclose(found.frequencies, np.divide(FREQUENCIES, factors))
    assert found.factor == 1
    longer = positions_of({**entry, "max_position_embeddings": 256}, length)
    assert longer.factor == pytest.approx(sqrt(1 + log(4) / log(64)))
    cos, sin = longer.turns(3, 1)
    np.testing.assert_allclose(np.hypot(cos, sin), longer.factor, rtol=1e-6)
    with pytest.raises(ValueError, match="3 factors of positions, 4 pairs of columns"):
        positions_of({**entry, "short_factor": [1] * 3, "long_factor": [1] * 3}, length)


def test_yarn_slows_pairs_that_turn_seldom():
    original = 2 * pi * 1000
    scaling = {"factor": 4, "original_max_position_embeddings": original}
    # The first pair turns 1000 times within the training, the last one once.
    scaling |= {"beta_fast": 1000, "beta_slow": 1}
    entry = {**PLAIN, "type": "YaRNRoPE", "rope_scaling": scaling}
    found = positions_of({**entry, "rope_scaling": {**scaling, "beta_slow": 10}}, 2048)
    # Counted in pairs from the first: none at 0, all from 2 on, half of both at 1.
    np.testing.assert_allclose(found.frequencies, [1, 0.0625, 0.0025, 0.00025], rtol=1e-3)
    assert found.factor == pytest.approx(1 + 0.1 * log(4))
    scaling |= {"mscale": 2, "mscale_all_dim": 1}
    assert positions_of(entry, 2048).factor == pytest.approx(
        (1 + 0.2 * log(4)) / (1 + 0.1 * log(4))
    )


def test_llamas_positions():
    original = round(2 * pi * 400)
    scaling = {"factor": 8, "low_freq_factor": 4, "high_freq_factor": 76}
    scaling |= {"original_max_position_embeddings": original}
    entry = {**PLAIN, "type": "Llama3RoPE", "rope_scaling": scaling}
    found = positions_of(entry, 2048).frequencies
    # 400, 40, 4 and 0.4 turns: as it is, half of both, and over the factor.
    np.testing.assert_allclose(found, [1, 0.1 * (1 + 1 / 8) / 2, 0.01 / 8, 0.001 / 8], rtol=1e-2)
