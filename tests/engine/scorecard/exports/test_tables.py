"""CSV, LaTeX and model card: numbers by hand, and texts that stay texts."""

from __future__ import annotations

import io

import pandas as pd
import pytest

from engine.errors import InputTextError
from engine.scorecard.exports import card, csv, latex
from tests.engine.scorecard.exports.made import NASTY, made


def test_csv_has_a_row_a_cell_and_no_formula():
    text = csv.write(made())
    frame = pd.read_csv(io.StringIO(text))
    assert len(frame) == 6
    first = frame.iloc[0]
    assert (first["value"], first["low"], first["high"], first["tier"]) == (75.0, 30.04, 95.0, 1)
    assert frame["masked_heads"].tolist()[3] == "9-12 3-1"
    assert frame["label"].tolist()[-1] == f"'{NASTY}"
    assert frame["rank_low"].dropna().tolist() == [2]
    assert ",1," in text.splitlines()[1], "ranks are whole numbers"
    assert not any(line.startswith("=") for line in text.splitlines())


def test_csv_of_one_contestant():
    frame = pd.read_csv(io.StringIO(csv.write(made(), "c2")))
    assert set(frame["contestant"]) == {"c2"}
    assert pd.isna(frame["value"]).tolist() == [False, True]


@pytest.mark.parametrize("write", [csv.write, latex.write, card.write])
def test_an_unknown_contestant_is_named_with_those_there_are(write):
    with pytest.raises(InputTextError, match=r"There is no model 'c9' .* c1 \(model c1\)"):
        write(made(), "c9")


def test_latex_marks_the_best_tier_within_a_column_alone():
    text = latex.write(made())
    assert r"model c1 & \textbf{75.0} {[30.0, 95.0]} & 0.00 {[$-$0.50, 0.50]} & 12.3" in text
    assert r"model c2 & 100.0 {[99.0, 101.0]} & --- & --- \\" in text
    assert text.count(r"\textbf") == 1
    assert r"--- model c2, " in text
    assert r"No {[}CLS{]} token; 100\% \& more." in text
    assert "$n$ = 4--100 pairs" in text
    assert "There is no overall score" in text


def test_latex_prints_characters_and_runs_nothing():
    text = latex.write(made())
    assert r"\input" not in text
    assert r"\textbackslash{}input\{x\}" in text
    assert r"\# h \& 50\% \$a\_b\textasciicircum{}c\$" in text
    assert text.count(r"\begin{tabular}") == 1
    assert all(line.count(" & ") == 3 for line in text.splitlines() if line.endswith(r" \\"))


def test_latex_has_no_bold_where_there_is_one_tier():
    report = made()
    report["cells"][3]["tier"] = 1
    assert r"\textbf" not in latex.write(report)


@pytest.mark.parametrize("write", [latex.write, card.write])
def test_measures_of_one_title_are_told_apart_by_their_names(write):
    report = made()
    for measure in report["measures"][::2]:
        measure["title"] = "Same"
    text = write(report, "c1").replace("\\", "")
    assert "Same (pairs:crows-pairs:cps)" in text
    assert "Same (pppl:bundled)" in text


def test_a_card_describes_one_model():
    text = card.write(made(), "c1")
    row = r"| CrowS-Pairs, CPS | CrowS-Pairs | 75.0 % | \[30.0, 95.0\] | 50.0 | 4 |"
    assert row in text.splitlines()
    assert r"revision " + "a" * 40 in text
    assert "There is no overall score" in text
    with pytest.raises(InputTextError, match="This format describes one model; choose one of c1"):
        card.write(made())


def test_a_card_says_masks_and_what_has_no_figure():
    text = card.write(made(), "c2")
    assert "**with masked heads** 9-12, 3-1" in text
    assert "Without a figure:" in text
    assert r"No \[CLS\] token; 100% \& more\." in text


def test_a_card_shows_characters_and_no_markup():
    text = card.write(made(), "c3")
    assert r"\*\*b\*\* \<img src\=x\> \# h" in text
    assert "<img" not in text.replace(r"\<img", "")
    assert "\n# h" not in text
    assert all(
        line.replace(r"\|", "").count("|") == 7 for line in text.splitlines() if "| C" in line
    )
