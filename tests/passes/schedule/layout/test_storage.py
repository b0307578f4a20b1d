"""Elements of 16 bits: option, hardware and layer must agree, as they must in ncnn."""

from __future__ import annotations

from itertools import product

import pytest
from ncnnc.dialects.ncnn.layers.reshape import ReshapeOp
from ncnnc.dialects.ncnn.layers.softmax import SoftmaxOp
from ncnnc.dialects.target.records import ISAS, Target
from ncnnc.passes.schedule.layout.storage import stored_element
from xdsl.dialects import test
from xdsl.dialects.builtin import TensorType, bf16, f16, f32, i32
from xdsl.ir import Attribute

BLOB = test.TestOp(result_types=[TensorType(f32, (4, 6, 5))]).results[0]
TAKES_BF16 = ReshapeOp.build(operands=[BLOB, []], result_types=[BLOB.type])
TAKES_NONE = SoftmaxOp.build(operands=[BLOB], result_types=[BLOB.type])


@pytest.mark.requirement("L3", "L4", "L12")
def test_only_float32_becomes_narrow_and_only_if_all_agree():
    elements: tuple[Attribute, ...] = (f32, bf16, f16, i32)
    storages = ("float32", "float16", "bfloat16")
    for name, element, storage in product(ISAS, elements, storages):
        target = Target.parse(name)
        narrow = bf16 if storage == "bfloat16" and element == f32 else element
        taken = stored_element(element, storage, target, TAKES_BF16)
        assert taken == (f32 if element == f16 else narrow)
        other = stored_element(element, storage, target, TAKES_NONE)
        assert other == (i32 if element == i32 else f32)


@pytest.mark.requirement("L4")
@pytest.mark.parametrize("target", ISAS)
def test_float16_changes_nothing_on_x86(target: str):
    found = Target.parse(target)
    for op in (TAKES_BF16, TAKES_NONE):
        for element in (f32, bf16, i32):
            plain = stored_element(element, "float32", found, op)
            assert stored_element(element, "float16", found, op) == plain
