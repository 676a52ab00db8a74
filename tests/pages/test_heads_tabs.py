"""The tabs of the Heads page on tiny models."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from components.frame import session
from components.frame.session import measuring
from components.frame.widgets.kept_file import File
from components.heads import stepping
from components.heads.tabs import ATTENTION, COUNTER, CURVE, DISTRIBUTION, MODELS, NLU, PARETO
from engine.core.errors import StorageError
from engine.flow import pace
from engine.storage import jobs
from engine.storage.store import Store
from tests.engine.classifiers import build_classifier
from tests.pages import reading
from tests.pages.conftest import turn
from tests.pages.reading import texts
from tests.pages.test_heads import EVERY_HEAD, give, seat_file
from tests.subjects import choose
from tests.unloaded import not_loaded

pytestmark = [pytest.mark.usefixtures("small_samples"), pytest.mark.page]


@pytest.fixture
def ticking(monkeypatch):
    """Measure in the run itself, as the fragment's own ticks do in the browser."""
    monkeypatch.setattr(stepping, "ticking", lambda: True)


def figures(page) -> list[dict]:
    """The figures of the open tab; that of the user's sentence is above it."""
    own = "Two words of your sentence"
    return [one for one in reading.figures(page) if one["layout"]["meta"]["title"] != own]


def frames(page) -> list:
    tables = [element.value for element in page.dataframe]
    return [table for table in tables if "What differs" not in table]  # without published ones


def no_number_is_missing(page) -> None:
    for figure in figures(page):
        assert "NaN" not in json.dumps(figure)
    assert "nan" not in re.findall(r"\w+", texts(page).lower())


def at(opened, tab: str, linked: str = "", **address):
    """The page with a tab open, which begins with its question and how to read it.

    Args:
        linked: a name of the tab in links of earlier versions.
    """
    page = opened("heads", heads_tab=linked or tab, **address)
    assert page.session_state["heads_tab"] == tab
    assert not page.error
    assert "How to read this" in texts(page)
    no_number_is_missing(page)
    return page


def test_tabs_of_a_causal_model_with_every_head_masked(opened, tiny_model_folder):
    spec = session.spec_of(str(tiny_model_folder("gpt2")))
    page = at(opened, CURVE, model=spec, heads=EVERY_HEAD)
    assert "is not fairer, only worse: check perplexity too." in texts(page)
    for tab in (DISTRIBUTION, ATTENTION, COUNTER):
        turn(page, "heads_tab", tab)
        assert not page.error
        no_number_is_missing(page)
    page.button(key="run_counter").click().run()
    assert not page.error
    assert not page.exception
    no_number_is_missing(page)


# --- sets of heads ------------------------------------------------------------------------


def finish(page) -> None:
    for _ in range(60):
        page.run()
        assert not page.exception
        if not any(button.key == "stop_runs" for button in page.button):
            return
    pytest.fail("the sets were never all measured")


def test_a_curve_is_measured_behind_its_button_and_then_known(opened, ticking, monkeypatch):
    page = at(opened, CURVE, heads="1-1")
    assert "is not fairer, only worse: check pseudo-perplexity too." in texts(page)
    assert "of 22 of 22 sets are still to be measured" not in texts(page)
    assert "No set of heads has been measured yet" not in texts(page)  # the current mask has
    assert "How long that takes on this machine is unknown yet." in texts(page)
    page.button(key="measure_runs_seat").click()
    finish(page)
    (curve,) = figures(page)
    assert {trace.get("name") for trace in curve["data"]} >= {
        *("top K", "bottom K", "random K: mean, range of 5 sets", "all biased", "switched off now")
    }
    assert "n = 34 targets for each set" in texts(page)  # those that did not choose the heads
    no_number_is_missing(page)
    monkeypatch.setattr(measuring, "open_model", not_loaded)  # opened again
    again = at(opened, CURVE, heads="1-1")
    assert figures(again) == [curve]
    command = next(block.value for block in again.code if "--all-positive" in block.value)
    assert "--words gender" in command
    assert "--top-k 1,3 --bottom-k 1,3 --all-positive --random-seeds 5" in command


def test_the_time_of_sets_is_said_from_what_earlier_sets_took(opened, monkeypatch):
    monkeypatch.setattr(pace, "kept_pace", lambda *_: 4.0)
    page = at(opened, CURVE, linked="Curve over K")
    assert " on this machine, as earlier sets did." in texts(page)


