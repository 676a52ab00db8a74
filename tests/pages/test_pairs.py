"""The Pairs page on a tiny model."""

from __future__ import annotations

import json
import re
import shutil

import pytest

from components.frame import session
from components.frame.shell import subject as run_settings
from engine.core.errors import StorageError, UnusableModelError
from engine.core.wording import counted
from engine.models.devices import why_no_bfloat16
from tests.pages.reading import claims, figures, texts
from tests.subjects import choose

pytestmark = [pytest.mark.page, pytest.mark.main_path]


def test_the_bundled_pairs_are_scored_when_the_page_opens(opened):
    page = opened("pairs")
    assert page.title[0].value == "Pairs"
    (claim, *_) = page.header
    assert re.match(
        r"The model prefers the stereotyping sentence in [\d.]+% of 300 pairs", claim.value
    )
    said = texts(page)
    assert "A score says nothing about any one person or answer." in said
    assert "95%\N{NO-BREAK SPACE}CI\N{NO-BREAK SPACE}[" in said
    assert "against 50%" in said
    assert "The same pairs in ten languages" not in [entry.value for entry in page.header]
    # Types are in plain words.
    (figure, *_) = figures(page)
    names = figure["layout"]["yaxis"]["ticktext"]
    assert any(name.startswith("race or colour") for name in names)
    assert not any("race-color" in name for name in names)
    assert "race or colour" in page.multiselect(key="pairs_types").options


def test_masked_heads_bring_the_original_model_beside_and_into_the_figure_exported(
    opened, monkeypatch
):
    exported, readings = {}, {}

    def keep(name, frame, figure, *rest, about, reading, alt="", **_):
        exported[name] = (frame, json.loads(figure.to_json()), rest, about)
        readings[name] = reading, " ".join(alt.split())

    monkeypatch.setattr("components.frame.widgets.export.row", keep)
    page = opened("pairs", heads="1-1, 2-2")
    said = texts(page)
    assert re.match(
        r"With 2 heads switched off, the model prefers the stereotyping sentence in [\d.]+% of 300 "
        r"pairs; with all heads on, in [\d.]+%: (no clear difference|clearly )",
        page.header[0].value,
    )
    assert re.search(
        r"(No clear change|The score (rises|falls)): all heads on \*\*[\d.]+%\*\* \(\d+ of 300\), "
        r"2 heads switched off \*\*[\d.]+%\*\* \(\d+\)\.  \n:gray\[This model minus the other: "
        r"[+−][\d.]+ percentage points "
        r"\(95%\sCI\s\[[+−][\d.]+,\s[+−][\d.]+\]\), (not clearly further from or "
        r"nearer to 50% \([+−]?[\d.]+ points, 95%\sCI\s\[[+−][\d.]+,\s[+−][\d.]+\]; "
        r"[\d.]+ points would be detected with 80% power\)|[\d.]+ points "
        r"(further from|nearer to) 50% \(95%\sCI "
        r"[^)]*\))\. Pairs that change sides: \d+, "
        r"McNemar's test by word pair p",
        said,
    )
    assert re.search(r"of [\d,]+; all heads on: [\d.]+%; a weak model", said)
    labels = {entry.get("label") for entry in json.loads(page.dataframe[0].proto.columns).values()}
    assert {"difference, 2 heads switched off", "difference, all heads on"} <= labels
    shown = figures(page)[0]
    frame, figure, (command, *_), about = exported["pairs"]
    assert figure["data"] == shown["data"]
    rings = [trace for trace in figure["data"] if "circle-open" in str(trace.get("marker"))]
    assert len(rings[0]["x"]) == 10
    assert figure["layout"]["yaxis"]["ticktext"][0].startswith("All pairs")
    assert {"difference_compared", "flip"} <= set(frame)
    assert "all heads on" in about
    points = said.partition("  \n:gray[")[2].partition(". Pairs that change sides")[0]
    assert "50%" in points
    line, more = readings["pairs"]
    assert " ".join(points.split()) in more, "a pin says the same of the distance"
    assert re.match(r"Change: [+−][\d.]+ percentage points, 95%\sCI\s", line)
    assert "--more=" not in command
    assert "--more=" in exported["own-pair"][2][0]
    assert list(exported) == ["pairs", "own-pair"]  # one row a section


def test_links_with_the_names_of_earlier_versions_choose_the_same(opened):
    page = opened("pairs", mode="published mode")
    assert "as the released script" in texts(page)
    assert page.selectbox(key="mode").value == "published"
    page = opened("pairs", measure="aul", mode="mean over tokens")
    assert page.selectbox(key="measure").value == "aul"
    assert page.selectbox(key="mode").value == "mean"
    assert "AUL" in page.selectbox(key="measure").options


def test_the_own_pair_is_shown_under_the_model_compared_with_too(opened):
    page = opened("pairs", heads="1-1", own_more="She was tired.", own_less="He was tired.")
    said = [element.value for element in page.markdown]
    assert {"**all heads on**", "**1 head switched off**"} <= {*said}
    assert len([text for text in said if text.startswith(("Prefers the", "**A tie"))]) == 4
    page.text_input(key="own_less").set_value("She was tired.").run()
    assert "Both sentences are the same, so there is no preference" in texts(page)


