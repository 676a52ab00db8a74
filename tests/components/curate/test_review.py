"""A review is decided key by key, and every decision is kept before the next sentence is shown."""

from __future__ import annotations

import pytest

from components.frame.widgets.review_keys import Pressed
from engine.curation.candidate import Candidate
from engine.curation.counterparts.proposal import Proposal, Swap
from engine.curation.review import decisions, scores, softening, verdicts
from engine.curation.review.softening import Rule
from tests.components.curate.screen import Screen
from tests.engine.curation.review import reviews
from tests.engine.curation.some_candidates import candidate

SENTENCES = [reviews.candidate(number).text for number in range(6)]


@pytest.fixture
def mari(monkeypatch: pytest.MonkeyPatch, name: str) -> Screen:
    return Screen(monkeypatch, name, reviewer="Mari")


def polish() -> Candidate:
    """A sentence with two words to choose for one place."""
    swap = Swap(4, 10, "Polish", "Swedish", ("Swedish", "Irish"), "Polish → Swedish")
    outcome = Proposal("The Swedish plumber was late.", (swap,), ("Look at the name.",))
    text = "The Polish plumber was late."
    return candidate(text, "Polish", "Swedish", "nationality", outcome=outcome)


def test_a_candidate_is_shown_before_the_reviewer_has_a_name_but_not_decided(monkeypatch, name):
    screen = Screen(monkeypatch, name)
    assert "Write your name to decide" in screen.texts
    assert screen.found == SENTENCES[0]
    assert screen.bar.can == ["next", "previous"]
    assert (screen.bar.missing[:15], screen.bar.missing_field) == ("Write your name", "reviewer")
    before = screen.bar.asked
    screen.page.text_input(key="reviewer").input("  Mari ").run()
    assert screen.found == SENTENCES[0]
    assert "accept" in screen.bar.can
    assert screen.bar.missing == ""
    assert screen.bar.asked != before
    assert "Write your name" not in screen.texts


def test_accepting_keeps_the_pair_and_the_review_goes_on_from_there(monkeypatch, mari, name):
    first, coming = mari.card.id, mari.following
    assert mari.card.more == [("All ", False), ("women", True), (" cry at weddings.", False)]
    assert mari.card.less == [("All ", False), ("men", True), (" cry at weddings.", False)]
    mari.press("accept")
    kept = decisions.current(name)[first]
    assert (kept.reviewer, kept.edited) == ("Mari", False)
    assert kept.sent_less == "All men cry at weddings."
    assert mari.bar.outcome == f"Last: “{SENTENCES[0]}” accepted, unedited."
    assert mari.card == coming
    assert mari.found == SENTENCES[1]
    assert Screen(monkeypatch, name, reviewer="Mari").found == SENTENCES[1]


def test_a_rejection_has_its_reason_and_one_written_by_hand_too(mari, name):
    mari.press("reject", reason="too offensive")
    mari.press("reject", reason="other", text="a song text")
    assert mari.bar.outcome == f"Last: “{SENTENCES[1]}” rejected: a song text."
    kept = decisions.current(name)
    reasons = [kept[reviews.candidate(number).id].reason for number in (0, 1)]
    assert reasons == ["too offensive", "a song text"]


def test_an_edited_pair_is_kept_as_it_was_written_and_counted_as_edited(mari, name):
    mari.press("save", more="All women cry at work.", less="All men cry at work.")
    assert mari.bar.outcome == f"Last: “{SENTENCES[0]}” accepted, edited."
    assert decisions.current(name)[reviews.candidate(0).id].sent_more == "All women cry at work."
    assert mari.page.get("progress")[0].proto.text == (
        "1 of 6 decided: 1 accepted (0 unedited, 1 edited), 0 rejected · Order: as filmed"
    )


def test_two_equal_sentences_are_refused_and_the_editor_stays_open(mari, name):
    mari.press("save", more="The same.", less="The same.")
    assert mari.bar.problem
    assert "these are the same" in mari.bar.outcome
    assert mari.found == SENTENCES[0]
    assert decisions.current(name) == {}


def test_an_edit_that_changes_more_than_one_place_is_kept_with_a_word_about_it(mari):
    mari.press("save", more="Women rule the big house.", less="Men rule the small house.")
    assert mari.bar.outcome == (
        f"Last: “{SENTENCES[0]}” accepted, edited. The sentences differ in more than one place."
    )


def test_undo_takes_back_the_last_decision_and_shows_its_sentence(mari, name):
    mari.press("accept")
    mari.press("reject", reason="not a sentence")
    mari.press("undo")
    assert mari.found == SENTENCES[1]
    assert mari.bar.outcome.startswith(f"Undone: “{SENTENCES[1]}” rejected: not a sentence.")
    mari.press("undo")
    assert mari.found == SENTENCES[0]
    assert decisions.current(name) == {}
    mari.press("undo")
    assert mari.bar.outcome.startswith("There is nothing to undo")
    assert mari.bar.problem


def test_a_sentence_passed_over_comes_again_after_the_last_one(mari):
    mari.press("next")
    for _ in SENTENCES[1:]:
        mari.press("accept")
    assert mari.found == SENTENCES[0]
    mari.press("accept")
    assert mari.card is None
    assert mari.bar.can == ["undo"]
    assert "Every sentence of this pass is decided" in mari.texts


def test_going_back_shows_the_sentence_before(mari):
    mari.press("next")
    mari.press("next")
    mari.press("previous")
    assert mari.found == SENTENCES[1]