def test_sets_are_measured_as_a_job_or_here_until_they_are_stopped(opened, monkeypatch):
    submitted = []
    monkeypatch.setattr(
        session.background, "submit_command", lambda *given: submitted.append(given)
    )
    page = at(opened, CURVE, linked="Curve over K")
    page.button(key="measure_runs_job").click().run()
    ((title, command),) = submitted
    assert title == "gender: sets of heads switched off"
    assert "--mask" not in command.words
    assert command.words[:3] == ("heads", "--words", "gender")
    assert "--all-positive" in command.words
    page.button(key="measure_runs_seat").click().run()  # nothing ticks here: it stays running
    assert any(button.key == "stop_runs" for button in page.button)
    page.button(key="stop_runs").click().run()
    assert not any(button.key == "stop_runs" for button in page.button)


def test_other_metrics_name_their_own_command(opened, ticking):
    page = at(opened, CURVE, random_sets="2", curve_masked="LPBS d, career – family")
    for metric, command in (
        ("lpbs career-family", "lpbs --domain career-family"),
        ("pairs", "pairs engine/files/bundled/pairs.csv --measure cps"),
    ):
        page.selectbox(key="curve_masked").set_value(metric).run()
        page.button(key=f"measure_runs_{metric}").click()
        finish(page)
        assert any(command in block.value and "--mask" in block.value for block in page.code)
        assert figures(page)


@pytest.mark.parametrize(
    ("family", "metric", "named"),
    [("bert", "pppl", "pseudo-perplexity"), ("gpt2", "perplexity", "perplexity")],
)
def test_bias_is_drawn_against_cost_with_its_frontier(
    opened, ticking, tiny_model_folder, family, metric, named
):
    spec = session.spec_of(str(tiny_model_folder(family)))
    page = at(opened, PARETO, model=spec, random_sets="2")
    page.button(key=f"measure_runs_{metric}").click()
    finish(page)
    assert "On the frontier:" in texts(page)
    (figure,) = figures(page)
    assert figure["data"][0]["name"] == "frontier"
    assert figure["layout"]["xaxis"]["title"]["text"].startswith(f"{named} (log scale")


def test_a_span_filler_has_no_cost_to_compare_bias_with(opened, tiny_model_folder):
    spec = session.spec_of(str(tiny_model_folder("t5")))
    page = opened("heads", model=spec, heads_tab=PARETO)
    assert not page.error
    no_number_is_missing(page)
    assert "has neither perplexity nor pseudo-perplexity" in texts(page)
    assert "less loss of language ability" not in texts(page)
    turn(page, "heads_tab", CURVE)
    assert "is not fairer, only worse." in texts(page)


# --- single heads -------------------------------------------------------------------------


def full(*_):
    raise StorageError("The disk is full.")


def test_ablations_that_no_disk_keeps_are_in_the_tab_and_in_the_grid(opened, monkeypatch):
    monkeypatch.setattr(Store, "put_texts", full)
    page = opened("heads", heads_tab=DISTRIBUTION, colour_by="ablation")
    assert "0 of 8 heads measured" in texts(page)
    page.button(key="ablate_here").click().run()
    assert not page.exception
    assert "Same sign for" in texts(page)
    assert "heads measured" not in texts(page)


def test_a_job_that_cannot_be_written_down_costs_a_sentence(opened, monkeypatch):
    page = opened("heads", colour_by="ablation")
    assert "each head switched off in turn. 0 of 8 heads measured" in texts(page)
    monkeypatch.setattr(jobs, "submit", full)
    button = page.button(key="job_gender: each head switched off in turn")
    assert button.label == "Measure in the background"
    button.click().run()
    assert not page.exception
    assert "The disk is full\\." in [error.value for error in page.error]


def test_heads_are_counted_ranked_and_compared_with_their_ablation(opened):
    page = at(opened, DISTRIBUTION, heads="1-2")
    assert "of 8 heads switched off (b above 0)" in texts(page).replace("*", "")
    assert "measured yet" not in texts(page)  # which another tab says
    ranking = frames(page)[-1]
    assert ranking["bias_score"].is_monotonic_decreasing
    assert list(ranking[ranking["masked"]]["name"]) == ["1-2"]
    assert len(figures(page)) == 1
    page.button(key="ablate_here").click().run()
    assert not page.exception
    assert len(figures(page)) == 2
    assert "Spearman ρ" in texts(page)
    assert "over 8 heads" in texts(page)
    assert any("--ablate" in block.value for block in page.code)
    assert not page.error
    no_number_is_missing(page)


