"""The review: one candidate and its keys, milder words, what is left to do, and what was refused.

It is a fragment of its own that reads one candidate and writes one row, so that a key is answered
at once, however long the page around it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, replace
from functools import partial

import pandas as pd
import streamlit as st

from components.curate import choose, deciding, opened, second_pass, wanted
from components.curate.opened import CATEGORY, Opened, keep_choice, opened_candidate
from components.frame.present import explain
from components.frame.present.labels import bias_type
from components.frame.session import review as stored
from components.frame.session.review import Asked, Rule, Softening, Totals
from components.frame.widgets import closed_box
from components.frame.widgets.review_keys import Bar, Card, Key, Picker, review_keys
from engine.core.errors import BiascopeError, InputTextError
from engine.curation.candidate import CATEGORIES
from engine.curation.counterparts.proposal import Proposal, Refusal
from engine.measures.pairs.quality import FLAGS
from engine.server import shared

_NAMELESS = "Write your name first: every decision is kept with it."


@st.fragment
def draw_review(name: str, sample: bool = False) -> None:
    """Draw the review of this name: its controls, one candidate, and the keys.

    Args:
        sample: whether its sentences are the project's own.
    """
    with explain.errors(ends_page=False):
        _review(wanted.ask_wanted(name), sample)


def _review(asked: Asked, sample: bool) -> None:
    order = stored.order(asked)
    key = deciding.candidate_to_show(asked.name, order)
    found = None if key is None else opened_candidate(asked, key)
    totals = stored.totals(asked.name, asked.pass_number)
    with st.container():
        text = f"{progress_line(totals)} · {wanted.order_line(asked)}"
        share = totals.decided / totals.candidates if totals.candidates else 0.0
        st.progress(share, text=text)
        second_pass.draw_agreement_line(asked.name)
        if found is None:
            st.markdown(nothing_left(asked, totals))
            if _second_is_empty(asked, totals):
                st.button("Go to the first pass", on_click=wanted.first_pass)
    _card_and_keys(asked, found, order)
    if not shared.is_shared():
        draw_softening(asked.name)
    second_pass.draw_second_pass(asked)
    draw_refused(asked, sample)


def _card_and_keys(asked: Asked, found: Opened | None, order: Sequence[str]) -> None:
    last = deciding.outcome(asked)
    bar = Bar(
        turn=last.turn,
        can=_possible(asked, found, order),
        more="" if found is None else found.more,
        less="" if found is None else found.less,
        outcome=last.text,
        problem=last.problem,
        read="" if found is None else f"Found: {found.more} Counterpart: {found.less}",
        models=() if found is None else found.models,
        asked="\n".join(map(str, astuple(asked))),
        missing=_missing(asked),
        missing_field=wanted.REVIEWER,
        several=FLAGS["several-edits"],
    )
    press = partial(deciding.press, asked, found, order)
    described = wanted.wanted_text(asked)
    at = None if found is None else found.candidate.id
    left = [key for key in order if key != at] if asked.state == "open" else order
    after = None if at is None else deciding.after(at, order)
    following = None if after is None else opened_candidate(asked, after)
    review_keys(
        None if found is None else card(found, order, described),
        None if following is None else card(following, left, described),
        bar,
        keys(found),
        deciding.reasons(),
        key="review_keys",
        on_press=press,
        on_choose=keep_choice,
    )


def _missing(asked: Asked) -> str:
    """Why nothing can be decided; empty where it can."""
    if shared.is_shared():
        return shared.refusal("Deciding in a review")
    return "" if asked.reviewer else _NAMELESS


def _possible(asked: Asked, found: Opened | None, order: Sequence[str]) -> list[str]:
    decisions = [] if _missing(asked) else ["undo"]
    if found is None:
        return decisions
    if decisions:
        decisions += ["accept", "edit", "reject"] if found.less else ["edit"]
    steps = ["next", "previous"] if len(order) > 1 else []
    return [*decisions, *steps, *(["models"] if found.models else [])]


def progress_line(totals: Totals) -> str:
    """How much of a pass is decided, and how."""
    decided = f"{totals.decided:,} of {totals.candidates:,} decided"
    if not totals.decided:
        return decided
    return (
        f"{decided}: {totals.accepted:,} accepted "
        f"({totals.accepted - totals.edited:,} unedited, {totals.edited:,} edited), "
        f"{totals.decided - totals.accepted:,} rejected"
    )


def _second_is_empty(asked: Asked, totals: Totals) -> bool:
    return asked.pass_number > 1 and not totals.candidates


def nothing_left(asked: Asked, totals: Totals) -> str:
    """Why no candidate is shown, and what to do (markdown)."""
    if _second_is_empty(asked, totals):
        return (
            "The second pass repeats what was decided in the first; **nothing has been decided "
            "yet**."
        )
    if asked.state != "open" or asked.refused or asked.category or asked.film:
        return "**No sentence is left under these filters.** Choose others above."
    if totals.decided < totals.candidates:
        return (
            "**Nothing is left for you in this pass.** The other sentences are those that you "
            "decided in the other pass; they are for another person."
        )
    return "**Every sentence of this pass is decided.** Export the set, or ask a second reviewer."


# --- refused ------------------------------------------------------------------------------


def draw_refused(asked: Asked, sample: bool) -> None:
    """Draw the list in a box that is closed at first.

    Args:
        sample: whether the sentences are the project's own, which are not blurred at first.
    """
    box = closed_box.is_opened(
        "Sentences without a counterpart", key="review_refused", setting="refused"
    )
    if box is None:
        return
    with box:
        show = choose.draw_sample_switch(sample, "refused")
        ids = stored.order(replace(asked, refused=True, state="open"))
        rows = [
            {
                "sentence": show(one.text),
                "why none is proposed": one.outcome.reason,
                "category": bias_type(one.category),
                "film": opened.film_title(one.film, one.year),
            }
            for one in stored.load_candidates(asked.name, ids)
            if isinstance(one.outcome, Refusal)
        ]
        if not rows:
            st.markdown(":gray[Every sentence under these filters has a proposed counterpart.]")
            return
        st.caption(
            "They are not part of the review. To write a counterpart by hand, open *More filters* "
            "above the card, choose *Without a counterpart* under *Sentences*, and press E."
        )
        st.dataframe(pd.DataFrame(rows), hide_index=True, width="stretch")


# --- softening ----------------------------------------------------------------------------

_BETWEEN = "→"
_ARROWS = (_BETWEEN, "->", "|", "=")


def draw_softening(name: str) -> None:
    """Draw switch and rules in a box that is closed at first."""
    box = closed_box.is_opened("Soften rude words", key="review_softening", setting="softening")
    if box is None:
        return
    with box:
        found = stored.softening(name)
        key = f"review_soften_{name}"
        st.session_state[key] = found.on  # another reviewer may have switched it
        st.toggle(
            "Soften sentences as they are accepted",
            key=key,
            on_change=lambda: stored.switch_softening(name, st.session_state[key]),
            help="Of this review, for everybody. Both sentences are softened alike, the card shows "
            "them as they will be kept, and the export says which words were replaced.",
        )
        _rules(name, found)


def _rules(name: str, found: Softening) -> None:
    if found.shipped:
        st.caption(
            f"Rules that come with Biascope: {explain.plain(', '.join(_lines(found.shipped)))}."
        )
    else:
        st.caption("No rules come with Biascope for this language.")
    with st.form(f"review_rules_{name}", border=False):
        text = st.text_area(
            "Rules of this review, one a line",
            value="\n".join(_lines(found.own)),
            placeholder="word → milder word",
            help="They come before the others. Nothing after the arrow leaves the word out.",
        )
        if st.form_submit_button("Keep these rules"):
            try:
                stored.keep_rules(name, rules_of(text))
            except BiascopeError as error:
                st.error(explain.plain(str(error)))
            else:
                st.rerun(scope="fragment")


def _lines(rules: tuple[Rule, ...]) -> list[str]:
    return [f"{rule.word} {_BETWEEN} {rule.replacement}".rstrip() for rule in rules]


def rules_of(text: str) -> list[Rule]:
    """Rules as they are typed, one a line."""
    rules = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        way = next((way for way in _ARROWS if way in line), None)
        if way is None:
            raise InputTextError(
                f"Line {number} of the rules has no arrow; write: word {_BETWEEN} milder word."
            )
        word, _, new = line.partition(way)
        rules.append(Rule(word.strip(), new.strip()))
    return rules


# --- shown --------------------------------------------------------------------------------

_KEYS = (
    Key("reject", "r", "Reject"),
    Key("undo", "u", "Undo"),
    Key("next", "n", "Next"),
    Key("previous", "p", "Previous"),
)


def keys(found: Opened | None) -> list[Key]:
    """The keys, as they are named for what is on the card."""
    edit = "Write a counterpart" if found is not None and not found.less else "Edit"
    models = [Key("models", "m", "What models say")] if found is not None and found.models else []
    return [Key("accept", "a", "Accept"), Key("edit", "e", edit), *_KEYS, *models]


def card(found: Opened, order: Sequence[str], described: str) -> Card:
    """The card of a candidate.

    Args:
        order: ids that it is one of.
        described: what these are.
    """
    one = found.candidate
    more, less = opened.mark_differences(found.more, found.less)
    at = "not one of these filters"
    if one.id in order:
        at = f"{order.index(one.id) + 1:,} of {len(order):,} ({described})"
    decided, standing = "", found.standing
    if standing is not None:
        decided = f"{deciding.decision_text(standing)} By {standing.reviewer}; a key decides again."
    return Card(
        id=one.id,
        label=f"Sentence, {at}",
        place=f"{opened.place(one)} · {at}",
        before=one.before,
        after=one.after,
        more=more if found.less else [(found.more, False)],
        less=less if found.less else None,
        refused=f"No counterpart is proposed: {found.refused}",
        decided=decided,
        facts=[*opened.facts(one, found.proposal), *_softening(found)],
        notes=opened.notes(one, found.more, found.less) if found.less else (),
        pickers=_pickers(found),
    )


def _softening(found: Opened) -> list[tuple[str, str]]:
    if not found.replaced:
        return []
    words = ", ".join(f"{one.old} → {one.new or 'nothing'}" for one in found.replaced)
    return [("Softened" if found.softens else "Softening is off; it would replace", words)]


def _pickers(found: Opened) -> list[Picker]:
    outcome, proposal = found.candidate.outcome, found.proposal
    swaps = outcome.swaps if isinstance(outcome, Proposal) else ()
    made = swaps if proposal is None else proposal.swaps
    words = [
        Picker(
            str(number),
            f"“{swap.old}” becomes" if swap.old else "Added",
            [(word, word) for word in swap.choices],
            made[number].new if made[number].new in swap.choices else swap.new,
        )
        for number, swap in enumerate(swaps)
        if len(swap.choices) > 1
    ]
    names = dict.fromkeys((*CATEGORIES, found.candidate.category, found.category))
    options = [(name, bias_type(name)) for name in names]
    return [*words, Picker(CATEGORY, "Category", options, found.category)]
