"""Packs by channel count and target."""

from __future__ import annotations

import pytest
from ncnnc.dialects.target.records import ISAS, Target
from ncnnc.passes.schedule.layout.elempack import elempack


@pytest.mark.parametrize("target", ISAS)
def test_elempack_is_ncnns_for_1_to_64_channels(target: str):
    # ncnn: AVX-512 tries 16, 8, 4; AVX 8, 4; SSE 4.
    lanes = Target.parse(target).lanes
    tried = {4: [4], 8: [8, 4], 16: [16, 8, 4]}[lanes]
    for count in range(1, 65):
        assert elempack(count, lanes) == next((p for p in tried if count % p == 0), 1)


def test_elempack_where_vectors_do_not_fit():
    # 24 channels: 8 divides them and 16 does not; 32 fill the vectors of both.
    assert [elempack(24, lanes) for lanes in (4, 8, 16)] == [4, 8, 8]
    assert [elempack(32, lanes) for lanes in (4, 8, 16)] == [4, 8, 16]
    assert [elempack(3, lanes) for lanes in (4, 8, 16)] == [1, 1, 1]
