"""A model's own words and people's answers in its sentences, on tiny masked models."""

from __future__ import annotations

import math

import pandas as pd
import pytest

from engine.core.errors import InputTextError
from engine.measures.agreement.answering import answer_params, cloze_answers, gap_row
from engine.measures.agreement.figures import Agreement, coverage_by_language, group_figures
from engine.measures.agreement.groups import group_names
from engine.measures.agreement.table import items_of, scored_table
from engine.measures.agreement.value import LONG, SEVERAL, SINGLE, UNSPELLABLE
from engine.measures.completion.completions import completions

TEXTS = (
    "The nurse said that [MASK] was tired.",
    "She drank [MASK] in the morning.",
    "They sold the [MASK].",
)
NONSENSE = ("qzzqv", "xxqzv", "vvzqx")


def asked(lm, text, *answers, **params):
    """The value of one sentence."""
    item = {"text": text, "answers": list(answers)}
    return cloze_answers(lm, [item], answer_params(**{"candidates": 20} | params))[0]


def scored(lm, rows):
    """Figures by team of answers from (sentence, annotator, answer, team)."""
    frame = pd.DataFrame(rows, columns=["sentence", "annotator", "answer", "team"])
    answers = frame.assign(sentence_id=frame["sentence"], language="en")
    found = cloze_answers(lm, items_of(answers), answer_params())
    return Agreement(scored_table(answers, found, group_names(answers, ("team",))))


# One family of each way in which vocabularies write words.
@pytest.mark.parametrize("family", ["bert", "roberta", "xlm-roberta"])
def test_a_group_that_says_what_the_model_says_agrees_wholly_and_nonsense_not_at_all(
    family, masked_lm
):
    lm = masked_lm(family)
    first = [asked(lm, text)["candidates"][0]["word"] for text in TEXTS]
    rows = [
        (text, f"{team}{number}", answer, team)
        for team, answers in (("echo", first), ("nonsense", NONSENSE))
        for number in (1, 2)
        for text, answer in zip(TEXTS, answers, strict=True)
    ]
    echo, nonsense = group_figures(scored(lm, rows))
    for score in ("p_at_1", "hit_at_1", "hit_at_any", "mrr", "answers_at_1", "coverage"):
        assert echo[score] == 1, score
    for score in ("p_at_1", "p_at_5", "hit_at_any", "p_at_any", "mrr", "answers_at_any"):
        assert nonsense[score] == 0, score
    assert echo["p_at_5"] == pytest.approx(1 / 5)
    # No figure of 0 or 1 pretends to be certain.
    assert echo["intervals"]["p_at_1"][0] < 1
    assert nonsense["intervals"]["p_at_1"][1] > 0


def test_words_and_answers_of_several_pieces_are_scored_as_in_completion(masked_lm):
    lm = masked_lm("bert")
    params = {"top_k": 20, "hide": ["piece", "punctuation"], "targets": ["coffee"]}
    (value,) = completions(lm, [{"text": TEXTS[1]}], params)
    (wanted,), (target,) = value["predictions"], value["targets"]
    value = asked(lm, TEXTS[1], "coffee", max_pieces=1)
    found, (answer,) = value["candidates"], value["answers"]
    assert [entry["word"] for entry in found] == [entry["word"] for entry in wanted]
    assert math.exp(found[0]["log_probability"]) == pytest.approx(wanted[0]["probability"])
    assert answer["pieces"] == target["pieces"] > 1
    assert math.exp(answer["log_probability"]) == pytest.approx(target["probability"], rel=1e-3)


@pytest.mark.parametrize("family", ["bert", "xlm-roberta"])
def test_longer_words_given_up_early_would_not_have_come_among_the_candidates(family, masked_lm):
    lm = masked_lm(family)
    many = asked(lm, TEXTS[1], candidates=3000)["candidates"]
    few = asked(lm, TEXTS[1], candidates=20)["candidates"]
    assert [entry["word"] for entry in few] == [entry["word"] for entry in many[:20]]
    assert any(entry["pieces"] > 1 for entry in many)


