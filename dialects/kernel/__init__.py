"""The `kernel` dialect."""

from xdsl.ir import Dialect

Kernel = Dialect("kernel", [], [])
