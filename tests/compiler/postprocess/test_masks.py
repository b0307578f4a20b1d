"""The pixels of an object, from prototypes that are known."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.image import ImagePlacement
from ncnnc.compiler.postprocess.masks import mask_of
from ncnnc.compiler.postprocess.preparation import letterboxed

INPUT = (64, 96)


@pytest.mark.parametrize("image", [(64, 96), (100, 200), (300, 120), (33, 57)])
def test_a_disc(image: tuple[int, int]):
    _, placement = letterboxed(np.zeros((*image, 3), np.uint8), INPUT)
    center, radius = np.array([image[1] / 2, image[0] / 2]), min(image) / 4
    rows, columns = np.mgrid[0 : INPUT[0] // 4, 0 : INPUT[1] // 4]
    in_input = np.stack([columns, rows], axis=2) * 4 + 2.0
    distance = np.linalg.norm(placement.to_image(in_input) - center, axis=2)
    prototypes = np.stack([np.ones_like(distance), distance])
    box = np.concatenate([center - radius, center + radius])
    mask = mask_of(np.array([radius, -1]), prototypes, box, INPUT, placement)
    rows, columns = np.mgrid[0 : mask.pixels.shape[0], 0 : mask.pixels.shape[1]]
    places = np.stack([columns + mask.left, rows + mask.top], axis=2) + 0.5
    exact = np.linalg.norm(places - center, axis=2)
    thickness = 2 / placement.scale[0]
    assert mask.pixels[exact < radius - thickness].all()
    assert not mask.pixels[exact > radius + thickness].any()
    assert abs(mask.area - np.pi * radius**2) < 2 * np.pi * radius * thickness


def test_interpolation_is_exact_on_a_slope():
    slope = np.arange(8.0)[None, :] * np.ones((8, 1)) - 3.25
    box = np.array([0.0, 0, 16, 16])
    mask = mask_of(np.array([1.0]), slope[None], box, (16, 16), ImagePlacement())
    assert mask.pixels[3].tolist() == [x + 0.5 > (3.25 + 0.5) * 2 for x in range(16)]


def test_a_box_without_area():
    mask = mask_of(
        np.array([1.0]), np.ones((1, 4, 4)), np.array([3.0, 3, 3, 3]), (16, 16), ImagePlacement()
    )
    assert mask.area == 0
