"""
The machines that are compiled for.

One record per ISA (`x86`), what a target's name makes of them (`records`), the attribute by which
a module names its target (`attributes`), and what records call the element types of IR
(`elements`). Only the last two import xDSL.
"""
