"""The tables of each command's report: every row, and the figures with their intervals and n."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd

import biascope.figures as figures
from biascope.summary import Summary
from engine.core.languages import language_name
from engine.core.wording import p_equals
from engine.measures.arena.few import ENOUGH, flagged_text
from engine.measures.pairs.comparison import LESS_COMPARED
from engine.measures.pairs.verdict import FEWEST, TOO_FEW_PAIRS
from engine.measures.pairs.word_pairs import few_word_pairs_note, lacking

if TYPE_CHECKING:
    import plotly.graph_objects as go

_NUMBERS = ["value", "low", "high"]


class Figure(NamedTuple):
    """A line of a summary.

    Args:
        interval: its bounds.
        note: why there is no value or no interval, or what the value is not.
    """

    figure: str
    value: float | None
    interval: Sequence[float] | None
    n: int | None
    note: str = ""


@dataclass(frozen=True)
class Read:
    """What a report says.

    Args:
        frame: every row.
        summary: `figure`, `value`, `low`, `high`, `n` and `note`; of a sweep, `status` and
            `problem` in its place.
        draw: makes the figure of the page.
    """

    frame: pd.DataFrame
    summary: pd.DataFrame
    draw: Callable[[], go.Figure] | None = None


def _summary(rows: Iterable[Figure]) -> pd.DataFrame:
    """Figures with the bounds of their intervals."""
    found = [
        (row.figure, row.value, *(row.interval or (None, None)), row.n, row.note) for row in rows
    ]
    frame = pd.DataFrame(found, columns=["figure", *_NUMBERS, "n", "note"])
    typed = frame.assign(**frame[_NUMBERS].apply(pd.to_numeric), n=frame["n"].astype("Int64"))
    return Summary(typed)


def pairs(report: dict[str, Any], table: pd.DataFrame | None) -> Read:
    """The pairs with their scores; the share that prefers the stereotype, in percent."""
    total = {**report, "score": report["metric_score"]}
    named = [("all pairs", total, str(report["note"] or ""))]
    for direction in ("stereotype", "antistereotype"):
        part = {name: report[f"{direction}_{name}"] for name in _SHARE}
        if part["n"]:
            named.append((f"{direction} pairs", part, ""))
    named += [(one["bias_type"], one, "") for one in report["by_type"]]
    figures_of = [_share(*one) for one in named]
    if "comparison" in report:
        figures_of += _compared(report["comparison"])
    rows = pd.DataFrame() if table is None else table
    return Read(rows, _summary(figures_of), partial(figures.pairs, report))


_SHARE = ("score", "interval", "n", "word_pairs")


def _share(name: str, share: Mapping[str, Any], note: str) -> Figure:
    """A share of pairs; of too few, none, as the command and the page show none.

    Args:
        note: what the share is not.
    """
    n = share["n"]
    if n < FEWEST:
        preferred = round(share["score"] * n / 100)
        return Figure(name, None, None, n, f"{preferred} of {n}. {TOO_FEW_PAIRS}")
    said = [few_word_pairs_note(share), note]
    return Figure(name, share["score"], share["interval"], n, " ".join(filter(None, said)))


def _compared(found: Mapping[str, Any]) -> list[Figure]:
    """The share of the model compared with, and this model's less that one, in points."""
    n, less = found["n"], found["this_less_compared"]
    if n < FEWEST:
        return [Figure(_LESS, None, None, n, TOO_FEW_PAIRS)]
    bounds = less["score_change_interval"]
    note = "" if bounds else f"No interval: {lacking(less)}."
    return [
        Figure("compared with, the same pairs", less["score_compared"], None, n),
        Figure(_LESS, less["score_change"], bounds, n, note),
    ]


_LESS = LESS_COMPARED[0].lower() + LESS_COMPARED[1:]


