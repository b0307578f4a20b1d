"""
Made-up scenes with discs, squares and triangles, and the boxes around these.

A scene is a function of its seed. Shapes: images `(3, 64, 64)` in 0..1; boxes `(n, 5)`: class, then
center, width and height in pixels.
"""

from __future__ import annotations

import numpy as np

SIZE = 64
CLASSES = ("disc", "square", "triangle")
SMALLEST, LARGEST = 10, 28
"""Height and width of a figure, in pixels."""
MOST = 4
APART = 6
"""Distance between the centers of figures, in pixels along one axis at least."""


def scene(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return an image and its boxes."""
    generator = np.random.default_rng(seed)
    image = background(generator)
    boxes: list[list[float]] = []
    for _ in range(generator.integers(1, MOST + 1)):
        kind, size = int(generator.integers(len(CLASSES))), generator.uniform(SMALLEST, LARGEST)
        x, y = generator.uniform(size / 2 + 1, SIZE - size / 2 - 1, 2)
        others = np.array([box[1:3] for box in boxes]).reshape(-1, 2)
        if len(others) and np.abs(others - (x, y)).max(axis=1).min() < (size + LARGEST) / 2:
            continue
        draw(image, kind, (x, y), size, generator)
        boxes.append([kind, x, y, size, size])
    noise = generator.normal(0, 0.04, image.shape)
    return (image + noise).clip(0, 1).astype(np.float32), np.array(boxes, np.float32)


def background(generator: np.random.Generator) -> np.ndarray:
    """Return a gradient from one dark colour to another."""
    ramp = np.linspace(0, 1, SIZE)
    mixed = ramp[:, None] * generator.uniform() + ramp[None] * generator.uniform()
    first, second = generator.uniform(0, 0.5, (2, 3, 1, 1))
    return first + (second - first) * mixed[None] / 2


def draw(
    image: np.ndarray,
    kind: int,
    center: tuple[float, float],
    size: float,
    generator: np.random.Generator,
) -> None:
    """Draw a figure in a light colour, with smooth edges."""
    y, x = np.mgrid[:SIZE, :SIZE] + 0.5
    across, down = (x - center[0]) / (size / 2), (y - center[1]) / (size / 2)
    match CLASSES[kind]:
        case "disc":
            inside = 1 - np.hypot(across, down)
        case "square":
            inside = 1 - np.maximum(abs(across), abs(down))
        case _:  # pointing up
            inside = np.minimum(1 - down, (1 + down) / 2 - abs(across))
    cover = (inside * size / 2 + 0.5).clip(0, 1)
    colour = generator.uniform(0.55, 1, (3, 1, 1))
    image[:] = image * (1 - cover) + colour * cover