# --- attention ----------------------------------------------------------------------------


def sentence(page, text: str) -> str:
    """Write a sentence; its counterpart."""
    page.text_area(key="attention_text").set_value(text).run()
    return page.text_area(key="attention_counterpart").value


def test_the_counterpart_is_made_by_swapping_until_it_is_edited(opened):
    page = at(opened, ATTENTION, linked="Attention of a sentence")
    first = page.text_area(key="attention_text").value
    second = page.text_area(key="attention_counterpart").value
    assert len(set(first.split()) ^ set(second.split())) in (2, 4)
    assert sentence(page, "My mother is a kind woman.") == "My father is a kind man."
    assert "attention from “kind”" in texts(page)
    assert "attention to the swapped words: sentence" in texts(page)
    assert len(figures(page)) == 1
    page.text_area(key="attention_counterpart").set_value("A guy is kind.").run()
    assert page.text_area(key="attention_counterpart").value == "A guy is kind."
    page.run()
    assert page.text_area(key="attention_counterpart").value == "A guy is kind."
    # A sentence without an attribute word is shown alone.
    assert sentence(page, "The table is big.") == ""
    assert "contains none of the paired attribute words" in texts(page)
    (figure,) = figures(page)
    assert len(figure["data"]) == 1
    assert not page.error


def test_a_text_that_is_too_long_or_empty_is_explained(opened):
    page = at(opened, ATTENTION)
    sentence(page, "She is here. " * 100)
    assert "at most" in page.error[0].value
    sentence(page, "  ")
    assert "Write a sentence to see where heads look" in texts(page)
    sentence(page, "She is kind.")
    # The box is not set again, which would undo what is chosen while a run draws the page.
    assert not page.multiselect(key="attention_heads").proto.set_value
    page.multiselect(key="attention_heads").set_value([]).run()
    assert "Choose a head to see where heads look" in texts(page)


def test_pieces_masked_heads_and_a_window_of_a_long_text_are_shown(opened):
    page = at(opened, ATTENTION, heads="1-1")
    page.multiselect(key="attention_heads").set_value(["1-1"]).run()
    assert "✕ switched off: its attention has no effect" in texts(page)
    assert "1 heads switched off" not in texts(page)
    sentence(page, "She is kind and he is " * 8 + "kind.")
    assert len(figures(page)[0]["layout"]["xaxis"]["ticktext"]) == 32
    (slider,) = (entry for entry in page.slider if entry.label.startswith("Map shows 32 of"))
    slider.set_value(slider.max).run()
    assert figures(page)[0]["layout"]["xaxis"]["ticktext"][-1] == "[SEP]"
    assert all(len(frame) == 12 for frame in frames(page)[-2:])
    sentence(page, "She unfolds it.")
    whole = figures(page)[0]["layout"]["xaxis"]["ticktext"]
    page.toggle(key="whole_words").set_value(False).run()
    pieces = figures(page)[0]["layout"]["xaxis"]["ticktext"]
    assert len(pieces) > len(whole)
    assert "unfolds" in whole
    assert "unfolds" not in pieces


def test_the_example_follows_the_test_until_it_is_edited(opened):
    page = at(opened, ATTENTION)
    first = page.text_area(key="attention_text").value
    page.selectbox(key="association").set_value("race").run()
    assert page.text_area(key="attention_text").value != first
    sentence(page, "My own sentence.")
    page.selectbox(key="association").set_value("religion").run()
    assert page.text_area(key="attention_text").value == "My own sentence."


# --- counter-stereotypes ------------------------------------------------------------------


