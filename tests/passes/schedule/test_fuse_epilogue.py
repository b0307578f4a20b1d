"""fuse-epilogue: what moves into the epilogue, and that the numbers stay."""

from __future__ import annotations

import zlib

import numpy as np
import pytest
from ncnnc.compiler.reference import run_reference
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ncnn import Ncnn
from ncnnc.dialects.ncnn.base import NcnnOp
from ncnnc.dialects.ncnn.internal.weight import WeightOp
from ncnnc.passes.schedule.fuse_epilogue import FuseEpiloguePass
from xdsl.dialects.builtin import Builtin
from xdsl.dialects.func import Func
from xdsl.parser import Parser

IMAGE, VECTOR = "tensor<4x3x3xf32>", "tensor<4xf32>"
CONVOLUTION = (
    '%w = ncnn.weight <"w"> : tensor<4x4x1x1xf32> %b = ncnn.weight <"b"> : tensor<4xf32> '
    "%y = ncnn.convolution %x, %w bias %b : tensor<4xf32> activation relu "
    f": {IMAGE}, tensor<4x4x1x1xf32> -> {IMAGE} "
)
PRODUCT = (
    '%w = ncnn.weight <"w"> : tensor<4x36xf32> '
    f"%y = ncnn.innerproduct %x, %w : {IMAGE}, tensor<4x36xf32> -> {VECTOR} "
)


def random_array(name: str, shape: tuple[int, ...]) -> np.ndarray:
    generator = np.random.default_rng(zlib.crc32(name.encode()))
    return generator.uniform(-1, 1, shape).astype(np.float32)


def ops_after_fusion(body: str, result: str) -> list[str]:
    """The names of the ops left; checks that the results stay within rounding."""
    context = NcnncContext()
    for dialect in (Builtin, Func, Ncnn):
        context.load_dialect(dialect)
    text = f"""func.func @main(%x: {IMAGE}, %c: {VECTOR}, %r: {IMAGE}) -> {result} {{
        {body} func.return %z : {result} }}"""
    module = Parser(context, text).parse_module()
    for op in module.walk():
        if isinstance(op, WeightOp):
            context.weights.add(op.key.data, random_array(op.key.data, op.output.type.get_shape()))
    shapes = {"arg0": (4, 3, 3), "arg1": (4,), "arg2": (4, 3, 3)}
    inputs = {name: random_array(name, shape) for name, shape in shapes.items()}
    before = run_reference(module, context.weights, inputs)["result0"]
    FuseEpiloguePass().apply(context, module)
    module.verify()
    after = run_reference(module, context.weights, inputs)["result0"]
    np.testing.assert_allclose(after, before, rtol=1e-6, atol=1e-6)
    ops = [op for op in module.walk() if isinstance(op, NcnnOp)]
    return [op.name.removeprefix("ncnn.") for op in ops]


@pytest.mark.parametrize(
    "consumer",
    [
        f"ncnn.swish %y : ({IMAGE}) -> {IMAGE}",
        f"ncnn.binaryop add %r, %y : ({IMAGE}, {IMAGE}) -> {IMAGE}",
        f"ncnn.binaryop sub %c, %y : ({VECTOR}, {IMAGE}) -> {IMAGE}",
        f"ncnn.eltwise sum %y, %r coeffs [0.5, 2.0] : ({IMAGE}, {IMAGE}) -> {IMAGE}",
        f"ncnn.bias %y, %c : ({IMAGE}, {VECTOR}) -> {IMAGE}",
        f"ncnn.prelu %y, %c : ({IMAGE}, {VECTOR}) -> {IMAGE}",
    ],
)
def test_elementwise_op_moves_in(consumer: str):
    assert ops_after_fusion(f"{CONVOLUTION} %z = {consumer}", IMAGE) == ["convolution"]


def test_chain_moves_in():
    chain = (
        f"%1 = ncnn.binaryop mul %y, %r : ({IMAGE}, {IMAGE}) -> {IMAGE} "
        f"%2 = ncnn.sigmoid %1 : ({IMAGE}) -> {IMAGE} "
        f"%z = ncnn.scale %2, %c : ({IMAGE}, {VECTOR}) -> {IMAGE} "
    )
    assert ops_after_fusion(CONVOLUTION + chain, IMAGE) == ["convolution"]


def test_value_with_another_reader_stays():
    chain = (
        f"%1 = ncnn.sigmoid %y : ({IMAGE}) -> {IMAGE} "
        f"%z = ncnn.binaryop mul %y, %1 : ({IMAGE}, {IMAGE}) -> {IMAGE} "
    )
    names = ["convolution", "sigmoid", "binaryop"]
    assert ops_after_fusion(CONVOLUTION + chain, IMAGE) == names


def test_operand_that_broadcasts_within_the_image_stays():
    chain = (
        '%k = ncnn.weight <"k"> : tensor<1x3x3xf32> '
        f"%z = ncnn.binaryop add %y, %k : ({IMAGE}, tensor<1x3x3xf32>) -> {IMAGE} "
    )
    assert ops_after_fusion(CONVOLUTION + chain, IMAGE) == ["convolution", "binaryop"]


def test_bias_of_a_vector_stays_since_its_first_element_goes_to_all():
    chain = f"%z = ncnn.bias %y, %c : ({VECTOR}, {VECTOR}) -> {VECTOR} "
    assert ops_after_fusion(PRODUCT + chain, VECTOR) == ["innerproduct", "bias"]


def test_product_takes_elements_at_the_same_place():
    chain = f"%z = ncnn.binaryop div %c, %y : ({VECTOR}, {VECTOR}) -> {VECTOR} "
    assert ops_after_fusion(PRODUCT + chain, VECTOR) == ["innerproduct"]
