"""
The `.ncnnc` file: a compiled model, which is mapped, verified and used in place.

    magic (8) | version (4) | header bytes (4) | SHA-256 of all else before the sections (32) |
    header (JSON, padded with blanks) | object code of each program | weights

Little-endian; the header and each section are zero-padded to multiples of 64 bytes. The header
describes each program and its part of the weights, and the offset, size and digest of each section.
A model for one set of shapes has one program; a `dynamic` model has one for each set; with several
targets, there is one of each per target, the best target first. All share the weights. A library
for C has the same in its own sections (`files/library_file.py`), or the weights in a separate file
that the header names. In the cache, the header also holds the key of the entry and the input specs
of a dynamic model.

Object code is digested with SHA-256. Weights, often hundreds of megabytes, are digested by the
SHA-256 of sums that numpy computes at memory speed (see `WeightsDigest`), and written as they are
produced: the header, whose size is known in advance, comes last.

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
