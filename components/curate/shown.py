"""The card and the keys of a candidate, as the drawn components take them."""

from __future__ import annotations

from collections.abc import Sequence

from components.curate import card_text, deciding
from components.curate.opened import CATEGORY, Opened
from components.frame.present.bias_types import bias_type
from components.frame.widgets.review_keys import Key
from components.frame.widgets.review_keys.card import Card, Picker
from engine.curation.categories import CATEGORIES
from engine.curation.counterparts.proposal import Proposal

_KEYS = (
    Key("reject", "r", "Reject"),
    Key("undo", "u", "Undo"),
    Key("next", "n", "Next"),
    Key("previous", "p", "Previous"),
)


def keys(found: Opened | None) -> list[Key]:
    """The keys, as they are named for what is on the card."""
    edit = "Write a counterpart" if found is not None and found.undecidable else "Edit"
    models = [Key("models", "m", "What models say")] if found is not None and found.models else []
    return [Key("accept", "a", "Accept"), Key("edit", "e", edit), *_KEYS, *models]


def card(found: Opened, order: Sequence[str], described: str) -> Card:
    """The card of a candidate.

    Args:
        order: ids that it is one of.
        described: what these are.
    """
    one = found.candidate
    more, less = card_text.marked(found.more, found.less)
    at = "not one of these filters"
    if one.id in order:
        at = f"{order.index(one.id) + 1:,} of {len(order):,} ({described})"
    return Card(
        id=one.id,
        label=f"Sentence, {at}",
        place=f"{card_text.place(one)} · {at}",
        before=one.before,
        after=one.after,
        more=more if found.less else [(found.more, False)],
        less=less if found.less else None,
        refused=f"No counterpart is proposed: {found.refused}",
        decided=_decided(found),
        facts=[*card_text.facts(one, found.proposal), *_softening(found)],
        notes=card_text.notes(one, found.more, found.less) if found.less else (),
        pickers=_pickers(found),
    )


def _decided(found: Opened) -> str:
    decision = found.standing
    if decision is None:
        return ""
    return f"{deciding.decided(decision)} By {decision.reviewer}; a key decides again."


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
