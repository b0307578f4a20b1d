"""Packs by element count, element size and target: ncnn's tables, and ours."""

from __future__ import annotations

import pytest
from ncnnc.dialects.ncnn.shapes import Shape
from ncnnc.dialects.target.records import ISAS, Target
from ncnnc.passes.schedule.layout.elempack import (
    elempack,
    pack_by_policy,
    packed_axis,
    packed_count,
)

TRIED = {4: [4], 8: [8, 4], 16: [16, 8, 4]}
"""ncnn: AVX-512 tries 16, 8, 4; AVX 8, 4; SSE 4."""


@pytest.mark.requirement("L6")
@pytest.mark.parametrize(
    ("shape", "axis"), [((5,), "w"), ((6, 5), "h"), ((7, 6, 5), "c"), ((8, 3, 6, 5), "c")]
)
def test_the_outermost_axis_is_packed(shape: Shape, axis: str):
    assert packed_axis(shape) == axis
    assert packed_count(shape) == shape[0]


@pytest.mark.requirement("L7", "L8", "D11")
@pytest.mark.parametrize("element_bytes", [4, 2])
@pytest.mark.parametrize("target", ISAS)
def test_elempack_is_ncnns_for_1_to_64_channels(target: str, element_bytes: int):
    lanes = Target.parse(target).lanes
    for count in range(1, 65):
        expected = next((p for p in TRIED[lanes] if count % p == 0), 1)
        assert elempack(count, lanes, element_bytes) == expected


@pytest.mark.requirement("L9")
@pytest.mark.parametrize("target", ISAS)
def test_bytes_are_packed_by_8_or_not(target: str):
    lanes = Target.parse(target).lanes
    packs = {count: elempack(count, lanes, 1) for count in range(1, 65)}
    assert {count for count, pack in packs.items() if pack == 8} == set(range(8, 65, 8))
    assert set(packs.values()) == {1, 8}


@pytest.mark.requirement("L7", "D11")
def test_elempack_where_vectors_do_not_fit():
    # 24 channels: 8 divides them and 16 does not; 32 fill the vectors of both.
    assert [elempack(24, lanes) for lanes in (4, 8, 16)] == [4, 8, 8]
    assert [elempack(20, lanes) for lanes in (4, 8, 16)] == [4, 4, 4]
    assert [elempack(32, lanes) for lanes in (4, 8, 16)] == [4, 8, 16]
    assert [elempack(3, lanes) for lanes in (4, 8, 16)] == [1, 1, 1]


@pytest.mark.requirement("L7")
@pytest.mark.parametrize("lanes", [4, 8, 16])
def test_policies(lanes: int):
    for shape in ((24,), (24, 5, 5), (24, 2, 5, 5)):
        assert pack_by_policy("divisible", shape, lanes) == elempack(24, lanes)
        assert pack_by_policy("padded", shape, lanes) == lanes
    assert pack_by_policy("divisible", (3, 5, 5), lanes) == 1
    assert pack_by_policy("padded", (3, 5, 5), lanes) == lanes
    for policy in ("divisible", "padded"):
        assert pack_by_policy(policy, (24, 5), lanes) == 1
