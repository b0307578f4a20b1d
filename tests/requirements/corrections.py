"""Requirements from where the documents and the real sources differ."""

from __future__ import annotations

from .row import Document, Row

CORRECTIONS = Document(
    "Corrections",
    "Where the documents say something else than the sources of ncnn and MNN do, or where these "
    "are wrong themselves, this is what holds.",
    {
        "D1": Row("RSUB and RDIV have the parameter first: `b - x` and `b / x`."),
        "D2": Row(
            "A BinaryOp that takes a number lives on without its constant; an addition that a "
            "Convolution takes is gone, and holds no constant either."
        ),
        "D3": Row(
            "What is saved has counts of its own, and its weights bit for bit: denormals, and the "
            "way in which a MemoryData is stored."
        ),
        "D4": Row("Folding goes on until nothing folds, wherever in the file the constant stands."),
        "D5": Row(
            "Each of the 19 operators has a form with the constant second that computes the same "
            "bits as the one with the constant first."
        ),
        "D6": Row("A reader of a constant that cannot fold does not hide those behind it."),
        "D7": Row(
            "A model keeps its outputs: a constant that is one, a branch of a Split that is one, "
            "a Split that nobody reads; and a constant that is read twice leaves nothing "
            "dangling."
        ),
        "D8": Row("A number in a file has as many digits as bring back the same float."),
        "D9": Row(
            "Arithmetic is IEEE's: a maximum or minimum hands NaN on, whichever operand it is in."
        ),
        "D10": Row(
            "A MemoryData has a depth and a way of storage, too; one without extents is an error."
        ),
        "D11": Row(
            "Where 16 does not divide, AVX-512 packs by 8 or 4; a layer that takes any packing "
            "takes the one that is there."
        ),
        "D12": Row(
            "The rule for the matrix product counts strides and dilations in, in numbers that do "
            "not overflow, and the size of the second-level cache belongs to the target."
        ),
        "D13": Row(
            "Which Winograd tile suits is a matter of fixed tables by channels and size, not of "
            "trials while loading."
        ),
        "D14": Row(
            "No algorithm runs whose form of the weights was not made, also where an output is "
            "smaller than the dilation."
        ),
        "D15": Row("Activations are fused whatever the algorithm."),
        "D16": Row(
            "Only float32 is used without a copy; what has to be decoded is when it is used, into "
            "no more memory than it needs."
        ),
        "D17": Row(
            "A tile's buffer has four bytes for each number, and the true number of channels."
        ),
        "D18": Row(
            "Rows and columns of an image of one column change places only if the kernel has one "
            "column and nothing is padded."
        ),
        "D19": Row(
            "An int8 parameter above 100 means an output in int8, whose scale is stored behind "
            "the others."
        ),
        "D20": Row("The tag 0x0002C056 stands for float32 as it is; nothing is scaled."),
        "D21": Row("How weights lie does not depend on the number of threads."),
        "D22": Row(
            "Rewrites run in ncnnoptimize's order: a number after a Convolution of one channel "
            "becomes part of its bias, not of an operator."
        ),
        "D23": Row("Buffers are aligned, and nothing is read behind their ends."),
    },
)
