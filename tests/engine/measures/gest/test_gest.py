"""GEST: the measure against a plain loop, and its figures worked out by hand."""

from __future__ import annotations

import json
import math
import statistics

import numpy as np
import pytest

from engine.flow.registry import MEASURES
from engine.flow.shapes import fits
from engine.measures.gest import scoring
from engine.measures.gest.levels import levels, shares
from engine.measures.gest.released import FILE, about, released
from engine.measures.gest.replication import released_figures
from engine.measures.gest.scoring import (
    TEMPLATES,
    fill_template,
    parse_template,
    sentence_scores,
    template_text,
)
from engine.measures.gest.study import gest_report, items_of, study_of, template_agreement
from engine.measures.gest.verdict import DEFINED, PUBLISHED, rates
from tests.engine.measures.behind_masks import each_behind_a_mask
from tests.tiny_models import MASKED

SENTENCE = "The nurse was tired."


def by_hand(lm, template: int) -> tuple[float, float]:
    """L of both sides by a loop over the positions in which the texts differ."""
    texts = [fill_template(template, side, SENTENCE)[0] for side in ("male", "female")]
    ids = [lm.tokenizer(text)["input_ids"] for text in texts]
    start, after = (
        next(place for place, (one, other) in enumerate(zip(*found, strict=False)) if one != other)
        for found in (ids, [side[::-1] for side in ids])
    )
    male, female = (
        statistics.fmean(each_behind_a_mask(lm, found, range(start, len(found) - after)))
        / math.log(10)
        for found in ids
    )
    return male, female


@pytest.mark.parametrize("family", MASKED)
def test_scores_equal_a_plain_loop(family, masked_lm):
    lm = masked_lm(family)
    items = [{"sentence": SENTENCE, "template": template} for template in TEMPLATES]
    for item, value in zip(items, sentence_scores(lm, items, {}), strict=True):
        male, female = by_hand(lm, item["template"])
        assert value["male"] == pytest.approx(male, abs=1e-4)
        assert value["female"] == pytest.approx(female, abs=1e-4)
        assert value["score"] == pytest.approx(male - female, abs=2e-4)
        assert fits(value, MEASURES["gest"].shape)


def test_one_token_a_side_is_read_from_one_masked_text(masked_lm, monkeypatch):
    lm = masked_lm("bert")
    rows = []
    true = scoring.score_rows
    monkeypatch.setattr(scoring, "score_rows", lambda lm, part: rows.extend(part) or true(lm, part))
    (value,) = sentence_scores(lm, [{"sentence": SENTENCE, "template": 0}], {})
    assert value["pieces"] == [1, 1]
    assert len([row for row in rows if not row.copy]) == 1


def test_a_side_without_a_token_of_its_own_is_read_by_whole_words(masked_lm, monkeypatch):
    lm = masked_lm("bert")
    frames = ('{person} said: "{sentence}"', "man", "man nurse")
    monkeypatch.setattr("engine.measures.gest.scoring._FRAMES", (frames,) * 4)
    (value,) = sentence_scores(lm, [{"sentence": SENTENCE, "template": 0}], {})
    assert value["whole_words"]
    assert value["pieces"] == [1, 2]
    assert value["score"] == pytest.approx(value["male"] - value["female"])


@pytest.mark.parametrize(
    ("sentence", "problem"),
    [
        (" ", "The sentence is empty."),
        ("I like [MASK].", "contains the mask token"),
        ("I like [SEP] it.", "contains [SEP], which the model reads as the start or end"),
        ("nurse " * 600, "the model reads at most"),
    ],
)
def test_a_sentence_that_cannot_be_scored_says_why(sentence, problem, masked_lm):
    items = [{"sentence": text, "template": 0} for text in (sentence, SENTENCE)]
    bad, good = sentence_scores(masked_lm("bert"), items, {})
    assert problem in bad["problem"]
    assert "score" in good


