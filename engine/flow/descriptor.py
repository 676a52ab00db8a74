"""What a measure says of itself, once, in the file `descriptor.py` of its own folder.

Whatever lists measures is derived from these: the registry of stored values, the command line and
what it assumes, which commands `report --check` runs, which method cards belong to a result, the
order of the cards, and the page of each measure. Facts of a column of the Scorecard stand on its
`FAMILY`, facts of an option on the option itself (`engine.command_line.facts`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.core.program import module_named

if TYPE_CHECKING:
    from engine.core.spec import ModelSpec
    from engine.flow.kinds import Rule
    from engine.models.loading import MaskedLM

# (spec, item, parameters, value) -> whether a value of an earlier version is that of today
Holds = Callable[["ModelSpec", Any, Mapping[str, Any], Any], bool]
Scorer = Callable[["MaskedLM", Sequence[Any], dict[str, Any]], list[Any]]


# Powers of a text's length that work grows with, as measured; see docs/benchmarks.md.
ROW_A_TEXT = 1.25
ROW_A_TOKEN = 2.0  # as many rows as tokens, each as long as the text


@dataclass(frozen=True)
class Origin:
    """The plug-in that something comes from.

    Args:
        name: of the plug-in.
        version: of its package; empty for a file.
        digest: of its file; empty for a package.
        code: how the names of the modules of its code begin.
    """

    name: str
    version: str = ""
    digest: str = ""
    code: str = field(default="", compare=False)

    @property
    def mark(self) -> str:
        """What keys of stored values have, so that they are no other plug-in's or version's."""
        return f"{self.name} {self.version or self.digest}"

    def described(self) -> dict[str, str]:
        """As a manifest has it, JSON-ready."""
        named = {"version": self.version, "digest": self.digest}
        return {"name": self.name} | {key: value for key, value in named.items() if value}


@dataclass(frozen=True)
class ByParams:
    """What follows from the parameters.

    Args:
        of: parameters -> a shape, or how work grows.
    """

    of: Callable[[Mapping[str, Any]], Any]


@dataclass(frozen=True)
class Measure:
    """One kind of value that is measured and stored.

    Args:
        version: rises when its numbers change; older stored results are then misses.
        location: `module:function` of (lm, items, params) -> one value an item.
        chunk: items scored together before they are kept.
        shape: of a value, as `shapes.fits` reads it; a stored value of another is a miss.
        rule: refuses items that mean nothing for a kind of model; None suits every kind.
        card: its method card; empty where that has the measure's name.
        head: whether it reads the language-model head; what reads the states of the encoder, or
            its attention, alone is measured of models without one too.
        holds: whether a stored value is still that of its item, where its key cannot tell; one
            that is not is a miss. None where all are.
        classifier: whether it reads the classes of a fine-tuned network, which is another one than
            the language model of the same files.
        growth: power of a text's length that its work grows with, for forecasts of time; by
            parameters where these decide.
    """

    version: int
    location: str
    chunk: int = 128
    shape: Any = Any
    rule: Rule | None = None
    card: str = ""
    head: bool = True
    holds: Holds | None = None
    classifier: bool = False
    growth: float | ByParams = ROW_A_TEXT

    def growth_of(self, params: Mapping[str, Any]) -> float:
        """The power of a text's length that work under some parameters grows with."""
        found: float = self.growth.of(params) if isinstance(self.growth, ByParams) else self.growth
        return found

    def scorer(self) -> Scorer:
        """The scoring function, imported only now: it brings torch with it."""
        return located(self.location)


@dataclass(frozen=True)
class PublishedTables:
    """What a command `replicate NAME` computes again, for whoever chooses one.

    Args:
        paper: title and where it is from.
        shows: which of its tables and figures.
        models: checkpoints that it has figures of.
        data: sets of the registry without which nothing can be computed.
        others: what else it can use or needs, in words.
        suite: of evaluators, all of whose checkpoints are needed; empty where none judges.
        time: how long a model takes on two cores, roughly, in words.
        options: what names one model to the command; `{name}` and `{place}` are filled in.
        at_once: whether one run takes all models; otherwise each has a run of its own.
        without_models: whether it runs without any model.
        by_hand: why `replicate all` leaves it out, in words; empty where it does not.
    """

    paper: str
    shows: str
    models: tuple[str, ...]
    data: tuple[str, ...] = ()
    others: str = ""
    suite: str = ""
    time: str = ""
    options: tuple[str, ...] = ("--checkpoint", "{name}={place}")
    at_once: bool = True
    without_models: bool = False
    by_hand: str = ""


@dataclass(frozen=True)
class CommandEntry:
    """One command of the command line.

    Args:
        name: as it is typed, such as `arena run`.
        location: `module:function`, or the typer app of a whole group.
        cards: method cards that its results need besides those of the measures in its manifest.
        without: cards of measures in its manifest that its results do not show.
        checked: whether `report --check` may run it: it only measures.
        unchecked: why a pin's command of this name is not run, where that is expected.
        written: the file or folder with more than the command prints, written with `--out`.
        written_with: an option without which nothing is written.
        any_order: whether the order of its files makes no difference.
        tables: `module:NAME` of the `PublishedTables` that it computes again.
        hidden: whether the help leaves it out, as an older name of another command.
    """

    name: str
    location: str
    cards: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    checked: bool = False
    unchecked: str = ""
    written: str = ""
    written_with: str = ""
    any_order: bool = False
    tables: str = ""
    hidden: bool = False


@dataclass(frozen=True)
class Descriptor:
    """What a measure says of itself.

    Args:
        cards: its method cards, in the order in which the page Methods shows them.
        measures: name -> what is measured and stored.
        derived: name -> shape of what is worked out from measured values and kept.
        families: `module:NAME` of its families of columns of the Scorecard.
        commands: of the command line, its published tables (`replicate NAME`) among them.
        groups: first word of commands with two -> what the help says of them.
        page: folder of the screen's part, below `components`; empty where it has none.
    """

    cards: tuple[str, ...]
    measures: Mapping[str, Measure] = field(default_factory=dict)
    derived: Mapping[str, Any] = field(default_factory=dict)
    families: tuple[str, ...] = ()
    commands: tuple[CommandEntry, ...] = ()
    groups: Mapping[str, str] = field(default_factory=dict)
    page: str = ""


def located(location: str) -> Any:
    """What a `module:name` stands for, imported now.

    Args:
        location: the module by its name in the source tree, or a plug-in's by its own.
    """
    module, _, name = location.partition(":")
    return getattr(import_module(module_named(module)), name)
