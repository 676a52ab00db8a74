"""The tables of each command's report: every row, and the figures with their intervals and n."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import pandas as pd

import biascope.figures as figures

if TYPE_CHECKING:
    import plotly.graph_objects as go

_SUMMARY = ["figure", "value", "low", "high", "n"]
Figures = Iterable[tuple[str, float | None, Sequence[float] | None, int | None]]


@dataclass(frozen=True)
class Read:
    """What a report says.

    Args:
        frame: every row.
        summary: `figure`, `value`, `low`, `high`, `n`.
        draw: makes the figure of the page.
    """

    frame: pd.DataFrame
    summary: pd.DataFrame
    draw: Callable[[], go.Figure] | None = None


def _summary(rows: Figures) -> pd.DataFrame:
    """Figures with the bounds of their intervals."""
    found = [
        (figure, value, *(interval or (None, None)), n)
        for figure, value, interval, n in rows
        if value is not None
    ]
    frame = pd.DataFrame(found, columns=_SUMMARY)
    numbers = frame[["value", "low", "high"]].apply(pd.to_numeric)
    return frame.assign(**numbers, n=frame["n"].astype("Int64"))


def pairs(report: dict[str, Any], table: pd.DataFrame | None) -> Read:
    """The pairs with their scores; the share that prefers the stereotype, in percent."""
    kinds = (("all pairs", "metric_score", "interval", "n"), *_DIRECTIONS)
    figures_of = [
        (name, report[value], report[interval], report[n]) for name, value, interval, n in kinds
    ]
    figures_of += [
        (one["bias_type"], one["score"], one["interval"], one["n"]) for one in report["by_type"]
    ]
    rows = pd.DataFrame() if table is None else table
    return Read(rows, _summary(figures_of), partial(figures.pairs, report))


_DIRECTIONS = tuple(
    (f"{name} pairs", f"{name}_score", f"{name}_interval", f"{name}_n")
    for name in ("stereotype", "antistereotype")
)


def filled(report: dict[str, Any], _table: pd.DataFrame | None) -> Read:
    """The predicted words and the targets; the targets' probabilities, or the likeliest word's."""
    if "groups" in report:
        return _by_group(report)
    texts = report.get("results") or [report]
    rows = [row for one in texts for row in _words_of(one)]
    frame = pd.DataFrame(rows)
    asked = frame[frame["target"]] if frame["target"].any() else frame[frame["rank"] == 1]
    named = [
        (_in_text(row, len(texts)), row["probability"], None, 1) for row in asked.to_dict("records")
    ]
    return Read(frame, _summary(named), partial(figures.filled, texts[0]))


def _words_of(one: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The words of a sentence, of each mask, and the targets behind them."""
    predicted = [
        {"text": one["text"], "mask": mask, "target": False, **word}
        for mask, words in enumerate(one["predictions"], start=1)
        for word in words
    ]
    # Those of a sentence are in one list, those of a file in one for each mask.
    given = one["targets"]
    flat = [word for part in given for word in (part if isinstance(part, list) else [part])]
    return predicted + [{"text": one["text"], "target": True, **word} for word in flat]


def _in_text(row: Mapping[Any, Any], texts: int) -> str:
    return str(row["word"]) if texts == 1 else f"{row['word']}: {row['text']}"


def _by_group(report: dict[str, Any]) -> Read:
    """The words of each group; the divergence between the groups, in bits."""
    rows = [
        {"mask": mask, "group": group, "word": word, "probability": share, "divergence": bits}
        for mask, table in enumerate(report["masks"], start=1)
        for word, shares, bits in zip(
            table["words"], table["probabilities"], table["spread"], strict=True
        )
        for group, share in zip(report["groups"], shares, strict=True)
    ]
    rows += [
        {"mask": mask, "group": group, "word": one["word"], "probability": one["probability"]}
        for mask, table in enumerate(report["masks"], start=1)
        for group, words in zip(report["groups"], table["targets"], strict=True)
        for one in words
        if one["word"] not in table["words"]
    ]
    bits = [
        (f"divergence of the groups, bits (mask {mask})", table["divergence"], None, 1)
        for mask, table in enumerate(report["masks"], start=1)
    ]
    return Read(pd.DataFrame(rows), _summary(bits), partial(figures.filled_by_group, report))


