"""Models by category and groups over all models, as the page has them."""

from __future__ import annotations

import pytest

from components.arena import leaderboards, ranking
from components.arena.charts.grid import cell_text, models_by_category
from components.arena.charts.rates import bias_scores
from engine.measures.arena.leaderboard import (
    FLAGS,
    SCORES,
    groups_over_reports,
    rank_by_category,
)
from tests.components.arena.reports import GROUPS, masked, prompts, report

LOW = dict.fromkeys(("atheists", "Muslims", "Buddhists"), 0.05)
HIGH = dict.fromkeys(LOW, 0.95)


@pytest.fixture(scope="module")
def ranked() -> ranking.Ranked:
    many = prompts(40)
    found = ranking.rank_reports(
        [report(rates=LOW, prompt_set=many), masked("3-1", rates=HIGH, prompt_set=many)]
    )
    assert found is not None
    return found


def test_the_grid_has_all_sentences_first_and_a_tier_in_each_cell(ranked):
    by_category = rank_by_category(ranked.reports)
    cells = leaderboards.cells_of(ranked, by_category)
    assert [len(row) for row in cells] == [1 + len(GROUPS)] * 2
    assert ranked.names == ["all heads on", "1 head switched off"]
    religion = [row[-1] for row in cells]
    assert [cell["tier"] for cell in religion] == [1, 2]
    assert cell_text(religion[0]).endswith("% · tier A")
    figure = models_by_category(ranked.names, ["All", *GROUPS], cells)
    assert "race/<br>ethnicity" in figure.layout.xaxis.ticktext
    assert len(figure.data[1].text) == 10
    above = [(note.text, note.y, note.yanchor) for note in figure.layout.annotations]
    assert above == [("all heads on", 0, "bottom"), ("1 head switched off", 1, "bottom")]


@pytest.mark.parametrize(
    ("columns", "angle"),
    [
        (["All", "culture/nationality"], 0),
        (["All", "socioeconomic background"], -90),
        (["All", "a", "b", "c", "d", "e"], -90),
    ],
)
def test_heads_of_the_grid_lie_flat_only_where_a_telephone_has_room(columns, angle):
    figure = models_by_category(["<i>" * 30], columns, [[None] * len(columns)])
    assert figure.layout.xaxis.tickangle == angle
    (name,) = figure.layout.annotations
    assert name.text.startswith("&lt;i&gt;")
    assert name.text.endswith("…")


@pytest.mark.parametrize("models", [1, 6])
def test_a_row_of_the_grid_is_as_high_with_one_model_as_with_many(models):
    layout = models_by_category(["m"] * models, ["All"], [[None]] * models).layout
    assert layout.height - layout.margin.t - layout.margin.b == 62 * models


def test_a_cell_of_few_sentences_is_counted():
    cell = {"flag_rate": 0.25, "n": 12, "tier": 1}
    assert cell_text(cell) == "3 of 12 · tier A"
    assert cell_text(cell | {"tier": None}) == "3 of 12"
    assert cell_text(None) == "none"


def test_the_groups_over_all_models_are_those_of_the_engine(ranked):
    found = groups_over_reports(ranked.reports)
    rows = leaderboards.group_rows(found, "religion")
    assert {row.name for row in rows} == set(LOW)
    assert {row.n for row in rows} == {80}
    assert {row.side for row in rows} == {0}, "each is tested against others of its category"
    by_scores = leaderboards.group_rows(groups_over_reports(ranked.reports, SCORES), None)
    texts = [note.text for note in bias_scores(by_scores).layout.annotations]
    assert "score" in texts
    assert not any("%" in text for text in texts)
    assert found["by"] == FLAGS


def test_what_the_paper_names_is_said_where_it_names_groups():
    assert "Atheists, women, Black people" in leaderboards.paper_names(None)
    assert "women in STEM" in leaderboards.paper_names("sex/gender")
    assert leaderboards.paper_names("religion") == ""
