"""
Hide differences of systems behind one interface: `here` is the module of this system.

All modules have the same functions and constants; `posix.py` and `linux.py` document them.
"""

from __future__ import annotations

import sys

if sys.platform == "win32":
    from . import windows as here
elif sys.platform == "darwin":
    from . import macos as here
else:
    from . import linux as here

__all__ = ["here"]
