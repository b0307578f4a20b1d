"""A machine of another family is one more record: nothing between model and LLVM asks which."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.cli.main import main
from ncnnc.compiler.diagnostics import NcnncError
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.choices import Precision
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.program.assemble import assemble
from ncnnc.dialects.bfloat16 import floats_of_bf16
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.kernel.attributes import Algorithm, AlgorithmAttr
from ncnnc.dialects.kernel.convolution import ConvolutionKernelOp
from ncnnc.dialects.kernel.matvec import MatvecOp
from ncnnc.dialects.ncnn.internal.weight_forms import DirectWeights, MatvecWeights
from ncnnc.dialects.target.arm import AARCH64, BFDOT, FMLA, SDOT, SMMLA
from ncnnc.dialects.target.attributes import ProductAttr
from ncnnc.dialects.target.isa import Extension
from ncnnc.dialects.target.products import (
    BFLOAT16,
    INT8,
    InputForm,
    multiply_adds,
    widening_multiply_adds,
)
from ncnnc.dialects.target.records import ISAS, MissingProductError, Target
from ncnnc.dialects.target.x86 import X86
from ncnnc.passes.kernels.weights.packing import pack_arrays
from ncnnc.runtime.sessions.compiled_model import CompiledModel
from xdsl.dialects.builtin import MemRefType, bf16, i8, i32

from tests.helpers.int8_kernels import bytes_like
from tests.helpers.kernel_runner import compile_kernel, convolve, pack, unpack
from tests.helpers.lowering import check_layers, param_text

OTHER = replace(
    AARCH64,
    name="other",
    products=(FMLA,),
    extensions=(
        Extension("dotprod", ("dotprod",), (SDOT,)),
        Extension("i8mm", ("i8mm",), (SMMLA,)),
        Extension("bf16", ("bf16",), (BFDOT,)),
    ),
)
"""Made up: multiplies no bytes without an extension, or blocks of them."""

GENERIC = replace(
    X86[0],
    name="generic",
    products=(
        multiply_adds("mulps, addps", 128, temporaries=1),
        widening_multiply_adds("pmulhw, pmullw, punpcklwd, paddd", 128),
    ),
    truncations=(),
    packs=(),
)
"""Made up: needs no intrinsic, so LLVM finds instructions for it on whatever machine it has."""


@pytest.fixture(autouse=True)
def _with_other(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(ISAS, OTHER.name, OTHER)
    monkeypatch.setitem(ISAS, GENERIC.name, GENERIC)


def test_its_name_is_known():
    target = Target.parse("other+dotprod+l2=1M")
    assert target.features == ("neon", "dotprod")
    assert (target.lanes, target.l2_bytes) == (4, 1 << 20)
    assert Target.parse("other").name == Target.parse("other+l2=512K").name == "other"


def test_its_products_are_in_the_table():
    dot = Target.parse("other+dotprod").inner_kernel(INT8)
    assert (dot.product, dot.steps, dot.form) == (SDOT, 4, InputForm.AS_IS)
    assert Target.parse("other").inner_kernel(BFLOAT16).product == FMLA
    assert Target.parse("other+bf16").inner_kernel(BFLOAT16).product == BFDOT


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("other", "other has no instruction for s8 x s8 -> s32; add +dotprod to the target"),
        (
            "other+i8mm",
            "other+i8mm has no instruction for s8 x s8 -> s32 that adds lane by lane "
            "(smmla adds blocks of 2x2); add +dotprod to the target",
        ),
    ],
)
def test_what_its_record_lacks(name: str, reason: str):
    with pytest.raises(MissingProductError) as error:
        Target.parse(name).inner_kernel(INT8)
    assert str(error.value) == reason


# Networks ----------------------------------------------------------------------------------------

KERNELS = {
    "1x1": "Convolution y 1 1 x y 0=17 1=1 5=1 6=544",
    "3x3": "Convolution y 1 1 x y 0=17 1=3 4=1 5=1 6=4896",
    "first": "Convolution y 1 1 x y 0=17 1=3 3=2 5=1 6=459",
    "depthwise": "ConvolutionDepthWise y 1 1 x y 0=32 1=3 4=1 5=1 6=288 7=32",
    "grouped": "ConvolutionDepthWise y 1 1 x y 0=32 1=3 4=1 5=1 6=2304 7=4",
    "innerproduct": "InnerProduct y 1 1 x y 0=17 1=1 2=53312",
}
INT8_TERM = {"Convolution": "8=2", "ConvolutionDepthWise": "8=1", "InnerProduct": "8=2"}


def options(kernel: str, target: str, folder: Path, kind: str) -> CompileOptions:
    """A network of one layer, of random weights."""
    layer = KERNELS[kernel]
    if kind == "int8":
        layer += f" {INT8_TERM[layer.split()[0]]}"
    shapes = {"x": (3 if kernel == "first" else 32, 7, 14)}
    param = folder / "network.param"
    param.write_bytes(param_text(layer, shapes))
    precision = Precision.BF16 if kind == "bf16" else Precision.FP32
    return CompileOptions(
        str(param), target=target, inputs=shapes, random_weights=0, precision=precision
    )


DENSE = [kernel for kernel in KERNELS if kernel != "depthwise"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "kind", "kernels", "instruction"),
    [
        ("other", "float32", KERNELS, r"fmla\tv\d+\.4s"),
        ("other", "bf16", KERNELS, r"fmla\tv\d+\.4s"),
        ("other+dotprod", "int8", DENSE, r"sdot\tv\d+\.4s, v\d+\.16b"),
        ("other+dotprod+i8mm", "int8", ["first"], r"sdot\tv\d+\.4s, v\d+\.16b"),
        ("other+dotprod+i8mm", "int8", ["1x1", "3x3", "grouped"], r"smmla\tv\d+\.4s, v\d+\.16b"),
        ("other+dotprod", "int8", ["depthwise"], r"s?mla?l?2?\tv\d+\.4s"),
        ("other", "int8", ["depthwise"], r"s?mla?l?2?\tv\d+\.4s"),
        ("other+bf16", "bf16", ["1x1", "3x3"], r"bfdot\tv\d+\.4s, v\d+\.8h"),
    ],
)
def test_networks_are_compiled_for_it(
    target: str, kind: str, kernels: Sequence[str], instruction: str, tmp_path: Path
):
    for kernel in kernels:
        assembly = lower(options(kernel, target, tmp_path, kind)).assembly()
        assert len(re.findall(rf"\t{instruction}", assembly)) >= 4, kernel
        assert not re.search("[xyz]mm", assembly)


@pytest.mark.parametrize("target", ["other", "other+i8mm", "other+bf16"])
@pytest.mark.parametrize("kernel", DENSE)
def test_int8_ends_with_what_is_lacking(
    target: str, kernel: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    given = options(kernel, target, tmp_path, "int8")
    with pytest.raises(NcnncError, match="has no instruction for s8 x s8 -> s32"):
        lower(given)
    extents = ",".join(map(str, given.inputs["x"]))
    arguments = ["--target", target, "--random-weights", "0", "--input", f"x={extents}"]
    assert main(["compile", given.param, *arguments, "-o", str(tmp_path / "out.ll")]) == 1
    [line] = capsys.readouterr().err.splitlines()
    assert re.search(rf"layer 'y' \(\w+\): {re.escape(target)} has no instruction", line)
    assert line.endswith("add +dotprod to the target")


def test_forced_winograd_ends_with_what_is_lacking(tmp_path: Path):
    given = options("3x3", "other+dotprod", tmp_path, "int8")
    with pytest.raises(NcnncError, match="has no instruction for s16 x s16 -> s32"):
        lower(CompileOptions(**{**vars(given), "conv": {"y": "winograd2"}}))


NETWORK = """
    Convolution a 1 1 x a 0=17 1=1 5=1 6=51 9=1 {0}
    Convolution b 1 1 a b 0=17 1=3 4=1 5=1 6=2601 9=1 {0}
    ConvolutionDepthWise c 1 1 b c 0=17 1=3 4=1 5=1 6=153 7=17 {1}
    Pooling d 1 1 c d 0=0 1=2 2=2
    InnerProduct e 1 1 d e 0=13 1=1 2=4420 {0}
    Softmax y 1 1 e y
