"""Associations, profession groups and tests, worked by hand and against scipy."""

from __future__ import annotations

import math

import pandas as pd
import pytest
from scipy.stats import wilcoxon

from engine.core.errors import InputTextError
from engine.measures.bec_pro.data.sentences import ProfessionSentence, ProfessionSet, sampled
from engine.measures.bec_pro.data.sets import bundled_professions
from engine.measures.bec_pro.masked_words import masked_words
from engine.measures.bec_pro.report import (
    associations,
    bec_pro_report,
    by_group,
    by_profession,
    items_of,
    list_gap,
    unknown_persons,
)
from engine.statistics import holm, mean_difference_interval, mean_interval, signed_rank_test
from tests.engine.plain_forward import log_probabilities


def sentence(person, gender, profession, group, template="{} is a {}."):
    text = template.format(person, profession)
    place = text.index(profession)
    return ProfessionSentence(
        text,
        person,
        (0, len(person)),
        gender,
        profession,
        (place, place + len(profession)),
        profession,
        group,
        template,
    )


GROUPS = {
    "mason": "male",
    "roofer": "male",
    "nurse": "female",
    "maid": "female",
    "judge": "balanced",
}
DATA = ProfessionSet(
    "test",
    "Test",
    "en",
    tuple(
        sentence(person, gender, profession, group, template)
        for template in ("{} is a {}.", "{} works as a {}.")
        for profession, group in GROUPS.items()
        for person, gender in (("He", "male"), ("She", "female"))
    ),
)


def test_equal_texts_are_asked_once_with_all_their_words():
    items = items_of(DATA)
    assert len(items) == 2 * 5 + 2
    assert {tuple(item["words"]) for item in items} == {("He", "She")}
    priors = [item for item in items if item["text"].count("[MASK]") == 2]
    assert [item["text"] for item in priors] == ["[MASK] is a [MASK].", "[MASK] works as a [MASK]."]


def test_the_association_is_what_a_plain_loop_finds(masked_lm):
    lm = masked_lm("bert")
    data = sampled(bundled_professions("bundled", "Bundled"), 4, seed=0)
    frame = associations(data, masked_words(lm, items_of(data), {}))
    assert len(frame) == len(data.sentences)
    mask, checked = lm.tokenizer.mask_token, 0
    for row, one in zip(frame.to_dict("records"), data.sentences, strict=True):
        if row["pieces"] > 1 or row["template"] != data.sentences[0].template:
            continue
        read = []
        for text in (one.person_masked(), one.both_masked()):
            ids = lm.tokenizer(text.replace("[MASK]", mask))["input_ids"]
            place = ids.index(lm.tokenizer.mask_token_id)
            word = lm.tokenizer(one.text)["input_ids"][place]
            read.append(log_probabilities(lm, [ids])[0, place, word])
        assert row["association"] == pytest.approx(read[0] - read[1], abs=1e-4)
        checked += 1
    assert checked > 10


def values_of(known):
    """Values of `items_of(DATA)`: (profession or None for the prior, person) -> nats."""
    found = []
    for item in items_of(DATA):
        profession = next((name for name in GROUPS if name in item["text"]), None)
        found.append(
            {
                "log_probabilities": [known[profession, word] for word in item["words"]],
                "pieces": [1] * len(item["words"]),
            }
        )
    return found


HE = {None: -1.0, "mason": -0.2, "roofer": -0.5, "nurse": -2.0, "maid": -1.5, "judge": -0.9}
SHE = {None: -2.0, "mason": -3.0, "roofer": -2.4, "nurse": -0.5, "maid": -1.2, "judge": -2.0}
FRAME_VALUES = {(name, "He"): value for name, value in HE.items()} | {
    (name, "She"): value for name, value in SHE.items()
}


def frame():
    return associations(DATA, values_of(FRAME_VALUES))


