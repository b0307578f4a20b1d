"""The schedule of an op: tiles, blocks and operand formats of its kernels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from xdsl.ir import Data
from xdsl.irdl import irdl_attr_definition, opt_prop_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from ..kernel.attributes import Algorithm
from ..target.attributes import ProductAttr
from .base import NcnnOp


@dataclass(frozen=True)
class Schedule:
    """
    All decisions of level 2 about the kernels of an op, which levels 3 and 4 implement.

    Zeros, empty lists and false flags are not printed.
    """

    algorithm: Algorithm | None = field(default=None, kw_only=True)
    """
    The algorithm of a convolution for phases of a deconvolution, or for smaller or larger images
    than usual.
    """
    inner: Algorithm | None = field(default=None, kw_only=True)
    """The algorithm of its sub-images, if it is dilated."""
    register: tuple[int, ...] = ()
    """The register tile: pixels or rows, and vectors of outputs."""
    block: int = 0
    """Register tiles, rows, Winograd tiles or positions computed before the next weights."""
    reduction: int = 0
    """Input channels summed over at a time; 0 stands for all."""
    product: ProductAttr | None = None
    """The instruction that multiplies; None for the multiply-add of float32."""
    last_lanes: int = 0
    """Number of lanes of the last vector of outputs, if fewer than a vector's."""
    partial_sums: tuple[int, ...] = ()
    """
    Number of outputs per vector of sums, and number of partial sums per output, in neighbouring
    lanes, which are added at the end; empty: a lane sums all channels of an output. A register tile
    then consists of such vectors.
    """
    pipelined: int = 0
    """Vectors of the largest register tile that finishes while the next one begins."""
    by_place: bool = False
    """Multiply all vectors of outputs at one place of Winograd's tiles before the next place."""
    cropped: bool = False
    """Compute only outputs inside the image in Winograd tiles at the lower and right border."""
    panels: bool = False
    """Pack the rows of a product's first operand into panels first."""
    regrouped: bool = False
    """Make the rows of each matrix contiguous before multiplying them."""
    digits: int = 0
    """
    Number of int8 integers per number of a row, for block-wise products with the integers of the
    other matrix; 1: rows are rounded to int8; 0: multiply floats.
    """
    reads_ahead: bool = False
    """Prefetch inputs, which exceed the L2 cache."""
    writes_ahead: bool = False
    """Prefetch outputs, which exceed the L2 cache, and the operands added to them."""
    transformed_ahead: bool = False
    """Prefetch the buffer of Winograd's transformed input, of a block that exceeds the L2 cache."""
    weights_ahead: tuple[int, ...] = ()
    """
    Number of register tiles that share prefetching the next weights, and the cache level to
    prefetch into. 0 tiles: each prefetches the weights two pages after its own.
    """
    table_vectors: int = 0
    """
    Least number of vectors of a gather of input channels that is replaced by a table of their
    places, which every tile reads; 0: never.
    """
    late_epilogue: int = 0
    """
    Number of output vectors of the largest register tile that is stored before its epilogue, which
    then runs over it in a loop; 0: the epilogue is unrolled over every tile.
    """
    epilogue_rows: int = 0
    """Rows of outputs of a depthwise convolution that are stored before their epilogue runs."""
    epilogue_vectors: int = 0
    """Number of output vectors interleaved in an epilogue loop; 0: no loop."""
    shares_vectors: bool = False
    """Share vectors of outputs among threads, instead of tiles, rows, directions or groups."""
    shares_rows: bool = False
    """Share rows of a depthwise convolution among threads, instead of vectors of channels."""
    band_bytes: int = 0
    """
    Size of the rows of its input that a depthwise convolution may keep, whose kernel then computes
    them band by band, if it can; 0: what makes the input is a kernel of its own.
    """
    output_pairs: bool = False
    """Compute pairs of rows and of columns of a depthwise convolution of int8 together."""
    in_floats: bool = False
    """Multiply a depthwise convolution of int8 as float32, whose rows are converted once."""
    non_negative: bool = False
    """The inputs of such pairs are never negative, and are multiplied as unsigned numbers."""
    sample: int = 0
    """Number of elements for the mean that is subtracted before squares are summed; 0: all."""
    group: int = 0
    """Vectors of a recurrent layer's outputs whose gates are computed together."""
    period: tuple[int, ...] = ()
    """Outputs along each axis whose phases one convolution computes; none if each has its own."""
    start: tuple[int, ...] = ()
    """Outputs from the beginning of the first period to the first output."""
    channels: int = 0
    """Output channels of a phase, of one convolution for all phases."""
    pixels: tuple[int, ...] = ()
    """
    Range of pixels of an output for which this is the schedule: the least number, and the end, 0 if
    there is none; another part is the schedule of other outputs. Empty: any number.
    """
    parts: Mapping[str, Schedule] = field(default_factory=dict[str, "Schedule"])
    """Schedules of the kernels that compute parts of the op, by name."""

    def __hash__(self) -> int:
        return hash((*(getattr(self, key) for key in KEYS), *self.parts.items()))

    @property
    def steps(self) -> int:
        """Return the number of neighbouring channels whose products one instruction adds."""
        return 1 if self.product is None else self.product.product.steps

    def entries(self) -> Iterator[tuple[str, Any]]:
        """Iterate over the printed keys, and their values."""
        for key, default in DEFAULTS.items():
            value = getattr(self, key)
            if value != default:
                yield key, value


