"""The reference of the spatial and shape ops against their definitions, said with plain loops."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.reference import evaluate
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ncnn import Ncnn
from xdsl.dialects.builtin import Builtin
from xdsl.dialects.func import Func
from xdsl.ir import Operation
from xdsl.parser import Parser
from xdsl.utils.exceptions import InterpretationError

RNG = np.random.default_rng(7)


def random(*shape: int) -> np.ndarray:
    return RNG.uniform(-1, 1, shape).astype(np.float32)


def tensor(shape: tuple[int, ...]) -> str:
    return f"tensor<{'x'.join(map(str, shape))}xf32>"


def parse_op(text: str, *arrays: np.ndarray) -> Operation:
    """The op of `text`, whose operands are `%0`, `%1` and so on, of the arrays' shapes."""
    arguments = ", ".join(f"%{i}: {tensor(a.shape)}" for i, a in enumerate(arrays))
    context = NcnncContext()
    for dialect in (Builtin, Func, Ncnn):
        context.load_dialect(dialect)
    module = Parser(
        context, f"func.func @main({arguments}) {{ {text} func.return }}"
    ).parse_module()
    module.verify()
    return next(op for op in module.walk() if op.name.startswith("ncnn."))


def run(text: str, *arrays: np.ndarray) -> list[np.ndarray]:
    return evaluate(parse_op(text, *arrays), arrays)


def run_weighted(
    op: str, x: np.ndarray, weight: np.ndarray, bias: np.ndarray, shape: tuple[int, ...]
) -> np.ndarray:
    """`op` has `{}` where the operands go."""
    operands = f"%0, %1 bias %2 : {tensor(bias.shape)}"
    types = f"{tensor(x.shape)}, {tensor(weight.shape)} -> {tensor(shape)}"
    return run(f"%r = {op.format(operands)} : {types}", x, weight, bias)[0]


# Convolutions ---------------------------------------------------------------------------------


def convolve(
    x: np.ndarray,
    weight: np.ndarray,
    bias: np.ndarray,
    stride: tuple[int, int] = (1, 1),
    dilation: tuple[int, int] = (1, 1),
    groups: int = 1,
) -> np.ndarray:
    """A convolution of padded input, cell by cell."""
    outputs, per_group, *kernel = weight.shape
    rows, columns = (
        (x.shape[1 + i] - dilation[i] * (kernel[i] - 1) - 1) // stride[i] + 1 for i in range(2)
    )
    y = np.zeros((outputs, rows, columns))
    for o, i, j, q, a, b in np.ndindex(*y.shape, per_group, *kernel):
        channel = o // (outputs // groups) * per_group + q
        cell = x[channel, i * stride[0] + a * dilation[0], j * stride[1] + b * dilation[1]]
        y[o, i, j] += float(weight[o, q, a, b]) * float(cell)
    return y + bias[:, None, None]


def test_convolution():
    x, weight, bias = random(4, 7, 9), random(6, 4, 2, 3), random(6)
    padded = np.pad(x, ((0, 0), (1, 0), (2, 1)), constant_values=0.5)
    expected = np.maximum(convolve(padded, weight, bias, (2, 1), (1, 2)), 0)
    op = "ncnn.convolution {} stride [2, 1] dilation [1, 2] pad [1, 2, 0, 1] pad_value 0.5"
    got = run_weighted(f"{op} activation relu", x, weight, bias, expected.shape)
    np.testing.assert_allclose(got, expected, atol=1e-5)


@pytest.mark.parametrize(("groups", "per_group"), [(2, 2), (4, 1)])
def test_grouped_convolution(groups: int, per_group: int):
    x, weight, bias = random(4, 5, 6), random(8, per_group, 3, 3), random(8)
    expected = convolve(x, weight, bias, groups=groups)
    op = f"ncnn.convolution_depthwise {{}} group {groups}"
    np.testing.assert_allclose(
        run_weighted(op, x, weight, bias, expected.shape), expected, atol=1e-5
    )


def test_convolution_of_a_vector():
    x, weight, bias = random(4), random(6, 4, 1, 1), random(6)
    got = run_weighted("ncnn.convolution {} pad [1, 1, 1, 1]", x, weight, bias, (6,))
    np.testing.assert_allclose(got, weight[:, :, 0, 0] @ x + bias, atol=1e-6)


