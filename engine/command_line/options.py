"""The options that commands share: which model, how it is run, and what is written.

A command that measures one model is decorated by `with_model`, which inserts them:

    @with_model()
    def pppl(file: ..., seed: ... = 0, *, subject: Subject, json_: bool) -> None:
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.command_line.facts import Fact, Names
from engine.command_line.interventions import OPTIONS, InterventionWords
from engine.command_line.subject import Subject
from engine.core.errors import BiascopeError, InputTextError
from engine.core.spec import BUNDLED, DTYPES
from engine.files.table_file import FORMATS
from engine.flow.guarded import AUTO, FINE
from engine.models.devices import WANTED

ModelOption = Annotated[
    str,
    typer.Option("--model", help="Hub id, local folder, or 'bundled'.", show_default=True),
    Names.MODEL,
]
MaskOption = Annotated[
    str,
    typer.Option("--mask", help="Heads to mask, as 9-12,3-1, or a mask file."),
    Names.MASK,
]
DeviceOption = Annotated[str, typer.Option("--device", help=f"{WANTED}."), Fact.ELSEWHERE]
DtypeOption = Annotated[str, typer.Option("--dtype", help=f"{', '.join(DTYPES)}.")]
GuardedDtypeOption = Annotated[
    str,
    typer.Option(
        "--dtype",
        help=f"{', '.join(DTYPES)}, or auto: mixed where no preference can change by it.",
    ),
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="One JSON object on stdout."), Fact.ELSEWHERE
]
NoCacheOption = Annotated[
    bool,
    typer.Option("--no-cache", help="Compute everything, store nothing."),
    Fact.ELSEWHERE,
]
CompareMaskOption = Annotated[
    str,
    typer.Option(help="Heads to mask in the second model; alone, in the same model."),
    Names.MASK,
]
ValuesOption = Annotated[
    str, typer.Option(help="What values of the columns mean, as männlich=male,weiblich=female.")
]
SheetOption = Annotated[
    str, typer.Option(help="Sheet of an Excel file; by default the first that has cells.")
]
NoHeaderOption = Annotated[
    bool,
    typer.Option(
        "--no-header",
        help="The first row holds no names of columns; --columns takes numbers then, as 1.",
    ),
]
RejectedOption = Annotated[
    Path | None,
    typer.Option(help=f"Table for the rows that cannot be read: {FORMATS}."),
    Fact.ELSEWHERE,
]

DEFAULT_MODEL = BUNDLED

# Name -> annotation and default, in the order in which help lists them.
_SHARED: dict[str, tuple[Any, Any]] = {
    "model": (ModelOption, DEFAULT_MODEL),
    "mask": (MaskOption, ""),
    **OPTIONS,
    "device": (DeviceOption, "auto"),
    "dtype": (DtypeOption, "float32"),
    "json_": (JsonOption, False),
    "no_cache": (NoCacheOption, False),
}
_NO_GUARD = (
    "--dtype auto is for commands that ask which of two sentences is likelier, such as pairs and "
    "multilingual; here choose float32, bfloat16, float16 or mixed."
)
_GIVEN = ("subject", "json_")  # what a command takes in their place

Command = Callable[..., None]


def with_model(
    *without: str, no_cache: bool = False, guarded: bool = False
) -> Callable[[Command], Command]:
    """Give a command the shared options, and what they say as `subject` and `json_`.

    Args:
        without: shared options that this command does not have; with `mask`, no other
            intervention either.
        no_cache: what is meant where `no_cache` is among `without`.
        guarded: whether the command knows `--dtype auto`, guarded precision.

    A shared option that the command declares itself stays where it stands, with its own help
    and default; the command gets its value too.
    """

    left_out = {*without, *(OPTIONS if "mask" in without else ())}

    def decorate(command: Command) -> Command:
        own = [
            parameter
            for parameter in inspect.signature(command, eval_str=True).parameters.values()
            if parameter.name not in _GIVEN
        ]
        declared = {parameter.name for parameter in own}
        shared = _SHARED | ({"dtype": (GuardedDtypeOption, FINE)} if guarded else {})
        added = [
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
            )
            for name, (annotation, default) in shared.items()
            if name not in declared and name not in left_out
        ]

        @wraps(command)
        def run(**values: Any) -> None:
            chosen = {name: default for name, (_, default) in _SHARED.items()}
            chosen |= {"no_cache": no_cache} | values
            guard = chosen["dtype"] == AUTO
            if guard and not guarded:
                raise BiascopeError(_NO_GUARD)
            subject = Subject(
                checkpoint=chosen["model"],
                dtype=FINE if guard else chosen["dtype"],
                guard=guard,
                words=InterventionWords(**{name: chosen[name] for name in OPTIONS}),
                **{name: chosen[name] for name in ("mask", "device", "no_cache")},
            )
            kept = {name: value for name, value in values.items() if name in declared}
            command(**kept, subject=subject, json_=chosen["json_"])

        parameters = [*own, *added]
        run.__dict__["__signature__"] = inspect.Signature(parameters, return_annotation=None)
        run.__annotations__ = {entry.name: entry.annotation for entry in parameters}
        return run

    return decorate


# --- replicated ---------------------------------------------------------------------------
# Where the models of published tables are, and the message if none can be loaded.

CheckpointOption = Annotated[
    list[str] | None,
    typer.Option(help="Where a model is, as bert-large-uncased=FOLDER; may be repeated."),
]


def places_of(given: Sequence[str]) -> dict[str, str]:
    """Model -> folder, as written `MODEL=FOLDER`; each model once."""
    places: dict[str, str] = {}
    for part in given:
        model, separator, place = (side.strip() for side in part.partition("="))
        if not (separator and model and place):
            raise InputTextError(f"--checkpoint is written MODEL=FOLDER; got {part!r}.")
        if model in places:
            raise InputTextError(f"--checkpoint names {model} twice; give it once.")
        places[model] = place
    return places


def nothing_ran(unreached: Mapping[str, str]) -> str:
    """The message if no model could be measured.

    Args:
        unreached: model -> reason.
    """
    first = next(iter(unreached.values()), "no model belongs to these data.")
    return (
        f"None of the {len(unreached)} models could be measured. First: {first} "
        "--checkpoint MODEL=FOLDER names a copy on this machine."
    )
