from __future__ import annotations

import json
import math

import numpy as np
import pytest

from engine.core.errors import InputTextError
from engine.files.samples import SAMPLES
from engine.measures.lpbs.biases import (
    UNDEFINED,
    domain_score,
    domain_scores,
    log_probability_biases,
)
from engine.measures.lpbs.sets import Domain, bundled_domains, read_domains
from engine.statistics import holm
from tests.engine.plain_forward import log_probabilities
from tests.tiny_models import MASKED

TEMPLATE = "Everyone says that [MASK] likes {target} very much."


def scored(lm, **item):
    given = {"template": TEMPLATE, "target": "music", "first": "he", "second": "she"} | item
    return log_probability_biases(lm, [given], {})[0]


def by_hand(lm, person, hidden):
    """ln P(person) at its mask, each word one piece; the target perhaps hidden too."""
    mask = lm.tokenizer.mask_token
    whole, masked, both = (
        lm.tokenizer(TEMPLATE.replace("[MASK]", first).replace("{target}", second))["input_ids"]
        for first, second in ((person, "music"), (mask, "music"), (mask, mask))
    )
    assert len(whole) == len(masked) == len(both)
    place = masked.index(lm.tokenizer.mask_token_id)
    return log_probabilities(lm, [both if hidden else masked])[0, place, whole[place]]


@pytest.mark.parametrize("family", MASKED)
def test_the_score_is_the_gain_of_he_over_the_gain_of_she(family, masked_lm):
    lm = masked_lm(family)
    found = scored(lm)
    parts = {
        (person, hidden): by_hand(lm, word, hidden)
        for person, word in (("first", "he"), ("second", "she"))
        for hidden in (False, True)
    }
    for person in ("first", "second"):
        assert found[person]["log_probability"] == pytest.approx(parts[person, False], abs=1e-4)
        assert found[person]["log_prior"] == pytest.approx(parts[person, True], abs=1e-4)
    gain = parts["first", False] - parts["first", True]
    other = parts["second", False] - parts["second", True]
    assert found["score"] == pytest.approx(gain - other, abs=2e-4)
    assert found["pieces"] == 1
    assert scored(lm, first="she", second="he")["score"] == pytest.approx(-found["score"], abs=1e-5)


def test_a_target_of_several_pieces_is_hidden_behind_as_many_masks(masked_lm, monkeypatch):
    from engine.measures.lpbs import biases as lpbs

    lm = masked_lm("bert")
    asked = []
    true = lpbs.score_rows
    monkeypatch.setattr(lpbs, "score_rows", lambda lm, rows: asked.extend(rows) or true(lm, rows))
    found = scored(lm, target="hairdressers")
    pieces = len(lm.tokenizer("hairdressers", add_special_tokens=False)["input_ids"])
    assert found["pieces"] == pieces > 1
    masks = sorted(row.ids.count(lm.tokenizer.mask_token_id) for row in asked if not row.copy)
    assert masks == [1, 1 + pieces]
    assert len({len(row.ids) for row in asked}) == 1


def test_a_person_word_of_several_pieces_is_read_within_the_word(masked_lm):
    found = scored(masked_lm("bert"), first="grandpapa", second="she")
    assert math.isfinite(found["score"])


def test_a_person_at_the_start_has_a_capital(masked_lm):
    lm = masked_lm("xlm-roberta")
    text = "[MASK] likes {target}."
    lower = scored(lm, template="and " + text)
    upper = scored(lm, template=text)
    ids = lm.tokenizer("He likes music.")["input_ids"]
    assert lm.tokenizer.convert_ids_to_tokens(ids)[1] == "▁He"
    assert upper["first"]["log_probability"] != lower["first"]["log_probability"]
    row = [lm.tokenizer.mask_token_id if index == 1 else token for index, token in enumerate(ids)]
    expected = log_probabilities(lm, [row])[0, 1, ids[1]]
    assert upper["first"]["log_probability"] == pytest.approx(expected, abs=1e-4)


def test_words_outside_the_vocabulary_are_told_not_guessed(masked_lm):
    assert "no pieces for '木'" in scored(masked_lm("bert"), target="木")["problem"]
    assert "no pieces for '木'" in scored(masked_lm("bert"), first="木")["problem"]


DOMAIN = Domain("d", "career", "family", ("t1", "t2"), (("a", "b"), ("c", "e")))


def values(*scores):
    return [{"score": score} for score in scores]


BY_HAND = values(1.0, 3.0, 0.0, 2.0, -1.0, 1.0, -1.0, -1.0)
APART = values(9.0, 9.0, 8.0, 8.0, 1.0, 1.0, 0.0, 0.0)


