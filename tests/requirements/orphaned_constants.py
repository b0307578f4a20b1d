"""Requirements on constants that nobody reads."""

from __future__ import annotations

from .row import Document, Row

ORPHANED_CONSTANTS = Document(
    "Orphaned constants",
    "Fusing layers leaves constants behind that nothing reads any more; ncnn's optimizer removes "
    "them at its end: `eliminate_orphaned_memorydata`.",
    {
        "O1": Row("A MemoryData that no live layer reads is removed."),
        "O2": Row("A layer that a fusion has replaced does not count as a reader."),
        "O3": Row(
            "Files list producers before consumers; one that does not is refused with the line at "
            "fault."
        ),
        "O4": Row(
            "Other layers that nobody needs go too, with constants that only they read, unless "
            "they make an output."
        ),
        "O5": Row(
            "An exported model has neither the layer's line nor its bytes, and its counts of "
            "layers and blobs fit."
        ),
        "O6": Row(
            "It is among the last passes: behind all fusions that may leave a constant behind."
        ),
        "O7": Row("Each removal is reported with the layer's name."),
        "O8": Row("A constant with one reader left stays."),
        "O9": Row("Compiled models have no bytes of constants that nobody reads."),
        "O10": Row("A constant that is an output of the model stays."),
    },
)
