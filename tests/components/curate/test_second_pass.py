"""Agreement of two reviewers in words: every number worked by hand."""

from __future__ import annotations

from dataclasses import replace

from components.curate import second_pass
from engine.curation.review import decisions
from engine.curation.review.agreement import Agreement
from tests.components.curate.screen import Screen
from tests.engine.curation.review import reviews


def test_kappa_is_named_with_its_interval_and_the_share_it_rests_on():
    found = Agreement(
        10, ((4, 2), (1, 3)), 0.7, None, 0.4, (-0.16, 0.96), 0.1, 0.1, 3, 2, ("x",), 10
    )
    assert second_pass.headline(found) == (
        "**Cohen's κ 0.40** (95%\u00a0CI\u00a0[−0.16,\u00a00.96]). They agree on 70% of 10 "
        "sentences."
    )
    # 6 of 10 accepted by one, 5 of 10 by the other: .6 × .5 + .4 × .5
    assert "at random, would agree on 50%" in second_pass.meaning(found)
    assert "Both accept 40% and both reject 30% (prevalence index 0.10)" in second_pass.meaning(
        found
    )
    assert "Of 4 that both accepted, 3 have the same category and 2" in second_pass.meaning(found)


def test_agreement_is_one_line_above_the_card_once_there_are_two_passes(monkeypatch, name):
    assert "agree on" not in Screen(monkeypatch, name).texts
    for number in range(4):
        one = reviews.candidate(number)
        decisions.decide(name, reviews.accept(one) if number % 2 else reviews.reject(one))
        second = reviews.reject(one, "Jaan", 2) if number else reviews.accept(one, "Jaan", 2)
        decisions.decide(name, second)
    line = "Mari and Jaan agree on **1 of 4**: too few for κ to mean much."
    assert line in Screen(monkeypatch, name).texts


def test_a_kappa_that_is_undefined_is_said_to_be_in_one_line():
    found = Agreement(30, ((30, 0), (0, 0)), 1.0, None, None, None, 1.0, 0.0, 30, 30, (), 9)
    assert second_pass.in_one_line(found, [("Mari", "Jaan")]) == (
        "Mari and Jaan agree on **30 of 30**. Cohen's κ is undefined, as all answers are the same."
    )


def test_several_pairs_of_people_are_counted_in_one_line_and_listed_each():
    found = Agreement(40, ((16, 8), (4, 12)), 0.7, None, 0.4, (0.12, 0.68), 0.1, 0.1, 16, 16, (), 9)
    few = Agreement(2, ((1, 1), (0, 0)), 0.5, None, 0.0, (-0.4, 0.5), 0.5, 0.5, 1, 1, ("x",), 2)
    people = {("Mari", "Jaan"): found, ("Ara", "Jaan"): few, ("Ara", "Rae"): few}
    line = second_pass.in_one_line(found, [*people])
    assert line == (
        "3 pairs of reviewers agree on **28 of 40** "
        "(Cohen's κ = 0.40, 95%\u00a0CI\u00a0[0.12,\u00a00.68])."
    )
    one_film = replace(found, interval=None, films=1)
    alone = "(no interval: sentences of 1 film, and other films may differ)"
    assert f"(Cohen's κ = 0.40, {alone[1:]}." in second_pass.in_one_line(one_film, [*people])
    assert second_pass.headline(one_film).startswith(f"**Cohen's κ 0.40** {alone}. They")
    assert second_pass.table({("Mari", "Jaan"): one_film})["κ, 95% CI"].tolist() == [""]
    surer = replace(found, interval=(0.41, 0.55))
    assert second_pass.in_one_line(surer, [*people]).endswith(": moderate agreement.")
    rows = second_pass.table(people).to_dict("records")
    assert rows[0] == {
        "first pass": "Mari",
        "second pass": "Jaan",
        "sentences": 40,
        "agreement": "70%",
        "Cohen's κ": "0.40",
        "κ, 95% CI": "0.12 to 0.68",
        "prevalence index": "0.10",
        "bias index": "0.10",
    }
    assert (rows[1]["Cohen's κ"], rows[1]["κ, 95% CI"]) == ("0.00 (few)", "−0.40 to 0.50")


def test_where_both_always_say_the_same_kappa_is_not_invented():
    found = Agreement(3, ((3, 0), (0, 0)), 1.0, None, None, None, 1.0, 0.0, 3, 3, (), 2)
    assert second_pass.headline(found).startswith("**Cohen's κ is undefined.** They agree on 100%")
    assert "nothing that chance could have done" in second_pass.meaning(found)


def test_a_disagreement_is_opened_with_who_decided_what(monkeypatch, name):
    one, two = reviews.candidate(0), reviews.candidate(1)
    for item in (one, two):
        decisions.decide(name, reviews.accept(item, "Mari"))
    decisions.decide(name, reviews.accept(one, "Jaan", 2))
    decisions.decide(name, reviews.reject(two, "Jaan", 2, reason="*unclear*"))
    screen = Screen(monkeypatch, name, reviewer="Mari", agreement="1")
    box = screen.page.selectbox(key=f"review_disagreement_{name}")
    assert "They agree on 50% of 2 sentences" in screen.texts
    box.select(two.id).run()
    assert f"Counterpart: {two.outcome.sent_less}" in screen.texts.replace("\\", "")
    assert box.options == [two.text]
    assert "First pass, Mari: Accepted, unedited" in screen.texts.replace("\\", "")
    assert r"Second pass, Jaan: Rejected\: \*unclear\*\." in screen.texts
    screen.page.button[0].click().run()
    assert screen.found == two.text


def test_without_a_second_pass_it_is_said_how_to_get_one(monkeypatch):
    screen = Screen(monkeypatch, reviews.made(), reviewer="Mari", agreement="1")
    assert "No sentence is decided in both passes yet" in screen.texts
