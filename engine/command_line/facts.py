"""Facts of an option that stand on the option itself, beside its help.

    out: Annotated[str, typer.Option(help="CSV file to write."), Fact.ELSEWHERE] = ""
    suite: Annotated[str, typer.Option("--evaluators", help="..."), Names.FILE] = "demo"

`declared` reads them. What has no fact is a text, number or choice that the model's numbers
depend on.
"""

from __future__ import annotations

from enum import Enum, auto


class Fact(Enum):
    """What the value of an option changes, or how it is written."""

    AFTERWARDS = auto()  # applied to what the model gave, so that no model runs for it
    ELSEWHERE = auto()  # where numbers go, or on which machines they are computed
    NUMBERS = auto()  # numbers with commas, whose order makes no difference
    UNCHECKED = auto()  # never in a command that comes from somebody else's file


class Names(Enum):
    """What an argument, or the value of an option, may name; else it never names a file."""

    FILE = auto()  # a file, or a set by its name
    MODEL = auto()
    MASK = auto()  # heads, or a mask file
    SCALES = auto()  # heads with their scales
    FIT = auto()  # a fitted erasure or vector: its file, or its name among those that are kept
    MODELS = auto()  # with commas, as the next two
    MASKS = auto()
    COLUMNS = auto()  # of the Scorecard
