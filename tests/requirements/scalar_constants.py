"""Requirements on constants of one number in arithmetic."""

from __future__ import annotations

from .row import Document, Row

SCALAR_CONSTANTS = Document(
    "Scalar constants in BinaryOp",
    "ncnn's optimizer makes arithmetic of a blob and a constant of one number (a MemoryData "
    "layer) arithmetic of a blob and a parameter: `fuse_memorydata_binaryop`. These rows say when "
    "that may be done, what it must keep, and what is gained.",
    {
        "F1": Row(
            "A BinaryOp of a blob and a MemoryData of one number becomes the form that has the "
            "number as its parameter (`1=1 2=b`)."
        ),
        "F2": Row(
            "Only a constant of rank 1 and extent 1 counts as a number: 1x1 or 1x1x1 would raise "
            "the rank of the result, and a MemoryData without any extent is an error."
        ),
        "F3": Row(
            "The parameter is bit for bit the constant's one float, denormals and the sign of "
            "zero included, also through files; infinity and NaN, which a `.param` cannot say, "
            "stay constants."
        ),
        "F4": Row("A BinaryOp that has its number already is left as it is."),
        "F5": Row("The constant may be the first operand or the second."),
        "F6": Row(
            "With the constant second every one of the 19 operators can take it, and keeps its "
            "meaning and its code."
        ),
        "F7": Row(
            "With the constant first, operators that do not ask for the order (add, mul, max, "
            "min) stay what they are."
        ),
        "F8": Row("With the constant first, `b - x` becomes RSUB, which is `b - x` too."),
        "F9": Row("With the constant first, `b / x` becomes RDIV, which is `b / x` too."),
        "F10": Row(
            "On request only add, mul, max, min, sub and div take a constant from the first "
            "place, as ncnnoptimize does it; else all operators do that have a mirrored form."
        ),
        "F11": Row(
            "The BinaryOp loses an operand, and a constant without further readers is gone."
        ),
        "F12": Row("Each fold is reported in a line that names the constant and the BinaryOp."),
        "F13": Row("A constant is folded into every BinaryOp that reads it, not just the first."),
        "F14": Row(
            "A Split between the constant and its readers does not hinder: folded readers leave "
            "it, others keep the constant, and with the last reader Split and constant go."
        ),
        "F15": Row(
            "One run folds all that can be folded, however many readers stand behind a Split."
        ),
        "F16": Row(
            "What is gained: code for a blob and a number loads one vector in each iteration, and "
            "spreads the number over a register once, before the loop."
        ),
        "F17": Row("A file that has `1=1 2=b` is read as the form with a number."),
        "F18": Row(
            "The form with two blobs broadcasts by ncnn's rules, for all pairs of ranks from 1 to "
            "4."
        ),
        "F19": Row(
            "A Split with readers left, or with branches that are outputs, is no obstacle; an "
            "exported file has one just where a blob is read more than once."
        ),
        "F20": Row("Layers that read constants alone are evaluated while compiling."),
        "F21": Row(
            "Each reader of a constant is decided by itself: one that cannot fold does not stop "
            "one that can."
        ),
    },
)
