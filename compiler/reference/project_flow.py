"""A flow carried to where it leads."""

from __future__ import annotations

import numpy as np

from ...dialects.contrib.dain import projected
from ...dialects.ncnn.internal.project_flow import ProjectFlowOp
from .support import array_function


@array_function(ProjectFlowOp)
def project_flow(op: ProjectFlowOp, flow: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Means by weight, holes filled."""
    return projected(flow, weight)