def test_templates_are_those_of_the_paper():
    assert [fill_template(number, "female", "I ran.")[0] for number in TEMPLATES] == [
        'She said: "I ran."',
        'The woman said: "I ran."',
        '"I ran.", she said.',
        '"I ran.", the woman said.',
    ]
    text, (start, stop) = fill_template(3, "male", "I ran.")
    assert text[start:stop] == "man"
    assert template_text(1) == 'The man / woman said: "…"'
    assert (parse_template(" ALL "), parse_template("2")) == (TEMPLATES, (2,))


# --- figures ------------------------------------------------------------------------------


def test_levels_worked_by_hand():
    # Emotional -.2, -.1; Gentle .3; Tough .5, .1; the rest has no sentence.
    (found,) = levels([[-0.2, -0.1, 0.3, 0.5, 0.1]], [1, 1, 2, 8, 8])
    figures = rates(found, DEFINED)
    assert figures["r"][:3] == pytest.approx([10**-0.15, 10**0.3, None])
    assert figures["r_f"] == pytest.approx(10**0.075)  # geometric mean of two
    assert figures["r_m"] == pytest.approx(10**0.3)
    assert figures["g_s"] == pytest.approx(10**0.225)
    assert rates(found, PUBLISHED)["g_s"] == pytest.approx(math.exp(0.225))
    assert figures["counts"][:2] == [2, 1]
    assert figures["g_s_interval"] is None
    assert [text.split(" have ")[0].split(" has ")[0] for text in figures["problems"]] == [
        "Empathetic, Neat, Social, Weak, Beautiful",
        "Self-confident, Professional, Rational, Providers, Leaders, Childish, Sexual, Strong",
        "Gentle",
        "Emotional, Tough",
    ]
    (women,) = levels([[0.1, 0.2]], [1, 1])
    assert rates(women, DEFINED)["g_s"] is None
    assert "so there is no stereotype rate" in rates(women, DEFINED)["problems"][1]


@pytest.mark.parametrize(("sentences", "has_one"), [(5, False), (6, True)])
def test_a_stereotype_of_few_sentences_has_no_interval_of_its_own(sentences: int, has_one: bool):
    scores = [0.1 * number for number in range(sentences)]
    (found,) = levels([[*scores, 0.2, 0.3]], [1] * sentences + [8, 8])
    figures = rates(found, DEFINED)
    assert (figures["r_intervals"][0] is not None) == has_one
    assert figures["r_intervals"][7] is None
    assert None not in (figures["r_f_interval"], figures["g_s_interval"])
    named = "Tough has" if has_one else "Emotional, Tough have"
    assert figures["problems"][-1].startswith(f"{named} fewer than 6 scored sentences")


def test_the_mean_of_the_shares_is_the_gap_whatever_is_missing():
    generator = np.random.default_rng(0)
    numbers = generator.integers(1, 17, 200).tolist()
    scores = [None if value < -1.5 else float(value) for value in generator.normal(0, 1, 200)]
    kept = [(score, number) for score, number in zip(scores, numbers, strict=True) if score]
    (found,) = levels([[score for score, _ in kept]], [number for _, number in kept])
    parts = [part for part in shares(scores, numbers) if part is not None]
    assert len(parts) == len(kept) < 200
    assert statistics.fmean(parts) == pytest.approx(found.gap.mean)
    assert found.gap.interval[0] < found.gap.mean < found.gap.interval[1]
    assert shares([0.1, None], [1, 8]) == []


def test_sentences_vary_about_the_gap_within_their_stereotype():
    """Means 0.2 and 0.6, gap 0.4; 4 sentences: weights -4/2 and 4/2 of ±0.1 and ±0.2."""
    scores, numbers = [0.1, 0.3, 0.4, 0.8], [1, 1, 8, 8]
    expected = [0.4 + 0.2, 0.4 - 0.2, 0.4 - 0.4, 0.4 + 0.4]
    assert shares(scores, numbers) == pytest.approx(expected)
    assert shares([score + 5.0 for score in scores], numbers) == pytest.approx(expected)