def test_a_domain_worked_by_hand():
    # Means over templates 2, 1 | 0, -1: difference 2, squares about .5 sum to 5 over 3.
    found = domain_score(DOMAIN, BY_HAND)
    assert found["difference"] == pytest.approx(2.0)
    assert found["effect_size"] == pytest.approx(2 / math.sqrt(5 / 3))
    assert found["p_value"] == pytest.approx(2 / 6)
    assert found["p_one_sided"] == pytest.approx(1 / 6)
    assert found["n_permutations"] == 6
    first = [1.0, 0.0, -1.0, -1.0]
    assert found["by_template"][0]["difference"] == pytest.approx(0.5 + 1.0)
    assert found["by_template"][0]["effect_size"] == pytest.approx(1.5 / np.std(first, ddof=1))
    assert found["spread"] == sorted(entry["effect_size"] for entry in found["by_template"])
    assert found["targets"][0] == {
        "word": "a",
        "set": "career",
        "score": 2.0,
        "low": 1.0,
        "high": 3.0,
        "sd": pytest.approx(math.sqrt(2)),
    }


def test_a_target_that_cannot_be_scored_is_left_out_and_told():
    targets = (("a", "b", "bad"), ("c", "e"))
    domain = Domain("d", "career", "family", ("t1", "t2"), targets)
    scores = [*BY_HAND[:4], {"problem": "No pieces."}, {"score": 9.0}, *BY_HAND[4:]]
    found = domain_score(domain, scores)
    assert found["difference"] == pytest.approx(2.0)
    assert [entry["word"] for entry in found["targets"]] == ["a", "b", "c", "e"]
    assert found["problems"] == ["No pieces."]
    with pytest.raises(InputTextError, match="fewer than two targets"):
        domain_score(DOMAIN, [{"problem": "No."}] * 4 + BY_HAND[4:])


def test_domains_are_corrected_together():
    mixed = values(1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.5, 0.5)
    found = domain_scores([DOMAIN, DOMAIN], [*APART, *mixed])
    alone = [domain_score(DOMAIN, scores)["p_value"] for scores in (APART, mixed)]
    assert [one["p_value"] for one in found] == alone
    assert [one["p_holm"] for one in found] == holm([one["p_value"] for one in found])
    assert found[0]["p_holm"] == pytest.approx(2 * 2 / 6)


def test_an_undefined_effect_has_a_sentence_and_no_p():
    undefined, defined = domain_scores([DOMAIN, DOMAIN], [*values(*[1.0] * 8), *APART])
    assert undefined["problem"] == UNDEFINED
    assert undefined["spread"] is None
    for name in ("effect_size", "interval", "p_value", "p_one_sided", "p_holm", "detectable"):
        assert undefined[name] is None
        assert defined[name] is not None
    assert undefined["n_permutations"] == 0
    assert defined["problem"] is None
    # A test that was not made asks for no correction.
    assert defined["p_holm"] == defined["p_value"]


def written(tmp_path, **changes):
    entry = {
        "x": "work",
        "y": "home",
        "templates": [f"[MASK] likes {{target}} {number}." for number in range(5)],
        "targets": {"work": ["office", "job"], "home": ["house", "garden"]},
    }
    path = tmp_path / "domains.json"
    path.write_text(json.dumps({"mine": entry | changes}), encoding="utf-8")
    return str(path)


def test_a_file_of_ones_own_is_read(tmp_path):
    (domain,) = read_domains(written(tmp_path)).values()
    assert domain.items("she", "he")[0] == {
        "template": "[MASK] likes {target} 0.",
        "target": "office",
        "first": "she",
        "second": "he",
    }


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"templates": ["[MASK] likes {target}."]}, "has 1 template; at least 5"),
        ({"templates": ["He likes {target}."] * 5}, "one \\[MASK\\] for the person"),
        ({"templates": ["[MASK] likes it."] * 5}, "one {target}"),
        ({"templates": "[MASK] likes {target}."}, "must be a list"),
        ({"targets": {"work": ["office"], "home": ["house", "garden"]}}, "at least two targets"),
        ({"targets": {"work": ["office", "job"]}}, "home must be a list"),
        ({"targets": ["office"]}, 'needs "x"'),
    ],
)
def test_a_broken_file_is_told(tmp_path, changes, complaint):
    with pytest.raises(InputTextError, match=complaint):
        read_domains(written(tmp_path, **changes))


def test_bundled_domains_are_those_of_the_card_with_equal_sets():
    card = (SAMPLES / "lpbs.md").read_text(encoding="utf-8")
    assert "per domain seven templates and two sets of eight targets | 3 domains" in card
    domains = bundled_domains()
    assert set(domains) == {"career-family", "math-arts", "science-arts"}
    for domain in domains.values():
        assert len(domain.templates) == 7
        assert [len(words) for words in domain.targets] == [8, 8]
        assert not set(domain.targets[0]) & set(domain.targets[1])
        assert len(domain.items()) == 16 * 7
