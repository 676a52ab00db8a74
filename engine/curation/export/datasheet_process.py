"""How an exported set was collected and labeled, as its datasheet says it."""

from __future__ import annotations

from engine.core.wording import counted, interval_text, listed
from engine.curation.export.accepted import WAYS
from engine.curation.export.datasheet_text import Section, bullets, open_question, plain, table
from engine.curation.export.facts import Facts, day
from engine.curation.keywords.own import word_counts

_SOURCES = {"assistant": "an assistant", "zero-shot": "a zero-shot classifier"}
_MOST_NAMES = 50


def collection(facts: Facts) -> Section:
    """Films, sentences, keywords, and who reviewed them."""
    funnel = facts.made_from.funnel
    yield (
        f"The sentences come from {counted(funnel.files, 'subtitle file')}, read on "
        f"{day(facts.made_from.created)}. Sentences were kept where they hold a keyword of a bias "
        f"type (word lists `{facts.made_from.lists_digest}`)."
    )
    yield table(
        ("step", "number"),
        [
            ("lines", f"{funnel.lines:,}"),
            ("sentences", f"{funnel.sentences:,}"),
            ("hits: sentences with a keyword, for each bias type", f"{funnel.hits:,}"),
            ("unique: without duplicates and near-duplicates", f"{funnel.unique:,}"),
            ("candidates: with a proposed counterpart", f"{funnel.candidates:,}"),
            ("pairs in this set", f"{facts.n:,}"),
        ],
    )
    if funnel.skipped:
        yield f"Left out, as it could not be read: {counted(len(funnel.skipped), 'file')}."
    if facts.made_from.sample:
        yield "The subtitles are scenes that were written for Biascope; they are of no real film."
    yield _reviewers(facts)
    yield open_question("How were the films chosen, and what do they stand for?")
    yield open_question("Where do the subtitle files come from, and may they be used?")
    yield open_question("Who are the reviewers, and were they paid?")


def preprocessing(facts: Facts) -> Section:
    """What was done with the sentences, and how they were judged."""
    yield (
        "Markup, speaker labels, hearing cues, music and credits were removed, and sentences that "
        "run over several cues were joined. Keywords and the words that agree with them were "
        "swapped by rules; the rule is in every row."
    )
    yield _lists(facts)
    yield from _filters(facts)
    yield from _decisions(facts)
    yield _agreement(facts)
    yield (
        f"The set holds the pairs {WAYS[facts.which]}. As proposed: "
        f"{counted(facts.n - facts.edited, 'pair')}; edited by hand: "
        f"{counted(facts.edited, 'pair')}."
    )
    if facts.softened:
        yield (
            f"A rule replaced a rude word in {counted(facts.softened, 'pair')}, as the column "
            "`softened` says."
        )
    if facts.reworded:
        yield (
            f"Both reviewers accepted {counted(facts.reworded, 'pair')} in different words or "
            "under different types; those of the second reviewer are in the set."
        )
    yield "What was found and every decision on it is in `review.jsonl`."


def _lists(facts: Facts) -> str:
    own = word_counts(facts.made_from.lists, facts.language)
    if not own:
        return "The word lists are those that come with Biascope."
    named = [f"{plain(category)} ({counted(words, 'word')})" for category, words in own.items()]
    return f"Word lists of the makers' own, kept in `review.jsonl`: {listed(named, _MOST_NAMES)}."


def _reviewers(facts: Facts) -> str:
    people = {
        "first": facts.progress.first.by_reviewer,
        "second": facts.progress.second.by_reviewer,
    }
    said = [
        f"{counted(len(found), 'person')} in the {number} pass ("
        + listed([f"{plain(name)}: {decided:,}" for name, decided in found.items()], _MOST_NAMES)
        + ")"
        for number, found in people.items()
        if found
    ]
    return "Sentences were judged by " + " and by ".join(said).replace("persons", "people") + "."


def _filters(facts: Facts) -> Section:
    if not facts.asked:
        yield "No assistant and no classifier looked at the candidates."
        return
    yield (
        "Before or during the review, candidates were also looked at by models. Their answers are "
        "in the set as information; they accepted and rejected nothing."
    )
    yield bullets(
        f"{plain(one.label)} ({_SOURCES[one.source]}): {one.yes:,} yes, {one.no:,} no, "
        f"{one.unsure:,} unsure."
        for one in facts.asked
    )


def _decisions(facts: Facts) -> Section:
    found = facts.progress.first
    total = found.total
    yield (
        f"In the first pass {total.decided:,} of {counted(total.candidates, 'candidate')} were "
        f"judged: {total.accepted:,} accepted and {total.rejected.total():,} rejected."
    )
    if total.rejected:
        yield table(
            ("reason of rejection", "candidates"),
            [(plain(reason), f"{n:,}") for reason, n in total.rejected.most_common()],
        )
    if found.unedited_share is not None:
        interval = found.unedited_interval()
        bounds = None if interval is None else [100 * bound for bound in interval]
        yield (
            f"{total.unedited:,} of {total.accepted:,} accepted pairs were used as proposed "
            f"({100 * found.unedited_share:.1f}%, {interval_text(bounds, '.1f')})."
        )


def _agreement(facts: Facts) -> str:
    found = facts.agreement
    if not found.n:
        return "No candidate was judged by a second person."
    kappa = (
        "Cohen's κ is not defined for these answers"
        if found.kappa is None
        else f"Cohen's κ is {found.kappa:.2f}"
    )
    bounds = f" ({interval_text(found.interval, '.2f')})" if found.interval else ""
    return (
        f"A second person judged {counted(found.n, 'candidate')}; both gave the same answer for "
        f"{100 * (found.observed or 0.0):.1f}%. {kappa}{bounds}."
    )
