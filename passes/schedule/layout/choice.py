"""One choice of a layout, with its four reasons: option, hardware, element count, layer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import TensorType, f32
from xdsl.dialects.func import ReturnOp
from xdsl.ir import Attribute, SSAValue

from ....dialects.element_types import element_bytes, element_of
from ....dialects.ncnn.attributes import LayoutAttr, pack_of
from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.layers.deconvolution import DeconvolutionOp
from ....dialects.ncnn.layers.permute import PermuteOp
from ....dialects.ncnn.rules.axes import AXIS_NAMES
from ....dialects.ncnn.shapes import shape_of
from ....dialects.target.records import Target
from ...common.geometry.packed_channels import PLAIN_CHANNELS
from .elempack import Policy, pack_by_policy, packed_axis, packed_count
from .storage import Storage, is_narrow, narrow_result, stored_element


@dataclass(frozen=True)
class LayoutOptions:
    """Options of the pass and the target that apply to all blobs."""

    target: Target
    policy: Policy = "padded"
    packing: bool = True
    storage: Storage = "float32"

    def pack(self, type: TensorType) -> int:
        """Return the pack of a blob of this type, if the layer wants it packed."""
        size = element_bytes(type.element_type)
        return pack_by_policy(self.policy, type.get_shape(), self.target.lanes, size)

    def pack_for(self, op: NcnnOp, type: TensorType, read: Sequence[int]) -> int:
        """
        Return the pack of a blob that an op reads or writes; a convolution packs few channels
        narrower.
        """
        pack, widest = self.pack(type), max(read, default=1)
        if self.policy != "padded" or pack == 1:
            return pack
        if isinstance(op, ScheduledConvolution) and not (op.is_depthwise and widest > 1):
            few = self.target.lanes_for(packed_count(type.get_shape()))
            return pack_of(type) if pack_of(type) > 1 else few
        return widest if widest > 1 else pack

    @property
    def option(self) -> str:
        return f"policy {self.policy}" if self.packing else "no packing"

    @property
    def hardware(self) -> str:
        return f"{self.target.isa.name}: {self.target.lanes} lanes"


@dataclass(frozen=True)
class LayoutChoice:
    """The layout in which an op reads an operand, and the reason."""

    element: Attribute
    pack: int
    option: str
    hardware: str
    count: str
    layer: str

    @property
    def reasons(self) -> tuple[str, str, str, str]:
        """Return the reasons: option, hardware, element count, layer."""
        return (self.option, self.hardware, self.count, self.layer)

    def type_of(self, blob: TensorType) -> TensorType:
        """Return the type of a blob with this choice."""
        return with_layout(blob, self.element, self.pack)


def choose(
    options: LayoutOptions, op: NcnnOp | ReturnOp, blob: TensorType, pack: int, layer: str
) -> LayoutChoice:
    """
    Return the choice of a pack, with the layer's reason; the element type has the same four
    reasons.
    """
    element = blob.element_type
    if isinstance(op, NcnnOp):
        element = stored_element(element, options.storage, options.target, op)
    return LayoutChoice(
        element, pack, options.option, options.hardware, describe_count(blob, pack), layer
    )


def describe_count(blob: TensorType, pack: int) -> str:
    """Describe the number of elements along the packed axis, as a reason."""
    shape = blob.get_shape()
    if len(shape) not in AXIS_NAMES:
        return "no blob"
    count, text = packed_count(shape), f"{packed_axis(shape)} = {packed_count(shape)}"
    if pack == 1:
        return text
    if count % pack == 0:
        return f"{text} = {count // pack} x {pack}"
    whole = f"{count // pack} x {pack} + " if count >= pack else ""
    return f"{text} = {whole}{count % pack}"


def reads_as_it_comes(op: NcnnOp, blob: TensorType) -> bool:
    """Return whether an op reads this operand plain, or in the vectors that it writes."""
    if not op.DRIVES_LAYOUT:
        return False
    shape = blob.get_shape()
    if len(shape) == 1:
        return True
    is_depthwise = isinstance(op, ScheduledConvolution) and op.is_depthwise
    return pack_of(blob) == 1 and shape[0] <= PLAIN_CHANNELS and not is_depthwise


def makes_plain(op: NcnnOp) -> bool:
    """Return whether a result is plain: of few deconvolved channels, or with channels innermost."""
    if isinstance(op, DeconvolutionOp):
        return shape_of(op.output)[0] <= PLAIN_CHANNELS
    return isinstance(op, PermuteOp)


def result_element(
    options: LayoutOptions,
    op: NcnnOp,
    result: SSAValue,
    read: list[LayoutChoice],
    is_demanded: bool,
) -> Attribute:
    """Return the result's element type: as read if only moved, narrow if demanded and possible."""
    declared = element_of(result.type)
    declared = f32 if is_narrow(declared) else declared
    if op.keeps_element_type():
        narrow = [choice.element for choice in read if is_narrow(choice.element)]
        return narrow[0] if narrow and narrow[0] in op.NARROW_ELEMENTS else declared
    if declared != f32 or not is_demanded:
        return declared
    return narrow_result(options.storage, options.target, op) or declared


def with_layout(type: TensorType, element: Attribute, pack: int) -> TensorType:
    encoding = [LayoutAttr(pack)] if pack > 1 else []
    return TensorType(element, type.get_shape(), *encoding)