def test_int8_without_a_scale_of_the_input_is_refused():
    x, weight, scale = random(4, 5, 5), random(6, 4, 3, 3), random(6)
    text = (
        "%r = ncnn.convolution %0, %1 weight_scale %2 : tensor<6xf32> int8_scale_term 1 "
        ": tensor<4x5x5xf32>, tensor<6x4x3x3xf32> -> tensor<6x3x3xf32>"
    )
    with pytest.raises(InterpretationError, match="int8 needs scales of weights and input"):
        run(text, x, weight, scale)


@pytest.mark.parametrize("groups", [1, 2])
def test_deconvolution_is_the_adjoint_of_convolution(groups: int):
    x, y = random(4, 9, 9), random(6, 4, 3)
    weight = random(6, 4 // groups, 3, 2)
    forward = convolve(x, weight, np.zeros(6), (2, 3), (1, 2), groups)
    text = (
        f"%r = ncnn.deconvolution_depthwise %0, %1 group {groups} stride [2, 3] dilation [1, 2] "
        f"transposed_weight : {tensor(y.shape)}, {tensor(weight.shape)} -> {tensor(x.shape)}"
    )
    [backward] = run(text, y, weight)
    np.testing.assert_allclose(np.vdot(forward, y), np.vdot(x, backward), rtol=1e-4)


def test_deconvolution_weights_of_either_order():
    x, weight = random(4, 5, 3), random(6, 4, 3, 3)
    types = f"{tensor(x.shape)}, {{}} -> tensor<6x7x5xf32>"
    stored = f"%r = ncnn.deconvolution %0, %1 : {types.format(tensor(weight.shape))}"
    swapped = np.ascontiguousarray(weight.swapaxes(0, 1))
    dynamic = (
        f"%r = ncnn.deconvolution %0, %1 transposed_weight : {types.format(tensor(swapped.shape))}"
    )
    np.testing.assert_array_equal(run(stored, x, weight)[0], run(dynamic, x, swapped)[0])


def test_deconvolution_cuts_after_its_activation():
    x, weight, bias = random(4, 5, 3), random(6, 4, 3, 3), random(6)
    op = "ncnn.deconvolution {} stride [2, 2]"
    full = run_weighted(f"{op} activation sigmoid", x, weight, bias, (6, 11, 7))
    cut = run_weighted(f"{op} pad [1, 2, 0, 3] activation sigmoid", x, weight, bias, (6, 10, 2))
    np.testing.assert_array_equal(cut, full[:, 1:, 2:4])


@pytest.mark.parametrize("shape", [(12,), (5, 12), (3, 2, 2)])
def test_innerproduct(shape: tuple[int, ...]):
    x, weight, bias = random(*shape), random(7, 12), random(7)
    expected = x.reshape(-1, 12).astype(float) @ weight.T + bias
    result = (5, 7) if shape == (5, 12) else (7,)
    got = run_weighted("ncnn.innerproduct {}", x, weight, bias, result)
    np.testing.assert_allclose(got, expected.reshape(result), atol=1e-5)


# Windows and samples --------------------------------------------------------------------------


def pool(x: np.ndarray, kernel: int, stride: int, kind: str) -> np.ndarray:
    """Pooling of padded input, window by window; NaN marks padding that does not count."""
    rows, columns = ((n - kernel) // stride + 1 for n in x.shape[1:])
    y = np.zeros((x.shape[0], rows, columns))
    for c, i, j in np.ndindex(*y.shape):
        top, left = i * stride, j * stride
        window = x[c, top : top + kernel, left : left + kernel]
        y[c, i, j] = np.nanmax(window) if kind == "max" else np.nanmean(window)
    return y


@pytest.mark.parametrize("kind", ["max", "avg"])
def test_pooling(kind: str):
    x = random(2, 6, 7)
    padded = np.pad(x, ((0, 0), (1, 2), (1, 1)), constant_values=np.nan)
    expected = pool(padded, 3, 2, kind)
    [got] = run(
        f"%r = ncnn.pooling {kind} %0 kernel [3, 3] stride [2, 2] pad [1, 1, 1, 1] "
        ": tensor<2x6x7xf32> -> tensor<2x4x4xf32>",
        x,
    )
    np.testing.assert_allclose(got, expected, atol=1e-6)


def test_pooling_that_counts_padding():
    x = random(2, 6, 6)
    expected = pool(np.pad(x, ((0, 0), (1, 2), (1, 2))), 3, 2, "avg")
    [got] = run(
        "%r = ncnn.pooling avg %0 kernel [3, 3] stride [2, 2] pad [1, 1, 1, 1] count_include_pad "
        ": tensor<2x6x6xf32> -> tensor<2x4x4xf32>",
        x,
    )
    np.testing.assert_allclose(got, expected, atol=1e-6)


def test_windows_of_padding_alone():
    x = random(1, 2, 2)
    types = "tensor<1x2x2xf32> -> tensor<1x2x2xf32>"
    [highest] = run(f"%r = ncnn.pooling max %0 kernel [3, 3] stride [2, 2] : {types}", x)
    [mean] = run(f"%r = ncnn.pooling avg %0 kernel [3, 3] stride [2, 2] : {types}", x)
    assert highest.ravel().tolist() == [x.max(), *[np.finfo(np.float32).min] * 3]
    assert np.isnan(mean.ravel()).tolist() == [False, True, True, True]


def test_global_and_adaptive_pooling():
    x = random(2, 6, 4)
    [whole] = run("%r = ncnn.pooling avg %0 global : tensor<2x6x4xf32> -> tensor<2xf32>", x)
    np.testing.assert_allclose(whole, x.mean((1, 2)), atol=1e-6)
    [parts] = run(
        "%r = ncnn.pooling max %0 adaptive [3, 2] : tensor<2x6x4xf32> -> tensor<2x3x2xf32>", x
    )
    np.testing.assert_array_equal(parts, x.reshape(2, 3, 2, 2, 2).max((2, 4)))


def test_bilinear_keeps_a_ramp_away_from_the_edges():
    x = np.broadcast_to(np.arange(8, dtype=np.float32), (1, 8, 8)).copy()
    [y] = run(
        "%r = ncnn.interp bilinear %0 scale [1.0, 2.0] : (tensor<1x8x8xf32>) -> tensor<1x8x16xf32>",
        x,
    )
    np.testing.assert_allclose(y[0, 0, 1:-1], np.arange(1, 15) / 2 - 0.25, atol=1e-6)
    assert (y == y[:, :1]).all()


def test_bicubic_meets_the_cells_between_which_it_bends():
    x = random(1, 5, 5)
    [y] = run(
        "%r = ncnn.interp bicubic %0 size [9, 9] align_corner "
        ": (tensor<1x5x5xf32>) -> tensor<1x9x9xf32>",
        x,
    )
    np.testing.assert_allclose(y[:, ::2, ::2], x, atol=1e-6)
    # halfway the four cells weigh -3/32, 19/32, 19/32, -3/32
    halfway = x[0, 0, :4] @ np.array([-3, 19, 19, -3]) / 32
    np.testing.assert_allclose(y[0, 0, 3], halfway, atol=1e-6)


def test_interp_of_a_vector_makes_planes():
    x = random(3)
    [y] = run("%r = ncnn.interp nearest %0 size [2, 4] : (tensor<3xf32>) -> tensor<3x2x4xf32>", x)
    np.testing.assert_array_equal(y, np.broadcast_to(x[:, None, None], (3, 2, 4)))


# Shapes ---------------------------------------------------------------------------------------


def test_slice_and_concat_undo_each_other():
    x = random(4, 7, 9)
    types = "(tensor<4x2x9xf32>, tensor<4x5x9xf32>)"
    parts = run(f"%r, %s = ncnn.slice %0 axis 1 sizes [2, 5] : (tensor<4x7x9xf32>) -> {types}", x)
    [y] = run(f"%r = ncnn.concat %0, %1 axis 1 : {types} -> tensor<4x7x9xf32>", *parts)
    np.testing.assert_array_equal(y, x)


def test_padding_and_crop_undo_each_other():
    x = random(4, 7, 9)
    [padded] = run(
        "%r = ncnn.padding reflect %0 before [1, 2, 3] after [3, 2, 1] "
        ": tensor<4x7x9xf32> -> tensor<8x11x13xf32>",
        x,
    )
    np.testing.assert_array_equal(padded, np.pad(x, ((1, 3), (2, 2), (3, 1)), "reflect"))
    [y] = run(
        "%r = ncnn.crop like %0 of %1 offset [1, 0, 2, 3] "
        ": (tensor<8x11x13xf32>, tensor<4x7x9xf32>) -> tensor<4x7x9xf32>",
        padded,
        x,
    )
    np.testing.assert_array_equal(y, x)


def test_padding_with_a_value_for_each_channel():
    x, values = random(2, 3, 3), random(4)
    [y] = run(
        "%r = ncnn.padding constant %0 values %1 : tensor<4xf32> before [1, 1, 0] after [1, 0, 0] "
        ": tensor<2x3x3xf32> -> tensor<4x4x3xf32>",
        x,
        values,
    )
    np.testing.assert_array_equal(y[1:3, 1:], x)
    np.testing.assert_array_equal(y[1:3, 0], np.repeat(values[1:3, None], 3, 1))
    np.testing.assert_array_equal(y[[0, 3]], np.broadcast_to(values[[0, 3], None, None], (2, 4, 3)))


def test_permute_orders_3_and_4_undo_each_other():
    x = random(4, 7, 9)
    [inside] = run("%r = ncnn.permute %0 order 3 : tensor<4x7x9xf32> -> tensor<7x9x4xf32>", x)
    assert inside[2, 5, 3] == x[3, 2, 5]
    [y] = run("%r = ncnn.permute %0 order 4 : tensor<7x9x4xf32> -> tensor<4x7x9xf32>", inside)
    np.testing.assert_array_equal(y, x)


@pytest.mark.parametrize(("order", "channel"), [("crd", 5 * 4 + 3), ("dcr", 3 * 6 + 5)])
def test_pixelshuffle(order: str, channel: int):
    x = random(24, 3, 2)
    [y] = run(
        f"%r = ncnn.pixelshuffle %0 factor 2 order {order} "
        ": tensor<24x3x2xf32> -> tensor<6x6x4xf32>",
        x,
    )
    assert y[5, 2 * 2 + 1, 2 * 1 + 1] == x[channel, 2, 1]


def test_shufflechannel_interleaves_groups():
    x = random(6, 2, 2)
    [y] = run("%r = ncnn.shufflechannel %0 group 2 : tensor<6x2x2xf32> -> tensor<6x2x2xf32>", x)
    np.testing.assert_array_equal(y, x[[0, 3, 1, 4, 2, 5]])


def test_reshape_and_flatten_keep_the_order():
    x = random(4, 6, 5)
    [y] = run("%r = ncnn.reshape %0 shape [0, -1] : (tensor<4x6x5xf32>) -> tensor<6x20xf32>", x)
    [z] = run("%r = ncnn.flatten %0 : tensor<4x6x5xf32> -> tensor<120xf32>", x)
    np.testing.assert_array_equal(y.ravel(), x.ravel())
    np.testing.assert_array_equal(z, x.ravel())


# Reductions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "result"),
    [
        ("sum", 2.0),
        ("asum", 10.0),
        ("sumsq", 30.0),
        ("mean", 0.5),
        ("max", 4.0),
        ("min", -3.0),
        ("prod", 24.0),
        ("l1", 10.0),
        ("l2", 30.0**0.5),
        ("logsum", np.log(2.0)),
        ("logsumexp", np.log(np.exp([-3.0, -1.0, 4.0, 2.0]).sum())),
    ],
)
def test_reduction(kind: str, result: float):
    x = np.array([[-3, -1, 4, 2]], np.float32)
    [y] = run(
        f"%r = ncnn.reduction {kind} %0 axes [1] coeff 0.5 : tensor<1x4xf32> -> tensor<1xf32>", x
    )
    np.testing.assert_allclose(y, [result / 2], rtol=1e-6)


def test_softmax_does_not_overflow():
    x = np.array([[1000, 1000], [0, 1000]], np.float32)
    [y] = run("%r = ncnn.softmax %0 axis 1 : tensor<2x2xf32> -> tensor<2x2xf32>", x)
    np.testing.assert_array_equal(y, [[0.5, 0.5], [0, 1]])