def filled(report: dict[str, Any], _table: pd.DataFrame | None) -> Read:
    """The predicted words and the targets; the targets' probabilities, or the likeliest word's."""
    if "groups" in report:
        return _by_group(report)
    texts = report.get("results") or [report]
    rows = [row for one in texts for row in _words_of(one)]
    frame = pd.DataFrame(rows)
    asked = frame[frame["target"]] if frame["target"].any() else frame[frame["rank"] == 1]
    named = [
        _looked_up(_in_text(row, len(texts)), row["probability"])
        for row in asked.to_dict("records")
    ]
    return Read(frame, _summary(named), partial(figures.filled, texts[0]))


def _looked_up(word: str, probability: float | None) -> Figure:
    """The probability of a word; one that the model cannot read has none."""
    if probability is None or pd.isna(probability):
        return Figure(word, None, None, 1, "unknown word")
    return Figure(word, probability, None, 1)


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
    """The words of each group; the divergence between the groups, in bits, and the targets."""
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
    named = [
        Figure(f"divergence of the groups, bits (mask {mask})", table["divergence"], None, 1)
        for mask, table in enumerate(report["masks"], start=1)
    ]
    several = len(report["masks"]) > 1
    named += [
        _looked_up(f"{one['word']}: {group}" + f" (mask {mask})" * several, one["probability"])
        for mask, table in enumerate(report["masks"], start=1)
        for group, words in zip(report["groups"], table["targets"], strict=True)
        for one in words
    ]
    return Read(pd.DataFrame(rows), _summary(named), partial(figures.filled_by_group, report))


def seat(report: dict[str, Any], _table: pd.DataFrame | None) -> Read:
    """Each target's association, or each test's effect size."""
    tests = report.get("tests")
    if tests is None:
        frame = pd.DataFrame(report["associations"])
        return Read(frame, _summary([_effect(report)]), partial(figures.associations, report))
    frame = pd.DataFrame(map(_plain, tests))
    return Read(frame, _summary(map(_effect, tests)))


def _effect(test: Mapping[str, Any]) -> Figure:
    sizes = test.get("sizes") or {}
    n = int(sizes.get("x", 0)) + int(sizes.get("y", 0))
    said = [test.get("problem"), *test.get("warnings", [])]
    note = " ".join(filter(None, said))
    return Figure(f"d, {test['test']}", test["effect_size"], test.get("interval"), n, note)


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
    n = int(sizes["x"]) + int(sizes["y"])
    d = Figure("d of the targets that rank the heads", report["effect_size"], None, n)
    return Read(pd.DataFrame(rows), _summary([d]), partial(figures.heads, report))


def cabm(report: dict[str, Any], _table: pd.DataFrame | None) -> Read:
    """Each occupation's score; how many lean to each side, and how far scores repeat."""
    from engine.measures.cabm.reliability import NAMES
    from engine.measures.cabm.scores import NOT_SETTLED, NOT_SETTLED_TEXT

    occupations = report["occupations"]
    rows = [_plain(one) | _bounds(one["interval"]) for one in occupations]
    counts = report["validation"]["categories"][report["weighting"]]
    named = [
        Figure(
            f"{category} occupations",
            number,
            None,
            len(occupations),
            NOT_SETTLED_TEXT if category == NOT_SETTLED and number else "",
        )
        for category, number in counts.items()
    ]
    named += [
        Figure(
            f"split-half reliability, {NAMES[name]}",
            one["reliability"],
            one["interval"],
            one["n"],
            one["reason"],
        )
        for name, one in report["reliability"].items()
    ]
    return Read(pd.DataFrame(rows), _summary(named), partial(figures.cabm, report))


def names_of_scores() -> dict[str, str]:
    """Scores of groups by their names on the page."""
    from components.annotators.controls import SCORES

    return SCORES | {
        "spearman_per_sentence": "Spearman ρ, within sentences",
        "kendall_per_sentence": "Kendall τ-b, within sentences",
        "coverage": "coverage",
        "human_p_at_1": "people's P@1",
    }


