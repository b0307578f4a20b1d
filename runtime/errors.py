"""The root of everything that ncnnc raises on purpose."""


class NcnncError(Exception):
    """An error that a user can read and act on; its text is one line."""


class ArtifactError(NcnncError):
    """A compiled model file is damaged, of another version, or needs another CPU."""
