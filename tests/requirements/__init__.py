"""
Requirements of the documents that this compiler goes back to, row by row.

A test that holds a row is marked with its number: `@pytest.mark.requirement("L7")`, in FileCheck
files `// REQUIREMENT: L7`. `docs/requirements.md` is made of both.
"""

from __future__ import annotations

from .corrections import CORRECTIONS
from .layouts import LAYOUTS
from .orphaned_constants import ORPHANED_CONSTANTS
from .row import Document, Row
from .scalar_constants import SCALAR_CONSTANTS
from .tiled_convolution import TILED_CONVOLUTION
from .weights import WEIGHTS

DOCUMENTS: tuple[Document, ...] = (
    SCALAR_CONSTANTS,
    ORPHANED_CONSTANTS,
    LAYOUTS,
    WEIGHTS,
    TILED_CONVOLUTION,
    CORRECTIONS,
)
ROWS: dict[str, Row] = {
    number: row for document in DOCUMENTS for number, row in document.rows.items()
}
