"""Requirements on reading weights and on choosing a convolution's algorithm."""

from __future__ import annotations

from .row import Document, Row

WEIGHTS = Document(
    "Weights, and the choice of an algorithm",
    "A Convolution of ncnn reads its weights from a `.bin`, and then prepares them for the "
    "algorithm that it chooses: Winograd, a matrix product, or a packed direct form.",
    {
        "W1": Row(
            "A layer whose weights come as blobs (`19=1`) reads nothing from the `.bin`, and the "
            "next layer's weights are found all the same."
        ),
        "W2": Row(
            "A weight says in four bytes how it is stored; a bias never does, and is float32. The "
            "offsets of all of them can be printed."
        ),
        "W3": Row(
            "Scales of int8 stand behind the bias: one for each output channel, one for the "
            "input, and one for the output if the parameter is more than 100."
        ),
        "W4": Row(
            "float32 weights of a layer that is to compute in int8 are quantized while compiling, "
            "by output channel, with ncnn's rounding."
        ),
        "W5": Row(
            "The four bytes tell float16, int8, float32 and table apart; all decode to the values "
            "that ncnn has."
        ),
        "W6": Row(
            "float16 weights are padded to whole words, so odd counts do not shift what follows."
        ),
        "W7": Row("int8 weights are padded to whole words, and stay bytes."),
        "W8": Row("A table has 256 floats, then an index of a byte for each weight, padded."),
        "W9": Row(
            "Whether the four bytes are a tag or a table depends on all of them: only four zeros "
            "are plain float32."
        ),
        "W10": Row("A machine that is big-endian is refused: files are little-endian."),
        "W11": Row("float32 weights are used where the file is mapped, without a copy."),
        "W12": Row("After each array the next one is looked for at a multiple of four bytes."),
        "W13": Row(
            "Rounding up to a multiple asks for a power of two: by 4, 13 becomes 16 and 16 stays; "
            "by 8, 17 becomes 24."
        ),
        "W14": Row(
            "Input channels follow from the number of weights; a number that does not divide, or "
            "does not fit the input, is refused."
        ),
        "W15": Row("Weights lie by output channel, input channel, row and column of the kernel."),
        "W16": Row("A model can be read from bytes in memory as well as from files."),
        "W17": Row(
            "A Convolution's activation is computed with it, not in a pass of its own; how its "
            "weights lie does not depend on the number of threads."
        ),
        "W18": Row("A Convolution with int8 weights is computed in int8."),
        "W19": Row(
            "Without packing, a square kernel of stride 1 with equal dilations is computed as "
            "convolutions without dilation, of interleaved parts of the image, with the same "
            "weights."
        ),
        "W20": Row("A dilated kernel covers `dilation * (kernel - 1) + 1` cells."),
        "W21": Row(
            "A Convolution's input and output are packed by 16 or 8 or 4 (AVX-512), 8 or 4 (AVX), "
            "4 (SSE), else 1."
        ),
        "W22": Row(
            "Winograd is taken for 3x3 kernels without stride or dilation, if more than 8 "
            "channels go in or out and one of its sizes is allowed."
        ),
        "W23": Row(
            "If the image's size is unknown, the tile is 6x6 up to 32 channels in and out, else "
            "4x4, else 2x2, as allowed."
        ),
        "W24": Row(
            "If the size is known, the tile follows from the padded size and both channel counts "
            "by ncnn's tables, then from what is allowed."
        ),
        "W25": Row(
            "Weights are transformed once, while compiling; the artefact holds the form in use "
            "alone."
        ),
        "W26": Row(
            "The matrix product is taken if more than 16 channels go in or out, or the weights' "
            "and strides' product exceeds the second-level cache; for 1x1 kernels always."
        ),
        "W27": Row("The matrix product has its weights rearranged while compiling, too."),
        "W28": Row(
            "Else the packed form is taken, whose weights are interleaved by output and input "
            "packing."
        ),
        "W29": Row(
            "Where direct kernels exist is said once, for the weights' form and for the kernel's "
            "choice."
        ),
        "W30": Row(
            "SqueezeNet's first layer (3 channels to 64, 3x3, stride 2): no Winograd, and the "
            "matrix product, since 64 channels are more than 16."
        ),
        "W31": Row(
            "A layer's own mask (`31=`) forbids it the matrix product, Winograd, or several "
            "threads."
        ),
        "W32": Row("Whichever tile sizes are forbidden, one that is allowed is taken, or none."),
        "W33": Row(
            "Channel counts that no packing divides are computed right, whether plain or padded."
        ),
        "W34": Row("A 1x1 Convolution of stride 1 is a matrix product without any gathering."),
        "W35": Row(
            "What each algorithm gains is measured by shape, and so is what a wrong choice costs."
        ),
    },
)
