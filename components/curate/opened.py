"""The candidate on the card: its pair with the words chosen for it, softened where that is on."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

import streamlit as st

from components.frame.present.numbers import number
from components.frame.session import review as stored
from components.frame.session import state
from components.frame.session.review import Applied, Asked, Decision, Look, Softening, Verdict
from components.frame.widgets.review_keys import Runs
from engine.curation.candidate import Candidate
from engine.curation.counterparts.proposal import Proposal, Swap
from engine.curation.counterparts.render import render_counterpart
from engine.measures.pairs.quality import FLAGS, flags_of

CATEGORY = "category"  # name of the choice of a bias type; those of words are numbers of swaps


@dataclass(frozen=True)
class Opened:
    """What can be decided of a candidate.

    Args:
        choices: what the user chose, by the name of the choice.
        proposal: the counterpart with the chosen words; None where none is proposed.
        more, less: the pair that is accepted; `less` is empty where no counterpart is proposed.
        softens: whether the rules of the review are applied.
        replaced: what they replaced in the pair, or would if they were applied.
        standing: the decision that holds in this pass.
        models: what models say of it, one sentence each.
    """

    candidate: Candidate
    choices: Mapping[str, str]
    proposal: Proposal | None
    more: str
    less: str
    category: str
    softens: bool
    replaced: tuple[Applied, ...]
    standing: Decision | None
    models: Sequence[str]

    @property
    def refused(self) -> str:
        """Why no counterpart is proposed; empty where there is one."""
        outcome = self.candidate.outcome
        return "" if isinstance(outcome, Proposal) else outcome.reason


def opened_candidate(asked: Asked, key: str) -> Opened | None:
    """The candidate with an id; None where the review has none."""
    seen = stored.look(asked.name, key, asked.pass_number)
    if seen is None:
        return None
    candidate, standing, choices = seen.candidate, seen.standing, choices_for(key)
    proposal = _proposal(candidate, choices, seen.language)
    if standing is not None and standing.action == "accept" and not choices:
        pair, replaced = (standing.sent_more, standing.sent_less), standing.applied
    else:
        less = "" if proposal is None else proposal.sent_less
        pair, replaced = _softened(candidate.text, less, seen.softening)
    decided = standing.category if standing is not None else candidate.category
    return Opened(
        candidate,
        choices,
        proposal,
        *pair,
        choices.get(CATEGORY, decided),
        seen.softening.on,
        replaced,
        standing,
        judges_said(seen),
    )


def choices_for(key: str) -> dict[str, str]:
    """What the user chose for a candidate."""
    of, choices = st.session_state.get(state.REVIEW_CHOICES, ("", {}))
    return dict(choices) if of == key else {}


def keep_choice(key: str, name: str, value: str) -> None:
    """Keep a choice for the candidate on the card; those for another are forgotten."""
    st.session_state[state.REVIEW_CHOICES] = (key, choices_for(key) | {name: value})


def forget_choices() -> None:
    """Forget what was chosen for a candidate, once it is decided or its decision is undone."""
    st.session_state.pop(state.REVIEW_CHOICES, None)


def _proposal(candidate: Candidate, choices: Mapping[str, str], language: str) -> Proposal | None:
    outcome = candidate.outcome
    if not isinstance(outcome, Proposal):
        return None
    words = {
        number: choices[str(number)]
        for number, swap in enumerate(outcome.swaps)
        if choices.get(str(number)) in swap.choices
    }
    if not words:
        return outcome
    return render_counterpart(candidate.text, outcome.swaps, words, outcome.notes, language)


def _softened(
    more: str, less: str, softening: Softening
) -> tuple[tuple[str, str], tuple[Applied, ...]]:
    """The pair as it will be kept, and what the rules replace, or would if they were on."""
    rules = replace(softening, on=True).rules
    (first, replaced), (second, also) = (stored.soften(text, rules) for text in (more, less))
    pair = (first, second) if softening.on else (more, less)
    return pair, tuple(dict.fromkeys((*replaced, *also)))


# --- card text ----------------------------------------------------------------------------

# As `words_of` splits a sentence, with the places of its words.
_WORD = re.compile(r"\w+|[^\w\s]")
_SOURCES = {"assistant": "Assistant", "zero-shot": "Classifier"}
_ANSWERS = {True: "a stereotype", False: "no stereotype", None: "no clear answer"}
_REPORTED = ("several-edits", "unequal-words", "nothing-shared")


def clock(seconds: float) -> str:
    """A time in a film, `1:02:03`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"