def test_candidates_are_distinct_words_likeliest_first(masked_lm):
    found = asked(masked_lm("roberta"), TEXTS[1])["candidates"]
    assert len({entry["word"] for entry in found}) == len(found) == 20
    likely = [entry["log_probability"] for entry in found]
    assert likely == sorted(likely, reverse=True)


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ("water", SINGLE),
        ("teas", LONG),
        ("cold water", SEVERAL),
        ("I think that it could be water, or tea.", SEVERAL),
        ("qh\u4e00", UNSPELLABLE),
        ("שלום", UNSPELLABLE),
        ("مرحبا", UNSPELLABLE),
        ("\N{GRINNING FACE}", UNSPELLABLE),
        (".", SEVERAL),
        ("1,000", SEVERAL),
    ],
)
def test_what_an_answer_is_to_a_model_that_knows_few_words(answer, status, masked_lm):
    (found,) = asked(masked_lm("bert"), TEXTS[1], answer, max_pieces=1)["answers"]
    assert found["status"] == status
    assert (found["log_probability"] is None) == (status == UNSPELLABLE)


def test_an_uncased_model_meets_german_capitals_in_its_own_spelling(masked_lm):
    lm = masked_lm("bert")
    value = asked(lm, TEXTS[1], "Water", "water")
    assert [entry["form"] for entry in value["answers"]] == ["water", "water"]
    one, other = (entry["log_probability"] for entry in value["answers"])
    assert one == pytest.approx(other, abs=1e-5)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("No gap here.", "The sentence has no blank"),
        ("Two [MASK] in [MASK].", "has 2 blanks"),
        (" ".join(["water"] * 400) + " [MASK]", "shorten it"),
        ("", "empty"),
    ],
)
def test_a_sentence_that_cannot_be_read_says_why_and_the_others_are_read(text, told, masked_lm):
    lm = masked_lm("bert")
    items = [{"text": text, "answers": ["x"]}, {"text": TEXTS[0], "answers": ["he"]}]
    bad, good = cloze_answers(lm, items, answer_params(5))
    assert told in bad["problem"]
    assert len(good["candidates"]) == 5
    with pytest.raises(InputTextError, match=told):
        gap_row(lm, text)


def test_a_right_to_left_sentence_is_read_and_its_coverage_said(masked_lm):
    lm = masked_lm("bert")
    text = "היא שתתה [MASK] בבוקר."
    rows = [(text, "a", "קפה", "x"), (text, "b", "תה", "x")]
    found = scored(lm, rows)
    (told,) = coverage_by_language(found)
    assert (told["coverage"], told["weak"], told["status"]) == (0, True, {UNSPELLABLE: 1})
    (entry,) = group_figures(found)
    assert entry["mrr"] == 0
    assert entry["spearman"] is None


@pytest.mark.parametrize("family", ["bert", "roberta", "modernbert", "mt5"])
def test_sentences_together_give_what_they_give_alone(family, masked_lm):
    lm = masked_lm(family)
    items = [{"text": text, "answers": ["he", "coffee", "sister"]} for text in TEXTS]
    params = answer_params(10, 2)
    together = cloze_answers(lm, items, params)
    alone = [cloze_answers(lm, [item], params)[0] for item in items]
    for one, other in zip(together, alone, strict=True):
        assert [e["word"] for e in one["candidates"]] == [e["word"] for e in other["candidates"]]
        for first, second in zip(one["answers"], other["answers"], strict=True):
            assert first["log_probability"] == pytest.approx(second["log_probability"], abs=1e-4)


@pytest.mark.parametrize(("candidates", "pieces"), [(0, 1), (5, 0)])
def test_at_least_one_candidate_of_one_piece_is_asked_for(candidates, pieces):
    with pytest.raises(InputTextError, match="At least one candidate"):
        answer_params(candidates, pieces)
