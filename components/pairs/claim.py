"""What a scored set of pairs says, in one sentence, with its statistics in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from components.frame.present import explain
from components.frame.present.comparison import AWAY, TOWARD, preference, preference_text
from components.frame.present.numbers import interval_text, p_text, signed
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import under
from components.pairs import data as names
from components.pairs.headline import FALLS, NO_CHANGE, TOO_FEW_TO_COMPARE, change_text, preferring
from components.pairs.scored import Scored
from engine.core.wording import counted, part_of
from engine.measures.pairs.comparison import LESS_COMPARED, at_odds
from engine.measures.pairs.distance import FURTHER, NEARER, distance_verdict
from engine.measures.pairs.verdict import FEWEST, interval_alone, mostly_ties
from engine.measures.pairs.word_pairs import lacking, of_word_pairs, too_few_word_pairs

_PREFERS = "prefers the stereotyping sentence in"


def claim_text(summary: Mapping[str, Any], only_words: Sequence[str] = ()) -> str:
    """Which sentence of its pairs a model prefers, and whether that is clear (markdown).

    Args:
        summary: of the scored pairs.
        only_words: the two words that every pair swaps; empty where pairs swap different ones.
    """
    n, ties = summary["n"], summary["ties"]
    if ties == n >= FEWEST:
        return f"Each of {counted(n, 'pair')} is a tie: the model prefers neither sentence"
    share = {**summary, "score": summary["metric_score"]}
    than_half = {TOWARD: ", clearly over half", AWAY: ", clearly under half"}
    verdict = than_half.get(preference(share)) or f": {preference_text(share)}"
    if mostly_ties(summary) and n >= FEWEST:
        return (
            f"{part_of(ties, n, 'pair', 'are')} ties; the model {_PREFERS} "
            f"{preferring(summary):,} of the other {n - ties:,}: {preference_text(share)}"
        )
    if n >= FEWEST and too_few_word_pairs(summary):
        verdict = f", but {_few_words(summary, only_words)}, so nothing follows for other words"
    return f"The model {_PREFERS} {_share(summary)}{verdict}"


def _few_words(summary: Mapping[str, Any], only_words: Sequence[str]) -> str:
    """Why a share says nothing about other words: its pairs swap the same few (markdown)."""
    if summary["word_pairs"] > 1:
        return f"they swap only {counted(summary['word_pairs'], 'pair')} of words"
    named = " and ".join(f"“{explain.plain(word)}”" for word in only_words)
    return f"all of them swap {named or 'the same words'}"


def _share(summary: Mapping[str, Any]) -> str:
    """`56.7% of 300 pairs`; of too few for a share, `3 of 6 pairs`."""
    n = summary["n"]
    if n < FEWEST:
        return f"{preferring(summary)} of {counted(n, 'pair')}"
    return f"{summary['metric_score']:.1f}% of {counted(n, 'pair')}"


def statistics_text(scored: Scored) -> str:
    """Interval, test, number of pairs and variant of a claim, in one line (markdown)."""
    summary = scored.summary
    n, ties, problems = summary["n"], summary["ties"], summary["problems"]
    interval = interval_text(summary["interval"], ".1f") or lacking(summary)
    tested = [interval, p_text(summary["p"])]
    if too_few_word_pairs(summary):
        tested = [f"{interval} or a test"]
    tested += ["the interval just excludes 50%, the test decides"] * interval_alone(
        {**summary, "score": summary["metric_score"]}
    )
    parts = ["50% is neutral", *tested] if n >= FEWEST else []
    parts.append(f"n\N{NO-BREAK SPACE}= {of_word_pairs(summary)}")
    parts += [counted(ties, "tie")] * bool(ties) + [f"{problems:,} not scored"] * bool(problems)
    return " · ".join([*parts, _variant(scored)])


def _variant(scored: Scored) -> str:
    """How the pairs are scored, as the boxes of the page name it."""
    choice = scored.choice
    parts = [names.measure(choice.variant)]
    parts += [names.MODES[choice.mode].lower()] * (choice.mode != "own")
    return ", ".join([*parts, *["clean pairs only"] * choice.clean_only])


# --- change -------------------------------------------------------------------------------
# Two models, or one without and with masked heads, on the same pairs.


def change_claim(comparison: Mapping[str, Any], subject: Subject, other: Subject) -> str:
    """How often each of two models prefers the stereotype, and whether they differ (markdown).

    Args:
        comparison: of the same pairs, `other` first.
        subject: the model of the page.
        other: the one it is compared with.
    """
    n = comparison["n"]
    counts = comparison["preferred_second"], comparison["preferred_first"]
    few = n < FEWEST
    own, before = (f"{count:,}" if few else f"{100 * count / n:.1f}%" for count in counts)
    of = f"{own} of {counted(n, 'pair')}"
    if subject.spec.unmasked() == other.spec.unmasked():
        how = _capital(explain.plain(under(subject.spec, other.spec)))
        there = explain.plain(under(other.spec, subject.spec)).removeprefix("in ")
        start = f"{how}, the model {_PREFERS} {of}; {there}, in"
    else:
        start = f"{explain.plain(subject.label)} {_PREFERS} {of}, {explain.plain(other.label)} in"
    verdict = TOO_FEW_TO_COMPARE if few else change_verdict(comparison)
    return f"{start} {before}: {verdict}"


def change_verdict(comparison: Mapping[str, Any]) -> str:
    """Whether a second score clearly differs from a first, and from 50%, in a few words."""
    change, distance = change_text(comparison), distance_verdict(comparison)
    side = {FURTHER: "further from", NEARER: "nearer to"}.get(distance)
    if change == NO_CHANGE:
        return f"clearly {side} 50%" if side else "no clear difference"
    rises = change != FALLS
    often = f"clearly {'more' if rises else 'less'} often"
    if side:
        return f"{often}, and clearly {side} 50%"
    return f"{often}, but not clearly further from or nearer to 50%"


def change_statistics(comparison: Mapping[str, Any], scored: Scored) -> str:
    """Change, test, number of pairs and variant of such a claim, in one line (markdown)."""
    n = f"n\N{NO-BREAK SPACE}= {counted(comparison['n'], 'pair')}"
    if comparison["n"] < FEWEST:
        return f"{n} · {_variant(scored)}"
    interval = interval_text(comparison["score_change_interval"], "+.1f") or lacking(comparison)
    return " · ".join(
        [
            f"{LESS_COMPARED}: {signed(comparison['score_change'], 1)} points",
            interval,
            f"McNemar's test {p_text(comparison['mcnemar_p'])}",
            *filter(None, [at_odds(comparison)]),
            n,
            _variant(scored),
        ]
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