DEFAULTS = {f.name: f.default for f in fields(Schedule) if f.name != "parts"}
KEYS = tuple(DEFAULTS)
FLAGS = frozenset(key for key, default in DEFAULTS.items() if default is False)
LISTS = frozenset(key for key, default in DEFAULTS.items() if default == ())
ALGORITHMS = frozenset({"algorithm", "inner"})
PRODUCT = "product"
MAY_BE_ZERO = ("start", "weights_ahead", "pixels")
MOST_EXTENTS = 2
"""Largest number of extents of a register tile."""


@irdl_attr_definition
class ScheduleAttr(Data[Schedule]):
    """
    `#ncnn.schedule<register = [6, 2], block = 14, by_place>`: the schedule of an op's kernel.

    An op with several kernels has a schedule for each:
    `#ncnn.schedule<query = <register = [6, 2]>, attention = <register = [4, 3], block = 32>>`.
    """

    name = "ncnn.schedule"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Schedule:
        parser.parse_punctuation("<")
        return cls.parse_entries(parser)

    @classmethod
    def parse_entries(cls, parser: AttrParser) -> Schedule:
        """Parse what follows the opening bracket of a schedule, and the closing one."""
        values: dict[str, Any] = {}
        parts: dict[str, Schedule] = {}

        def entry() -> None:
            key = parser.parse_identifier(" of a schedule")
            if key in values or key in parts:
                parser.raise_error(f"'{key}' is given twice")
            if key in FLAGS:
                values[key] = True
                return
            parser.parse_punctuation("=")
            if key in KEYS:
                values[key] = parse_value(parser, key)
            elif parser.parse_optional_punctuation("<") is not None:
                parts[key] = cls.parse_entries(parser)
            else:
                parser.raise_error(f"a schedule has no '{key}', but {', '.join(KEYS)}")

        parser.parse_comma_separated_list(parser.Delimiter.NONE, entry)
        parser.parse_punctuation(">")
        return Schedule(**values, parts=parts)

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(schedule_text(self.data))

    def verify(self) -> None:
        for schedule in (self.data, *self.data.parts.values()):
            if len(schedule.register) > MOST_EXTENTS:
                raise VerifyException(f"a register tile has at most {MOST_EXTENTS} extents")
            if any(not is_allowed(*entry) for entry in schedule.entries()):
                raise VerifyException("the numbers of a schedule must be positive")
            if len(schedule.period) != len(schedule.start):
                raise VerifyException("a period has a start along each axis")


def parse_value(parser: AttrParser, key: str) -> Any:

    def number() -> int:
        value = parser.parse_integer(allow_boolean=False)
        if not is_allowed(key, value):
            parser.raise_error("a number of a schedule must be positive")
        return value

    if key in ALGORITHMS:
        return parser.parse_str_enum(Algorithm)
    if key in LISTS:
        return tuple(parser.parse_comma_separated_list(parser.Delimiter.SQUARE, number))
    if key != PRODUCT:
        return number()
    found = parser.parse_attribute()
    if not isinstance(found, ProductAttr):
        parser.raise_error(f"{found} is no {ProductAttr.name}")
    return found


def is_allowed(key: str, value: int | tuple[int, ...]) -> bool:
    """Return false for a number that is not positive, and is not allowed to be 0."""
    if key in FLAGS or key in ALGORITHMS or key == PRODUCT:
        return True
    return min(value if isinstance(value, tuple) else (value,)) >= (key not in MAY_BE_ZERO)


def schedule_text(schedule: Schedule) -> str:
    """Return a schedule as it is printed: its entries in angle brackets."""
    entries = [
        key if value is True else f"{key} = {list(value) if key in LISTS else value}"
        for key, value in schedule.entries()
    ]
    parts = [f"{name} = {schedule_text(part)}" for name, part in schedule.parts.items()]
    return f"<{', '.join((*entries, *parts))}>"


SCHEDULE_FORMAT = "(`schedule` $schedule^)? "


class ScheduledOp(NcnnOp):
    """An op whose kernels have a schedule, after the scheduling passes."""

    schedule = opt_prop_def(ScheduleAttr)
