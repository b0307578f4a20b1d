"""Addresses in row-major memory."""

from __future__ import annotations

import pytest
from ncnnc.passes.common.strides import linear_address, row_major_strides
from xdsl.ir.affine import AffineMap
from xdsl.utils.exceptions import PassFailedException


def test_strides():
    assert row_major_strides((2, 3, 4)) == [12, 4, 1]
    assert row_major_strides(()) == []


@pytest.mark.parametrize(
    ("map", "expected"),
    [
        (AffineMap.from_callable(lambda i, j: (i, j)), (0, (5, 1))),
        (AffineMap.from_callable(lambda i, j: (j, i)), (0, (1, 5))),
        (AffineMap.from_callable(lambda i, j: (0, j)), (0, (0, 1))),
        (AffineMap.from_callable(lambda i, j: (i + 2, 2 * j + 1)), (11, (5, 2))),
    ],
)
def test_address_is_offset_and_strides(map: AffineMap, expected: tuple[int, tuple[int, ...]]):
    assert linear_address((4, 5), map) == expected


def test_other_maps_are_refused():
    with pytest.raises(PassFailedException, match="not linear"):
        linear_address((4, 5), AffineMap.from_callable(lambda i, j: (i, j % 2)))
