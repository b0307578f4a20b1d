"""The `simd` dialect: vectors and explicit addresses, one op to one or two lines of LLVM IR."""

from xdsl.ir import Dialect

from .ops import (
    BarrierOp,
    BroadcastLoadOp,
    CallOp,
    CompareOp,
    ConvertOp,
    FmaOp,
    LoadOp,
    PrefetchOp,
    ReduceOp,
    SelectOp,
    ShuffleOp,
    SplatOp,
    StoreOp,
)

Simd = Dialect(
    "simd",
    [
        BarrierOp,
        BroadcastLoadOp,
        CallOp,
        CompareOp,
        ConvertOp,
        FmaOp,
        LoadOp,
        PrefetchOp,
        ReduceOp,
        SelectOp,
        ShuffleOp,
        SplatOp,
        StoreOp,
    ],
    [],
)
