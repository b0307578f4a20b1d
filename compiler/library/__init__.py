"""A compiled model as a library for C: an object file, an archive or a shared library, a header."""
