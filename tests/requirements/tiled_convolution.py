"""Requirements on the tiled convolution."""

from __future__ import annotations

from .row import Document, Row

TILED_CONVOLUTION = Document(
    "The tiled convolution",
    "MNN computes convolutions that neither Winograd nor Strassen suits in tiles of output "
    "positions: each thread gathers what a tile reads, and multiplies it by packed weights.",
    {
        "T1": Row("It can be forced, and is one of the algorithms that are chosen from by cost."),
        "T2": Row("It reads and writes blobs in layouts with packed channels."),
        "T3": Row(
            "First step for the weights: in each output channel, kernel positions go outside and "
            "input channels inside."
        ),
        "T4": Row(
            "Weights may be made narrow between the two steps.",
            waived="Convolutions compute in float32: there are no narrow weights yet.",
        ),
        "T5": Row(
            "Second step: output channels are interleaved in blocks, the last of which is filled "
            "with zeros."
        ),
        "T6": Row(
            "A tile is a run of output positions, across rows; tiles are shared among threads."
        ),
        "T7": Row(
            "A tile's buffer has positions times input channels times kernel cells: 11,520 bytes "
            "for 24 positions, 8 channels and a 3x5 kernel."
        ),
        "T8": Row("A tile that crosses rows is gathered in a segment for each row."),
        "T9": Row("Crossing rows does not make gathering scalar."),
        "T10": Row(
            "The buffers are planned while compiling, one a thread, used for all its tiles."
        ),
        "T11": Row(
            "What has to be gathered for a tile is bounded: kernel cells times rows of a tile."
        ),
        "T12": Row(
            "A segment's source takes stride, dilation and padding into account; its place in the "
            "buffer follows from kernel cell and channel."
        ),
        "T13": Row("The buffer lies by kernel cell and channel outside, by position inside."),
        "T14": Row(
            "The kernel adds products of some positions and some output channels in registers, "
            "over the whole reduction."
        ),
        "T15": Row("A loop over blocks of output channels finishes the tile."),
        "T16": Row("Bias and activation are applied before results are stored."),
        "T17": Row("All preparation is done while compiling; a run only computes."),
        "T18": Row("Later corrections to the source are taken over."),
        "T19": Row(
            "Example: 1x8x224x224 by 16x8x3x5 gives 222x220 positions, which are 2035 full tiles "
            "of 24."
        ),
    },
)
