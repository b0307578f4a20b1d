"""A flow carried to where it leads."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import InterpreterFunctions, register_impls

from ...dialects.contrib.dain import projected
from ...dialects.ncnn.internal.project_flow import ProjectFlowOp
from .support import array_function


def project_flow(op: ProjectFlowOp, flow: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Means by weight, holes filled."""
    return projected(flow, weight)


@register_impls
class ProjectFlowFunctions(InterpreterFunctions):
    """Projection of a flow."""

    project_flow = array_function(ProjectFlowOp, project_flow)
