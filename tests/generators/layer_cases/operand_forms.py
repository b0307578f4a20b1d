"""
Legal shapes of operands that have several, each with the random case that covers it.

A row is a layer, an operand, a shape, and what tells the cases that have it. A test looks for the
first seed whose case does, so that the generators draw all of them, and lets the wheel compute it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from . import families  # noqa: F401 - its modules register the generators
from .case import GENERATORS, LayerCase
from .defects import known_defect
from .running import draw

SEEDS = 600
"""Cases among which each row must have one."""

Has = Callable[[LayerCase], bool]


@dataclass(frozen=True)
class Form:
    """A legal shape of an operand of a layer."""

    layer: str
    operand: str
    shape: str
    has: Has

    @property
    def name(self) -> str:
        """The row in one line."""
        return f"{self.layer}, {self.operand}: {self.shape}"

    def seed(self) -> int | None:
        """The first seed whose case has this form, and meets no defect of the wheel."""
        for seed in range(SEEDS):
            case = draw(GENERATORS[self.layer], seed)[1]
            if self.has(case) and known_defect(case) is None:
                return seed
        return None


def shape(case: LayerCase, operand: int) -> tuple[int, ...]:
    """The shape of an input; () if it is not there."""
    return case.inputs[operand].shape if operand < len(case.inputs) else ()


def stored(case: LayerCase, index: int) -> tuple[int, ...]:
    """The shape of an array of the `.bin`; () if it is not there."""
    return case.weights[index].array.shape if index < len(case.weights) else ()


def weighs(case: LayerCase, count: int) -> bool:
    """Return true if the first array of the `.bin` has so many elements."""
    return bool(case.weights) and case.weights[0].array.size == count


def of_ranks(layer: str, operand: str, index: int, *ranks: int) -> Iterator[Form]:
    """A form for each of some ranks of an input."""
    for rank in ranks:
        yield Form(layer, operand, f"rank {rank}", lambda case, r=rank: case.rank(index) == r)


# Rows ------------------------------------------------------------------------------------------


def channelwise() -> Iterator[Form]:
    """Numbers for all elements or for each channel."""
    for rank in (1, 2, 3, 4):

        def one(case: LayerCase, rank: int = rank) -> bool:
            return case.rank() == rank and weighs(case, 1) and shape(case, 0)[0] > 1

        def each(case: LayerCase, rank: int = rank) -> bool:
            extents = shape(case, 0)
            return len(extents) == rank and extents[0] > 1 and weighs(case, extents[0])

        for layer, operand in (("PReLU", "slope"), ("Quantize", "scale"), ("Dequantize", "scale")):
            yield Form(layer, operand, f"1, of rank {rank}", one)
            yield Form(layer, operand, f"c, of rank {rank}", each)
        yield Form("Bias", "bias", f"c, of rank {rank}", each)

        def from_blob(case: LayerCase, rank: int = rank) -> bool:
            return case.rank() == rank and len(case.inputs) == 2

        yield Form("Scale", "scale", f"c, of rank {rank}, from the file", each)
        yield Form("Scale", "scale", f"c, of rank {rank}, from a blob", from_blob)
    for name, test in (
        ("c", lambda s, c: s == (c,)),
        ("1,c", lambda s, c: s == (1, c)),
        ("c,1", lambda s, c: s == (c, 1)),
        ("1,1,c", lambda s, c: s == (1, 1, c)),
        ("1,c,1", lambda s, c: s == (1, c, 1)),
    ):

        def factors(case: LayerCase, test: Callable[[tuple[int, ...], int], bool] = test) -> bool:
            channels = shape(case, 0)[0]
            return channels > 1 and test(shape(case, 1), channels)

        yield Form("Scale", "scale from a blob", name, factors)
    for position, operand in ((1, "scale after"), (2, "bias")):
        for form, is_one in (("1", True), ("c", False)):

            def has(case: LayerCase, position: int = position, is_one: bool = is_one) -> bool:
                size = shape(case, 0)[0]
                return size > 1 and stored(case, position) == ((1,) if is_one else (size,))

            yield Form("Requantize", operand, form, has)
    yield Form("Normalize", "scale", "1", lambda case: case.param(1) == 1)
    yield Form("Normalize", "scale", "c", lambda case: case.param(1) == 0 and shape(case, 0)[0] > 1)


def normalized() -> Iterator[Form]:
    """Factors for one axis or several, or none."""
    for layer in ("LayerNorm", "RMSNorm"):
        for rank, most in ((1, 1), (2, 1), (3, 2), (4, 3)):
            for axes in range(1, most + 1):

                def over(case: LayerCase, rank: int = rank, axes: int = axes) -> bool:
                    extents, size = shape(case, 0), 1
                    for extent in extents[-axes:]:
                        size *= extent
                    clear = all(extent > 1 for extent in extents[-axes - 1 :])
                    return len(extents) == rank and clear and weighs(case, size)

                yield Form(layer, "gamma", f"the last {axes} axes of {rank}", over)
        yield Form(layer, "gamma", "none", lambda case: not case.weights)
    for layer in ("GroupNorm", "InstanceNorm"):
        yield Form(layer, "gamma", "none", lambda case: not case.weights)
        yield Form(layer, "gamma", "c", lambda case: bool(case.weights))


def broadcast() -> Iterator[Form]:
    """BinaryOp and MatMul."""

    def pair(test: Callable[[tuple[int, ...], tuple[int, ...]], bool]) -> Has:
        def has(case: LayerCase) -> bool:
            if len(case.inputs) != 2 or case.inputs[0].size < 2:
                return False
            one, other = shape(case, 0), shape(case, 1)
            return test(one, other) or test(other, one)

        return has

    for rank in (2, 3, 4):
        for name, test in (
            ("one number", lambda a, b: b == (1,)),
            ("the outermost axis", lambda a, b: b == a[:1] and 1 < b[0] != a[-1]),
            ("the innermost axis", lambda a, b: b == a[-1:] and 1 < b[0] != a[0]),
            ("the same rank, with ones", lambda a, b: len(a) == len(b) and 1 in b and b != a),
            (
                "ones in both",
                lambda a, b: (
                    len(a) == len(b)
                    and any(x == 1 < y for x, y in zip(a, b, strict=True))
                    and any(y == 1 < x for x, y in zip(a, b, strict=True))
                ),
            ),
        ):

            def of_rank(
                a: tuple[int, ...],
                b: tuple[int, ...],
                rank: int = rank,
                test: Callable[[tuple[int, ...], tuple[int, ...]], bool] = test,
            ) -> bool:
                return len(a) == rank and test(a, b)

            yield Form("BinaryOp", "either operand", f"{name} of rank {rank}", pair(of_rank))
    yield Form("BinaryOp", "either operand", "a lower rank than 3", pair(is_leading_part(3)))
    yield Form("BinaryOp", "either operand", "a lower rank than 4", pair(is_leading_part(4)))
    for a, b in ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (3, 3), (1, 4)):
        for ranks in {(a, b), (a + 1, b + 1)} if a == b == 3 else {(a, b)}:
            yield matmul_of_ranks(*ranks)
    for ranks in ((4, 1), (2, 4), (4, 2), (3, 4), (4, 3)):
        yield matmul_of_ranks(*ranks)
    for rank in (3, 4):

        def one_batch(case: LayerCase, rank: int = rank) -> bool:
            a, b = shape(case, 0), shape(case, 1)
            return len(a) == len(b) == rank and 1 in (a[-3], b[-3]) and a[-3] != b[-3]

        yield Form("MatMul", "either operand", f"a batch of one, rank {rank}", one_batch)


def is_leading_part(rank: int) -> Callable[[tuple[int, ...], tuple[int, ...]], bool]:
    """Return true if one has this rank, and the other one some of its outermost axes."""
    return lambda a, b: len(a) == rank and 1 < len(b) < rank and a[: len(b)] == b


def matmul_of_ranks(one: int, other: int) -> Form:
    """Operands of these ranks."""
    return Form(
        "MatMul",
        "both operands",
        f"ranks {one} and {other}",
        lambda case: (case.rank(0), case.rank(1)) == (one, other),
    )


def gemm() -> Iterator[Form]:
    """C in all forms, from the file and from a blob."""
    for code, name in enumerate(("1", "m", "m,1", "m,n", "1,n"), 0):

        def constant(case: LayerCase, code: int = code) -> bool:
            return case.param(6) == 1 and case.param(10) == code

        yield Form("Gemm", "C", f"{name}, from the file", constant)
    for name, test in (
        ("1", lambda c, m, n: c == (1,)),
        ("m", lambda c, m, n: c == (m,)),
        ("m,1", lambda c, m, n: c == (m, 1)),
        ("m,n", lambda c, m, n: c == (m, n)),
        ("1,n", lambda c, m, n: c == (1, n)),
        ("n", lambda c, m, n: c == (n,)),
        ("a map: its first element", lambda c, m, n: len(c) == 3),
        ("1,1", lambda c, m, n: c == (1, 1)),
    ):

        def blob(case: LayerCase, test: Callable[[tuple[int, ...], int, int], bool] = test) -> bool:
            if any(case.param(id) for id in (4, 5, 6, 14)) or len(case.inputs) != 3:
                return False
            a, b, c = (shape(case, i) for i in range(3))
            m, n = a[-1 if case.param(2) else 0], b[0 if case.param(3) else -1]
            return min(m, n) > 1 and m != n and test(c, m, n)

        yield Form("Gemm", "C", f"{name}, from a blob", blob)
    yield Form("Gemm", "A", "m,1,k", lambda case: case.param(4) == 0 and case.rank(0) == 3)


def attention() -> Iterator[Form]:
    """Masks, caches, angles."""
    for layer in ("SDPA", "MultiHeadAttention"):

        def masked(case: LayerCase, test: Callable[[tuple[int, ...]], bool]) -> bool:
            if case.param(5) != 1:
                return False
            place = len(case.inputs) - 1 - 2 * case.param(7)
            return test(shape(case, place))

        for name, test in (
            ("rows,columns", lambda s: len(s) == 2),
            ("heads,rows,columns", lambda s: len(s) == 3 and s[0] > 1),
            ("1,rows,columns", lambda s: len(s) == 3 and s[0] == 1),
        ):
            yield Form(layer, "mask", name, lambda case, test=test, m=masked: m(case, test))
        yield Form(layer, "mask", "none", lambda case: case.param(5) == 0)
    yield Form("SDPA", "key", "heads", lambda case: shape(case, 0)[0] == shape(case, 1)[0] > 1)
    yield Form("SDPA", "key", "groups", lambda case: shape(case, 0)[0] > shape(case, 1)[0] > 1)
    for count in (1, 2, 3):

        def attends(case: LayerCase, count: int = count) -> bool:
            return len(case.inputs) - case.param(5) - 2 * case.param(7) == count

        yield Form("MultiHeadAttention", "inputs", f"{count}", attends)
    yield from of_ranks("RotaryEmbed", "input", 0, 1, 2, 3)
    yield from of_ranks("RotaryEmbed", "cos and sin", 1, 1, 2, 3)
    for way, code in (("of halves", 0), ("interleaved", 1)):
        for name, test in (
            ("half a row", lambda a, w: a == w // 2),
            ("a row", lambda a, w: a == w),
            ("another width", lambda a, w: a not in (w, w // 2)),
        ):

            def turned(
                case: LayerCase, code: int = code, test: Callable[[int, int], bool] = test
            ) -> bool:
                width = shape(case, 0)[-1]
                return case.param(0) == code and width > 2 and test(shape(case, 1)[-1], width)

            yield Form("RotaryEmbed", "cos and sin", f"{name}, {way}", turned)
    yield Form(
        "RotaryEmbed",
        "cos and sin",
        "more rows",
        lambda case: (
            case.rank(0) > 1 and case.rank(1) > 1 and shape(case, 1)[-2] > shape(case, 0)[-2]
        ),
    )


def recurrent() -> Iterator[Form]:
    """States of recurrent layers."""
    for layer in ("RNN", "GRU", "LSTM"):
        yield Form(layer, "states", "none", lambda case: len(case.inputs) == 1)
        for name, test in (
            ("1,n", lambda s: len(s) == 2 and s[0] == 1),
            ("2,n", lambda s: len(s) == 2 and s[0] == 2),
            ("n", lambda s: len(s) == 1),
            ("1,1,n", lambda s: len(s) == 3),
        ):
            yield Form(layer, "states", name, lambda case, test=test: test(shape(case, 1)))


def boxes() -> Iterator[Form]:
    """Boxes, regions, and what is said of images."""
    for layer in ("ROIPooling", "ROIAlign", "PSROIPooling"):
        yield from of_ranks(layer, "region", 1, 1, 2, 3)
    yield from of_ranks("Proposal", "image", 2, 1, 2, 3)
    yield from of_ranks("DetectionOutput", "locations", 0, 1, 2)
    yield from of_ranks("DetectionOutput", "confidence", 1, 1, 2)
    yield from of_ranks("DetectionOutput", "priors", 2, 2, 3)
    yield Form("PriorBox", "image", "none", lambda case: len(case.inputs) == 1)
    yield Form("PriorBox", "image", "c,h,w", lambda case: len(case.inputs) == 2)


def reductions() -> Iterator[Form]:
    """Lists of axes: none, empty, some."""
    for rank in (1, 2, 3, 4):
        for keeps in (0, 1):
            for name, test in (
                ("all", lambda case: 3 not in case.params),
                ("an empty list", lambda case: case.params.get(3) == ()),
                ("some", lambda case: len(case.params.get(3) or ()) > 0),
            ):

                def has(
                    case: LayerCase, rank: int = rank, keeps: int = keeps, test: Has = test
                ) -> bool:
                    return case.rank() == rank and case.param(4) == keeps and test(case)

                yield Form("Reduction", "axes", f"{name}, rank {rank}, keepdims {keeps}", has)


def windows() -> Iterator[Form]:
    """Weights from blobs, offsets and masks, grids, pads, references of extents."""
    for layer, id in (("Convolution", 19), ("ConvolutionDepthWise", 19), ("Deconvolution", 28)):
        for count, name in ((2, "none"), (3, "from a blob")):

            def dynamic(case: LayerCase, id: int = id, count: int = count) -> bool:
                return case.param(id) == 1 and len(case.inputs) == count

            yield Form(layer, "bias of weights from a blob", name, dynamic)
    yield Form("DeformableConv2D", "mask", "none", lambda case: len(case.inputs) == 2)
    yield Form("DeformableConv2D", "mask", "c,h,w", lambda case: len(case.inputs) == 3)
    for rank in (3, 4):
        for name, planar in (("coordinates innermost", 0), ("coordinates outermost", 1)):

            def sampled(case: LayerCase, rank: int = rank, planar: int = planar) -> bool:
                return case.rank() == rank and case.param(3) == planar

            yield Form("GridSample", "grid", f"{name}, rank {rank}", sampled)
    yield Form("Padding", "values", "1", lambda case: not case.weights)
    yield Form("Padding", "values", "c", lambda case: bool(case.weights))
    for rank in (1, 2, 3):
        yield Form("Embed", "words", f"rank {rank}", lambda case, r=rank: case.rank() == r)
    for rank in (2, 3):

        def like(case: LayerCase, rank: int = rank) -> bool:
            return case.rank() == rank and len(case.inputs) == 2

        yield Form("Interp", "reference", f"rank {rank}", like)
    for one, other in ((1, 1), (2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (4, 4)):

        def cropped(case: LayerCase, one: int = one, other: int = other) -> bool:
            return len(case.inputs) == 2 and (case.rank(0), case.rank(1)) == (one, other)

        yield Form("Crop", "reference", f"rank {other} of {one}", cropped)


def several_ranks() -> Iterator[Form]:
    """Inputs that are taken for another one of fewer dimensions."""
    yield from of_ranks("InnerProduct", "input", 0, 1, 2, 3, 4)
    yield from of_ranks("Spectrogram", "signal", 0, 1, 2, 3, 4)
    for layer in ("Convolution", "ConvolutionDepthWise"):
        yield from of_ranks(layer, "input", 0, 3, 4)


FORMS: tuple[Form, ...] = (
    *channelwise(),
    *normalized(),
    *broadcast(),
    *gemm(),
    *attention(),
    *recurrent(),
    *boxes(),
    *reductions(),
    *windows(),
    *several_ranks(),
)