def test_the_counter_stereotype_test_waits_for_its_button_and_is_then_known(opened, monkeypatch):
    page = at(opened, COUNTER)
    assert "t(" not in texts(page)
    page.button(key="run_counter").click().run()
    assert not page.exception
    said = texts(page)
    assert (
        "n = 68 sentences, up to 10 per word, regardless of Options; with other words than" in said
    )
    assert "136 sentences found; left out: 68 that combine the words against the stereotype" in said
    for name in ("Biased heads", "Other heads"):
        assert f"**{name}**" in said
    assert "after Holm correction for 8 tests" in said
    assert len(frames(page)[-1]) == 8
    no_number_is_missing(page)
    with monkeypatch.context() as nothing:
        nothing.setattr(measuring, "open_model", not_loaded)  # opened again
        assert texts(at(opened, COUNTER)) == said
    (before,) = [line for line in said.splitlines() if line.startswith("**Biased heads**")]
    # With a mask, they are those of the original model still, and are tested in both.
    page = at(opened, COUNTER, heads="1-1, 1-2")
    page.button(key="run_counter").click().run()
    said = texts(page)
    assert before.replace("heads**", "heads, original model**") in said
    for name in (
        "Other heads, original model",
        "Biased heads, 2 switched off",
        "Other heads, 2 switched off",
    ):
        assert f"**{name}**" in said
    assert "Single heads of the model with 2 heads switched off" in said
    no_number_is_missing(page)


def test_lists_without_counterparts_cannot_be_tested(opened):
    page = opened("heads", heads_tab=COUNTER, association="Your own file")
    give(page, own_test=seat_file())
    told = page.error[0].value.replace("\\", "")
    assert "a counter-stereotype needs pairs such as woman,man" in told


# --- two models ---------------------------------------------------------------------------


def test_two_models_are_drawn_on_one_scale_and_none_beside_itself(opened, tiny_model_folder):
    page = at(opened, MODELS, heads="1-1")
    assert "has the same map" in texts(page)
    page.selectbox(key="second_model").set_value("bundled").run()
    assert page.session_state["compare"] == "bundled"
    other = session.spec_of(str(tiny_model_folder("roberta")))
    choose(page, page.session_state["biascope_subject"].spec, other)
    page.run()
    page.button(key="second_bias").click().run()
    (figure,) = figures(page)
    assert [trace["type"] for trace in figure["data"]].count("heatmap") == 2
    assert "The most negative estimates of the first:" in texts(page)
    assert not page.exception


# --- understanding ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def classifier(tmp_path_factory) -> str:
    return str(build_classifier("bert", tmp_path_factory.mktemp("classifiers") / "classifier"))


ROWS = b"text,label\nThe nurse is kind.,good\nHe left.,bad\nA big city.,1\nShe is here.,0\n"


def test_a_classifier_is_checked_with_and_without_the_mask(opened, classifier):
    page = at(opened, NLU, heads="1-1", classifier=classifier)
    give(page, labelled_file=File("a.csv", ROWS))
    page.button(key="run_nlu").click().run()
    assert not page.exception
    table = frames(page)[-1]
    assert list(table.columns) == ["measure", "all heads on (n = 4)", "heads switched off (n = 4)"]
    assert list(table["measure"]) == ["accuracy, %", "F1", "Matthews correlation"]
    assert "Switching heads off does not clearly change accuracy (" in texts(page)
    assert "McNemar's test, p = " in texts(page)
    assert "With 4 texts, no change could be clear." in texts(page)
    assert any(f"nlu a.csv --model {classifier} --mask 1-1" in code.value for code in page.code)
    no_number_is_missing(page)


def test_files_and_models_that_do_not_fit_are_refused(
    opened, classifier, tiny_model_folder, tmp_path
):
    page = at(opened, NLU, linked="Understanding", heads="2-1", classifier=classifier)
    for content, message in (
        (b"text,label\nKind.,fine\n", "the model's classes are 0 (bad), 1 (good)"),
        (b"words,label\nKind.,1\n", "needs the column text"),
        (b"", "has no row"),
    ):
        give(page, labelled_file=File("a.csv", content))
        for button in [button for button in page.button if button.key == "run_nlu"]:
            button.click().run()
        said = [*page.error, *page.warning]  # a warning where columns can be chosen below it
        assert any(message in each.value.replace("\\", "") for each in said)
    give(page, labelled_file=File("a.csv", ROWS))
    page.text_input(key="classifier").set_value(str(tiny_model_folder("bert"))).run()
    page.button(key="run_nlu").click().run()
    assert "is not a trained classifier" in page.error[0].value.replace("\\", "")
    small = Path(shutil.copytree(classifier, tmp_path / "small"))
    config = json.loads((small / "config.json").read_text(encoding="utf-8"))
    config["num_hidden_layers"] = 1  # fewer than the masked head's
    (small / "config.json").write_text(json.dumps(config), encoding="utf-8")
    page.text_input(key="classifier").set_value(str(small)).run()
    assert "Head 2-1 does not exist" in page.error[-1].value.replace("\\", "")
