from __future__ import annotations

from engine.measures.arena.replication import (
    CAVEAT,
    MODELS,
    PUBLISHED_N,
    TABLE_1,
    arena_beside_published,
    replication_remarks,
)

BERT = "google-bert/bert-large-cased"


def test_table_1_has_five_models_and_four_categories():
    assert len(MODELS) == 5
    assert all(len(rates) == 4 for rates in TABLE_1.values())
    # the text of section 5.1 names these
    assert max(TABLE_1, key=lambda name: TABLE_1[name]["religion"]) == "albert/albert-xlarge-v2"
    culture = max(TABLE_1, key=lambda name: TABLE_1[name]["culture/nationality"])
    assert culture == "answerdotai/ModernBERT-large"
    assert TABLE_1[BERT]["sex/gender"] == 50.0


def test_a_model_stands_beside_its_published_rates():
    rate = {"flag_rate": 0.25, "interval": [0.2, 0.3], "n": 400}
    report = {"by_category": {"religion": rate, "age": {**rate, "flag_rate": None, "n": 0}}}
    entries = {entry["category"]: entry for entry in arena_beside_published(BERT, report)}
    assert entries["religion"] == {
        **{"model": BERT, "category": "religion", "published": 52.3, "ours": 25, "n": 400},
        "interval": [20, 30],
    }
    assert (entries["sex/gender"]["published"], entries["sex/gender"]["ours"]) == (50.0, None)
    assert (entries["age"]["published"], entries["age"]["ours"]) == (None, None)
    assert len(arena_beside_published(BERT, None)) == 4


def test_what_the_table_does_not_mean_is_said():
    first, caveat = replication_remarks("published", True)
    assert f"{PUBLISHED_N:,}" in first
    assert caveat == CAVEAT
    assert "suite demo is not the one of the paper" in replication_remarks("demo", False)[1]
