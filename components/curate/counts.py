"""What was found and what was decided, side by side: steps, types, films, refusals, keywords."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import pandas as pd

from components.curate.charts import Step
from components.frame.present.labels import bias_type
from engine.curation.candidate import CategoryCounts, FilmCounts
from engine.curation.counterparts.proposal import REFUSALS
from engine.curation.review.progress import Counts

if TYPE_CHECKING:
    from engine.curation.candidate import Funnel
    from engine.curation.review.progress import Progress

_MOST_KEYWORDS = 200  # rows


def steps(funnel: Funnel, progress: Progress) -> list[Step]:
    """The funnel from lines to accepted pairs."""
    total = progress.first.total
    return [
        Step("lines of text", funnel.lines),
        Step("sentences", funnel.sentences),
        Step("found by keyword", funnel.hits),
        Step("without duplicates", funnel.unique),
        Step("with a counterpart", funnel.candidates),
        Step("reviewed", total.decided, by_people=True),
        Step("accepted", total.accepted, by_people=True),
    ]


def written_by_hand(funnel: Funnel, progress: Progress) -> int:
    """Candidates that have a counterpart only because somebody wrote one."""
    return max(0, progress.first.total.candidates - funnel.candidates)


def by_category(funnel: Funnel, progress: Progress) -> pd.DataFrame:
    """One row a bias type: sentences at each step, and what was decided (table 3.2, left)."""
    reviewed, none = progress.first.by_category, CategoryCounts(0, 0, 0)
    return pd.DataFrame(
        [
            {
                "type": bias_type(name),
                **_steps(funnel.by_category.get(name, none), reviewed.get(name, Counts())),
            }
            for name in dict.fromkeys((*funnel.by_category, *reviewed))
        ]
    )


def by_film(funnel: Funnel, progress: Progress) -> pd.DataFrame:
    """One row a film, in the order of the files."""
    reviewed = progress.first.by_film
    return pd.DataFrame(
        [
            {
                "film": film.title,
                "year": film.year,
                "lines": film.lines,
                "sentences": film.sentences,
                **_steps(film, reviewed.get((film.title, film.year), Counts())),
            }
            for film in funnel.by_film
        ]
    ).astype({"year": "Int64"} if funnel.by_film else {})


def _steps(found: CategoryCounts | FilmCounts, done: Counts) -> dict[str, int]:
    return {
        "found by keyword": found.hits,
        "without duplicates": found.unique,
        "with a counterpart": found.candidates,
        "reviewed": done.decided,
        "accepted": done.accepted,
        "unedited": done.unedited,
    }


def refusals(funnel: Funnel) -> pd.DataFrame:
    """Why sentences have no counterpart: a row a reason, the most frequent first."""
    by_reason: dict[str, Counter[str]] = {}
    for name, found in funnel.by_category.items():
        for code, count in found.refused.items():
            by_reason.setdefault(_reason(code), Counter())[bias_type(name)] += count
    return _most_first(
        {
            "reason": reason,
            "sentences": types.total(),
            "types": ", ".join(f"{name} {count:,}" for name, count in types.most_common()),
        }
        for reason, types in by_reason.items()
    )


def _reason(code: str) -> str:
    """What a refusal's code says, without the word of one sentence."""
    said = REFUSALS.get(code)
    return code.replace("-", " ") if said is None else said.format(word="…")


def keywords(funnel: Funnel) -> pd.DataFrame:
    """The most frequent keywords with the sentences that hold them, duplicates included."""
    rows = (
        {"keyword": word, "type": bias_type(name), "sentences": count}
        for name, found in funnel.by_category.items()
        for word, count in found.keywords.items()
    )
    return _most_first(rows).head(_MOST_KEYWORDS)


def rejections(progress: Progress) -> pd.DataFrame:
    """Why reviewers rejected candidates, the most frequent reason first."""
    return pd.DataFrame(
        [
            {"reason": reason or "(no reason)", "candidates": count}
            for reason, count in progress.first.total.rejected.most_common()
        ]
    )


def bands(progress: Progress) -> pd.DataFrame:
    """Films by their number of accepted sentences (table 3.2, right); empty without any."""
    if not progress.first.total.accepted:
        return pd.DataFrame()
    return pd.DataFrame(
        [
            {
                "accepted sentences": band.sentences,
                "films": band.films,
                "cumulative": None if band.cumulative is None else f"{band.cumulative:.0%}",
            }
            for band in progress.first.bands()
        ]
    )


def _most_first(rows: Iterable[dict[str, Any]]) -> pd.DataFrame:
    return pd.DataFrame(sorted(rows, key=itemgetter("sentences"), reverse=True))