def film_title(film: str, year: int | None) -> str:
    """A film with its year where that is known."""
    return film if year is None else f"{film} ({year})"


def place(candidate: Candidate) -> str:
    """Where a sentence was found."""
    return f"{film_title(candidate.film, candidate.year)} · {clock(candidate.time)}"


def mark_differences(one: str, other: str) -> tuple[Runs, Runs]:
    """Two sentences in pieces, those marked that differ."""
    words, others = ([*_WORD.finditer(text)] for text in (one, other))
    matcher = SequenceMatcher(
        None, [word[0] for word in words], [word[0] for word in others], autojunk=False
    )
    changed = [bounds for name, *bounds in matcher.get_opcodes() if name != "equal"]
    return (
        _runs(one, [words[start:stop] for start, stop, _, _ in changed]),
        _runs(other, [others[start:stop] for _, _, start, stop in changed]),
    )


def _runs(text: str, marked: Sequence[Sequence[re.Match[str]]]) -> Runs:
    pieces, at = [], 0
    for words in filter(None, marked):
        start, stop = words[0].start(), words[-1].end()
        pieces += [(text[at:start], False), (text[start:stop], True)]
        at = stop
    return [piece for piece in [*pieces, (text[at:], False)] if piece[0]]


def facts(candidate: Candidate, proposal: Proposal | None = None) -> list[tuple[str, str]]:
    """Keyword, rule, and how often the sentence was found.

    Args:
        proposal: the counterpart with the words that the user chose; None for the first words.
    """
    words = candidate.keywords
    found = [("Keyword" if len(words) == 1 else "Keywords", ", ".join(words))]
    if isinstance(candidate.outcome, Proposal):
        made = candidate.outcome if proposal is None else proposal
        pairs = zip(candidate.outcome.swaps, made.swaps, strict=True)
        rules = dict.fromkeys(_rule(swap, chosen) for swap, chosen in pairs)
        found.append(("Rule" if len(rules) == 1 else "Rules", "; ".join(rules)))
    if candidate.copies > 1:
        also = f", also in {', '.join(candidate.also_in)}" if candidate.also_in else ""
        found.append(("Found", f"{candidate.copies} times{also}"))
    return found


def _rule(swap: Swap, chosen: Swap) -> str:
    """The rule of a swap; of one with another word than was proposed, the two words."""
    return swap.rule if chosen.new == swap.new else f"{swap.old} → {chosen.new}".strip()


def notes(candidate: Candidate, more: str, less: str) -> list[str]:
    """What to look at before deciding, one sentence each."""
    own = candidate.outcome.notes if isinstance(candidate.outcome, Proposal) else ()
    return [*own, *minimal_pair_remarks(more, less)]


def minimal_pair_remarks(more: str, less: str) -> list[str]:
    """What keeps two sentences from being a minimal pair, one sentence each."""
    return [FLAGS[flag] for flag in flags_of(more, less) if flag in _REPORTED]


def judges_said(look: Look) -> list[str]:
    """What models, assistants and classifiers say of a candidate, one sentence each."""
    preferred = [preference(label, value) for label, value in look.differences]
    return [*preferred, *(_said(one.source, one.label, one.verdict) for one in look.said)]


def preference(label: str, difference: float) -> str:
    """Which sentence a model prefers.

    Args:
        difference: nats, above 0 for the found sentence.
    """
    if not difference:
        return f"{label} prefers neither sentence."
    side = "found sentence" if difference > 0 else "counterpart"
    return f"{label} prefers the {side} by {number(abs(difference), '.2f')} nats (CPS)."


def _said(source: str, label: str, verdict: Verdict) -> str:
    who = f"{_SOURCES.get(source, source)} {label}"
    answer = _ANSWERS[verdict.says]
    return f"{who}: {answer}" + (f" ({verdict.reason})." if verdict.reason else ".")