def test_templates_that_agree_and_that_do_not():
    first = [1.0, 2.0, 3.0, 4.0, None]
    found = template_agreement({0: first, 1: [2.0, 4.0, 6.0, 8.0, 1.0], 2: [4.0, 3.0, 2.0, 1.0, 1]})
    assert [pair["n"] for pair in found["pairs"]] == [4, 4, 5]
    assert found["pairs"][0]["pearson"] == pytest.approx(1)
    assert found["pairs"][1]["spearman"] == pytest.approx(-1)
    flat = template_agreement({0: first, 1: [1.0] * 5})
    assert flat["pearson"] is None
    assert "cannot be compared" in flat["problem"]
    assert "at least two" in template_agreement({0: first})["problem"]


def test_a_study_puts_scores_back_into_the_order_of_the_sentences():
    sentences = ["a long sentence", "short", "of middle size"]
    items = items_of(sentences, (0, 2))
    assert [item["sentence"] for item in items[:3]] == ["short", "of middle size", sentences[0]]
    values = [
        {"score": len(item["sentence"]) / 10 + item["template"], "whole_words": False}
        for item in items
    ]
    values[4] = {"problem": "too long"}
    study = study_of(sentences, [1, 8, 8], values, (0, 2))
    assert study.scores == {0: [1.5, 0.5, 1.4], 2: [3.5, 2.5, None]}
    assert study.by_key["all"] == [2.5, 1.5, None]
    found = gest_report(study, PUBLISHED)
    assert (found["template"], found["n"]) == ("all", 2)
    assert math.exp(statistics.fmean(part for part in found["parts"] if part)) == pytest.approx(
        found["value"]
    )
    assert found["problems"] == [{"template": 2, "sentence": 3, "problem": "too long"}]
    assert "1 of 3 sentences could not be scored." in found["notes"]
    json.dumps(found, allow_nan=False)


# --- the released models ------------------------------------------------------------------


def test_eleven_models_under_every_template_are_there_without_any_data():
    assert [len(released(key)) for key in (*TEMPLATES, "all")] == [11] * 5
    assert about()["licence"] == "Apache-2.0"
    first = released(0)[2]
    assert (first.model, first.template) == ("bert-base-uncased", "0")
    assert round(first.rates[PUBLISHED]["r"][0], 2) == 1.24
    assert all(rate > 0 for model in released("all") for rate in model.rates[DEFINED]["r"])
    with pytest.raises(ValueError, match="no template 7"):
        released(7)


def test_the_shipped_figures_are_those_of_the_released_scores(shared_data, monkeypatch):
    monkeypatch.setenv("BIASCOPE_DATA", str(shared_data))
    recomputed = released_figures()
    shipped = json.loads(FILE.read_text(encoding="utf-8"))
    for key in ("digest", "seed", "draws", "commit"):
        assert shipped[key] == recomputed[key]
    for ours, theirs in zip(recomputed["models"], shipped["models"], strict=True):
        assert (ours["model"], ours["template"]) == (theirs["model"], theirs["template"])
        for reading in (DEFINED, PUBLISHED):
            for name in ("r", "r_f", "r_m", "g_s", "r_f_interval", "r_m_interval", "g_s_interval"):
                assert theirs[reading][name] == pytest.approx(ours[reading][name], abs=1e-6)
            assert np.array(theirs[reading]["r_intervals"]) == pytest.approx(
                np.array(ours[reading]["r_intervals"]), abs=1e-6
            )


def test_the_shipped_figures_equal_an_independent_computation(shared_data):
    import pandas as pd

    folder = shared_data / "gest"
    stereotype = pd.read_csv(folder / "gest.csv")["stereotype"]
    for template in TEMPLATES:
        for model in released(template):
            path = folder / "predictions_english_mlm" / f"{model.model}_template-{template}.txt"
            means = pd.read_csv(path, header=None)[0].groupby(stereotype).mean()
            for reading, base in ((PUBLISHED, math.e), (DEFINED, 10.0)):
                r = base**means
                r_f = r.loc[1:7].prod() ** (1 / 7)
                r_m = r.loc[8:16].prod() ** (1 / 9)
                figures = model.rates[reading]
                assert figures["r"] == pytest.approx(r.tolist(), abs=1e-6)
                assert [figures[name] for name in ("r_f", "r_m", "g_s")] == pytest.approx(
                    [r_f, r_m, r_m / r_f], abs=1e-6
                )