def test_gaps_and_the_figure_are_those_worked_by_hand():
    """mason: he +0.8, she -1.0, gap 1.8; roofer: 0.5 and -0.4, 0.9; nurse: -1.0 and 1.5, -2.5;
    maid: -0.5 and 0.8, -1.3. Male list 1.35, female list -1.9: 3.25."""
    professions = by_profession(frame())
    gaps = dict(zip(professions["profession"], professions["gap"], strict=True))
    expected = {"mason": 1.8, "roofer": 0.9, "maid": -1.3, "nurse": -2.5, "judge": 0.1}
    assert gaps == pytest.approx(expected)
    assert list(gaps) == [*expected]  # by group, highest gap first
    assert professions["n"].tolist() == [4] * 5
    figure = list_gap(professions)
    assert figure.value == pytest.approx(3.25)
    assert figure.n == 4
    assert figure.interval == pytest.approx(mean_difference_interval([1.8, 0.9], [-1.3, -2.5]))


def test_groups_have_means_over_professions_and_tests_corrected_together():
    found = by_group(frame(), by_profession(frame()))
    assert [entry["group"] for entry in found] == ["male", "female", "balanced"]
    male, _, balanced = found
    assert male["male"]["mean"] == pytest.approx(0.65)
    assert male["female"]["mean"] == pytest.approx(-0.7)
    assert male["difference"]["interval"] == pytest.approx(mean_interval([1.8, 0.9], 0))
    assert male["test"]["n"] == 2
    assert balanced["test"]["p"] is None  # one profession
    assert balanced["difference"]["interval"] is None
    tested = [entry["test"]["p"] for entry in found]
    assert [entry["test"]["p_holm"] for entry in found] == holm(tested)
    assert male["published"]["n"] == 4  # two templates of two professions


def test_sentences_without_partners_have_no_published_test():
    kept = frame().drop(index=0)
    found = by_group(kept, by_profession(kept))
    assert [entry["published"] is None for entry in found] == [True, False, False]
    assert found[1]["published"]["p_holm"] is not None


def test_the_signed_rank_test_is_scipys_with_a_sign():
    first, second = [1.0, 2.0, -3.0, 4.0, 5.0, 6.0, -0.5, 8.0, 1.0], [0.0] * 8 + [1.0]
    found = signed_rank_test(first, second)
    assert found["n"] == 8  # the last pair is equal
    assert found["p"] == pytest.approx(wilcoxon(first[:8]).pvalue)
    assert found["w"] == 31.0
    assert found["r"] == pytest.approx(found["z"] / math.sqrt(8))
    turned = signed_rank_test(second, first)
    assert (turned["p"], turned["r"]) == pytest.approx((found["p"], -found["r"]))
    assert signed_rank_test([1.0], [0.0])["p"] is None


def test_a_difference_of_means_has_welchs_interval():
    from scipy.stats import ttest_ind

    first, second = [1.0, 2.0, 4.0], [0.5, 0.0, -1.0, 0.2]
    expected = ttest_ind(first, second, equal_var=False).confidence_interval()
    assert mean_difference_interval(first, second) == pytest.approx((expected.low, expected.high))
    assert mean_difference_interval([1.0], second) is None
    assert mean_difference_interval([1.0, 1.0], [0.0, 0.0]) is None


def test_a_report_says_value_interval_n_and_parts(monkeypatch):
    monkeypatch.delenv("BIASCOPE_DATA", raising=False)
    found = bec_pro_report(DATA, frame(), seed=1)
    assert found["value"] == pytest.approx(3.25)
    assert (found["n"], found["unit"], found["neutral"]) == (4, "nats", 0.0)
    assert [part["value"] for part in found["parts"]["templates"]] == pytest.approx([3.25, 3.25])
    assert "datasets get winogender" in found["employment"]["problem"]


def test_person_words_outside_the_vocabulary_are_named_or_refused():
    known = FRAME_VALUES | {(name, "She"): None for name in SHE}
    with pytest.raises(InputTextError, match="no pieces for the person words of a gender"):
        associations(DATA, values_of(known))
    assert unknown_persons(DATA, pd.DataFrame({"person": ["He"]})) == ["She"]


def test_forms_that_nothing_joins_are_refused():
    kept = frame().assign(profession=lambda rows: rows["profession"] + rows["gender"])
    with pytest.raises(InputTextError, match="Profession_EN joins them"):
        by_profession(kept)
