"""ncnn's `Net`: a network whose parts are compiled at their first run."""

from __future__ import annotations

import os
import sys
from copy import copy

from ...runtime.errors import NcnncError
from ..option import Option
from .clearing import ClearedAtExit
from .custom_layers import CustomLayers
from .datareader import DataReader, DataReaderFromEmpty, content_of
from .extractor import Extractor
from .graph import Graph
from .layer import Blob, Creator, Destroyer, Layer
from .parts import Accuracy, Parts
from .status import DONE, REFUSED, failed

Source = DataReader | str | bytes | os.PathLike[str]
Content = str | bytes | bytearray | memoryview


class Net(ClearedAtExit):
    """
    A network: `load_param`, `load_model`, then `create_extractor` for each run.

    The inputs of extractors determine shapes. Any number of extractors may run concurrently, in any
    threads. Codes are ncnn's: 0, or -1 if loading fails; `error` has the reason.
    """

    def __init__(self) -> None:
        self._opt = Option()
        self.error = ""
        """Text of the last failure; empty if there was none."""
        self._graph: Graph | None = None
        self._parts: Parts | None = None
        self._custom = CustomLayers()

    def __del__(self) -> None:
        if not sys.is_finalizing():
            self.clear()

    def clear(self) -> None:
        """Drop the network; registered layers stay registered."""
        self._graph = self._parts = None
        self._custom.destroy(self.opt)

    @property
    def opt(self) -> Option:
        """Return the options; assigned options are copied."""
        return self._opt

    @opt.setter
    def opt(self, value: Option) -> None:
        self._opt = as_option(value)

    def load_param(self, protopath: Source | None = None, dr: DataReader | None = None) -> int:
        """Read the layers from a `.param` or `.param.bin`: a path, or a reader."""
        source = source_of(protopath, dr)
        name = source if isinstance(source, str) else "<param>"
        try:
            return self._load_param(content_of(source), name)
        except (OSError, ValueError) as error:
            return failed(self, REFUSED, f"{name}: cannot be read: {error}", error)

    def load_param_bin(self, protopath: Source | None = None, dr: DataReader | None = None) -> int:
        """Read the layers from a `.param.bin`, like `load_param`."""
        return self.load_param(protopath, dr)

    def load_param_mem(self, mem: Content) -> int:
        """Read the layers from the content of a `.param`."""
        content = mem.encode() if isinstance(mem, str) else bytes(memoryview(mem))
        return self._load_param(content, "<param>")

    def load_model(self, modelpath: Source | None = None, dr: DataReader | None = None) -> int:
        """Read the weights from a `.bin`: a path, whose file must remain, or a reader."""
        source = source_of(modelpath, dr)
        if isinstance(source, DataReaderFromEmpty):
            return self._load_model(None)
        if isinstance(source, DataReader):
            return self._load_model(content_of(source))
        if not os.path.isfile(source):
            return failed(self, REFUSED, f"{source}: cannot be read: there is no such file")
        return self._load_model(os.path.abspath(source))

    def load_model_mem(self, mem: Content) -> None:
        """
        Read the weights from the content of a `.bin`, which is kept; `error` has the reason of a
        failure.
        """
        self._load_model(mem.encode("latin-1") if isinstance(mem, str) else bytes(memoryview(mem)))

    def create_extractor(self) -> Extractor:
        """Return a new extractor, which keeps this network alive."""
        made = Extractor.__new__(Extractor)
        made.begin(self, self._parts, self._opt.num_threads)
        return made

    def register_custom_layer(
        self, type: str | int, creator: Creator, destroyer: Destroyer | None = None
    ) -> int:
        """
        Let a function create the layers of a type, perhaps one of ncnn. Return 0, or -1 for an
        invalid index. Loaded networks keep their layers.
        """
        if not callable(creator):
            raise TypeError(f"a creator is a function, not {creator.__class__.__name__}")
        reason = self._custom.register(type, creator, destroyer)
        return failed(self, REFUSED, reason) if reason else DONE

    def custom_layer(self, at: int) -> Layer:
        """Return the program's own layer at an index in the file."""
        return self._custom.layers[at].layer

    def input_names(self) -> list[str]:
        """Return the names of the blobs of Input layers."""
        return [] if self._graph is None else list(self._graph.inputs)

    def output_names(self) -> list[str]:
        """Return the names of the blobs that no layer reads."""
        return [] if self._graph is None else list(self._graph.outputs)

    def input_indexes(self) -> list[int]:
        """Return the indices of the inputs among the blobs."""
        return [] if self._graph is None else [self._graph.index[n] for n in self._graph.inputs]

    def output_indexes(self) -> list[int]:
        """Return the indices of the outputs among the blobs."""
        return [] if self._graph is None else [self._graph.index[n] for n in self._graph.outputs]

    def blobs(self) -> list[Blob]:
        """Return the blobs by index."""
        graph = self._graph
        if graph is None:
            return []
        return [graph.described_blob(name) for name in graph.blobs]

    def layers(self) -> list[Layer]:
        """Return the layers in file order: the program's own, and descriptions of others."""
        graph = self._graph
        if graph is None:
            return []
        custom = self._custom.layers
        return [
            custom[at].layer if at in custom else graph.description(at)
            for at in range(len(graph.record.layers))
        ]

    def set_vulkan_device(self, device: object) -> None:
        """Do nothing: everything runs on the CPU."""

    def vulkan_device(self) -> None:
        """Return None: there is no device."""

    def why_not_loaded(self) -> str:
        """Return the reason why nothing can be extracted."""
        if self._graph is None:
            return self.error or "no network is loaded; hint: load_param(), then load_model()"
        return self.error or "the network has no weights; hint: load_model()"

    def _load_param(self, content: bytes, name: str) -> int:
        self.clear()
        self.error = ""
        try:
            graph = Graph(content, name)
            self._custom.create(graph)
            self._graph = graph
            self._opt.settle()
        except NcnncError as error:
            return failed(self, REFUSED, str(error), error)
        return DONE

    def _load_model(self, weights: str | bytes | None) -> int:
        """Open the network with weights, or with zeros."""
        self._parts = None
        if self._graph is None:
            reason = f"no network is loaded: {self.error}" if self.error else "no network is loaded"
            return failed(self, REFUSED, f"{reason}; hint: load_param() first")
        self.error = ""
        try:
            native = self._custom.load_model(self._graph, weights, self.opt)
            parts = Parts(self._graph, native, precision_of(self.opt))
            parts.check()
        except (NcnncError, OSError) as error:
            return failed(self, REFUSED, str(error), error)
        self._parts = parts
        return DONE


def as_option(value: object) -> Option:
    """Return a copy of options. Raises: TypeError for anything else."""
    if isinstance(value, Option):
        return copy(value)
    raise TypeError(f"an ncnn.Option is wanted, not {value!r}")


def source_of(path: Source | None, reader: DataReader | None) -> DataReader | str:
    """Return the given reader or path. Raises: TypeError."""
    source = path if reader is None else reader
    if isinstance(source, DataReader):
        return source
    if source is None:
        raise TypeError("a path or a DataReader is missing")
    return os.fsdecode(source)


def precision_of(opt: Option) -> Accuracy:
    """
    Return the precision selected by options: bfloat16 storage lowers it, float16 options do not.
    """
    return "bf16" if opt.use_bf16_storage else "fp32"
