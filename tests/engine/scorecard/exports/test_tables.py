"""CSV, LaTeX and model card: numbers by hand, and texts that stay texts."""

from __future__ import annotations

import html
import io
import re
from typing import Any

import pandas as pd
import pytest
from markdown_it import MarkdownIt

from engine.core.errors import InputTextError
from engine.scorecard.exports import card, hf_eval_results, latex
from engine.scorecard.exports import contents as csv
from tests.engine.scorecard.exports.made import NASTY, made
from tests.engine.scorecard.hand_made import cell, contestant, measure, report


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
    assert r"model c1 & \textbf{75.0} & 0.00 & 12.3 \\" in text
    intervals = ("[30.0, 95.0]", "[$-$0.50, 0.50]", "[11.3, 13.3]")
    assert "".join(rf" & {{\scriptsize {one}}}" for one in intervals) in text
    assert r"model c2 & 100.0 & --- & --- \\" in text
    assert text.count(r"\textbf") == 1
    assert r"--- model c2, " in text
    assert r"No {[}CLS{]} token; 100\% \& more." in text
    assert "$n$ = 4--100 pairs" in text
    assert "There is no overall score" in text


def test_a_figure_without_an_interval_says_so_with_its_reason():
    which = measure("pppl", group="cost", neutral=None, scale="exp", unit="", title="PPPL")
    note = "No interval of the figure: all 4 sentences have the same value."
    found = report([which], [cell("c1", which, 12.3, interval=None, notes=[note])])
    assert r"& {\scriptsize no CI}" in latex.write(found)
    text = card.write(found)
    assert "| 12.3 | none |" in text
    assert note in text


def well_formed(text: str) -> None:
    """Braces and environments close in order, and rows have as many cells as their table."""
    bare = re.sub(r"\\[\\{}%&]", lambda found: "~~" if found[0] == r"\\" else "", text)
    opened: list[str] = []
    for mark, name in re.findall(r"(\\begin|\\end|[{}])(?:\{(\w+)\})?", bare):
        if mark in "{}":
            opened.append("{") if mark == "{" else opened.remove("{")
        elif mark == r"\begin":
            opened.append(name)
        else:
            assert opened.pop() == name
    assert not opened
    for table in re.findall(r"\\begin\{tabular\}.*?\\end\{tabular\}", bare, re.DOTALL):
        wide = len(re.search(r"\}(r*)\}\n", table)[1])
        rows = [line for line in table.splitlines() if line.endswith("~~")]
        assert {line.count("&") for line in rows} == {wide}


def test_latex_prints_characters_and_runs_nothing():
    text = latex.write(made())
    assert r"\input" not in text
    assert r"\textbackslash{}input\{x\}" in text
    assert r"\# h \& 50\% \$a\_b\textasciicircum{}c\$" in text
    assert text.count(r"\begin{tabular}") == 1
    well_formed(text)


def test_latex_of_many_measures_is_several_tables_without_empty_rows():
    own = [measure(f"m{place}", title=f"Own {place}") for place in range(6)]
    elsewhere = measure("m6", title="Elsewhere")
    empty = measure("m7", title="Empty")
    cells = [cell("c1", one, 51.0) for one in own[:3]] + [cell("c2", one, 52.0) for one in own]
    cells += [cell("c1", empty, [], problem="Refused."), cell("c3", elsewhere, 60.0)]
    people = [contestant("c1"), contestant("c2"), contestant("c3", origin="imported", spec=None)]
    text = latex.write(report([*own, elsewhere, empty], cells, people))
    well_formed(text)
    tables = text.split(r"\begin{table}")[1:]
    heads = [re.findall(r"raggedleft ([\w ]+)\\textsuperscript\{(\d)\}", one) for one in tables]
    assert heads == [
        [("Own 0", "1"), ("Own 1", "2"), ("Own 2", "3")],
        [("Own 3", "4"), ("Own 4", "5"), ("Own 5", "6")],
        [("Elsewhere", "7")],
    ]
    rows = [re.findall(r"^model (c\d)", one, re.MULTILINE) for one in tables]
    assert rows == [["c1", "c2"], ["c2"], ["c3"]]
    assert "--- model c1, Empty: Refused." in tables[-1]
    assert r"\textsuperscript{6} CPS." in tables[1]
    well_formed(latex.write(report([empty], [cells[-2]], people), "c1"))


def test_latex_has_no_bold_where_there_is_one_tier():
    table = made()
    table["cells"][3]["tier"] = 1
    assert r"\textbf" not in latex.write(table)


