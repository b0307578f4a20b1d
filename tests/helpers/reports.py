"""A small network, and its report."""

from __future__ import annotations

from functools import cache
from typing import Any

from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.format.records import ModelRecord
from ncnnc.compiler.frontend.ncnn.model_files import read_model_record
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.report.record import Report, graph_facts, report_model
from ncnnc.compiler.report.trace import ModelTrace

PARAM = """7767517
11 12
Input        data  0 1 data 0=14 1=14 2=3
Convolution  conv1 1 1 data conv1 0=32 1=3 4=1 5=1 6=864
BatchNorm    bn1   1 1 conv1 bn1 0=32
ReLU         relu1 1 1 bn1 relu1
Split        split 1 2 relu1 a b
Convolution  conv2 1 1 a conv2 0=32 1=3 4=1 5=1 6=9216
BinaryOp     add   2 1 conv2 b add 0=0
Pooling      pool  1 1 add pool 0=1 4=1
Dropout      drop  1 1 pool drop
InnerProduct fc    1 1 drop fc 0=10 1=1 2=320
Softmax      prob  1 1 fc prob
"""


def options_of(
    param: str = PARAM, target: str = "x86-avx2", threads: int = 1, precision: str = "fp32"
) -> CompileOptions:
    return CompileOptions(
        param.encode(), target=target, random_weights=0, threads=threads, precision=precision
    )


def record_of(param: str = PARAM) -> ModelRecord:
    return read_model_record(param.encode(), "m.param")


def trace_of(options: CompileOptions) -> ModelTrace:
    """Lower a network, and keep what is seen."""
    trace = ModelTrace()
    lower(options, watcher=trace)
    return trace


@cache
def report_of(param: str = PARAM, *, measured: bool = False, threads: int = 1) -> Report:
    """Return the report of a network with generated weights, which tests share."""
    return report_model(options_of(param, threads=threads), record_of(param), measured=measured)


def facts_of_graph(param: str) -> dict[str, Any]:
    """A record of a graph alone, of a network that takes long to compile."""
    facts = report_of().facts
    empty: dict[str, Any] = {"steps": []}
    return facts | empty | graph_facts(ModelTrace(), record_of(param), [])
