"""The funnel of a review: how many sentences each step leaves, by type and by film."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import pandas as pd
import streamlit as st

from components.curate import charts, choose, collect, counts
from components.curate.opened import film_title
from components.frame import session
from components.frame.present import download, explain, first_screen, in_words, plot
from components.frame.present.labels import bias_type
from components.frame.present.numbers import whole_percent
from components.frame.widgets import export, tabs
from components.frame.widgets.blur import Show
from components.frame.widgets.result import where_to_run
from engine.command_line.command import Command
from engine.core.wording import agreeing, counted, part_of
from engine.curation.counterparts.proposal import Proposal

if TYPE_CHECKING:
    from engine.curation.candidate import Funnel
    from engine.curation.review.kept import Review
    from engine.curation.review.progress import Progress
    from engine.curation.review.sample import Parts


REVIEW = "review"  # anchor of the review on the page
_KEYWORDS, _NOTES = "Keywords", "Notes on the files"
_LIMITS = (
    "A keyword does not make a sentence a stereotype: people decide that. Films show how "
    "characters talk, not how people are. How many sentences are accepted depends on the films, "
    "the word lists and the reviewer."
)
_READ = (
    "Bars start at 0 and share one scale. The last two bars: what people decided; the others: "
    "what the rules leave. "
    "From the third bar on, a sentence counts once for each type whose keywords it has. Only the "
    "last two bars say anything about stereotypes."
)


def draw_funnel(review: Review) -> None:
    """Draw the funnel with its figures."""
    parts, progress = _known(review)
    steps = counts.steps(parts.funnel, progress)
    figure = charts.steps_figure(steps)
    claim = claim_of(parts, progress)
    first_screen.draw_claim(
        claim,
        _basis(parts, progress),
        limits=f"{_LIMITS}\n\n{_READ}",
        more=partial(_in_words, parts, progress),
    )
    plot.draw_figure(
        figure,
        key="curate_funnel",
        title="From lines to pairs",
        says=f"{', '.join(f'{step.count:,} {step.name}' for step in steps)}.",
    )
    frame = counts.by_category(parts.funnel, progress)
    export.row(
        f"curate-{review.name}",
        frame,
        figure,
        Command(("review", "show", review.name)).line(),
        {"title": parts.title, "language": parts.language, "word_lists": parts.lists_digest},
        f"From lines to pairs: {parts.title}",
        where_to_run(", on this machine"),
        claim=claim,
    )


def claim_of(parts: Parts, progress: Progress) -> str:
    """How many of the reviewed sentences were accepted, or that nobody has reviewed one."""
    total, films = progress.first.total, len(parts.funnel.by_film)
    if not total.decided:
        waiting = f"{counted(total.candidates, 'sentence')} of {counted(films, 'film')}"
        return f"{waiting} may state a stereotype; nobody has reviewed one yet."
    reviewed = part_of(total.accepted, total.decided, "reviewed sentence", "were")
    return f"{reviewed} accepted{_pace(total.accepted, films)}."


def _basis(parts: Parts, progress: Progress) -> str:
    """What was decided of how many, and the way to the review, in one line (markdown)."""
    total = progress.first.total
    way = "Go on with the review" if total.decided else "Begin the review"
    films = counted(len(parts.funnel.by_film), "film")
    by_hand = counts.written_by_hand(parts.funnel, progress)
    found = f"{total.candidates - by_hand:,} with a counterpart, {by_hand:,} given one by hand"
    more = f" ({found})" * bool(by_hand)
    return f"{total.decided:,} of {total.candidates:,} decided{more} · {films} · [{way}](#{REVIEW})"


def draw_tables(review: Review) -> None:
    """Draw the tables behind the funnel: by type, by film, examples, refusals and keywords."""
    parts, progress = _known(review)
    with st.container(border=True):
        _tables(review, parts, progress, counts.by_category(parts.funnel, progress))


def _known(review: Review) -> tuple[Parts, Progress]:
    curation = session.curation
    return curation.review_parts(review.name), curation.review_progress(review.name)


def _in_words(parts: Parts, progress: Progress) -> None:
    """What the funnel says for one film on average, and how much people had to edit."""
    funnel, first = parts.funnel, progress.first
    st.markdown(_films(funnel))
    if written := counts.written_by_hand(funnel, progress):
        st.caption(
            f"{counted(first.total.candidates, 'candidate')} to review: {funnel.candidates:,} with "
            f"a counterpart from the rules, {written:,} with one written by hand."
        )
    if funnel.skipped:
        st.caption(f"{counted(len(funnel.skipped), 'file')} left out, see *{_NOTES}*.")
    if parts.lists:
        named = ", ".join(
            f"{bias_type(name)} ({counted(words, 'word')})" for name, words in _own(parts).items()
        )
        st.caption(f"Own word lists: {explain.plain(named)}, see *{_KEYWORDS}*.")
    if first.unedited_share is not None:
        total = first.total
        st.markdown(
            f"**{whole_percent(first.unedited_share)}** of the accepted pairs are unedited "
            f"({first.unedited_bounds('.0f')}); {total.edited:,} "
            f"{agreeing(total.edited, 'were')} edited, "
            f"{total.softened:,} softened by a rule."
        )


def _films(funnel: Funnel) -> str:
    """What the rules leave of the lines, for one film on average (markdown)."""
    films = max(1, len(funnel.by_film))
    lines, hits, candidates = (
        _each(count / films) for count in (funnel.lines, funnel.hits, funnel.candidates)
    )
    average = "on average, each has" if films > 1 else "it has"
    return (
        f"**{counted(len(funnel.by_film), 'film')}**: {average} {lines} "
        f"line{'s' * (lines != '1')}, {hits} sentence{'s' * (hits != '1')} found by keyword and "
        f"{candidates} with a counterpart. A sentence counts once for each type."
    )


def _each(number: float) -> str:
    return f"{number:,.0f}" if number >= 10 else f"{number:.1f}".removesuffix(".0")


def _pace(accepted: int, films: int) -> str:
    return f", {_each(accepted / films)} a film" if films > 1 else ""


def _tables(review: Review, parts: Parts, progress: Progress, types: pd.DataFrame) -> None:
    draw: dict[str, Callable[[], None]] = {
        "By type": lambda: _table(types),
        "By film": lambda: _table(counts.by_film(parts.funnel, progress), year=True),
        "Years of films": lambda: _years(progress),
        "Examples": lambda: draw_examples(review),
        "Without a counterpart": lambda: _reasons(parts, progress),
        _KEYWORDS: lambda: _keywords(parts),
    }
    if parts.funnel.skipped or parts.notes:
        draw[_NOTES] = lambda: _notes(parts)
    name, place = tabs.opened_tab([*draw], "curate_table")
    with place:
        draw[name]()


def _reasons(parts: Parts, progress: Progress) -> None:
    st.markdown("**Why no counterpart was proposed**")
    _table(counts.refusals(parts.funnel))
    st.markdown("**Why reviewers rejected a pair**")
    _table(counts.rejections(progress))


def _table(frame: pd.DataFrame, year: bool = False) -> None:
    if frame.empty:
        st.markdown(":gray[None.]")
        return
    st.dataframe(
        frame,
        hide_index=True,
        placeholder="",
        column_config={"year": st.column_config.NumberColumn(format="%d")} if year else None,
    )


def _years(progress: Progress) -> None:
    """Films by decade, and by their number of accepted sentences."""
    left, right = st.columns([3, 2], gap="medium")
    dated = [year for year, films in progress.years.items() for _ in range(films)]
    with left:
        st.markdown("**Films by decade**")
        if dated:
            plot.draw_figure(
                charts.years_figure(dated),
                key="curate_years",
                title="Films by decade",
                says=in_words.listed(
                    [(f"{first}s", films) for first, films in charts.decades(dated).items()], ".0f"
                ),
            )
        if unknown := progress.films - len(dated):
            st.caption(f"{counted(unknown, 'film')} without a year in the name of the file.")
    with right:
        st.markdown("**Films by accepted sentences**")
        _table(counts.bands(progress))
        st.caption("Films without an accepted sentence are not counted.")


def _own(parts: Parts) -> dict[str, int]:
    """Category → number of words of each list that is not as Biascope has it."""
    return session.curation.word_counts(parts.lists, parts.language)


def _keywords(parts: Parts) -> None:
    _table(counts.keywords(parts.funnel))
    for name, words in _own(parts).items():
        with st.container(horizontal=True, vertical_alignment="center"):
            title = explain.plain(bias_type(name))
            st.markdown(f"Own list for {title}, {counted(words, 'word')}", width="content")
            download.button(
                "Download the list",
                partial(parts.lists.__getitem__, name),
                f"{name}.toml",
                "application/toml",
                f"own_list_{name}",
                ":material/download:",
            )


def _notes(parts: Parts) -> None:
    if parts.funnel.skipped:
        st.markdown(f"**{counted(len(parts.funnel.skipped), 'file')} left out**")
        collect.draw_left_out(parts.funnel.skipped)
    for note in parts.notes:
        st.caption(explain.plain(note))


# --- examples -----------------------------------------------------------------------------
# One pair of each bias type (table 3.3): accepted where there is one, else as it is proposed.


class Example(NamedTuple):
    """A pair of a type, with where it comes from.

    Args:
        how: what a reviewer made of it.
    """

    category: str
    more: str
    less: str
    film: str
    how: str


def draw_examples(review: Review) -> None:
    """Draw an example of each type."""
    show = choose.draw_sample_switch(review.sample, "examples")
    found = [*examples(review.name)]
    for example in found:
        _draw(example, show)
    if not found:
        st.markdown(":gray[No sentence has a counterpart yet.]")


def examples(name: str) -> Iterator[Example]:
    """The first accepted pair of each type, else the first proposed one; in the order of types."""
    decided = session.curation_set.review_decisions(name)
    for category in session.curation.review_parts(name).funnel.by_category:
        accepted = session.curation_set.review_order(name, category=category, state="accepted")
        keys = accepted or session.curation_set.review_order(name, category=category)
        if not keys:
            continue
        (candidate,) = session.curation_set.review_candidates(name, keys[:1])
        film = film_title(candidate.film, candidate.year)
        if accepted:
            kept = decided[keys[0]]
            how = "accepted, edited" if kept.edited else "accepted"
            yield Example(category, kept.sent_more, kept.sent_less, film, how)
        elif isinstance(candidate.outcome, Proposal):
            less = candidate.outcome.sent_less
            yield Example(category, candidate.text, less, film, "not reviewed")


def _draw(example: Example, show: Show) -> None:
    title, film = explain.plain(bias_type(example.category)), explain.plain(example.film)
    more, less = (explain.plain(show(text)) for text in (example.more, example.less))
    st.markdown(f"**{title}** · :gray[{film} · {example.how}]  \n{more}  \n{less}")
