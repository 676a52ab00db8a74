"""The tables that are typed by hand, each read by one function that can be pointed elsewhere.

These may be derived one day; what they say has to stay. So each function below gives plain JSON,
and is the only place here that knows where a table is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tests.golden.normalising import function_of, plain, shape_text
from tests.golden.recording import Recorder

# Texts and parameters that the rules of measures ask about.
_ITEMS = (
    {"text": "The nurse said that [MASK] was tired."},
    {"text": "The nurse said that"},
)
_PARAMS: tuple[dict[str, Any], ...] = (
    {},
    {"pooling": "cls"},
    {"pooling": "mean"},
    {"pooling": "token"},
    {"pooling": "last"},
    {"sentence": "cls"},
    {"sentence": "mean"},
    {"variant": "cps"},
    {"variant": "clm"},
)
# Names of columns besides those that families suggest, some of which there are not.
_COLUMNS = (
    *("pairs:bundled:aul", "pairs:bundled:clm", "pairs:bundled", "pairs", "seat", "seat:gender"),
    *("seat:palms", "lpbs", "unmasking", "cabm", "counter", "arena", "pppl", "cloze", "gest"),
    *("honest", "honest:it", "multilingual", "multilingual:de", "bec-pro", "bec-pro:de", "palms"),
)


def command_words() -> dict[str, Any]:
    """How the words of a command are read."""
    from engine import command

    return {
        "flags": command.FLAGS,
        "elsewhere": command._ELSEWHERE,
        "afterwards": command._AFTERWARDS,
        "common defaults": command.COMMON_DEFAULTS,
        "defaults": command.DEFAULTS,
        "repeated": command._REPEATED,
        "in any order": command._IN_ANY_ORDER,
    }


def checked_commands() -> dict[str, Any]:
    """Which commands of a pin are run again, and what they may be given."""
    from engine.report.check import lines, running

    return {
        "measuring": {
            name: {"given": _reader(given), "options": _readers(options)}
            for name, (given, options) in lines.MEASURING.items()
        },
        "allowed": lines._ALLOWED,
        "left out": lines._LEFT_OUT,
        "reasons": lines._REASONS,
        "written": running._WRITTEN,
        "measures nothing": running._MEASURES_NOTHING,
    }


def _readers(options: Mapping[str, Callable[..., Any]]) -> dict[str, str]:
    return {name: _reader(options[name]) for name in sorted(options)}


def _reader(read: Callable[..., Any]) -> str:
    """The name of a reader; of one made of another, both."""
    cells = [cell.cell_contents for cell in getattr(read, "__closure__", None) or ()]
    inner = [each.__name__ for each in cells if callable(each)]
    name = str(read.__qualname__).partition(".")[0]
    return f"{name}({', '.join(inner)})" if inner else name


def method_cards() -> dict[str, Any]:
    """Which card a measure or a command has, and the order of all of them."""
    from components.present import explain
    from engine.report import methods

    return {
        "of a measure": methods._OF_MEASURE,
        "of a command": methods._OF_COMMAND,
        "not by itself": methods._NOT_BY_ITSELF,
        "order": explain._ORDER,
        "all in order": explain.cards(),
    }


def pace() -> dict[str, Any]:
    """How long a cell of the Scorecard takes, by family."""
    from engine.scorecard import pace as known

    return {
        "seconds": known._SECONDS,
        "others": known._OTHERS,
        "bytes": known._BYTES,
        "cores": known._CORES,
        "most cores": known._MOST_CORES,
        "least": known._LEAST,
    }


def rules() -> dict[str, str]:
    """Measures with a rule on kinds of models -> its function."""
    from engine.measures import kinds

    return {name: rule.__name__ for name, rule in kinds._RULES.items()}


def refusals_of_kinds() -> dict[str, Any]:
    """What each measure says of each kind of model, text and parameters; null where it suits."""
    found: dict[str, Any] = {}
    for name in measures()["measures"]:
        for kind in ("masked", "causal", "seq2seq"):
            found[f"{name}, {kind}"] = {
                f"{item['text']} {params}": _refusal(name, kind, item, params)
                for item in _ITEMS
                for params in _PARAMS
            }
    return found


def _refusal(measure: str, kind: str, item: dict[str, Any], params: dict[str, Any]) -> str | None:
    from engine.errors import BiascopeError
    from engine.measures.kinds import Named, suits

    try:
        suits(measure, Named("some-model", kind), [item], params)
    except BiascopeError as error:
        return f"{type(error).__name__}: {error}"
    return None


def measures() -> dict[str, Any]:
    """All measures, and what is derived from them."""
    from engine.measures import registry

    return {
        "measures": {
            name: {
                "version": each.version,
                "function": function_of(each.location),
                "chunk": each.chunk,
                "shape": shape_text(repr(each.shape)),
            }
            for name, each in registry.MEASURES.items()
        },
        "derived": {name: shape_text(repr(shape)) for name, shape in registry.DERIVED.items()},
        "learned": {name: shape_text(repr(shape)) for name, shape in registry._LEARNED.items()},
    }


def columns() -> dict[str, Any]:
    """Families of columns, and every column that is suggested or asked for above."""
    from engine.scorecard.columns.registry import FAMILIES

    suggested = [name for family in FAMILIES.values() for name in family.suggested]
    return {
        "families": {
            name: {
                "title": family.title,
                "usage": family.usage,
                "suggested": family.suggested,
                "function": family.column.__name__,
            }
            for name, family in FAMILIES.items()
        },
        "columns": {name: _column(name) for name in dict.fromkeys((*suggested, *_COLUMNS))},
    }


def _column(name: str) -> Any:
    from engine.errors import BiascopeError
    from engine.scorecard.columns.registry import column
    from engine.scorecard.pace import seconds_of

    try:
        found = column(name)
    except BiascopeError as error:
        return f"{type(error).__name__}: {error}"
    fields = dict(vars(found))
    reads, refuses = fields.pop("read"), fields.pop("refuses")
    return {
        **{key: _field(value) for key, value in fields.items()},
        "read": _called(reads),
        "refuses": {kind: refuses(kind) for kind in ("masked", "causal", "seq2seq")},
        "seconds": [seconds_of(found, weights) for weights in (0, 10**7, 10**9)],
    }


def _field(value: Any) -> Any:
    return {"is": type(value).__name__, **vars(value)} if hasattr(value, "__dict__") else value


def _called(read: Any) -> str:
    return str(getattr(read, "__name__", None) or getattr(read.func, "__name__", ""))


def evaluators() -> dict[str, Any]:
    """Suites of evaluators that come with the project."""
    from engine.evaluators.suites import load_suite, suite_names

    return {name: shape_text(repr(load_suite(name))) for name in suite_names()}


def chosen_from() -> dict[str, Any]:
    """What the model bar and the pages suggest: checkpoints, and masks of the Scorecard."""
    from engine.first_sight.examples import SCORECARD_MASKS
    from engine.models.suggested import SUGGESTIONS

    return {"checkpoints": [vars(each) for each in SUGGESTIONS], "masks": SCORECARD_MASKS}


_TABLES: dict[str, Callable[[], Any]] = {
    "command words": command_words,
    "checked commands": checked_commands,
    "method cards": method_cards,
    "pace": pace,
    "rules of kinds": rules,
    "refusals of kinds": refusals_of_kinds,
    "measures": measures,
    "columns": columns,
    "evaluators": evaluators,
    "chosen from": chosen_from,
}


def record(recorder: Recorder) -> None:
    """Write each table."""
    for name, read in _TABLES.items():
        recorder.json(name.replace(" ", "-"), plain(read()))
