"""What papers printed of the measures here, as rows that are labelled *published*.

The tables of the five papers that Biascope replicates are in the folders of their measures;
`published.toml` has the others. A published figure is of the checkpoint and data of its day and of
its authors' variant, so each says what differs, and none is ranked.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.core.wording import figure_text
from engine.measures.arena.replication import NOT_COMPARABLE, PUBLISHED_N, TABLE_1
from engine.measures.cabm import replication as cabm
from engine.measures.heads import replication as bias_a_head
from engine.measures.multilingual.differences import PUBLISHED_N as MULTILINGUAL_N
from engine.measures.multilingual.differences import published as multilingual
from engine.measures.multilingual.differences import published_languages
from engine.measures.pairs import replication as cinebias
from engine.scorecard.words import WITHOUT_SIGN

_FILE = Path(__file__).with_name("published.toml")
_OTHER_WORDS = (
    "Printed without its sign: it says how far the figure is from 0 and not on which side. Other "
    "words, whose contexts are from News-commentary v15 and TheRedPill."
)
# Figure of `multilingual.published` -> variant of the column, and what differs.
_MULTILINGUAL = {
    "value": ("cps", "Printed without decimals, with a standard error of about 3."),
    "s_jsd": ("s_jsd", "Times 1,000, as printed; negative favours the stereotype."),
}
_OTHER_TEMPLATES = "Other templates and words, those of Kurita et al. 2019."
_DEFAULTS = {"pairs": "cps", "multilingual": "cps"}  # variant of a name that has none
_MASKED = {
    "none": "",
    "top-3": ", top 3 biased heads switched off",
    "bottom-3": ", bottom 3 heads switched off",
    "positive": ", all 45 biased heads switched off",
    "random-3": ", 3 random heads switched off",
    "random-45": ", 45 random heads switched off",
}


@dataclass(frozen=True)
class Published:
    """One printed figure.

    Args:
        measure: full name of the column it belongs to.
        label: model, as it was printed.
        value: on the scale of the column.
        interval: as printed, 95%; None where there is none.
        n: as printed; None where it is not.
        source: paper and table.
        note: what differs from the measure here.
        part: of the data or the measure; empty for the figure of the whole column.
        absolute: whether it was printed without its sign, |d|.
    """

    measure: str
    label: str
    value: float
    interval: list[float] | None
    n: int | None
    source: str
    note: str
    part: str = ""
    absolute: bool = False


def published_for(column: str) -> list[dict[str, Any]]:
    """Printed figures of one column, for the rows of a table.

    Args:
        column: its name, such as `pairs:crows-pairs:cps`.

    Returns:
        Entries of `measure`, `label`, `value`, `interval`, `n`, `source`, `note` and `absolute`;
        empty where no paper printed that measure on that data.
    """
    found = [asdict(figure) for figure in published_parts(column) if not figure.part]
    return [{key: part for key, part in entry.items() if key != "part"} for entry in found]


def published_parts(column: str) -> list[Published]:
    """Printed figures of one column and of its parts, for the page that shows it in full."""
    name = _full(column)
    return [figure for figure in figures() if figure.measure == name]


def printed(entry: Mapping[str, Any]) -> str:
    """A figure as it was printed: one without its sign as `|d| 0.62`.

    Args:
        entry: of a report's `published`.
    """
    return (
        f"{f'{WITHOUT_SIGN} ' if entry.get('absolute') else ''}{figure_text(entry['value'], 'g')}"
    )


@lru_cache(maxsize=1)
def figures() -> tuple[Published, ...]:
    """All printed figures that are known here."""
    return (*_of_file(), *_pairs(), *_multilingual(), *_heads(), *_cabm(), *_arena())


def _full(column: str) -> str:
    """A name with the variant that is meant where it has none."""
    parts = column.split(":")
    if len(parts) == 2 and parts[0] in _DEFAULTS:
        parts.append(_DEFAULTS[parts[0]])
    return ":".join(parts)


def _of_file() -> Iterator[Published]:
    for table in tomllib.loads(_FILE.read_text(encoding="utf-8"))["table"]:
        for row in table["figures"]:
            yield Published(
                table["measure"],
                row["label"],
                float(row["value"]),
                row.get("interval"),
                table.get("n") or None,
                table["source"],
                table["note"],
                table.get("part", ""),
            )


def _pairs() -> Iterator[Published]:
    """Table 4.1 of the CineBias thesis; its own pairs are not public, so CrowS-Pairs alone."""
    note = "Ties are not counted as a preference, and here each counts half."
    for figure in cinebias.published():
        if figure.data != cinebias.CROWS_PAIRS or figure.part == cinebias.STEREO_ACCURACY:
            continue
        part = "" if figure.part == cinebias.ALL_ROWS else figure.part
        yield Published(
            "pairs:crows-pairs:cps",
            figure.model,
            figure.score,
            None,
            figure.pairs,
            "CineBias thesis (University of Tartu 2025), table 4.1",
            note,
            part,
        )


def _multilingual() -> Iterator[Published]:
    """Figures released with the multilingual pairs, in every language."""
    for language in published_languages():
        for label, printed in multilingual(language).items():
            for key, (variant, note) in _MULTILINGUAL.items():
                yield Published(
                    f"multilingual:{language}:{variant}",
                    label,
                    printed[key],
                    None,
                    MULTILINGUAL_N,
                    "Steinborn et al. 2022, released README",
                    note,
                )


def _heads() -> Iterator[Published]:
    """Association, LPBS and pseudo-perplexity of "Bias A-head?"."""
    paper = "Bias A-head? (Yang et al. 2023)"
    for model in bias_a_head.published_models():
        for figure in bias_a_head.published(model):
            if figure.part == bias_a_head.LPBS:
                domain, _, masked = figure.name.partition(", ")
                k = masked.removesuffix(" masked")
                label = model if k == "0" else f"{model}, top {k} heads switched off"
                source = f"{paper}, table 3"
                yield Published(
                    f"lpbs:{domain}", label, figure.score, None, None, source, _OTHER_TEMPLATES
                )
            elif figure.quantity == "PPPL":
                label = model + _MASKED[figure.name]
                note = "On the test split of WikiText-2."
                source = f"{paper}, table 1"
                yield Published(
                    "pppl:wikitext2-test", label, figure.score, None, None, source, note
                )
            elif figure.quantity == "|d|":
                label = model + _MASKED[figure.name]
                where = "table 1" if figure.part == bias_a_head.MASKED else "sections 5 and 6"
                yield Published(
                    *("seat:gender", label, figure.score, None, None),
                    *(f"{paper}, {where}", _OTHER_WORDS),
                    absolute=True,
                )


def _cabm() -> Iterator[Published]:
    """Results of the CABM thesis: about its weightings, so none is the figure of a column."""
    note = "On 927 sentences of WinoBias whose choice is not described; fine-tuned in part."
    for figure in cabm.published():
        yield Published(
            "cabm:winobias",
            cabm.MODEL,
            figure.score,
            None,
            None,
            "CABM thesis (SLIIT 2024), 2.5 and 2.6",
            note,
            f"{figure.part}, {figure.name}, {figure.quantity}",
        )


def _arena() -> Iterator[Published]:
    """Table 1 of Alignment Arena: flag rates by category; it prints none over all."""
    for model, rates in TABLE_1.items():
        for category, rate in rates.items():
            yield Published(
                "arena:published",
                model,
                rate,
                None,
                PUBLISHED_N,
                "Alignment Arena (Rezaee 2025), table 1",
                NOT_COMPARABLE,
                category,
            )