def seat(report: dict[str, Any], _table: pd.DataFrame | None) -> Read:
    """Each target's association, or each test's effect size."""
    tests = report.get("tests")
    if tests is None:
        frame = pd.DataFrame(report["associations"])
        return Read(frame, _summary([_effect(report)]), partial(figures.associations, report))
    frame = pd.DataFrame(map(_plain, tests))
    return Read(frame, _summary(map(_effect, tests)))


def _effect(test: Mapping[str, Any]) -> tuple[str, float | None, Sequence[float] | None, int]:
    sizes = test.get("sizes") or {}
    n = int(sizes.get("x", 0)) + int(sizes.get("y", 0))
    return f"d, {test['test']}", test["effect_size"], test.get("interval"), n


def _plain(entry: Mapping[str, Any]) -> dict[str, Any]:
    """What fits into the cells of a row; no lists and parts of their own."""
    return {
        name: value
        for name, value in entry.items()
        if value is None or isinstance(value, str | int | float)
    }


def _bounds(interval: Sequence[float] | None) -> dict[str, float | None]:
    """The columns of an interval."""
    low, high = interval or (None, None)
    return {"low": low, "high": high}


def heads(report: dict[str, Any], _table: pd.DataFrame | None) -> Read:
    """Each head's bias score; the effect size that the scores are the derivatives of."""
    ablated = report.get("ablated_effect_size")
    rows = [
        {
            "layer": layer + 1,
            "head": head + 1,
            "bias_score": score,
            **({} if ablated is None else {"d_without": ablated[layer][head]}),
        }
        for layer, scores in enumerate(report["gradient"])
        for head, score in enumerate(scores)
    ]
    sizes = report["sizes"]
    d = ("d of the targets that rank the heads", report["effect_size"], None)
    n = int(sizes["x"]) + int(sizes["y"])
    return Read(pd.DataFrame(rows), _summary([(*d, n)]), partial(figures.heads, report))


def cabm(report: dict[str, Any], _table: pd.DataFrame | None) -> Read:
    """Each occupation's score; how far scores and features repeat, from -1 to 1."""
    rows = [_plain(one) | _bounds(one["interval"]) for one in report["occupations"]]
    named = [
        (f"split-half reliability, {name}", one["reliability"], one["interval"], one["n"])
        for name, one in report["reliability"].items()
    ]
    return Read(pd.DataFrame(rows), _summary(named), partial(figures.cabm, report))


def agreement(report: dict[str, Any], _table: pd.DataFrame | None) -> Read:
    """Each group's scores; those that have an interval, with it."""
    rows = list(map(_plain, report["groups"]))
    named = [
        (f"{score}, {one['group']} ({one['language']})", one[score], interval, one["n_sentences"])
        for one in report["groups"]
        for score, interval in one["intervals"].items()
    ]
    return Read(pd.DataFrame(rows), _summary(named), partial(figures.agreement, report))


def arena(report: dict[str, Any], _table: pd.DataFrame | None) -> Read:
    """Each group's flag rate; that of all sentences and of each category."""
    rows = [
        {"group": group} | _plain(one) | _bounds(one["interval"])
        for group, one in report["by_group"].items()
    ]
    parts = {"all sentences": report["overall"], **report["by_category"]}
    named = [
        (f"flag rate, {name}", one["flag_rate"], one["interval"], one["n"])
        for name, one in parts.items()
    ]
    return Read(pd.DataFrame(rows), _summary(named), partial(figures.arena, report))


def sweep(report: dict[str, Any], _table: pd.DataFrame | None) -> Read:
    """Each cell of the table of models and measures."""
    models = {one["id"]: one["label"] for one in report["contestants"]}
    titles = {one["name"]: one["title"] for one in report["measures"]}
    rows = [
        {
            "model": models[cell["contestant"]],
            "measure": cell["measure"],
            "title": titles[cell["measure"]],
            "value": cell["value"],
            **_bounds(cell["interval"]),
            **{name: cell[name] for name in ("n", "neutral", "tier", "status", "problem")},
        }
        for cell in report["cells"]
    ]
    named = [
        (f"{row['title']}, {row['model']}", row["value"], cell["interval"], row["n"])
        for row, cell in zip(rows, report["cells"], strict=True)
    ]
    return Read(pd.DataFrame(rows), _summary(named), partial(figures.sweep, report))


def report(report: dict[str, Any], _table: pd.DataFrame | None) -> Read:
    """The pins that were checked, with what came of them; no row where none was."""
    rows = report.get("checked", [])
    return Read(pd.DataFrame(rows), _summary([("pins", report["pins"], None, None)]))