def agreement(report: dict[str, Any], _table: pd.DataFrame | None) -> Read:
    """Each group's scores; P@1 of all groups, its widest gaps and its ceiling come first."""
    groups = report["groups"]
    names = names_of_scores() | _asked_ranks(groups)
    named = {score: [_score(one, score, name) for one in groups] for score, name in names.items()}
    first, ceiling = named.pop("p_at_1"), named.pop("human_p_at_1")
    gaps = [_gap(one, names[one["score"]]) for one in report["gaps"]["p_at_1"]]
    others = [line for lines in named.values() for line in lines]
    lines = [*first, *gaps, *ceiling, *others]
    draw = partial(figures.agreement, report) if groups else None
    return Read(pd.DataFrame(map(_plain, groups)), _summary(lines), draw)


def _asked_ranks(groups: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Scores of first candidates at further ranks, as `--k` asks for them."""
    scores = groups[0]["intervals"] if groups else ()
    found = filter(None, (re.fullmatch(r"(p|hit|answers)_at_(\d+)", score) for score in scores))
    return {at[0]: f"{at[1].replace('p', 'P')}@{at[2]}" for at in found if at[2] not in ("1", "5")}


def _score(group: Mapping[str, Any], score: str, name: str) -> Figure:
    from engine.measures.agreement.wording import withheld, without_interval

    value, interval = group[score], group["intervals"][score]
    note = None
    if value is None:
        note = withheld([group]) if score.endswith("_per_sentence") else "undefined"
    elif interval is None:
        note = without_interval([group])
    of = f"{group['group']}, {language_name(group['language'])}"
    return Figure(f"{name}, {of}", value, interval, group["n_sentences"], note or "")


def _gap(found: Mapping[str, Any], name: str) -> Figure:
    """The widest gap of a language, with whether chance could have made it."""
    from engine.measures.agreement.wording import undetected

    clear = "a clear difference" if found["told_apart"] else "not a clear difference"
    note = (
        undetected(found, "{:.3f}".format)
        if found["p"] is None
        else f"{clear} ({p_equals(found['p'])})"
    )
    between = f"{found['best']} above {found['worst']}, {language_name(found['language'])}"
    figure = f"widest gap in {name}, {between}"
    return Figure(figure, found["gap"], found["interval"], found["n_sentences"], note)


def arena(report: dict[str, Any], _table: pd.DataFrame | None) -> Read:
    """Each group's flag rate; that of all sentences and of each category."""
    rows = [
        {"group": group} | _plain(one) | _bounds(one["interval"])
        for group, one in report["by_group"].items()
    ]
    parts = {"all sentences": report["overall"], **report["by_category"]}
    named = [_rate(f"flag rate, {name}", one) for name, one in parts.items()]
    return Read(pd.DataFrame(rows), _summary(named), partial(figures.arena, report))


def _rate(name: str, part: Mapping[str, Any]) -> Figure:
    """A flag rate; of few completions none, as the command and the page count the flagged ones."""
    rate, n = part["flag_rate"], part["n"]
    if rate is None:
        return Figure(name, None, None, n, "none judged")
    if n < ENOUGH:
        return Figure(name, None, None, n, f"{flagged_text(rate, n)}. {TOO_FEW_COMPLETIONS}")
    return Figure(name, rate, part["interval"], n)


TOO_FEW_COMPLETIONS = f"Too few completions for a rate; at least {ENOUGH} are needed."


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
        Figure(f"{row['title']}, {row['model']}", row["value"], cell["interval"], row["n"])
        for row, cell in zip(rows, report["cells"], strict=True)
    ]
    frame = pd.DataFrame(rows)
    told = _summary(named).drop(columns="note").assign(**frame[["status", "problem"]])
    return Read(frame, Summary(told), partial(figures.sweep, report))


def report(report: dict[str, Any], _table: pd.DataFrame | None) -> Read:
    """The pins that were checked, with what came of them; no row where none was."""
    rows = report.get("checked", [])
    return Read(pd.DataFrame(rows), _summary([Figure("pins", report["pins"], None, None)]))
