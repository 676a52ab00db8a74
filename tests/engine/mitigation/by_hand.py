"""Columns, cells and fits made by hand, and a table of them."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

from engine.columns.column import EXP, IDENTITY, PERCENT, Column, Reading
from engine.core.errors import BiascopeError
from engine.core.spec import ModelSpec
from engine.measures.heads.halves import Halves
from engine.mitigation.asked import Asked
from engine.mitigation.columns import Chosen
from engine.mitigation.report import report_of
from engine.mitigation.rows import Row
from engine.words.association_tests import bundled_test

SPEC = ModelSpec("owner/model", "a" * 40)
SCALES = {"identity": IDENTITY, "percent": PERCENT, "exp": EXP}


def column(name="lean", scale="identity", neutral=0.0, **other) -> Column:
    given = {
        "name": name,
        "title": name.capitalize(),
        "data": "made by hand",
        "variant": "made by hand",
        "counted": "words",
        "scale": SCALES[scale],
        "neutral": neutral,
        "higher": "more",
        "digits": 2,
        "version": 1,
        "identity": {"name": name},
        "read": lambda *_: None,
        "measures": ("seat",),
        "texts": (),
    }
    return Column(**given | other)


LEAN = column()
LOSS = column("loss", neutral=None)


def reading(parts, scale="identity", interval=None, **detail) -> Reading:
    known = [one for one in parts if one is not None]
    value = SCALES[scale].of(sum(known) / len(known))
    return Reading(value, interval, len(known), tuple(parts), detail=detail)


def chosen(*columns, controlled=()) -> Chosen:
    split = Halves(bundled_test("gender"), (), (0, 0), 0)
    return Chosen(columns, {}, controlled, split, LEAN, {})


def table(of_rows, columns=(LEAN, LOSS), drawn=None, asked=None, controls=20):
    """A report.

    Args:
        of_rows: name of a row -> [column] its parts, or a sentence on why there are none.
        drawn: (row, column) -> figures of random controls.
    """
    drawn = drawn or {}
    rows, readings = [], {}
    for name, parts in of_rows.items():
        refused = isinstance(parts, str)
        has = any(row == name for row, _ in drawn)
        rows.append(
            Row(
                name,
                name.capitalize(),
                None if refused else SPEC,
                problem=parts if refused else "",
                control=f"random {name}" if has else "",
            )
        )
        for at, one in enumerate(columns):
            readings[name, one.name] = (
                Reading(None, None, 0, problem=parts)
                if refused
                else reading(parts[at], one.scale.name)
            )
    asked = asked or Asked(SPEC, controls=controls)
    controlled = tuple(dict.fromkeys(column for _, column in drawn))
    return report_of(asked, chosen(*columns, controlled=controlled), rows, readings, drawn)


class NoFits:
    """Fits of a model of which nothing can be fitted."""

    def __init__(self, why="20 pairs are needed, and there are 12."):
        self.why = why

    def erasure(self, method):
        raise BiascopeError(self.why)

    def steering(self):
        raise BiascopeError(self.why)

    def control(self, fit, seed):
        raise AssertionError("nothing was fitted")


def facts(layers=2, heads=4):
    return SimpleNamespace(family="BERT", kind="masked", layers=layers, heads=heads, pooling="")


def asked(**other) -> Asked:
    return replace(Asked(SPEC, measures=("lean",)), **other)
