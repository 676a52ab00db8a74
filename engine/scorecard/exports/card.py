"""A section for a model card: what was measured, how, and what it does not say."""

from __future__ import annotations

import re

from engine.scorecard.exports.contents import (
    NO_SCORE,
    Entry,
    Report,
    bounds,
    cells_of,
    masked_heads,
    number,
    one_line,
    single,
    titles_of,
)

_MARKUP = re.compile(r"([\\`*_{}\[\]<>()#+!|~&@:.=^$\"'])")
_HEAD = (
    "| Measure | Data | Figure | 95% CI | Neutral | n |\n| --- | --- | ---: | --- | ---: | ---: |"
)
_LIMITS = (
    "A figure near its neutral value on one measure does not show that the model is free of bias. "
    "Measures cover the groups, languages and stereotypes of their data alone."
)


def escaped(text: object) -> str:
    """A text as Markdown that shows its characters, on one line."""
    return _MARKUP.sub(r"\\\1", one_line(text))


def write(report: Report, contestant: str = "") -> str:
    """A Markdown section on one model.

    Args:
        report: `biascope.scorecard/1`.
        contestant: id or label; may be empty where there is only one.

    Returns:
        Markdown: a table with figure, interval, neutral value and n, then variants, what could not
        be measured, and what the figures do not say.

    Raises:
        InputTextError: if there is no such contestant, or none is named of several.
    """
    chosen = single(report, contestant)
    titles, found = titles_of(report), cells_of(report, chosen)
    cells = [({**measure, "title": titles[measure["name"]]}, cell) for measure, cell in found]
    known = [(measure, cell) for measure, cell in cells if cell["value"] is not None]
    refused = [(measure, cell) for measure, cell in cells if cell["value"] is None]
    lines = ["## Social bias", "", _subject(chosen), "", _HEAD]
    lines += [_row(measure, cell) for measure, cell in known]
    lines += ["", "How each figure is made:", ""]
    lines += [f"- {_about(measure)}" for measure, _ in known]
    if refused:
        lines += ["", "Without a figure:", ""]
        lines += [f"- {escaped(m['title'])}: {escaped(cell['problem'])}" for m, cell in refused]
    lines += ["", NO_SCORE, _LIMITS, "", f"Report: `{one_line(report['digest'])}`"]
    return "\n".join(lines) + "\n"


def _subject(contestant: Entry) -> str:
    spec = contestant["spec"]
    label = escaped(contestant["label"])
    if spec is None:
        source = contestant["source"]
        return f"Figures of {label}" + (f", from {escaped(source)}." if source else ".")
    parts = f"Measured with Biascope: {label}, revision {escaped(spec['revision'])}"
    heads = masked_heads(contestant)
    return f"{parts}, {escaped(spec['dtype'])}" + (
        f", **with masked heads** {escaped(', '.join(heads))}." if heads else "."
    )


def _row(measure: Entry, cell: Entry) -> str:
    unit = f" {escaped(measure['unit'])}" if measure["unit"] else ""
    neutral = "" if measure["neutral"] is None else number(measure["neutral"], measure)
    texts = [
        escaped(measure["title"]),
        escaped(measure["data"]),
        f"{number(cell['value'], measure)}{unit}",
        bounds(cell["interval"], measure).replace("[", r"\[").replace("]", r"\]"),
        neutral,
        f"{cell['n']:,}",
    ]
    return f"| {' | '.join(texts)} |"


def _about(measure: Entry) -> str:
    return (
        f"{escaped(measure['title'])}: {escaped(measure['variant'])}. Higher: "
        f"{escaped(measure['higher'])}. n counts {escaped(measure['counted'])}."
    )
