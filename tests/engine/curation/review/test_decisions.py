"""Deciding, changing, taking back: every step is kept, and nobody overwrites another."""

from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.curation.review import softening
from engine.curation.review.decision_rows import Decision
from engine.curation.review.decisions import (
    AlreadyDecidedError,
    current,
    decide,
    history,
    undo,
)
from engine.curation.review.softening import Applied, Rule
from tests.engine.curation.review.reviews import (
    accept,
    candidate,
    made,
    refused_candidate,
    reject,
)

ONE = candidate(0)


def test_an_accepted_proposal_is_kept_as_unedited(name):
    kept = decide(name, accept(ONE, edited=True, at=5.0, id=77))
    assert kept.id == 1
    assert kept.at > 1e9
    assert not kept.edited
    assert not kept.softened
    assert kept.category == "gender"
    assert current(name) == {ONE.id: kept}
    assert history(name, ONE.id) == [kept]


@pytest.mark.parametrize(
    "change",
    [
        {"sent_less": "All boys cry at weddings."},
        {
            "sent_more": "All women cry at a wedding.",
            "sent_less": "All men cry at a wedding.",
        },
    ],
)
def test_a_changed_pair_is_kept_as_edited(change):
    assert decide(made(), accept(ONE, **change)).edited


def test_spaces_and_line_ends_alone_are_no_edit(name):
    kept = decide(name, accept(ONE, sent_less="All men  cry\nat weddings. "))
    assert kept.sent_less == "All men cry at weddings."
    assert not kept.edited


def test_a_rejection_keeps_its_reason_and_no_pair(name):
    asked = Decision(ONE.id, 1, "Mari", "reject", "left", "over", "", " not  clear ", softened=True)
    kept = decide(name, asked)
    assert (kept.reason, kept.sent_more, kept.sent_less) == ("not clear", "", "")
    assert (kept.category, kept.edited, kept.softened) == ("gender", False, False)


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        (accept(ONE, sent_less=ONE.text), "these are the same"),
        (accept(ONE, sent_less=f" {ONE.text} "), "these are the same"),
        (accept(ONE, sent_less="  "), "one of these is empty"),
        (accept(ONE, sent_more=""), "one of these is empty"),
        (accept(refused_candidate()), "one of these is empty"),
        (accept(ONE, sent_less="x" * 2001), "at most 2,000 characters"),
        (accept(ONE, sent_less="half \ud800 a sign"), "cannot be written"),
        (accept(ONE, sent_less="a zero\0byte"), "cannot be written"),
        (accept(ONE, category="x" * 201), "at most 200 characters"),
        (reject(ONE, reason=" "), "needs a reason"),
        (reject(ONE, reason="x" * 201), "at most 200 characters"),
        (accept(ONE, " \n"), "name of its reviewer"),
        (accept(ONE, "x" * 61), "name of its reviewer"),
        (accept(ONE, "Ma\x1bri"), "name of its reviewer"),
        (Decision("0" * 16, 1, "Mari", "reject", reason="unclear"), "holds no sentence"),
    ],
)
def test_what_cannot_be_kept_is_refused_with_a_reason(decision, said, name):
    with pytest.raises(InputTextError, match=said):
        decide(name, decision)
    assert current(name) == {}


@pytest.mark.parametrize("fields", [{"pass_number": 0}, {"pass_number": 3}, {"action": "undo"}])
def test_a_pass_or_action_that_does_not_exist_is_the_caller_s_bug(fields):
    asked = {"candidate": ONE.id, "pass_number": 1, "reviewer": "Mari", "action": "accept"}
    with pytest.raises(ValueError, match=r"pass|accepts or rejects"):
        decide(made(), Decision(**{**asked, **fields}))


def test_a_decision_that_was_not_seen_is_not_replaced(name):
    first = decide(name, reject(ONE, "Mari", reason="unclear"))
    with pytest.raises(AlreadyDecidedError) as refused:
        decide(name, accept(ONE, "Jaan"))
    assert "Mari rejected this sentence meanwhile, for the reason “unclear”" in str(refused.value)
    assert refused.value.decision == first
    assert current(name) == {ONE.id: first}
    second = decide(name, accept(ONE, "Jaan"), first.id)
    assert current(name) == {ONE.id: second}
    with pytest.raises(AlreadyDecidedError, match="Jaan accepted this sentence"):
        decide(name, reject(ONE, "Mari"), first.id)
    assert history(name, ONE.id) == [first, second]


