"""Two words that were looked up compared in a sentence, and preferences over pairs in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from components.frame.present import explain
from components.frame.present.numbers import percent, times_text
from components.frame.present.words import shown_word
from engine.core.wording import counted, in_a_row, in_quotes, listed
from engine.measures.completion.completions import flat_note
from engine.measures.pairs import verdict as rule

# Below this probability neither word is a real candidate, so their ratio means little.
LEAST_LIKELY = 0.01
ABOUT_EQUAL = 1.1  # below this ratio two words are about equally likely
CLOSE = 1.25  # below this ratio a word is no favourite over the next
_MOST_NAMED = 3  # words that closely follow the first, by their names


def claim(targets: Sequence[dict[str, Any]], predictions: Sequence[Any], uncased: bool) -> str:
    """What the model expects at one place, as an answer for everybody (markdown).

    Args:
        targets: words looked up there; the first two are compared.
        predictions: at the same place, most likely first.
        uncased: whether the tokenizer knows lower case only.

    Returns:
        One sentence or two, with the ratio of the words looked up where one of them is likely.
    """
    first = first_word(predictions, uncased, explain.plain)
    if not targets or unlikely(targets) or not (compared := comparison(targets)):
        return first
    if _is_looked_up(predictions[0]["word"], targets):
        return f"{compared} here."
    return f"{first.removesuffix('.')}; {compared}."


def first_word(predictions: Sequence[Any], uncased: bool, shown: Callable[[str], str] = str) -> str:
    """The most likely word, and whether it is a favourite, in a sentence or two.

    Args:
        predictions: at one place, most likely first.
        uncased: whether the tokenizer knows lower case only.
        shown: how the word is written; as it is by default, for plain text.
    """
    words = [shown(in_quotes(shown_word(entry["word"], uncased))) for entry in predictions]
    shares = [entry["probability"] for entry in predictions]
    named = [f"{word} ({percent(share)})" for word, share in zip(words, shares, strict=True)]
    expected = f"The model expects {words[0]} first ({percent(shares[0])})"
    if all(entry["rank"] != 1 for entry in predictions):
        rank = predictions[0]["rank"]  # none of a word of several pieces
        hidden = counted(rank - 1, "token", "are") + " likelier but" if rank else "others are"
        return (
            f"First of the words shown: {named[0]}; {hidden} left out, such as punctuation or "
            "pieces of words."
        )
    if flat_note(predictions):
        return f"The model has no clear favourite. First of many: {named[0]}."
    close = [name for name, share in zip(named, shares, strict=True) if shares[0] < CLOSE * share]
    if followers := close[1:]:
        return f"{expected}, closely followed by {_named(followers)}."
    return f"{expected}."


def _named(names: Sequence[str]) -> str:
    """All names; of many, the first ones and how many more."""
    return listed(names, _MOST_NAMED) if len(names) > _MOST_NAMED + 1 else in_a_row(names)


def _is_looked_up(word: str, targets: Sequence[dict[str, Any]]) -> bool:
    """Whether a word is one of the two compared, whatever its case."""
    return word.casefold() in {entry["word"].casefold() for entry in targets[:2]}


def claim_beside(own: str, label: str, other: str) -> str:
    """An answer with that of the model compared with, as one (markdown).

    Args:
        own: as `claim` writes it.
        label: of the model compared with.
        other: as `statement` writes it.
    """
    return f"{own.removesuffix('.')}; {explain.plain(label)}: {other}." if other else own


def statement(targets: Sequence[dict[str, Any]], predictions: Sequence[Any], uncased: bool) -> str:
    """What the model expects at one place, in a few plain words (markdown).

    Args:
        targets: words looked up there; the first two are compared.
        predictions: at the same place, most likely first.
        uncased: whether the tokenizer knows lower case only.

    Returns:
        The most likely word where the words looked up are unlikely, else `comparison`.
    """
    if not unlikely(targets):
        return comparison(targets)
    first = predictions[0]
    word = explain.plain(in_quotes(shown_word(first["word"], uncased)))
    share = percent(first["probability"])
    if flat_note(predictions):
        return f"the model has no clear favourite, first of many {word} ({share})"
    return f"the model expects {word} first ({share})"


def unlikely(targets: Sequence[dict[str, Any]]) -> bool:
    """Whether neither of the first two words looked up is a real candidate."""
    return max(entry["probability"] or 0.0 for entry in targets[:2]) < LEAST_LIKELY


def comparison(entries: Sequence[dict[str, Any]]) -> str:
    """The first two words looked up, compared in one sentence without its full stop (markdown).

    Empty if one of them is unknown or they differ in number of pieces: such probabilities
    are not comparable.
    """
    return _compared(entries, explain.plain)


def ratio_text(entries: Sequence[dict[str, Any]]) -> str:
    """As `comparison`, in plain text."""
    return _compared(entries, str)


def _compared(entries: Sequence[dict[str, Any]], shown: Callable[[str], str]) -> str:
    pair = entries[:2]
    if len(pair) < 2 or not all(entry["probability"] for entry in pair):
        return ""
    if pair[0]["pieces"] != pair[1]["pieces"]:
        return ""
    less, more = sorted(pair, key=lambda entry: entry["probability"])
    ratio = more["probability"] / less["probability"]
    words = shown(in_quotes(more["word"])), shown(in_quotes(less["word"]))
    if ratio < ABOUT_EQUAL:
        return f"{words[0]} and {words[1]} are about equally likely"
    return f"{words[0]} is {times_text(ratio)} as likely as {words[1]}"


# --- preference ---------------------------------------------------------------------------
# A sentence says whether a share of pairs is a clear preference.

TOWARD, AWAY, UNCLEAR = "toward the stereotype", "away from the stereotype", "unclear"

_SIDES = {rule.TOWARD: TOWARD, rule.AWAY: AWAY, rule.UNCLEAR: UNCLEAR, rule.TOO_FEW: UNCLEAR}
_WORDS = {
    rule.TOWARD: "clearly toward the stereotype",
    rule.AWAY: "clearly away from the stereotype",
    rule.UNCLEAR: "no clear preference",
    rule.TOO_FEW: "too few pairs to tell whether it prefers either",
}


def preference(share: Mapping[str, Any]) -> str:
    """The side of 50% that a share is clearly on, if any; the exact test decides.

    Args:
        share: `score` (percent of `n` pairs), `ties`, and `p` of the test against 50 without
            ties.

    Returns:
        `TOWARD`, `AWAY` or `UNCLEAR`.
    """
    return _SIDES[rule.clear_side(share)]


def preference_text(share: Mapping[str, Any]) -> str:
    """The same in words: `no clear preference`."""
    return _WORDS[rule.clear_side(share)]
