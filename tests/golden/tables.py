"""What lists of measures, commands and columns say, each read by one function.

Each gives plain JSON, and is the only place here that knows where a list is.
"""

from __future__ import annotations

from collections.abc import Callable
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


def commands() -> dict[str, Any]:
    """What is known of every command, and of its options."""
    from engine.command_line.declared import declared
    from engine.command_line.entries import ENTRIES

    found: dict[str, Any] = {}
    for name, entry in ENTRIES.items():
        taken = declared(name)
        facts = {key: value for key, value in vars(entry).items() if value and key != "location"}
        found[name] = {
            **facts,
            "given": taken.given and taken.given.name,
            "options": {key: _option(option) for key, option in taken.options.items()},
        }
    return found


def _option(option: Any) -> dict[str, Any]:
    return {
        "flag": option.flag,
        "repeated": option.repeated,
        "default": option.default,
        "facts": sorted(fact.name for fact in option.facts),
        "names": option.names and option.names.name,
    }


def method_cards() -> dict[str, Any]:
    """Which card a measure has, and the order of all of them."""
    from engine.flow.registry import MEASURES
    from engine.report import methods

    return {
        "of a measure": {name: methods._of_measure(name) for name in MEASURES},
        "all in order": methods.names(),
    }


def pace() -> dict[str, Any]:
    """How long a cell of the Scorecard takes, by family."""
    from engine.scorecard import columns as known
    from engine.scorecard.columns import FAMILIES

    return {
        "seconds": {name: family.seconds for name, family in FAMILIES.items()},
        "bytes": known._BYTES,
        "cores": known._CORES,
        "most cores": known._MOST_CORES,
        "least": known._LEAST,
    }


def rules() -> list[str]:
    """Measures with a rule on kinds of models."""
    from engine.flow.registry import MEASURES

    return sorted(name for name, measure in MEASURES.items() if measure.rule)


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
    from engine.core.errors import BiascopeError
    from engine.flow.kinds import Named
    from engine.flow.registry import suits

    try:
        suits(measure, Named("some-model", kind), [item], params)
    except BiascopeError as error:
        return f"{type(error).__name__}: {error}"
    return None


def measures() -> dict[str, Any]:
    """All measures, and what is derived from them."""
    from engine.flow import registry

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
        "derived": {
            name: shape_text(repr(registry.derived_shape(name, {}))) for name in registry.DERIVED
        },
    }


def columns() -> dict[str, Any]:
    """Families of columns, and every column that is suggested or asked for above."""
    from engine.scorecard.columns import FAMILIES

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
    from engine.core.errors import BiascopeError
    from engine.scorecard.columns import column, seconds_of

    try:
        found = column(name)
    except BiascopeError as error:
        return f"{type(error).__name__}: {error}"
    names = [*vars(found)]
    names.insert(names.index("digits") + 1, "group")  # it follows from `neutral`
    fields = {name: getattr(found, name) for name in names}
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
    "commands": commands,
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
