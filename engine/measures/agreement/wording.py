"""Sentences on annotator agreement that the screen and the command line share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.languages import UNKNOWN, language_name
from engine.core.wording import agreeing, counted, in_a_row
from engine.measures.agreement.figures import FEWEST_RANKED
from engine.measures.agreement.pooled import FEWEST_SENTENCES, FIRST, MOST_WORDS
from engine.statistics import POWER

_ONE_ALONE = "The model gives one word alone, so a low score there says nothing of its language"
_MANY = 0.1  # share of the answers from which on what they carry is told
POOLED_NOTE = (
    f"The list holds the group's words and the model's first {FIRST}, so it is below 0 where the "
    "two hardly overlap; 0 is not the mark of chance. Compare groups or models with it."
)


def reading_warnings(
    coverage: Sequence[Mapping[str, Any]], lost: Sequence[Mapping[str, str]], model: str
) -> list[str]:
    """What has to be known before any score: answers of more than a word, weak languages, and
    sentences that were not read.

    Args:
        coverage: entries of `figures.coverage_by_language`.
        lost: entries of `figures.unread`.
        model: its name.
    """
    weak, more = weak_coverage(coverage, model), more_than_words(coverage)
    unread = (
        f"{counted(len(lost), 'sentence')} could not be read and "
        f"{agreeing(len(lost), 'are')} left out. The first: {lost[0]['problem']}"
        if lost
        else None
    )
    return [text for text in (*more, weak, unread) if text is not None]


def left_out_names(groups: Sequence[Mapping[str, Any]]) -> list[str]:
    """Groups that are too small, each with its language and its annotators.

    Args:
        groups: entries of `table.large_groups`.
    """
    return [
        f"{entry['group']} ({language_name(entry['language'])}, {entry['annotators']})"
        for entry in groups
    ]


def weak_coverage(coverage: Sequence[Mapping[str, Any]], model: str) -> str | None:
    """The languages that a model hardly has; None where it has all.

    A language is not among them where most answers that the model lacks carry more than a word, or
    are of several, which says nothing of the model; see `more_than_words`.

    Args:
        coverage: entries of `figures.coverage_by_language`.
    """
    weak = [
        f"{language_name(entry['language'])} ({entry['whole_words']:.0%} of "
        f"{counted(entry['answers'], 'answer', 'are')} whole words in its vocabulary, "
        f"{entry['coverage']:.0%} can be produced at all)"
        for entry in coverage
        if entry["weak"] and not _mostly_carried(entry)
    ]
    if not weak:
        return None
    return (
        f"The model ({model}) knows little of {in_a_row(weak)}. A low score there means that it "
        "lacks the language, not that it differs from a group."
    )


def more_than_words(coverage: Sequence[Mapping[str, Any]]) -> list[str]:
    """What answers hold besides one word, and what would do: up to two sentences a language.

    Args:
        coverage: entries of `figures.coverage_by_language`.
    """
    told = []
    for entry in coverage:
        where = "" if entry["language"] == UNKNOWN else f" in {language_name(entry['language'])}"
        of = f"of {counted(entry['answers'], 'answer')}{where}"
        if found := _many(entry, "carried"):
            given, word = found["example"]
            told.append(
                f"{found['answers']:,} {of} {agreeing(found['answers'], 'carry')} more than a "
                f"plain word: {in_a_row(found['kinds'])} ({given!r} for {word!r}). {_ONE_ALONE}; "
                "write each answer in the file as the word alone."
            )
        if found := _many(entry, "several_words"):
            told.append(
                f"{found['answers']:,} {of} {agreeing(found['answers'], 'are')} of several "
                f"words, such as {found['example']!r}. "
                f"{_ONE_ALONE}; ask people for a single word."
            )
    return told


def _many(entry: Mapping[str, Any], key: str) -> Mapping[str, Any] | None:
    """What was found of a language's answers, where it is of enough of them to be told."""
    found: Mapping[str, Any] | None = entry.get(key)
    return found if found and found["answers"] >= _MANY * entry["answers"] else None


def _mostly_carried(entry: Mapping[str, Any]) -> bool:
    """Whether half of the answers that a model lacks, or more, are more than a plain word."""
    found = [told for key in ("carried", "several_words") if (told := entry.get(key))]
    return bool(found) and 2 * sum(told["answers"] for told in found) >= found[0]["failed"]


def withheld(entries: Sequence[Mapping[str, Any]]) -> str | None:
    """Why correlations within sentences are not shown; None where all groups have them.

    Args:
        entries: of `figures.group_figures`.
    """
    few = [
        entry["sentences_with_ranks"]
        for entry in entries
        if entry["sentences_with_ranks"] < FEWEST_RANKED
    ]
    if not few:
        return None
    have = str(few[0]) if min(few) == max(few) else f"{min(few)} to {max(few)}"
    of = "" if len(few) == len(entries) else f" for {len(few)} of {counted(len(entries), 'group')}"
    return (
        f"Correlations within single sentences are withheld{of}: their mean needs at least "
        f"{FEWEST_RANKED} sentences with words given more and less often, and there are {have}."
    )


def without_interval(entries: Sequence[Mapping[str, Any]]) -> str | None:
    """Why pooled correlations have no interval; None where all groups have enough sentences.

    Args:
        entries: of `figures.group_figures`.
    """
    fewest = min((entry["n_sentences"] for entry in entries), default=FEWEST_SENTENCES)
    if fewest >= FEWEST_SENTENCES:
        return None
    return (
        f"A pooled correlation has an interval and a test from {FEWEST_SENTENCES} sentences on; a "
        f"group here has {fewest}, which is too few to say anything about other sentences."
    )


def undetected(gap: Mapping[str, Any], shown: Callable[[float], str]) -> str:
    """What a gap that is not clear could have been, one sentence.

    Args:
        gap: an entry of `gaps.gaps`.
        shown: a difference as text, with its unit.
    """
    sizes = (
        f"{counted(gap['n_annotators'], 'annotator')} and {counted(gap['n_sentences'], 'sentence')}"
    )
    if gap["interval"] is None:
        if gap["fewest"] < 2:
            return "A group has one annotator or one sentence, so there is no test: it needs two."
        return f"There is no test: nothing varies, or a group has more than {MOST_WORDS:,} words."
    if gap["detectable"] is None:
        return f"{sizes} are too few for any gap to be clear."
    return (
        f"With {sizes}, a gap has to be at least {shown(gap['detectable'])} to be detected with "
        f"{POWER:.0%} power; smaller ones are not ruled out."
    )
