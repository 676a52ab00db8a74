"""The figures of an exported set and of the review it comes from: what its descriptions say."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass

from engine.curation.export.pairs import ExportedSet
from engine.curation.review.agreement import Agreement, passes_agreement
from engine.curation.review.progress import Progress, progress
from engine.curation.review.sample import Parts, parts
from engine.curation.review.verdicts import Judge, load_verdicts
from engine.files.export import safe_cell
from engine.measures.pairs.quality import quality_flags


@dataclass(frozen=True)
class SetFacts:
    """All that is known of an exported set.

    Args:
        name: of the review.
        exported: day of the export, as 2026-11-23.
        pairs: by bias type, the most first.
        films: that at least one pair comes from.
        film_years: earliest and latest year of these films; None where none is known.
        edited, softened: pairs.
        flags: quality flag → pairs that carry it.
        guarded: sentences that begin like a formula, so that the CSV has an apostrophe before them.
    """

    name: str
    exported: str
    made_from: Parts
    chosen: ExportedSet
    pairs: dict[str, int]
    films: int
    film_years: tuple[int, int] | None
    edited: int
    softened: int
    flags: dict[str, int]
    guarded: int
    progress: Progress
    agreement: Agreement
    judges: tuple[Judge, ...]

    @property
    def n(self) -> int:
        """Number of pairs."""
        return sum(self.pairs.values())

    @property
    def title(self) -> str:
        """Of the review, for people."""
        return self.made_from.title

    @property
    def language(self) -> str:
        """Code of the language, as `en`."""
        return self.made_from.language or "und"  # not known, in BCP 47


def set_facts(name: str, chosen: ExportedSet, now: float | None = None) -> SetFacts:
    """Figures of an exported set.

    Args:
        now: time of the export, seconds since 1970; None for this moment.
    """
    frame = chosen.frame
    years = [int(year) for year in frame["year"].dropna()]
    sentences = [*frame["sent_more"], *frame["sent_less"]]
    flags = Counter(flag for found in quality_flags(frame) for flag in found)
    return SetFacts(
        name=name,
        exported=day(time.time() if now is None else now),
        made_from=parts(name),
        chosen=chosen,
        pairs=dict(Counter(frame["bias_type"]).most_common()),
        films=len(frame[["film", "year"]].drop_duplicates()),
        film_years=(min(years), max(years)) if years else None,
        edited=int((frame["status"] == "edited").sum()),
        softened=int((frame["softened"] != "").sum()),
        flags=dict(flags.most_common()),
        guarded=sum(safe_cell(text) != text for text in sentences),
        progress=progress(name),
        agreement=passes_agreement(name),
        judges=tuple(load_verdicts(name)),
    )


def day(seconds: float) -> str:
    """A day in UTC, as 2026-11-23."""
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))
