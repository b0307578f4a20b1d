"""fuse-elementwise: chains are one kernel, in any layout, and compute what the reference does."""

from __future__ import annotations

import pytest

from tests.helpers.lowering import TARGETS, check_layers, compile_layers

pytestmark = pytest.mark.isa


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
@pytest.mark.parametrize("shape", [(17, 4, 3), (33,), (5, 9)])
def test_chain_is_one_kernel(target, packed, shape):
    layers = """
        BinaryOp a 2 1 x g a 0=2
        HardSwish b 1 1 a b
        BinaryOp c 2 1 b x c 0=1
        Swish y 1 1 c y
    """
    gate = (shape[0],) if len(shape) != 2 else (shape[0], 1)
    compiled = check_layers(layers, {"x": shape, "g": gate}, target, packed)
    assert compiled.kernels.count("linalg.generic") == 1


def test_values_of_two_kernels_are_computed_once():
    layers = """
        Sigmoid a 1 1 x a
        Exp y 1 1 a y
        Swish z 1 1 a z
    """
    compiled = check_layers(layers, {"x": (5, 3, 3)})
    assert compiled.kernels.count("linalg.generic") == 3


def test_values_that_one_kernel_reads_twice_are_computed_in_it():
    layers = """
        Sigmoid a 1 1 x a
        Exp b 1 1 a b
        BinaryOp y 2 1 b a y 0=1
    """
    compiled = check_layers(layers, {"x": (5, 3, 3)})
    assert compiled.kernels.count("linalg.generic") == 1


def chain(*layers: str) -> str:
    """Lines of layers that follow each other, from x to y; `@` stands for a layer's blobs."""
    blobs = ["x", *(f"b{i}" for i in range(1, len(layers))), "y"]
    return "\n".join(
        layer.replace("@", f"l{i} 1 1 {blobs[i]} {blobs[i + 1]}") for i, layer in enumerate(layers)
    )


@pytest.mark.parametrize("target", TARGETS)
def test_long_chain_of_equal_layers_is_a_few_equal_kernels(target):
    compiled = check_layers(chain(*["Sigmoid @"] * 64), {"x": (5, 9)}, target)
    assert compiled.kernels.count("func.call") == 32
    assert compiled.kernels.count("linalg.generic") == 1


def test_kernels_of_different_layers_grow_with_their_number():
    def layers(count: int) -> str:
        pairs = [("Sigmoid @", f"BinaryOp @ 0=2 1=1 2={1 + i / 256}") for i in range(count // 2)]
        return chain(*(layer for pair in pairs for layer in pair))

    short, long = (compile_layers(layers(count), {"x": (5, 9)}).kernels for count in (64, 128))
    assert len(long) < 2.2 * len(short)
    assert long.count("linalg.generic") == 2 * short.count("linalg.generic")


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("activation", ["ReLU", "GELU"])
def test_transposing_copy_takes_in_what_follows(target, activation):
    layers = f"""
        Permute a 1 1 x a 0=1
        BinaryOp b 2 1 a row b 0=0
        BinaryOp c 2 1 b column c 0=2
        {activation} y 1 1 c y
    """
    shapes = {"x": (35, 83), "row": (1, 35), "column": (83, 1)}
    compiled = check_layers(layers, shapes, target, tolerance=1e-5)
    assert compiled.kernels.count("linalg.generic") == 1


@pytest.mark.parametrize("order", [1, 3, 5])
def test_transposing_copy_of_three_axes_with_a_residual(order):
    shape = {1: (3, 19, 37), 3: (37, 19, 3), 5: (19, 37, 3)}[order]
    layers = f"Permute a 1 1 x a 0={order}\nBinaryOp y 2 1 a z y 0=0"
    source = (3, 37, 19)
    compiled = check_layers(layers, {"x": source, "z": shape})
    assert compiled.kernels.count("linalg.generic") == 1
