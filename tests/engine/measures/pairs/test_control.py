from __future__ import annotations

import pandas as pd
import pytest

from engine.measures.pairs.comparison import CARRIERS, control_pairs, control_summary, exchanges

PAIRS = pd.DataFrame(
    [
        ("He lost his way.", "She lost her way."),
        ("The poor are kind.", "The rich are kind."),
        ("He sings.", "She sings."),
        ("The old man slept well.", "The very old lady from the hill slept well."),
        ("Women sing!", "Women sing?"),
        ("She can lead.", "She can never lead."),
    ],
    columns=["sent_more", "sent_less"],
)


def test_words_that_stand_for_one_another_are_taken_once():
    assert exchanges(PAIRS) == [("He", "She"), ("his", "her"), ("poor", "rich")]


def test_every_exchange_is_put_into_every_carrier_on_the_side_it_has_in_the_data():
    found = control_pairs(PAIRS)
    assert len(found) == 3 * len(CARRIERS)
    assert found["sent_more"].iloc[0] == "The next word on the list is He."
    assert found["sent_less"].iloc[0] == "The next word on the list is She."
    assert set(found["carrier"]) == set(CARRIERS)


def test_carriers_of_another_language_can_be_given_and_nothing_exchanged_has_no_control():
    assert control_pairs(PAIRS.iloc[4:]).empty
    found = control_pairs(PAIRS, ["Het volgende woord is {words}."])
    assert found["sent_more"].tolist()[-1] == "Het volgende woord is poor."
    with pytest.raises(ValueError, match="words"):
        control_pairs(PAIRS, ["Niets."])


def test_an_exchange_counts_once_by_its_mean_over_the_carriers():
    frame = control_pairs(PAIRS).assign(
        scored=True,
        difference=[3.0, -1.0, -1.0, -1.0, 0.5, 0.4, 0.1, -0.1, 0.0],  # means 1/3, -1/30, 0
    )
    found = control_summary(frame, band=0.01)
    assert (found["n"], found["ties"], found["carriers"]) == (3, 1, 3)
    assert found["score"] == pytest.approx(100 / 3)
    assert found["interval"][0] < 100 / 3 < found["interval"][1]
    assert found["p"] == 1.0
    assert found["mean_difference"] == pytest.approx((1 / 3 - 1 / 30 + 0) / 3)


def test_a_control_that_could_not_be_scored_has_no_figure():
    frame = control_pairs(PAIRS).assign(scored=False, difference=float("nan"))
    found = control_summary(frame, band=0.01)
    assert (found["n"], found["score"], found["interval"], found["p"]) == (0, None, None, None)
