"""Aligned tokens of a pair, as the strip lays them out."""

import math

import pandas as pd
import pytest

from components.frame import session
from components.frame.widgets.token_strip import facing, tooltip
from engine.measures.pairs.tokens import aligned_tokens
from engine.measures.pairs.variants import VARIANTS

SHARED = {
    "state": "shared",
    "text_more": "the",
    "text_less": "the",
    "log_probability_more": -1.0,
    "log_probability_less": -1.5,
    "difference": 0.5,
}


def modified(
    more: str | float, less: str | float, top: float = math.nan, bottom: float = math.nan
) -> dict[str, object]:
    return {
        "state": "modified",
        "text_more": more,
        "text_less": less,
        "log_probability_more": top,
        "log_probability_less": bottom,
        "difference": math.nan,
    }


NONE = math.nan


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        (
            [SHARED, modified("woman", NONE), modified(NONE, "man"), SHARED],
            [("the", "the"), ("woman", "man"), ("the", "the")],
        ),
        (
            [modified("hair", NONE), modified("dresser", NONE), modified(NONE, "baker")],
            [("hair", "baker"), ("dresser", None)],
        ),
        (
            [modified("she", NONE), SHARED, modified(NONE, "his")],
            [("she", None), ("the", "the"), (None, "his")],
        ),
    ],
    ids=["one place", "more pieces on a side", "places apart"],
)
def test_modified_words_of_one_place_stand_against_each_other(rows, columns):
    assert [(row["text_more"], row["text_less"]) for row in facing(rows)] == columns


def test_a_shared_token_shows_both_scores_and_their_difference():
    text = "log-probability −1.00 (top), −1.50 (bottom): difference +0.50 nats"
    assert tooltip(SHARED) == text


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (modified("she", "he"), "differs between the sentences; not scored"),
        ({**modified("the", "the"), "state": "shared"}, "not scored"),
    ],
)
def test_what_was_not_scored_says_so(row: dict[str, object], text: str):
    assert tooltip(pd.Series(row).to_dict()) == text


def test_modified_words_that_are_scored_show_the_score_of_each_side():
    rows = [modified("hair", math.nan, -1.0), modified("dresser", math.nan, -2.0)]
    first, second = facing([*rows, modified(math.nan, "baker", bottom=-0.5)])
    assert tooltip(first) == (
        "differs between the sentences; log-probability −1.00 (top), −0.50 (bottom)"
    )
    assert tooltip(second) == "differs between the sentences; log-probability −2.00 (top)"


@pytest.mark.parametrize(
    "variant", ["cps", "pll", "pll-l2r", "pll-l2r-published", "sss", "aul", "aula"]
)
def test_only_words_that_the_method_scores_show_a_number(variant, tiny_model_folder):
    item = {"sent_more": "She was tired.", "sent_less": "He was tired."}
    spec = session.spec_of(str(tiny_model_folder("bert")))
    value = session.measure("pairs", spec, [item], {"variant": variant}).values[0]
    columns = facing(aligned_tokens(value, item, VARIANTS[variant]).to_dict("records"))
    texts = {column["state"]: tooltip(column) for column in columns}
    assert ("log-probability" in texts["modified"]) == (variant != "cps")
    assert ("not scored" in texts["modified"]) == (variant == "cps")
    assert ("not scored" in texts["shared"]) == (variant == "sss")
