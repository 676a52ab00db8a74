"""The claim of the Annotators page, from scores that are given."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from components.annotators import claim

GAP = {
    "language": "en",
    "groups": 2,
    "gap": 0.035,
    "interval": [-0.13, 0.2],
    "p": 0.42,
    "told_apart": False,
    "n_annotators": 60,
    "n_sentences": 100,
}


def entry(group: str, value: float, score: str = "p_at_1") -> dict[str, object]:
    sizes = {"n_annotators": 30, "n_sentences": 100}
    return {"group": group, "language": "en", score: value, "intervals": {score: None}, **sizes}


def scored(*entries: dict[str, object], label: str = "new") -> SimpleNamespace:
    agreement = SimpleNamespace(languages=["en", "es"])
    return SimpleNamespace(of=lambda _: list(entries), label=label, agreement=agreement)


@pytest.fixture
def gap(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    found = dict(GAP)
    monkeypatch.setattr(claim, "gaps", lambda *_: [found])
    return found


TWO = (entry("native", 0.21), entry("learner", 0.245))


def test_the_claim_names_both_ends_and_whether_they_clearly_differ(gap):
    said = claim.claim_text(scored(*TWO), None, "p_at_1", "en")
    assert said == (
        "In English, “learner” annotators gave the model's top word in 24% of sentences, “native” "
        "in 21%: no clear difference."
    )
    gap.update(told_apart=True, language="und")
    assert claim.claim_text(scored(*TWO), None, "p_at_1", "und") == (
        "“learner” annotators gave the model's top word in 24% of sentences, “native” in 21%: a "
        "clear difference."
    )
    gap.update(told_apart=False, p=None)
    assert claim.claim_text(scored(*TWO), None, "p_at_1", "und").endswith(": cannot be tested.")


def test_the_language_is_left_out_where_there_is_one_alone(gap):
    one = scored(*TWO)
    one.agreement.languages = ["en"]
    assert claim.claim_text(one, None, "p_at_1", "en").startswith("“learner” annotators gave")


def test_no_claim_is_longer_than_five_lines_of_a_phone(gap):
    two = [entry("non-native", 0.42, score="x"), entry("native", 0.58, score="x")]
    for score in claim._PLAIN:
        of_score = [{**each, score: each["x"], "intervals": {score: None}} for each in two]
        assert len(claim.claim_text(scored(*of_score), None, score, "en")) <= 5 * 29


def test_few_sentences_are_counted_and_said_to_be_too_few(gap):
    gap.update(gap=0.0, n_sentences=5, language="und")
    few = [entry(group, 0.2) | {"n_sentences": 5} for group in ("native", "learner")]
    said = claim.claim_text(scored(*few), None, "p_at_1", "und")
    assert said.endswith("in 1 of 5 sentences, “learner” in 1 of 5: too few sentences to tell.")
    assert "%" not in said


def test_equal_groups_are_said_to_be_equal(gap):
    gap.update(gap=0.0)
    equal = (entry("male", 1.0), entry("female", 1.0))
    assert claim.claim_text(scored(*equal), None, "p_at_1", "en").endswith(
        "“male” annotators gave the model's top word in 100% of sentences, “female” in 100%: no "
        "difference."
    )


def test_the_claim_has_both_values_of_each_group_beside_another_model(gap):
    before = scored(entry("learner", 0.3), entry("native", 0.4), label="old")
    assert claim.claim_text(scored(*TWO), before, "p_at_1", "en") == (
        "In English, “learner” annotators gave the model's top word in 24% (old: 30%) of "
        "sentences, “native” in 21% (40%): no clear difference."
    )


def test_one_group_has_no_difference_and_a_score_without_values_says_why():
    everyone = scored(entry("everyone", 0.5))
    assert claim.claim_text(everyone, None, "p_at_1", "en") == (
        "In English, all annotators gave the model's top word in 50% of sentences."
    )
    assert "30 annotators, 100 sentences" in claim.statistics_text(everyone, None, "p_at_1", "en")
    none = scored({**entry("everyone", 0.5), "p_at_1": None})
    assert "is undefined here" in claim.claim_text(none, None, "p_at_1", "en")
    assert claim.statistics_text(none, None, "p_at_1", "en") == ""


@pytest.mark.parametrize("score", [*claim._PLAIN])
def test_every_score_has_a_sentence_that_is_whole(gap, score):
    two = scored(entry("native", 0.21, score), entry("learner", 0.25, score))
    gap["language"] = "und"
    said = claim.claim_text(two, None, score, "und")
    assert said[0] in "“T2"
    assert "“learner”" in said
    assert "“native”" in said
    assert said.endswith(": no clear difference.")


def test_the_small_line_has_the_gap_with_its_interval_test_and_sizes(gap):
    line = claim.statistics_text(scored(*TWO), None, "p_at_1", "en")
    assert line == (
        "P@1 differs by 3.5 points (95%\u00a0CI\u00a0[−13,\u00a020], p = .420) · 60 annotators, "
        "100 sentences"
    )
    gap["groups"] = 4
    assert "p = .420, allowing for 4 groups)" in claim.statistics_text(
        scored(*TWO), None, "p_at_1", "en"
    )


def test_the_small_line_counts_the_groups_that_clearly_change(gap, monkeypatch):
    changes = [
        {"language": "en", "p_holm": 0.01, "side": 1},
        {"language": "en", "p_holm": 0.5, "side": 0},
        {"language": "es", "p_holm": 0.01, "side": 1},
    ]
    monkeypatch.setattr(claim, "differences", lambda *_: changes)
    line = claim.statistics_text(scored(*TWO), scored(*TWO, label="old"), "p_at_1", "en")
    assert line.endswith("change from old clear for 1 of 2 groups (Holm-corrected)")
