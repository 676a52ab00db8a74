"""A datasheet of an exported set: what it is, how it was made, and what only people can add.

Source: Gebru et al. 2021 (Datasheets for datasets), whose sections these are.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.core.wording import counted, listed
from engine.curation.export.datasheet_process import collection, preprocessing
from engine.curation.export.datasheet_text import Section, bullets, open_question, plain, table
from engine.curation.export.facts import Facts
from engine.measures.pairs.quality import FLAGS


def datasheet(facts: Facts) -> str:
    """The datasheet in Markdown; questions that no figure answers are marked as open."""
    sections = [
        f"## {heading}\n\n" + "\n\n".join(write(facts)) for heading, write in _SECTIONS.items()
    ]
    body = "\n\n".join(sections)
    open_ones = body.count(open_question(""))
    top = (
        f"# Datasheet: {plain(facts.title)}\n\n"
        f"{counted(facts.n, 'pair')} of sentences from film subtitles, exported on "
        f"{facts.exported}. All figures are those of the review `{facts.name}`. "
        f"{counted(open_ones, 'question')} that only people can answer "
        f"{'is' if open_ones == 1 else 'are'} marked **Open question**; answer "
        f"{'it' if open_ones == 1 else 'them'} before the set is shared."
    )
    return f"{top}\n\n{body}\n"


def _motivation(facts: Facts) -> Section:
    yield (
        "The pairs measure whether a language model prefers a sentence that somebody says in a "
        "film to the same sentence with other people in it, as CrowS-Pairs does (Nangia et al. "
        "2020). They were collected from subtitles as described for CineBias (Rikanson 2025)."
    )
    yield open_question("For which task, model or study was this set made?")
    yield open_question("Who made it, for whom, and who paid for it?")


def _composition(facts: Facts) -> Section:
    yield (
        f"One row is a pair of sentences: `sent_more` was found in a film, and `sent_less` names "
        f"other people in its place. The set has {counted(facts.n, 'pair')} in the language "
        f"`{facts.language}`, from {counted(facts.films, 'film')}{_years(facts)}."
    )
    yield table(("bias type", "pairs"), [(plain(one), f"{n:,}") for one, n in facts.pairs.items()])
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


def _uses(facts: Facts) -> Section:
    yield (
        "The set can be scored as it is, with `python -m engine pairs pairs.csv` or on the Pairs "
        "page. A share of preferred sentences is a statement about these sentences and this model; "
        "it is no proof that a model is free of bias."
    )
    ranked = facts.model and (
        f"The model {plain(facts.model)} scored the candidates, so that they could be judged in "
        "the order of its differences. Where that order was used and not all candidates were "
        "judged, the pairs it tells apart are more frequent than among all candidates, and its "
        "own score on the set is biased by that."
    )
    if ranked:
        yield ranked
    yield (
        "It should not be used to train a model to say such sentences, to rank people or films, or "
        "to draw conclusions about groups of people."
    )
    yield open_question("Has the set been used already, and for what?")


def _distribution(facts: Facts) -> Section:
    yield (
        "Subtitles and film dialogue are usually under copyright; the review keeps single "
        "sentences with up to three neighbours, and `pairs.csv` holds the sentences alone."
    )
    yield open_question("Under which licence, by whom and where will the set be shared, if at all?")
    yield open_question("Does the law of your country allow quoting these sentences?")


def _maintenance(facts: Facts) -> Section:
    yield (
        "`review.jsonl` holds the whole review: every candidate and every decision. It can be "
        "imported with `python -m engine review import review.jsonl`, continued and exported again."
    )
    yield open_question("Who keeps the set, and where can errors be reported?")
    yield open_question("Will it be corrected or extended, and how will versions be told apart?")


def _years(facts: Facts) -> str:
    if facts.film_years is None:
        return ""
    first, last = facts.film_years
    return f" of {first}" if first == last else f" of {first} to {last}"


def _left_out(facts: Facts) -> Section:
    thin = [one for one in facts.dropped if one.thin]
    chosen = [one for one in facts.dropped if not one.thin]
    if thin:
        yield (
            f"Types with fewer than {counted(facts.thin, 'pair')} were left out: "
            + listed([f"{plain(one.category)} ({one.pairs:,})" for one in thin], 50)
            + "."
        )
    if chosen:
        yield (
            "Left out by choice: "
            + listed(
                [f"{plain(one.category)} ({counted(one.pairs, 'pair')})" for one in chosen], 50
            )
            + "."
        )


def _quality(facts: Facts) -> Section:
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


_SECTIONS: dict[str, Callable[[Facts], Section]] = {
    "Motivation": _motivation,
    "Composition": _composition,
    "Collection process": collection,
    "Preprocessing, cleaning, labeling": preprocessing,
    "Uses": _uses,
    "Distribution": _distribution,
    "Maintenance": _maintenance,
}
