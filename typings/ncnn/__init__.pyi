"""ncnn's names, with the types that `ncnnc.compat` gives them."""

from ncnnc.compat import *  # noqa: F403
from ncnnc.compat import __version__ as __version__