def test_a_decision_that_was_taken_back_meanwhile_is_not_taken_for_the_one_seen(name):
    first = decide(name, accept(ONE))
    undo(name, "Mari")
    with pytest.raises(AlreadyDecidedError, match="was taken back meanwhile") as refused:
        decide(name, reject(ONE, "Jaan"), first.id)
    assert refused.value.decision is None
    decide(name, reject(ONE, "Jaan"))


@pytest.mark.parametrize("passes", [(1, 2), (2, 1)])
@pytest.mark.parametrize("spelling", ["Mari", " mari", "MARI"])
def test_nobody_gives_both_passes_of_one_item(passes, spelling, name):
    decide(name, accept(ONE, "Mari", passes[0]))
    with pytest.raises(InputTextError, match="the other pass is for another person"):
        decide(name, accept(ONE, spelling, passes[1]))
    decide(name, accept(candidate(1), spelling, passes[1]))
    undo(name, "Mari", passes[0])
    decide(name, accept(ONE, spelling, passes[1]))


def test_what_another_replaced_still_counts_as_decided_by_its_first_reviewer(name):
    first = decide(name, accept(ONE, "Mari"))
    decide(name, reject(ONE, "Jaan"), first.id)
    with pytest.raises(InputTextError, match="Mari decided this sentence in the first pass"):
        decide(name, accept(ONE, "Mari", 2))


def test_undo_takes_back_the_last_decision_and_gives_what_it_had_replaced(name):
    first = decide(name, accept(ONE))
    other = decide(name, accept(candidate(1)))
    changed = decide(name, reject(ONE), first.id)
    assert undo(name, "mari") == changed
    assert current(name) == {ONE.id: first, candidate(1).id: other}
    assert undo(name, "Mari") == other
    assert undo(name, "Mari") == first
    assert undo(name, "Mari") is None
    assert current(name) == {}
    rows = history(name, ONE.id)
    assert [(row.action, row.undone) for row in rows] == [
        ("accept", None),
        ("reject", None),
        ("undo", changed.id),
        ("undo", first.id),
    ]


def test_undo_leaves_what_others_decided_and_the_other_pass_alone(name):
    mine = decide(name, accept(ONE, "Mari"))
    theirs = decide(name, reject(ONE, "Jaan"), mine.id)
    second = decide(name, accept(candidate(1), "Mari", 2))
    assert undo(name, "Mari") is None
    assert current(name) == {ONE.id: theirs}
    assert undo(name, "Mari", 2) == second


def test_a_candidate_can_be_decided_again_after_an_undo(name):
    decide(name, accept(ONE))
    undo(name, "Mari")
    again = decide(name, reject(ONE))
    assert again.id == 3
    assert current(name) == {ONE.id: again}
    assert undo(name, "Mari") == again
    assert current(name) == {}


def test_names_with_quotes_and_signs_are_kept_as_they_are(name):
    who = "O'Brien; DROP TABLE decision;--"
    decide(name, accept(ONE, who))
    assert current(name)[ONE.id].reviewer == who
    assert undo(name, who) is not None


RUDE = candidate(4)


@pytest.mark.parametrize(("switched_on", "asked"), [(False, True), (True, False)])
def test_a_sentence_stays_rude_unless_it_is_softened_and_the_switch_is_on(switched_on, asked, name):
    softening.set_softening(name, switched_on)
    kept = decide(name, accept(RUDE, softened=asked))
    assert (kept.sent_more, kept.softened) == ("The damn waitress forgot us.", False)


SOFT = {"sent_more": "The darn waitress forgot us.", "sent_less": "The darn waiter forgot us."}


@pytest.mark.parametrize("shown", [{}, SOFT], ids=["as proposed", "as shown"])
def test_a_softened_proposal_is_unedited_and_says_what_was_replaced(shown, name):
    softening.set_softening(name, True)
    kept = decide(name, accept(RUDE, softened=True, **shown))
    assert {"sent_more": kept.sent_more, "sent_less": kept.sent_less} == SOFT
    assert (kept.softened, kept.edited) == (True, False)
    assert kept.applied == (Applied("damn", "darn"),)
    assert current(name) == {RUDE.id: kept}


def test_a_rule_that_makes_the_sentences_the_same_stops_the_decision(name):
    softening.set_softening(name, True)
    softening.keep_rules(name, [Rule("women", "people"), Rule("men", "people")])
    with pytest.raises(InputTextError, match="these are the same"):
        decide(name, accept(ONE, softened=True))
