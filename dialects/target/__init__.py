"""
The machines that are compiled for.

One record per ISA (`x86`), what a target's name makes of them (`records`), and the attribute by
which a module names its target (`attributes`), the only one of these that imports xDSL.
"""