def test_a_key_about_a_sentence_that_is_no_longer_shown_decides_nothing(mari, name):
    mari.page.session_state["pressed"] = Pressed("accept", "0" * 16)
    mari.run()
    assert mari.bar.problem
    assert decisions.current(name) == {}


def test_who_decided_meanwhile_is_said_and_nothing_is_overwritten(mari, name):
    decisions.decide(name, reviews.reject(reviews.candidate(0), "Jaan", reason="unclear"))
    mari.press("accept")
    assert mari.bar.problem
    assert "Jaan rejected this sentence meanwhile, for the reason “unclear”" in mari.bar.outcome
    assert decisions.current(name)[reviews.candidate(0).id].reviewer == "Jaan"
    assert mari.found == SENTENCES[1]


def test_another_word_and_another_category_are_kept(monkeypatch):
    name = reviews.made(candidates=[polish()])
    screen = Screen(monkeypatch, name, reviewer="Mari")
    assert screen.card.notes == ["Look at the name."]
    word, category = screen.card.pickers
    assert (word.label, word.chosen) == ("“Polish” becomes", "Swedish")
    assert category.chosen == "nationality"
    screen.choose("0", "Irish")
    screen.choose("category", "socioeconomic")
    assert screen.bar.less == "The Irish plumber was late."
    assert dict(screen.card.facts)["Rule"] == "Polish → Irish"
    screen.press("accept")
    (kept,) = decisions.current(name).values()
    assert (kept.sent_less, kept.category) == ("The Irish plumber was late.", "socioeconomic")
    assert "category changed to social class." in screen.bar.outcome
    screen.press("undo")
    assert [picker.chosen for picker in screen.card.pickers] == ["Swedish", "nationality"]


@pytest.mark.parametrize(
    ("key", "value"), [("reviewer", "Jaan"), ("category", "age"), ("pass", "Second pass")]
)
def test_the_last_decision_is_not_shown_to_another_person_pass_or_filter(mari, key, value):
    mari.press("accept")
    assert mari.bar.outcome
    if key == "reviewer":
        mari.page.text_input(key=key).input(value).run()
    elif key == "pass":
        mari.page.segmented_control(key=key).set_value(value).run()
    else:
        mari.page.selectbox(key=key).select(value).run()
    assert mari.bar.outcome == ""


def test_what_models_say_is_shown_only_after_the_decision_or_on_request(mari, name):
    key = reviews.candidate(0).id
    scores.keep_scores(name, "Model X", "x", {key: -1.5})
    verdicts.keep_verdicts(name, "assistant", "Y", {key: verdicts.Verdict(True, "a cliché")})
    mari.run()
    said = [
        "Model X prefers the counterpart by 1.50 nats (CPS).",
        "Assistant Y: a stereotype (a cliché).",
    ]
    assert mari.bar.models == said
    assert "models" in mari.bar.can
    assert "Model X" not in mari.texts
    mari.press("accept")
    assert mari.bar.outcome == " ".join([f"Last: “{SENTENCES[0]}” accepted, unedited.", *said])


def test_rude_words_are_softened_where_the_switch_is_on_and_named_where_it_is_off(mari, name):
    softening.keep_rules(name, [Rule("forgot", "overlooked")])
    for _ in range(4):
        mari.press("next")
    off = dict(mari.card.facts)["Softening is off; it would replace"]
    assert "forgot → overlooked" in off
    assert "forgot" in mari.bar.more
    softening.set_softening(name, True)
    mari.run()
    assert "overlooked" in mari.bar.more
    assert "overlooked" in mari.bar.less
    mari.press("accept")
    kept = decisions.current(name)[reviews.candidate(4).id]
    assert kept.softened
    assert not kept.edited
    assert mari.bar.outcome.endswith("” accepted, unedited, softened.")


def test_the_second_pass_is_for_another_person_and_hides_what_the_first_decided(
    monkeypatch, mari, name
):
    mari.press("accept")
    mari.press("reject", reason="not a sentence")
    own = Screen(monkeypatch, name, reviewer="mari", **{"pass": "Second pass"})
    assert own.card is None
    assert "they are for another person" in own.texts
    jaan = Screen(monkeypatch, name, reviewer="Jaan", **{"pass": "Second pass"})
    assert [jaan.found, jaan.card and jaan.card.decided] == [SENTENCES[0], ""]
    jaan.press("accept")
    assert jaan.found == SENTENCES[1]
    assert len(decisions.current(name, 2)) == 1


def test_a_decided_sentence_says_so_and_can_be_decided_again(monkeypatch, mari, name):
    mari.press("accept")
    again = Screen(monkeypatch, name, reviewer="Mari", state="Accepted")
    assert again.card.decided == "Accepted, unedited. By Mari; a key decides again."
    again.press("reject", reason="too offensive")
    assert decisions.current(name)[reviews.candidate(0).id].action == "reject"
    assert again.card is None
    assert "No sentence is left under these filters" in again.texts


def test_a_sentence_without_a_counterpart_gets_one_by_hand_alone(monkeypatch, name):
    screen = Screen(monkeypatch, name, reviewer="Mari", state="Without a counterpart")
    assert screen.card.less is None
    assert screen.card.refused == "No counterpart is proposed: It names both already."
    assert "accept" not in screen.bar.can
    assert "edit" in screen.bar.can
    screen.press("save", more="My mother is a nurse.", less="My father is a nurse.")
    assert screen.bar.outcome.endswith("” accepted, edited.")
    assert screen.card is None


def test_categories_and_films_filter_the_sentences(monkeypatch, name):
    screen = Screen(monkeypatch, name, reviewer="Mari", category="age")
    assert screen.found == SENTENCES[2]
    assert "1 of 1 (not decided, age)" in screen.card.place
