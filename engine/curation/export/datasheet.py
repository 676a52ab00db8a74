"""A datasheet of an exported set: what it is, how it was made, and what only people can add.

Source: Gebru et al. 2021 (Datasheets for datasets), whose sections these are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from engine.core.program import PROGRAM
from engine.core.wording import agreeing, counted, listed, part_of
from engine.curation.export.facts import SetFacts, day
from engine.curation.export.pairs import WAYS
from engine.curation.keywords.lists import word_counts
from engine.curation.review.agreement import kappa_sentence, margins_sentence
from engine.measures.pairs.film import CAVEAT
from engine.measures.pairs.quality import FLAGS

# --- datasheet process --------------------------------------------------------------------

_SOURCES = {"assistant": "an assistant", "zero-shot": "a zero-shot classifier"}
_MOST_NAMES = 50


def collection(facts: SetFacts) -> Section:
    """Films, sentences, keywords, and who reviewed them."""
    funnel = facts.made_from.funnel
    yield (
        f"The sentences come from {counted(funnel.files, 'subtitle file')}, read on "
        f"{day(facts.made_from.created)}. Sentences were kept where they hold a keyword of a bias "
        f"type (word lists `{facts.made_from.lists_digest}`)."
    )
    yield markdown_table(
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


def preprocessing(facts: SetFacts) -> Section:
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
        f"The set holds the pairs {WAYS[facts.chosen.which]}. As proposed: "
        f"{counted(facts.n - facts.edited, 'pair')}; edited by hand: "
        f"{counted(facts.edited, 'pair')}."
    )
    if facts.softened:
        yield (
            f"A rule replaced a rude word in {counted(facts.softened, 'pair')}, as the column "
            "`softened` says."
        )
    if facts.chosen.reworded:
        yield (
            f"Both reviewers accepted {counted(facts.chosen.reworded, 'pair')} in different words "
            "or under different types; those of the second reviewer are in the set."
        )
    yield "What was found and every decision on it is in `review.jsonl`."


def _lists(facts: SetFacts) -> str:
    own = word_counts(facts.made_from.lists, facts.language)
    if not own:
        return "The word lists are those that come with Biascope."
    named = [f"{literal(category)} ({counted(words, 'word')})" for category, words in own.items()]
    return f"Word lists of the makers' own, kept in `review.jsonl`: {listed(named, _MOST_NAMES)}."


def _reviewers(facts: SetFacts) -> str:
    said = [
        f"{counted(len(found), 'person')} in the {number} pass ("
        + listed([f"{literal(name)}: {decided:,}" for name, decided in found.items()], _MOST_NAMES)
        + ")"
        for number, found in (
            ("first", facts.progress.first.by_reviewer),
            ("second", facts.progress.second.by_reviewer),
        )
        if found
    ]
    return "Sentences were judged by " + " and by ".join(said).replace("persons", "people") + "."


def _filters(facts: SetFacts) -> Section:
    if not facts.judges:
        yield "No assistant and no classifier looked at the candidates."
        return
    yield (
        "Before or during the review, candidates were also looked at by models. Their answers are "
        "in the set as information; they accepted and rejected nothing."
    )
    yield bullets(
        f"{literal(one.label)} ({_SOURCES[one.source]}): {one.answers[True]:,} yes, "
        f"{one.answers[False]:,} no, {one.answers[None]:,} unsure."
        for one in facts.judges
    )


def _decisions(facts: SetFacts) -> Section:
    found = facts.progress.first
    total = found.total
    yield (
        f"In the first pass {total.decided:,} of {counted(total.candidates, 'candidate')} "
        f"{agreeing(1 if total.candidates == 1 else total.decided, 'were')} "
        f"judged: {total.accepted:,} accepted and {total.rejected.total():,} rejected."
    )
    if total.rejected:
        yield markdown_table(
            ("reason of rejection", "candidates"),
            [(literal(reason), f"{n:,}") for reason, n in total.rejected.most_common()],
        )
    if found.unedited_share is not None:
        yield (
            f"{part_of(total.unedited, total.accepted, 'accepted pair', 'were')} used as proposed "
            f"({100 * found.unedited_share:.1f}%, {found.unedited_bounds('.1f')})."
        )


def _agreement(facts: SetFacts) -> str:
    found = facts.agreement
    if not found.n:
        return "No candidate was judged by a second person."
    return (
        f"A second person judged {counted(found.n, 'candidate')}; both gave the same answer for "
        f"{100 * (found.observed or 0.0):.1f}%. {kappa_sentence(found)} {margins_sentence(found)}"
    )


# --- datasheet ----------------------------------------------------------------------------


def datasheet(facts: SetFacts) -> str:
    """The datasheet in Markdown; questions that no figure answers are marked as open."""
    sections = [
        f"## {heading}\n\n" + "\n\n".join(write(facts)) for heading, write in _SECTIONS.items()
    ]
    body = "\n\n".join(sections)
    open_ones = body.count(open_question(""))
    top = (
        f"# Datasheet: {literal(facts.title)}\n\n"
        f"{counted(facts.n, 'pair')} of sentences from film subtitles, exported on "
        f"{facts.exported}. All figures are those of the review `{facts.name}`. "
        f"{counted(open_ones, 'question')} that only people can answer "
        f"{agreeing(open_ones, 'are')} marked **Open question**; answer "
        f"{'it' if open_ones == 1 else 'them'} before the set is shared."
    )
    return f"{top}\n\n{body}\n"


def _motivation(facts: SetFacts) -> Section:
    yield (
        "The pairs measure whether a language model prefers a sentence that somebody says in a "
        "film to the same sentence with other people in it, as CrowS-Pairs does (Nangia et al. "
        "2020). They were collected from subtitles as described for CineBias (Rikanson 2025)."
    )
    yield open_question("For which task, model or study was this set made?")
    yield open_question("Who made it, for whom, and who paid for it?")


def _composition(facts: SetFacts) -> Section:
    yield (
        f"One row is a pair of sentences: `sent_more` was found in a film, and `sent_less` names "
        f"other people in its place. The set has {counted(facts.n, 'pair')} in the language "
        f"`{facts.language}`, from {counted(facts.films, 'film')}{_years(facts)}."
    )
    yield markdown_table(
        ("bias type", "pairs"), [(literal(one), f"{n:,}") for one, n in facts.pairs.items()]
    )
    yield from _left_out(facts)
    yield (
        "Every row also names the film, the year where it is known, the time in the film, the "
        "file, the keywords, the rule of the swap, who accepted it, and what models said of it. "
        "There are no splits: the pairs are for measuring, not for training."
    )
    yield from _quality(facts)
    yield (
        "The sentences express stereotypes, and some may offend. They are said by characters in "
        "films and tell nothing about real people. Besides the names of reviewers, personal data "
        "are in the set only where a line names a real person. The set depends on no other "
        "source, but whoever wants to see a sentence in its scene needs the film."
    )
    yield open_question("Which groups of people are missing, and which are named too often?")


def _uses(facts: SetFacts) -> Section:
    yield (
        f"The set can be scored as it is, with `{PROGRAM} pairs pairs.csv` or on the Pairs "
        "page. A share of preferred sentences is a statement about these sentences and this model; "
        "it is no proof that a model is free of bias."
    )
    yield f"{CAVEAT} Pairs in which no stereotype was seen are the control."
    if facts.chosen.model is not None:
        yield (
            f"The model {literal(facts.chosen.model.label)} scored the candidates, so that they "
            "could be judged in the order of its differences. Where that order was used and not "
            "all candidates were judged, the pairs it tells apart are more frequent than among "
            "all candidates, and its own score on the set is biased by that."
        )
    yield (
        "It should not be used to train a model to say such sentences, to rank people or films, or "
        "to draw conclusions about groups of people."
    )
    yield open_question("Has the set been used already, and for what?")


def _distribution(facts: SetFacts) -> Section:
    yield (
        "Subtitles and film dialogue are usually under copyright; the review keeps single "
        "sentences with up to three neighbours, and `pairs.csv` holds the sentences alone."
    )
    yield open_question("Under which licence, by whom and where will the set be shared, if at all?")
    yield open_question("Does the law of your country allow quoting these sentences?")


def _maintenance(facts: SetFacts) -> Section:
    yield (
        "`review.jsonl` holds the whole review: every candidate and every decision. It can be "
        f"imported with `{PROGRAM} review import review.jsonl`, continued and exported again."
    )
    yield open_question("Who keeps the set, and where can errors be reported?")
    yield open_question("Will it be corrected or extended, and how will versions be told apart?")


def _years(facts: SetFacts) -> str:
    if facts.film_years is None:
        return ""
    first, last = facts.film_years
    return f" of {first}" if first == last else f" of {first} to {last}"


def _left_out(facts: SetFacts) -> Section:
    thin = [one for one in facts.chosen.dropped if one.thin]
    by_choice = [one for one in facts.chosen.dropped if not one.thin]
    if thin:
        named = [f"{literal(one.category)} ({one.pairs:,})" for one in thin]
        fewest = counted(facts.chosen.thin, "pair")
        yield f"Types with fewer than {fewest} were left out: {listed(named, 50)}."
    if by_choice:
        named = [f"{literal(one.category)} ({counted(one.pairs, 'pair')})" for one in by_choice]
        yield f"Left out by choice: {listed(named, 50)}."


def _quality(facts: SetFacts) -> Section:
    if facts.flags:
        yield "Pairs that a check of the words flags, which are kept in the set:"
        yield bullets(f"{FLAGS[flag]} {counted(n, 'pair')}." for flag, n in facts.flags.items())
    else:
        yield "Every pair differs in one place, with equally many words, and none is there twice."
    if facts.guarded:
        yield (
            "An apostrophe before it in `pairs.csv` keeps spreadsheets from reading a sentence as "
            f"a formula: {counted(facts.guarded, 'sentence')}."
        )


_SECTIONS: dict[str, Callable[[SetFacts], Section]] = {
    "Motivation": _motivation,
    "Composition": _composition,
    "Collection process": collection,
    "Preprocessing, cleaning, labeling": preprocessing,
    "Uses": _uses,
    "Distribution": _distribution,
    "Maintenance": _maintenance,
}


# --- datasheet text -----------------------------------------------------------------------

Section = Iterator[str]  # paragraphs

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|!~$&])")


def literal(text: str) -> str:
    """A name that cannot become markup, on one line."""
    return _SIGNS.sub(r"\\\1", " ".join(text.split()))


def open_question(question: str) -> str:
    """A question that only the people who make the set can answer."""
    return f"**Open question:** {question}"


def bullets(lines: Iterable[str]) -> str:
    """A list."""
    return "\n".join(f"- {line}" for line in lines)


def markdown_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; its first column is text and the others are numbers."""
    lines = [columns, ["---", *["---:"] * (len(columns) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
