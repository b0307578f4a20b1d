"""Roofs: instructions are measured by loops that really run them, and limits are as they say."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from ncnnc.compiler.backend.object.machine_code import emit_assembly
from ncnnc.compiler.report.roof import Roof, measure_roof
from ncnnc.compiler.tuning.machine_kernels import (
    ACCUMULATORS,
    CHAIN,
    KernelCode,
    dot_kernel,
    multiply_add_kernel,
    parse,
)
from ncnnc.dialects.target.attributes import ProductAttr
from ncnnc.dialects.target.products import FLOAT32, Product
from ncnnc.dialects.target.records import Target, all_targets

from tests.helpers.reports import options_of, trace_of

DOTS = {
    (target.name, product.name): (target, product)
    for target in all_targets()
    for product in target.products
    if product.types != FLOAT32 and target.product(product.types) is product
}


@pytest.mark.parametrize("case", DOTS.values(), ids=map("-".join, DOTS))
def test_no_product_leaves_the_loop(case: tuple[Target, Product]):
    target, product = case
    kernel = dot_kernel(ProductAttr.of(target.isa, product), ACCUMULATORS)
    text = emit_assembly(KernelCode.of(parse(kernel.text)[0], target).text, target)
    name = product.name.removeprefix("v") if target.isa.name == "x86-64" else product.name
    found = re.findall(rf"^\s+(?:{{vex}}\s+)?{name}\b", text, re.M)
    assert len(found) == CHAIN // 4 * ACCUMULATORS, text
    # So many are counted as the inner loop runs.
    assert kernel.units == multiply_add_kernel(ACCUMULATORS, target.lanes).units


def roof() -> Roof:
    return Roof("fma", {"fma": 100.0, "vpdpbusd": 400.0}, 1.0, {64: 8.0, 256: 4.0})


def test_blobs_are_as_fast_as_the_cache_that_they_fit():
    assert [roof().blob_rate(size) for size in (0, 64, 65, 256, 9999)] == [8, 8, 4, 4, 4]


def test_a_kernel_is_limited_by_its_instruction_or_by_memory():
    kernels = trace_of(options_of()).kernels
    for kernel in kernels:
        most, by_memory = roof().of(kernel)
        assert 0 < most <= 100 * kernel.saving
        assert by_memory == (most < 100 * kernel.saving)
    savings = {kernel.step.kernel: kernel.saving for kernel in kernels}
    [(tile, saving)] = ((int(k[-1]), s) for k, s in savings.items() if "winograd" in k)
    assert saving == (3 * tile) ** 2 / (tile + 2) ** 2
    assert savings["convolution packed"] == pytest.approx((42 / 40) ** 2)


@pytest.mark.parametrize("group", [1, 16], ids=["direct", "depthwise"])
def test_products_with_padding_that_a_kernel_leaves_out_are_saved(group: int):
    kind, parameters = "Convolution", "0=16 1=3 4=1 5=0 6=2304"
    if group > 1:
        kind, parameters = "ConvolutionDepthWise", f"0=16 1=3 4=1 5=0 6=144 7={group}"
    param = f"7767517\n2 2\nInput x 0 1 x 0=8 1=8 2=16\n{kind} c 1 1 x y {parameters}\n"
    options = replace(options_of(param), conv={} if group > 1 else {"c": "packed"})
    kernel = next(k for k in trace_of(options).kernels if k.step.name == "c" and k.weight_bytes)
    # 8 pixels see 3 taps each, but for one of the first and one of the last.
    assert kernel.saving == pytest.approx((24 / 22) ** 2)


def test_kernels_of_bfloat16_name_their_instruction():
    param = "7767517\n2 2\nInput x 0 1 x 0=28 1=28 2=64\nConvolution c 1 1 x y 0=64 1=1 6=4096\n"
    trace = trace_of(options_of(param, "x86-avx512+bf16", precision="bf16"))
    names = {roof().instruction_of(kernel) for kernel in trace.kernels}
    assert names == {"fma", "vdpbf16ps"}  # The first packs.


@pytest.mark.isa
def test_this_machine():
    target = Target.parse("x86-64")
    kernels = trace_of(options_of(target=target.name)).kernels
    found = measure_roof(target, 1 << 16, 1 << 20, kernels)
    assert list(found.of_blobs) == [1 << 14, 1 << 16, 1 << 18, 1 << 20]
    assert found.rates.keys() == {found.float32}
    assert min(*found.of_blobs.values(), found.of_weights, *found.rates.values()) > 1e8
