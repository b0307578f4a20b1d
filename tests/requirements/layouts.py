"""Requirements on how blobs lie in memory."""

from __future__ import annotations

from .row import Document, Row

LAYOUTS = Document(
    "Layouts of blobs",
    "Before every layer ncnn converts its inputs to the type and the packing of channels that the "
    "layer wants (`convert_layout`), and a Convolution chooses among its algorithms. Here both "
    "are decided while compiling and stand in the IR.",
    {
        "L1": Row(
            "Every operand of every layer has the layout that the layer asks for; conversions are "
            "ops of their own, and the layout is part of the type."
        ),
        "L2": Row(
            "The order is fixed: to the narrow element type, then the packing, then back to the "
            "wide one."
        ),
        "L3": Row(
            "Elements become narrow only if they have 32 bits and the option, the target and the "
            "layer all allow it."
        ),
        "L4": Row("float16 storage is nothing that x86 has: the option changes nothing there."),
        "L5": Row("Without packing every blob is plain, and one that is packed is unpacked."),
        "L6": Row(
            "The packed axis is the outermost one: w of rank 1, h of rank 2, c of ranks 3 and 4."
        ),
        "L7": Row(
            "Blobs of 32-bit elements are packed by the largest of 16 (AVX-512), 8 (AVX) and 4 "
            "that divides the extent of the packed axis, else not at all."
        ),
        "L8": Row("Blobs of 16-bit elements are packed by 16, 8 or 4 on x86."),
        "L9": Row("Blobs of int8 are packed by 8 or not at all on x86."),
        "L10": Row("A layer that cannot read packed blobs gets plain ones."),
        "L11": Row("Nothing is converted that has the wanted layout already."),
        "L12": Row("A layer that cannot read narrow elements gets wide ones."),
        "L13": Row(
            "A conversion concerns its reader alone; readers that want the same share one, and "
            "others still read the original."
        ),
        "L14": Row("Memory that cannot be had is one error, before anything is computed."),
        "L15": Row(
            "Plain to packed, packed to plain, and one packing to another: all are lowered, for "
            "all ranks."
        ),
        "L16": Row(
            "A Convolution relies on its input's layout: nothing is converted within it, and the "
            "verifier refuses a layout that it did not ask for."
        ),
        "L17": Row(
            "The packing of a Convolution's result follows from its number of output channels by "
            "the same rule."
        ),
        "L18": Row("A 1x1 Convolution of a vector is an InnerProduct."),
        "L19": Row(
            "Algorithms are tried in a fixed order: int8, vector input, dilation, Winograd, "
            "matrix product, direct kernel, general packed."
        ),
        "L20": Row(
            "The direct kernels (3x3 with strides 1 and 2, 2x2) exist for certain pairs of input "
            "and output packings only."
        ),
        "L21": Row(
            "A shape that was not compiled for is rebuilt or refused: no algorithm is ever taken "
            "whose form of the weights is not there."
        ),
        "L22": Row("Layouts are decided in one place; what lowers a layer does not choose any."),
        "L23": Row(
            "Layers of one network may have different packings, odd channel counts in the middle "
            "included."
        ),
        "L24": Row(
            "Each choice can be printed with what it rests on: option, target, extent of the "
            "axis, and layer."
        ),
        "L25": Row("Only what the wanted outputs need is compiled and run."),
        "L26": Row("A layer that fails stops the run; the error names it."),
    },
)
