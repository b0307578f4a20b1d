"""Report what a search for schedules has tried and found: a table, a line, a log."""

from __future__ import annotations

from dataclasses import dataclass

from ....runtime.system import here
from ....runtime.version import VERSION
from ...options.tuned_schedules import FORMAT, TunedSchedules
from .scheduled_layers import TunedLayer

MOST_SHOWN = 8
"""Layers without a better choice that a table shows."""
COLUMNS = ("layers", "us", "tried", "chosen", "of the time")
NUMERIC = ("us", "tried", "of the time")


@dataclass(frozen=True)
class TuningReport:
    """The result of a search."""

    target: str
    threads: int
    rounds: int
    seconds: float
    whole: float
    """Time of the network with what was found, in that of the cost model's program."""
    interrupted: bool
    layers: tuple[TunedLayer, ...]
    """Kinds of layers, the most expensive first."""

    @property
    def tuned(self) -> TunedSchedules | None:
        """Return the choices that were found, if any."""
        found = {name: str(x.choice) for x in self.layers if str(x.choice) for name in x.names}
        return TunedSchedules(self.target, dict(sorted(found.items()))) if found else None

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """Return the rows of a table: what was found, and the most expensive other layers."""
        rows: list[tuple[str, ...]] = []
        others = 0
        for layer in self.layers:
            choice = str(layer.choice)
            others += not choice
            if choice or others <= MOST_SHOWN:
                first, *alike = layer.names
                more = f" and {len(alike)} alike" if alike else ""
                time = f"{layer.seconds * 1e6:.0f}" if layer.seconds else ""
                ratio = f"{layer.ratio:.2f}" if choice else ""
                cells = time, str(len(layer.tried)), choice or "as before", ratio
                rows.append((f"{first}{more}", *cells))
        return rows

    def __str__(self) -> str:
        """Return a summary of one line."""
        found, tried = 0, 0
        for layer in self.layers:
            found += len(layer.names) if str(layer.choice) else 0
            tried += len(layer.tried)
        done = f"{tried} choices for {len(self.layers)} kinds of layers"
        if not self.rounds:
            known = "known from before" if tried else "none: the time is too short for a round"
            done = f"{done}, {known}"
        else:
            done = f"{done}, {self.rounds} rounds in {self.seconds:.0f} s"
        if self.interrupted:
            return f"{done}, interrupted; {found} layers are faster, not compared together"
        if not found:
            return f"{done}; no layer is faster than by the cost model"
        whole = f", the network takes {self.whole:.3f} of the time" if self.rounds else ""
        return f"{done}; {found} layers are faster{whole}"

    @property
    def log(self) -> dict[str, object]:
        """Return what `--tuned` reads, and what was measured."""
        layers = {
            name: {
                "choice": str(layer.choice),
                "ratio": round(layer.ratio, 4),
                "default": layer.default,
                "microseconds": round(layer.seconds * 1e6, 2),
                "tried": sorted(layer.tried),
            }
            for layer in self.layers
            for name in layer.names
        }
        head = {"format": FORMAT, "ncnnc": VERSION, "cpu": here.cpu_name(), "target": self.target}
        figures = {"threads": self.threads, "rounds": self.rounds, "ratio": round(self.whole, 4)}
        return {**head, **figures, "interrupted": self.interrupted, "layers": layers}
