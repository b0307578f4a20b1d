"""The errors that ncnnc raises on purpose."""


class NcnncError(Exception):
    """An error that a user can read and act on; its text is one line."""


class ArtifactError(NcnncError):
    """A compiled model file is damaged, of another version, or needs another CPU."""


class MissingFeaturesError(ArtifactError):
    """Code needs features that this CPU lacks."""


class OutOfBoundsError(NcnncError):
    """Code with bounds checks found a load or store outside its buffer: a bug of ncnnc."""


class ArgumentError(NcnncError, ValueError):
    """A value given to the runtime is out of its range."""


class ArgumentTypeError(NcnncError, TypeError):
    """A value given to the runtime is of a type that does not fit."""


class ArrayShapeError(NcnncError, ValueError):
    """An array given to a compiled model has another shape than the model was compiled for."""


class ArrayTypeError(NcnncError, TypeError):
    """An argument of a compiled model is no array, or has another element type."""


def shortened(text: str, limit: int = 40) -> str:
    """Return `text` for an error, cut if it is long."""
    return text if len(text) <= limit else f"{text[:limit]}..."


LAYER_ATTRIBUTE = "ncnnc_layer"
"""Attribute of an exception raised by a custom layer: the name of the layer."""


def mark_origin(error: BaseException, layer: str) -> None:
    """Note in an exception which layer's function raised it, unless an inner one did."""
    if origin_of(error) is None:
        setattr(error, LAYER_ATTRIBUTE, layer)


def origin_of(error: BaseException) -> str | None:
    """Return the layer whose function raised an exception; None for other exceptions."""
    return getattr(error, LAYER_ATTRIBUTE, None)