"""
SHAPES = {"x": (3, 7, 9)}


@pytest.mark.isa
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
def test_a_network_without_intrinsics(packed: bool):
    check_layers(NETWORK.format("", ""), SHAPES, "generic", packed, tolerance=1e-5)


@pytest.mark.isa
def test_int8_without_intrinsics():
    """Sums are exact, so all targets give the same bits."""
    param = param_text("Convolution y 1 1 x y 0=17 1=3 4=1 5=1 6=459 9=1 8=2", SHAPES)
    x = np.random.default_rng(0).normal(size=SHAPES["x"]).astype(np.float32)
    given = [
        CompileOptions(param, target=t, inputs=SHAPES, random_weights=1)
        for t in ("generic", "x86-64")
    ]
    lowered = [lower(options) for options in given]
    assert ["pmadd.wd" in each.llvm_ir() for each in lowered] == [False, True]
    results = [CompiledModel(assemble(each))(x) for each in lowered]
    np.testing.assert_array_equal(*results)


# Kernels, with its instructions by their meaning ------------------------------------------------


def product(target: str, types) -> ProductAttr:
    """The instruction of a target for these types."""
    found = Target.parse(target)
    return ProductAttr.of(found.isa, found.inner_kernel(types).product)


CONVOLUTION = {
    "kernel": int_array([3, 3]),
    "stride": int_array([1, 1]),
    "dilation": int_array([1, 1]),
    "pad": int_array([1, 1, 1, 1]),
    "register": int_array([3, 2]),
}


@pytest.mark.isa
@pytest.mark.parametrize("channels", [5, 8])
def test_a_convolution_of_int8_as_it_is(channels: int):
    x, weights = bytes_like(channels, 5, 6), bytes_like(11, channels, 3, 3)
    arrays = [pack(x, 4), pack_arrays(DirectWeights(4, 2, 4), [weights])]
    kernel = compile_kernel(
        ConvolutionKernelOp,
        [MemRefType(i8, array.shape) for array in arrays],
        MemRefType(i32, [3, 5, 6, 4]),
        {
            **CONVOLUTION,
            "algorithm": AlgorithmAttr(Algorithm.TILED),
            "channels": int_attr(channels),
            "block": int_attr(7),
            "product": product("other+dotprod", INT8),
        },
        target="other+dotprod",
        runs_on="x86-64",
    )
    assert "@llvm.aarch64.neon.sdot.v4i32.v16i8(" in kernel.text
    sums = convolve(x, weights, pad=(1, 1, 1, 1))
    np.testing.assert_array_equal(unpack(kernel(*arrays), 11), sums)


@pytest.mark.isa
def test_rows_of_int8_as_they_are():
    x, weights = bytes_like(3, 18), bytes_like(9, 18)
    kernel = compile_kernel(
        MatvecOp,
        [MemRefType(i8, [3, 18]), MemRefType(i8, [12 * 20])],
        MemRefType(i32, [3, 9]),
        {
            "lanes": int_attr(4),
            "register": int_array([2, 2]),
            "product": product("other+dotprod", INT8),
        },
        target="other+dotprod",
        runs_on="x86-64",
    )
    packed = pack_arrays(MatvecWeights(4, 2, 1, 1, 4), [weights])
    expected = x.astype(np.int32) @ weights.T.astype(np.int32)
    np.testing.assert_array_equal(kernel(x, packed), expected)


@pytest.mark.isa
def test_a_convolution_of_bf16():
    random = np.random.default_rng(0)
    x, weights = (
        random.integers(-20, 20, shape).astype(np.float32) for shape in ((8, 5, 6), (11, 8, 3, 3))
    )
    arrays = [pack(bits_of(x), 4), pack_arrays(DirectWeights(4, 2, 2), [bits_of(weights)])]
    kernel = compile_kernel(
        ConvolutionKernelOp,
        [MemRefType(bf16, array.shape) for array in arrays],
        MemRefType(bf16, [3, 5, 6, 4]),
        {
            **CONVOLUTION,
            "algorithm": AlgorithmAttr(Algorithm.PACKED),
            "channels": int_attr(8),
            "block": int_attr(2),
            "product": product("other+bf16", BFLOAT16),
        },
        target="other+bf16",
        runs_on="x86-64",
    )
    assert "@llvm.aarch64.neon.bfdot.v4f32.v8bf16(" in kernel.text
    sums = convolve(x, weights, pad=(1, 1, 1, 1))
    result = floats_of_bf16(unpack(kernel(*arrays), 11))
    np.testing.assert_allclose(result, sums, rtol=2**-8)


def bits_of(values: np.ndarray) -> np.ndarray:
    """Small whole numbers as bf16."""
    return (values.view(np.uint32) >> 16).astype(np.uint16)
