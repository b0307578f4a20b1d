"""Leave out what asks for modules of Python that Windows does not have."""

import sys

collect_ignore = (
    []
    if sys.platform != "win32"
    else [
        "test_control_groups.py",
        "test_interface.py",
        "test_linux.py",
        "test_macos.py",
    ]
)
