"""What the headlines of CABM say."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pandas as pd

from components.cabm import first_result, headlines
from engine.core.project import DOCS
from engine.measures.cabm import command_text as cabm_shown
from engine.measures.cabm.data.sentences import GENDER

COUNTS = {"male-biased": 2, "female-biased": 1, "neutral": 0, "not settled": 7}


def scored(high: float) -> SimpleNamespace:
    frame = pd.DataFrame({"score_low": [-0.5, -0.5], "score_high": [high, high]})
    return SimpleNamespace(frame=frame, groups=GENDER, limit=0.1)


def test_beside_some_that_are_settled_stands_what_the_others_would_have_needed():
    said = headlines._others(scored(0.5), COUNTS)
    assert said.startswith("**7** show no clear lean")
    # 0.1, and 2.24 + 0.84 standard errors, as Holm asks of the first of two scores, of intervals
    # that are 3.92 of them wide
    assert said.endswith("about ±0.89 to be settled with 80% power.")


def test_where_all_are_settled_or_have_no_interval_nothing_is_said_of_power():
    assert "power" not in headlines._others(scored(0.5), {**COUNTS, "not settled": 0})
    assert "power" not in headlines._others(scored(float("nan")), COUNTS)


def ends(measure: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """The lowest and the highest correlation with a planted bias, each with its interval.

    Args:
        measure: of the bundled sentences, in the table of the benchmarks.
    """
    runs = pd.read_csv(DOCS / "benchmarks" / "planted-bias.csv", dtype=str)
    runs = runs[(runs["sentences"] == "bundled") & (runs["measure"] == measure)]
    runs = runs.sort_values("value", key=pd.to_numeric)
    shown = [
        (value.replace("-", "−"), f"[{low}, {high}]".replace("-", "−"))
        for value, low, high in zip(runs["value"], runs["low"], runs["high"], strict=True)
    ]
    return shown[0], shown[-1]


def in_summary(measure: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """The same as the summary in benchmarks.md has it."""
    text = (DOCS / "benchmarks.md").read_text(encoding="utf-8").split("## Planted bias")[1]
    (row,) = re.findall(rf"\| bundled sentences, {measure} \| \| (.*) \|", text)
    low, high = (tuple(cell.strip().split(" ", 1)) for cell in row.split("|"))
    return low, high


def test_what_is_known_of_both_measures_on_a_planted_bias_is_the_same_everywhere():
    page, command = first_result.KNOWN, cabm_shown._PLANTED
    card = " ".join((DOCS / "methods" / "cabm.md").read_text(encoding="utf-8").split())
    gap, scores = "pronoun gap", "CABM, automatic weights"
    assert ends(gap) == in_summary(gap)
    assert ends(scores) == in_summary(scores)
    (low, low_ci), (high, high_ci) = ends(gap)
    assert f"the gap recovers it each time ({low} {low_ci} to {high} {high_ci});" in card
    assert f"rank correlation {low} (95% CI {low_ci}) to {high} ({high_ci})." in page
    assert f"this gap finds it every time (Spearman {low} to {high})" in command
    (low, low_ci), (high, high_ci) = ends(scores)
    assert f"CABM with automatic weights in four of five ({low} {low_ci}, otherwise " in card
    assert f" to {high} {high_ci});" in card
    assert f"For CABM that is {low} ({low_ci}) to {high} ({high_ci})" in page
    assert f"CABM in four of the five ({low} to {high};" in command
    assert "clearly above 0 in four of the five" in page
    for said in (page, command):
        assert "not tested against each other" in said
        assert "trust" not in said


def of_counts(relative: bool = True, published: bool = False, **counts: int) -> SimpleNamespace:
    settings = SimpleNamespace(published=published)
    data = SimpleNamespace(asked=())
    return SimpleNamespace(
        frame=pd.DataFrame({"score": [0.0] * 10}),
        groups=GENDER,
        limit=0.36,
        relative=relative,
        weighting="equal",
        categories={"equal": COUNTS | {k.replace("_", " "): n for k, n in counts.items()}},
        study=SimpleNamespace(settings=settings, data=data),
        agreement=lambda: None,
    )


def test_the_claim_of_cabm_counts_the_sides_that_are_clear():
    assert headlines.cabm_claim(of_counts()) == (
        "By CABM, 3 of 10 jobs clearly lean to one side: 2 male and 1 female."
    )
    by_score = of_counts(published=True)
    assert headlines.cabm_claim(by_score) == (
        "By CABM, 3 of 10 jobs lean to one side: 2 male and 1 female."
    )
    none = of_counts()
    none.categories["equal"] |= {"male-biased": 0, "female-biased": 0}
    assert headlines.cabm_claim(none) == "By CABM, none of the 10 jobs clearly leans to one side."


def test_the_small_line_of_cabm_says_what_0_is_and_which_have_no_side():
    assert headlines.cabm_statistics(of_counts(neutral=1)) == (
        "Compared with the average of these jobs · 7 with no clear lean (95% CI, Holm-corrected "
        "p) · 1 neutral, within ±0.36"
    )
    assert not headlines.cabm_statistics(of_counts(relative=False)).startswith("Compared")
