"""The tables of the pages, made of a command's JSON where that has another shape."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.measures.heads.mask_metrics import CLOZE
from engine.measures.health.plain_cloze import EVERYDAY
from engine.report.check.tables import Record

Answer = Mapping[str, Any]
_HERE = "measured here"  # what the page calls a figure that was not imported


def shaped(name: str, answer: Any) -> list[list[Record]]:
    """The tables of a command's pages; none where the command gives them as they are.

    Args:
        name: of the command.
        answer: the JSON that it printed.
    """
    shapes = _SHAPES.get(name, ())
    if not isinstance(answer, Mapping):
        return []
    found = []
    for shape in shapes:
        try:
            found.append(shape(answer))
        except (KeyError, TypeError, IndexError, ValueError, AttributeError):
            continue  # another version of the command: the table is not there
    return [table for table in found if table]


def _heads(answer: Answer) -> list[Record]:
    """One row a head."""
    from engine.measures.heads.frame import head_frame

    frame = head_frame(answer["gradient"], answer["effect_size"], answer.get("ablation"))
    known = frame.astype(object).where(frame.notna(), None)
    return [{str(key): value for key, value in row.items()} for row in known.to_dict("records")]


def _mask(answer: Answer) -> list[Record]:
    """One row a metric, before and after."""
    rows = []
    for metric in answer["metrics"]:
        for side, heads in (("before", ""), ("after", answer["masked_heads"])):
            value = metric[side]
            if value is None:
                continue
            low, high = value["interval"] or (None, None)
            row = {"figure": metric["name"], "masked_heads": heads, "value": value["value"]}
            row |= {"low": low, "high": high}
            if side == "after":
                down, up = metric["change_interval"] or (None, None)
                row |= {"change": metric["change"], "change_low": down, "change_high": up}
            rows.append(row)
    return rows


def _before_after(answer: Answer) -> list[Record]:
    """One row a word looked up, then the share of plain sentences, as a live screen shows them."""
    sentence = answer["sentence"] or {"before": {"targets": ()}, "after": None}
    before = sentence["before"]["targets"]
    after = (sentence["after"] or sentence["before"])["targets"]
    rows: list[Record] = [
        {"figure": f"“{one['word']}”", "before": one["probability"], "after": two["probability"]}
        for one, two in zip(before, after, strict=True)
    ]
    for metric in answer["metrics"]:
        if metric["name"] != CLOZE:
            continue
        row: Record = {"figure": EVERYDAY, "n": metric["n"]}
        for side in ("before", "after"):
            found = metric[side] or metric["before"]
            low, high = found["interval"]
            row |= {side: found["value"] / 100}
            row |= {f"{side}_low": low / 100, f"{side}_high": high / 100}
        rows.append(row | {"lost": metric["lost"], "gained": metric["gained"]})
    return rows


def _gaps(answer: Answer) -> list[Record]:
    """One row an occupation, with the probabilities of its pronouns."""
    rows = []
    for entry in answer["occupations"]:
        gap = entry["unmasking"]
        low, high = gap["interval"] or (None, None)
        row = {"occupation": entry["occupation"], "p_first": gap["male"], "p_second": gap["female"]}
        rows.append(row | {"score": gap["difference"], "score_low": low, "score_high": high})
    return rows


def _words(answer: Answer) -> list[Record]:
    """One row an occupation and template, with the likeliest words."""
    rows = []
    for entry in answer["occupations"]:
        for first in entry["unmasking"]["first_words"]:
            row = {"occupation": entry["occupation"], "template": first["template"]}
            for number, word in enumerate(first["words"], 1):
                row |= {f"word_{number}": word}
                row |= {f"probability_{number}": first["probabilities"][number - 1]}
            rows.append(row)
    return rows


def _scorecard(answer: Answer) -> list[Record]:
    """One row a model and measure, models in the order of the command, as on the page."""
    titles = {one["name"]: one["title"] for one in answer["measures"]}
    rows = []
    for cell in answer["cells"]:
        low, high = cell["interval"] or (None, None)
        row = {"measure": titles[cell["measure"]], "from": _HERE}
        row |= {name: cell[name] for name in ("value", "n", "rank")}
        rows.append(row | {"low": low, "high": high})
    return rows


_SHAPES: Mapping[str, tuple[Callable[[Answer], list[Record]], ...]] = {
    "cabm": (_gaps, _words),
    "heads": (_heads,),
    "mask": (_mask, _before_after),
    "sweep": (_scorecard,),
}
