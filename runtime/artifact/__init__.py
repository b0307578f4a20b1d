"""
The `.ncnnc` file: a compiled model in one file that is mapped, verified and used in place.

    magic (8) | version (4) | header bytes (4) | SHA-256 of all else before the sections (32) |
    header (JSON, padded with blanks) | object code of each program | weights

Little-endian; the header ends and each section starts at a multiple of 64 bytes, with zeros
between. The header holds the description of each program, in which part of the weights its own
are, and, per section, offset, size and digest. A model for one set of shapes has one program, one
for several (which is `dynamic`) a program for each; for several targets there are as many of each,
the best target's first. All share the weights. A library for C has the same in sections of its
own (`files/library_file.py`), or the weights in a file beside it, which the header then names. In a
cache the header also holds the key of what it was compiled of, and what is known of the inputs of
a dynamic model.
Object code is digested with SHA-256. Weights, often hundreds of megabytes, are digested by the
SHA-256 of sums that numpy forms at the speed of memory (see `WeightsDigest`), and written as they
are made: the header, whose size is known before, comes last.

Digests detect damage, not malice: an artifact is code, to be trusted like any program.
"""

from .contents import Contents, contents_of_programs
from .format import VERSION
from .reading import VerifiedFiles, read, read_contents
from .writing import write, write_contents, write_sections

__all__ = [
    "VERSION",
    "Contents",
    "VerifiedFiles",
    "contents_of_programs",
    "read",
    "read_contents",
    "write",
    "write_contents",
    "write_sections",
]