def test_an_own_pair_that_shares_only_a_full_stop_has_no_preference(opened):
    page = opened("pairs", own_more="My boss is an idiot.", own_less="Two cats sleep here.")
    said = [element.value for element in page.markdown]
    assert any("share no word, only a full stop" in text for text in said)
    judged = [text for text in said if text.startswith(("Prefers the", "**A tie"))]
    assert len(judged) == 1  # the selected pair of the set


def test_an_own_pair_without_a_sentence_says_which_one_is_missing(opened):
    page = opened("pairs", own_more="She was tired.", own_less=" ")
    assert "The less stereotyping sentence is empty." in texts(page)
    page.text_input(key="own_more").set_value(" ").run()
    said = texts(page)
    assert "Both sentences are empty." in said
    assert "sent_more" not in said


def test_any_name_of_a_models_folder_can_be_shown(opened, spec, tmp_path):
    page = opened("pairs")
    for folder in ("my__model", "$$ID-a-b", "a_[b](c)*d*"):
        shutil.copytree(spec.checkpoint, tmp_path / folder)
        choose(page, session.spec_of(str(tmp_path / folder)))
        page.run()
        assert not page.exception
        assert not page.error
        assert "of 300 pairs" in page.header[0].value
        assert any("Prefers the" in text or "A tie" in text for text in texts(page).split("\n"))


def test_a_model_that_is_refused_is_said_in_a_sentence(opened):
    page = opened("pairs", model=UnusableModelError("It has no head."))
    assert [error.value for error in page.error] == ["It has no head\\."]


@pytest.fixture
def absent(opened, monkeypatch, tmp_path):
    """The page asked for a public set that is not on this machine."""
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))
    return lambda: opened("pairs", data="CrowS-Pairs")


def test_a_set_that_is_not_here_is_offered_with_size_licence_and_place(
    absent, cache_folder, monkeypatch
):
    page = absent()
    assert "438 kB · licence CC BY-SA 4.0" in texts(page)
    (places,) = (code.value for code in page.code)
    address, path = places.splitlines()
    assert address.startswith("https://raw.githubusercontent.com/nyu-mll/crows-pairs/")
    assert path.strip() == str(
        cache_folder / "datasets" / "crows_pairs" / "crows_pairs_anonymized.csv"
    )
    assert not claims(page)

    def full(*_):
        raise StorageError("The disk is full.")

    monkeypatch.setattr(session.background, "submit_download", full)
    page.button(key="fetch_crows-pairs").click().run()
    assert not page.exception
    assert "The disk is full." in texts(page)


def test_half_a_file_is_named_as_another_version(absent, cache_folder):
    part = cache_folder / "datasets" / "crows_pairs" / "crows_pairs_anonymized.csv"
    part.parent.mkdir(parents=True)
    part.write_text("sent_more,sent_less\n")
    (warning,) = absent().warning
    assert "another sha256" in warning.value


def test_the_control_stands_beside_the_score_once_and_its_button_goes(opened, monkeypatch):
    monkeypatch.setattr("components.pairs.control.MOST", 60)
    page = opened("pairs")
    assert "Neutral control, only" not in texts(page)
    page.button(key="control").click().run()
    assert not page.exception
    assert len(re.findall(r"Neutral control, only the swapped words", texts(page))) == 1
    assert "against 50%): " in texts(page)
    assert not [button for button in page.button if button.key == "control"]


def test_few_pairs_of_ones_own_are_counted_and_ask_for_more(opened, tmp_path):
    page = opened("pairs", data="Your own file")
    for count in (1, 3):
        path = tmp_path / f"{count}.csv"
        path.write_text(
            "sent_more,sent_less,bias_type\n"
            + "".join(f"She was tired {n}.,He was tired {n}.,gender\n" for n in range(count))
        )
        page.text_input(key="file").set_value(str(path)).run()
        assert not page.exception
        assert not page.error
        assert (
            f" of {counted(count, 'pair')}: too few pairs to tell whether it prefers either"
            in page.header[0].value
        )
        assert "At least **10 pairs** are needed" in texts(page)
        assert not re.search(r"\bnan\b", texts(page).casefold())
        assert "No type has the 10 pairs" in texts(page)


def test_guarded_precision_has_the_same_score_and_says_what_it_did(opened, monkeypatch):
    (plain, *_) = claims(opened("pairs", measure="aul"))
    monkeypatch.setattr(run_settings, "is_guarded", lambda: True)
    page = opened("pairs", measure="aul")
    assert claims(page)[0] == plain
    said = texts(page)
    if why_no_bfloat16():
        assert "All 300 pairs are float32" in said
    else:
        assert "of a sample, which gave a bound of" in said
    assert any("--dtype auto" in block.value for block in page.code)