@pytest.mark.parametrize("write", [latex.write, card.write])
def test_measures_of_one_title_are_told_apart_by_their_names(write):
    table = made()
    for entry in table["measures"][::2]:
        entry["title"] = "Same"
    text = write(table, "c1").replace("\\", "")
    assert "Same (pairs:crows-pairs:cps)" in text
    assert "Same (pppl:bundled)" in text


def test_a_card_describes_one_model():
    text = card.write(made(), "c1")
    row = "| CrowS-Pairs, CPS | CrowS-Pairs | 75.0 % | [30.0, 95.0] | 50.0 | A | 4 |"
    assert row in text.splitlines()
    assert r"revision " + "a" * 40 + ", float32, all heads on." in text
    assert "Tier A has, of the 3 models in the report, the one nearest to the neutral value" in text
    assert "There is no overall score" in text
    labels = "This format describes one model; choose one of these: 'model c1', 'model c2', '=HYPER"
    with pytest.raises(InputTextError, match=re.escape(labels)):
        card.write(made())


def test_costs_have_a_heading_of_their_own():
    bias, costs, *_ = re.split("^## ", card.write(made(), "c1"), flags=re.MULTILINE)[1:]
    assert bias.startswith("Social bias\n")
    assert "PPPL" not in bias
    assert costs.startswith("How well the model still works\n\nLower is better.")
    assert "| PPPL | CrowS-Pairs | 12.3 | [11.3, 13.3] | 100 |" in costs


def test_a_card_says_masks_and_what_has_no_figure():
    text = card.write(made(), "c2")
    assert "**with heads 9-12, 3-1 switched off**" in text
    assert "## Without a figure" in text
    assert r"No \[CLS\] token; 100% & more." in text


def test_a_card_shows_characters_and_no_markup():
    text = card.write(made(), "c3")
    assert r"\*\*b\*\* \<img src=x> # h" in text
    page = MarkdownIt("gfm-like", {"html": True, "linkify": False}).render(text)
    tags = set(re.findall(r"</?([a-z]\w*)", page))
    assert tags <= {*("h2", "p", "table", "thead", "tbody", "tr", "th", "td", "ul", "li", "code")}
    shown = " ".join(re.sub("<[^>]+>", " ", page).split())
    assert html.escape(" ".join(NASTY.split())) in shown


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Biascope's list, sha256:ab (x) 1.5 – {y} + 'z' = \"w\"!", None),
        ("s_jsd of template_masked & so on > 0", None),
        ("_a_ b_", r"\_a\_ b\_"),
        ("# head", r"\# head"),
        ("1. one", r"1\. one"),
        ("- one", r"\- one"),
        ("2.5 points", None),
        ("&lt; http://x www.y a@b $x$", r"\&lt; http\://x www\.y a\@b \$x\$"),
    ],
)
def test_only_what_markdown_needs_is_escaped(text, written):
    assert card.escaped(text) == (text if written is None else written)
    page = MarkdownIt("gfm-like", {"html": True, "linkify": False}).render(
        f"- {card.escaped(text)}"
    )
    assert html.unescape(page) == f"<ul>\n<li>{text}</li>\n</ul>\n"


def changed() -> dict[str, Any]:
    """One model with an erased concept, and one with a head off besides."""
    erased = {"erased": [{"concept": "gender", "method": "leace", "digest": "a" * 64}]}
    specs = [contestant(name)["spec"] | erased for name in ("c1", "c2")]
    specs[1] = specs[1] | {"masked_heads": ["3-1"]}
    column = measure("m")
    everyone = [contestant(f"c{at}", spec=spec) for at, spec in enumerate(specs, 1)]
    return report([column], [cell("c1", column, 60.0), cell("c2", column, 50.0)], everyone)


def test_interventions_are_a_last_column_and_in_the_card():
    frame = pd.read_csv(io.StringIO(csv.write(changed())))
    assert frame.columns[-1] == "interventions"
    assert set(frame["interventions"]) == {"gender erased (LEACE)"}
    assert "**with gender erased (LEACE)**." in card.write(changed(), "c1")
    assert "**with heads 3-1 switched off, gender erased (LEACE)**." in card.write(changed(), "c2")


def test_figures_of_a_changed_model_are_not_those_of_its_repository():
    with pytest.raises(InputTextError, match=r"has gender erased \(LEACE\), so its figures"):
        hf_eval_results.write(changed(), "c1")
