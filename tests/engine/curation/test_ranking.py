from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.errors import InputTextError
from engine.core.spec import ModelSpec
from engine.curation import ranking
from engine.curation.ranking import model_key, rank, variant_for
from engine.curation.review import scores
from engine.curation.review.candidates import order
from engine.flow.asking import Measurement
from engine.models.sources import resolve
from tests.engine.curation.review.reviews import candidate, made, refused_candidate

SPEC = ModelSpec("nobody/none", "0" * 40)


class Asked:
    """Gives each pair the difference of its number, the third a problem; keeps what was asked."""

    def __call__(self, name, items, params):
        self.given = (name, items, params)
        values = [{"difference": number * (-1) ** number} for number in range(len(items))]
        values[2] = {"problem": "This sentence is too long."}
        return Measurement(values, {})


def test_proposed_pairs_are_scored_and_kept_with_the_review():
    name, asked = made(), Asked()
    assert rank(name, asked, SPEC, "tiny") == 5
    measure, items, params = asked.given
    assert (measure, params, len(items)) == ("pairs", {"variant": "cps"}, 6)
    assert items[0] == {
        "sent_more": "All women cry at weddings.",
        "sent_less": "All men cry at weddings.",
    }
    ids = [candidate(number).id for number in range(6)]
    assert scores.load_scores(name, model_key(SPEC)) == dict(
        zip([*ids[:2], *ids[3:]], [0, -1, -3, 4, -5], strict=True)
    )
    (model,) = scores.scoring_models(name)
    assert (model.label, model.scored) == ("tiny", 5)
    assert model.problems == {ids[2]: "This sentence is too long."}
    assert order(name, ranked_by=model_key(SPEC)) == [ids[n] for n in (5, 4, 3, 1, 0, 2)]


def test_the_order_is_that_of_bfloat16_and_its_first_are_scored_again(monkeypatch):
    monkeypatch.setattr(ranking, "FIRST", 2)

    def fine(_name, items, _params):
        return Measurement([{"difference": 10.0 + number} for number in range(len(items))], {})

    name, coarse = made(), Asked()
    assert rank(name, fine, SPEC, "tiny", coarse) == 6
    ids = [candidate(number).id for number in range(6)]
    found = scores.load_scores(name, model_key(SPEC, guarded=True))
    # the one that could not be scored, then the largest, 5 and 4
    assert found == {
        ids[0]: 0, ids[1]: -1, ids[2]: 10.0, ids[3]: -3, ids[4]: 12.0, ids[5]: 11.0,
    }  # fmt: skip
    assert model_key(SPEC, guarded=True) != model_key(SPEC)


def test_a_review_without_proposals_cannot_be_ranked():
    with pytest.raises(InputTextError, match="no sentence with a proposed counterpart"):
        rank(made(candidates=[refused_candidate()]), Asked(), SPEC, "tiny")


def test_models_are_told_apart_by_all_that_changes_a_score():
    specs = [
        SPEC,
        replace(SPEC, revision="1" * 40),
        replace(SPEC, dtype="bfloat16"),
        replace(SPEC, masked_heads=((0, 1),)),
    ]
    assert len({model_key(spec) for spec in specs}) == 4


@pytest.mark.parametrize(("family", "variant"), [("bert", "cps"), ("gpt2", "clm")])
def test_a_causal_model_ranks_by_its_own_measure(tiny_model_folder, family, variant):
    source = resolve(str(tiny_model_folder(family)))
    assert variant_for(ModelSpec(source.checkpoint, source.revision)) == variant
