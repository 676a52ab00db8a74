"""The Scorecard page on a tiny model: first sight, measured cells, masks, files, imports."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from components.frame import session
from components.frame.widgets import background
from engine.columns.column import Reading
from engine.core.spec import BUNDLED
from engine.scorecard.cells import Health, refused
from engine.scorecard.plan import Contestant
from tests.components.scorecard.reports import HOSTILE, contestant
from tests.pages.reading import said

pytestmark = [pytest.mark.page, pytest.mark.main_path]

FEW = {"masks": "none", "measures": "seat:gender", "costs": "Plain cloze, wrong answers"}
ALONE = FEW | {"released": "false"}


@pytest.fixture
def bundled():
    """The bundled model; nothing of it is loaded here."""
    return session.spec_of(BUNDLED)


@pytest.fixture
def measured(monkeypatch):
    """Make the store know cells: `measured(lambda spec, column: Reading or None)`."""

    def known(cell_of):
        def cells(specs, columns, _seed):
            found = {
                (spec, column.name): cell_of(spec, column) for spec in specs for column in columns
            }
            return {key: cell for key, cell in found.items() if cell is not None}

        monkeypatch.setattr(session.scorecard, "cells", cells)

    return known


def cell(spec, column) -> Reading:
    """A figure that differs between masks, from sixty units."""
    shift = len(spec.masked_heads) / 10
    parts = tuple(0.6 + shift + 0.01 * (unit % 7) for unit in range(60))
    value = column.scale.of(sum(parts) / 60)
    return Reading(value, (value - 1, value + 1), 60, parts)


def test_at_first_sight_the_table_is_full_and_has_the_released_models(opened, bundled):
    page = opened("scorecard", model=bundled)
    read = said(page)
    assert "cells are measured" not in read
    assert page.title[0].value == "Scorecard"
    assert "15 models (4 measured here, 11 imported)" in read
    assert "There is no overall score" in read
    assert page.get("plotly_chart")[0].key == "scorecard_cells"
    rows = page.dataframe[0].value
    assert "roberta-base" in rows["model"].tolist()
    assert "nan" not in read.casefold().split()
    # The box is not set again, which would undo what is chosen while a run draws the page.
    assert not page.run().multiselect(key="models").proto.set_value
    # Where nothing is chosen, the released models are left.
    page.multiselect(key="models").set_value([]).run()
    assert not page.exception
    read = said(page)
    assert "Choose at least one model and one measure." in read
    assert "11 models (11 imported) × 4 measures." in read
    page.toggle(key="released").set_value(False).run()
    assert not page.exception
    assert not page.get("plotly_chart")
    assert "Results from elsewhere" in [header.value for header in page.header]


def test_what_is_not_measured_is_offered(opened, bundled):
    page = opened("scorecard", model=bundled, **FEW | {"masks": ["1-1", "1-2"]})
    assert "0 of 4 cells are measured. The rest takes" in said(page)
    assert "Measure 4 cells in the background" in [button.label for button in page.button]


def test_no_time_is_promised_while_the_job_runs(opened, bundled, monkeypatch):
    monkeypatch.setattr(background, "is_running", lambda command: True)
    page = opened("scorecard", model=bundled, **FEW | {"masks": ["1-1", "1-2"]})
    assert "0 of 4 cells are measured." in said(page)
    assert "A job is running" in said(page)
    assert "The rest takes" not in said(page)


def test_the_command_repeats_what_is_chosen(opened, bundled):
    page = opened(
        "scorecard", model=bundled, heads="3-1", **ALONE | {"masks": ["none", "3-1, 6-12"]}
    )
    assert page.code[0].value == (
        "python -m engine sweep --models bundled --masks 'none,3-1 6-12' "
        "--measures seat:gender,cloze --out scorecard"
    )


def test_finished_cells_are_compared_and_one_is_opened(opened, bundled, measured):
    measured(cell)
    page = opened("scorecard", model=bundled, **ALONE | {"masks": ["none", "2-2, 2-5"]})
    read = said(page)
    assert "2 models (2 measured here) × 2 measures." in read
    assert (
        "In 1 measure of bias compared, models clearly differ: SEAT d, gender, 10 contexts." in read
    )
    assert "are measured. The rest" not in read
    assert page.metric[0].value == "0.63"
    assert "tier A" in read
    page.selectbox(key="cell_model").select("biascope-mini, heads 2-2, 2-5 switched off").run()
    assert not page.exception
    read = said(page)
    assert (
        "tier B: clearly different from biascope-mini, the nearest to neutral (difference" in read
    ), [
        line
        for line in read.splitlines()
        if "Rank 2" in line or "tier B" in line or "ranked." in line
    ]
    page.selectbox(key="sorted_by").select("SEAT d, gender, 10 contexts").run()
    assert not page.exception


def test_only_some_cells_are_shown_as_they_are_finished(opened, bundled, measured):
    measured(lambda spec, column: cell(spec, column) if column.name == "cloze" else None)
    page = opened("scorecard", model=bundled, **ALONE)
    assert "1 of 2 cells is measured." in said(page)
    row = page.dataframe[0].value.iloc[0]
    assert row["SEAT d, gender, 10 contexts"] == "–"
    assert row["Plain cloze, wrong answers"].startswith("62.9%")


def test_cells_that_are_refused_are_not_counted_as_measured(opened, bundled, measured):
    measured(lambda _spec, column: refused("No.") if column.name == "cloze" else None)
    page = opened("scorecard", model=bundled, **ALONE)
    assert "0 of 2 cells are measured. 1 cell is refused. The rest takes" in said(page)
    values = [getattr(element, "value", None) for element in page.main]
    offer = next(at for at, text in enumerate(values) if "cell is refused" in str(text))
    assert values.index(page.header[0].value) < offer  # the claim comes first


def test_a_model_that_the_health_check_refuses_keeps_its_row(
    opened, bundled, measured, monkeypatch
):
    reason = "The health check failed: the head was never loaded."
    monkeypatch.setattr(
        "engine.scorecard.cells.stored_health", lambda *_: Health("red", ("Never loaded.",))
    )
    measured(lambda *_: refused(reason))
    page = opened("scorecard", model=bundled, **ALONE)
    read = said(page)
    assert "biascope-mini is refused: open a cell to see why." in read
    assert "cells are measured" not in read  # nothing is left to measure
    assert page.dataframe[0].value["health"].tolist() == ["refused"]
    assert any(reason[:20] in warning.value.replace("\\", "") for warning in page.warning)


def test_every_export_is_made_of_the_report_and_a_format_that_cannot_hold_it_says_why(
    opened, bundled, measured
):
    measured(cell)
    read = said(opened("scorecard", model=bundled, **ALONE))
    assert "Hugging Face results (YAML): No figure of" in read
    column = session.scorecard.column("seat:gender")
    one = Contestant(HOSTILE, bundled, "BERT", None)
    made = session.scorecard.report(
        [one], [column], {(bundled, column.name): cell(bundled, column)}, 0
    )
    assert made["contestants"][0]["id"] == contestant(1)["id"]
    for name in ("json", "csv", "latex", "card", "eee"):
        text = session.scorecard.export(made, name, "c1" if name in ("card", "eee") else "")
        assert text.strip()


def test_of_more_masks_than_a_table_has_the_first_are_measured_and_the_page_stays(opened, bundled):
    masks = [f"{layer}-{head}" for layer in (1, 2) for head in range(1, 8)]
    page = opened("scorecard", model=bundled, masks=masks)
    assert not page.error
    (warning,) = page.warning
    assert "at most 12 are measured here" in warning.value
    assert "12 models × 8 measures = 96 cells" in said(page)
    assert "Results from elsewhere" in [header.value for header in page.header]
    assert page.multiselect(key="masks").value == masks  # what the user chose stays


def test_more_models_take_the_place_of_the_example_masks(opened, bundled, spec, monkeypatch):
    names = [BUNDLED, *(f"copy-{number}" for number in range(3))]
    facts = session.spec_and_facts(BUNDLED)[1]
    monkeypatch.setattr(session, "checkpoints", lambda: names)
    monkeypatch.setattr(
        session, "spec_and_facts", lambda name: (replace(bundled, checkpoint=name), facts)
    )
    page = opened("scorecard", model=bundled, released="false", measures="seat:gender", costs=[])
    masks = page.multiselect(key="masks").value
    assert len(masks) == 4
    page.multiselect(key="models").set_value(names).run()
    assert not page.error
    assert page.multiselect(key="masks").value == ["none"]
    assert page.multiselect(key="masks").proto.set_value
    read = said(page)
    assert (
        "Without the example masks: 4 models, original and under each of them, would be 16 in all"
        in read
    )
    page.multiselect(key="models").set_value(names[:2]).run()
    assert page.multiselect(key="masks").value == masks
    assert "Without the example masks" not in said(page)
    page.multiselect(key="masks").set_value(["none", "1-1", "1-2", "1-3"]).run()
    page.multiselect(key="models").set_value(names).run()
    assert "4 models, original and under 3 masks, would be 16 in all" in page.warning[0].value
    assert page.multiselect(key="masks").value == ["none", "1-1", "1-2", "1-3"]


def test_a_mask_that_does_not_fit_and_one_that_is_none_are_left_out(opened, spec):
    page = opened("scorecard", model=spec, **ALONE | {"masks": ["none", "6-12"]})
    assert "Left out for" in said(page)
    assert "3 models × 2 measures = 6 cells" in said(page)
    page = opened("scorecard", model=spec, **ALONE | {"masks": ["none", "6-12", "5-1", "5-2"]})
    (left_out,) = page.warning
    assert "Head 6-12 does not exist: this model has layers 1 to 2 with" in said(page)
    assert "2 more masks have heads that it does not have" in left_out.value
    page = opened("scorecard", model=spec, **ALONE | {"masks": ["none", "one head"]})
    assert not page.error
    assert "Left out: A head is written layer-head" in page.warning[0].value.replace("\\", "")


def test_an_unknown_measure_is_said_and_a_file_of_a_link_is_not_read(opened, bundled, tmp_path):
    page = opened("scorecard", model=bundled, **ALONE | {"measures": ["seat:gender", "no:such"]})
    assert "No measure 'no'" in said(page)
    path = tmp_path / "mine.csv"
    path.write_text("sent_more,sent_less\nHe is kind.,She is kind.\n")
    asked = ALONE | {"measures": ["seat:gender", f"pairs:{path}"]}
    page = opened("scorecard", model=bundled, **asked)
    assert "names a file on this machine" in said(page)
    page.button(key="confirm_measure_1").click().run()
    assert not page.exception
    assert "mine.csv" in page.code[0].value


def test_results_from_elsewhere_become_models_and_a_damaged_file_is_refused(
    opened, bundled, tmp_path
):
    scores = {"results": {"crows_pairs_english": {"pct_stereotype,none": 0.6}}}
    scores |= {
        "versions": {"crows_pairs_english": 1.0},
        "config": {"model_args": "pretrained=gpt2"},
    }
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(scores))
    bad.write_text(json.dumps({"schema": "biascope.scorecard/9"}))
    page = opened("scorecard", model=bundled, scorecard_import_path=str(good), **ALONE)
    page.button(key="import_path").click().run()
    assert not page.exception
    assert "1 model imported from" in said(page)
    assert "gpt2" in " ".join(page.dataframe[0].value["model"])
    page.text_input(key="scorecard_import_path").set_value(str(bad)).run()
    page.button(key="import_path").click().run()
    assert "biascope.scorecard/9" in page.error[0].value.replace("\\", "")
    assert "gpt2" in " ".join(page.dataframe[0].value["model"])


def test_auto_precision_is_that_of_pairs_alone(opened, bundled, monkeypatch):
    monkeypatch.setattr("components.frame.shell.subject.is_guarded", lambda: True)
    page = opened("scorecard", model=bundled, **ALONE | {"measures": "pairs:bundled:cps"})
    assert "Pairs are scored in mixed precision where" in said(page)
    assert page.code[0].value.endswith(
        "--measures pairs:bundled:cps,cloze --dtype auto --out scorecard"
    )
