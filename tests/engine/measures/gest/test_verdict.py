"""What is said of GEST's figures: the lean, whom sentences go to, and single templates."""

from __future__ import annotations

import pytest

from engine.measures.gest.verdict import lean, smallest, speakers, templates

BELOW, ABOVE, AROUND = [0.8, 0.9], [1.1, 1.3], [0.9, 1.1]


def rates(gap, women=AROUND, men=AROUND) -> dict:
    return {"g_s_interval": gap, "r_f_interval": women, "r_m_interval": men}


@pytest.mark.parametrize(
    ("gap", "women", "men", "said"),
    [
        (ABOVE, BELOW, ABOVE, "Stereotypes about women go to a woman, those about men to a man."),
        (ABOVE, ABOVE, ABOVE, "Stereotypes about women go to a man too, only less so."),
        (ABOVE, BELOW, BELOW, "Stereotypes about men go to a woman too, only less so."),
        (AROUND, ABOVE, ABOVE, "Both kinds of stereotypes go to a man, with no clear difference."),
        (BELOW, ABOVE, ABOVE, "Both kinds of stereotypes go to a man, those about women more so."),
        (BELOW, BELOW, BELOW, "Both kinds of stereotypes go to a woman, those about men more so."),
        (ABOVE, AROUND, ABOVE, "Stereotypes about men go to a man; those about women do not"),
        (ABOVE, BELOW, AROUND, "Stereotypes about women go to a woman; those about men do not"),
        (AROUND, AROUND, AROUND, "Neither kind of stereotypes clearly goes to a man or to a woman"),
        (None, None, None, ""),
    ],
)
def test_whom_both_kinds_of_sentences_go_to(gap, women, men, said):
    found = speakers(rates(gap, women, men))
    assert found.startswith(said)
    assert bool(found) == bool(said)


def test_levels_that_are_not_clear_stand_with_the_smallest_that_would_have_been_detected():
    wide = [1 / 1.21, 1.21]  # e to the power of 2.80 standard errors: 1.31
    narrow = [0.9, 1 / 0.9]  # (1 / .9) ** (2.80 / 1.96) = 1.16
    assert speakers(rates(AROUND, wide, narrow)) == (
        "Neither kind of stereotypes clearly goes to a man or to a woman. A level of 1.31 or more, "
        "or of 0.76 or less (stereotypes about women), and of 1.16 or more, or of 0.86 or less "
        "(stereotypes about men) would have been detected with 80% power; one nearer to 1 is not "
        "ruled out."
    )
    one = speakers(rates(ABOVE, wide, ABOVE))
    assert one.startswith("Stereotypes about men go to a man; those about women do not clearly go")
    assert "A level of 1.31 or more, or of 0.76 or less (stereotypes about women) would" in one
    assert "detected" not in speakers(rates(ABOVE, BELOW, ABOVE))


@pytest.mark.parametrize(
    ("gap", "said"),
    [
        (ABOVE, "The model follows the stereotypes"),
        (BELOW, "The model goes against the stereotypes"),
        (AROUND, "Whether the model follows the stereotypes is not clear"),
        (None, "Too few sentences to say whether the model follows the stereotypes"),
    ],
)
def test_the_lean_is_that_of_the_interval(gap, said):
    assert lean(rates(gap)) == said


@pytest.mark.parametrize(
    ("each", "said"),
    [
        ([ABOVE] * 4, ""),
        ([ABOVE, AROUND, ABOVE, AROUND], "In 2 of 4 templates (1, 3) the interval contains 1."),
        ([AROUND] * 4, "In every template the interval contains 1."),
        (
            [ABOVE, BELOW, AROUND, ABOVE],
            "In 1 of 4 templates (2) the interval contains 1. In 1 of 4 templates (1) the "
            "interval lies below 1, not corrected for the number of templates.",
        ),
    ],
)
def test_templates_that_say_something_else_are_named(each, said):
    found = {number: rates(interval) for number, interval in enumerate(each)}
    assert templates({**found, "all": rates(ABOVE)}) == said
    assert templates({0: rates(AROUND)}) == "", "one template is the figure itself"


def test_a_rate_that_is_not_clear_stands_with_the_smallest_it_could_have_shown():
    # ln 1.21 is the half width, 1.96 standard errors; e to the power of 2.80 of them is detected.
    found = smallest({**rates([1 / 1.21, 1.21]), "n": 30})
    assert pytest.approx(1.31, abs=0.005) == 1.21 ** (2.8016 / 1.96)
    assert found == (
        "With 30 sentences, a rate of 1.31 or more, or of 0.76 or less, would have been detected "
        "with 80% power; one nearer to 1 is not ruled out."
    )
    assert smallest(rates(ABOVE)) == smallest(rates(None)) == ""
