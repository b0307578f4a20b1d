"""Base classes of the ops of the dialect."""

from __future__ import annotations

from xdsl.irdl import IRDLOperation, traits_def
from xdsl.traits import Pure


class PureOp(IRDLOperation):
    """An op that computes its result from its operands and does nothing else."""

    traits = traits_def(Pure())
