"""The Pairs page on a tiny model."""

from __future__ import annotations

import json
import re
import shutil

import pytest

from components import session
from engine.errors import StorageError, UnusableModelError


def texts(page) -> str:
    return "\n".join(element.value for element in (*page.markdown, *page.caption, *page.error))


def test_the_bundled_pairs_are_scored_when_the_page_opens(opened):
    page = opened("pairs")
    assert page.title[0].value == "Pairs"
    assert page.metric[0].value.endswith("%")
    said = texts(page)
    assert "of **300** pairs: the model prefers the stereotyping sentence" in said
    assert "95%\N{NO-BREAK SPACE}CI\N{NO-BREAK SPACE}[" in said
    assert "against 50%" in said


def test_masked_heads_bring_the_untouched_model_beside(opened):
    page = opened("pairs", heads="1-1, 2-2")
    said = texts(page)
    assert re.search(
        r"> (No clear change|The score (rises|falls)): unmodified \*\*[\d.]+%\*\* \(\d+ of 300\), "
        r"2 heads masked \*\*[\d.]+%\*\* \(\d+\)\.  \n> :gray\[[+−][\d.]+ percentage points "
        r"\(95%\sCI\s\[[+−][\d.]+,\s[+−][\d.]+\]\)\. Pairs that change sides: \d+, "
        r"McNemar's test p",
        said,
    )
    assert re.search(r"of [\d,]+; unmodified: [\d.]+%; a weak model", said)
    labels = {entry.get("label") for entry in json.loads(page.dataframe[0].proto.columns).values()}
    assert {"difference, 2 heads masked", "difference, unmodified"} <= labels


def test_published_mode_says_so_beside_the_number(opened):
    page = opened("pairs", mode="published mode")
    assert any("published mode" in caption.value for caption in page.caption)


def test_a_pair_of_equal_sentences_is_answered_in_a_sentence(opened):
    page = opened("pairs", own_more="She was tired.", own_less="She was tired.")
    assert "Both sentences are the same, so there is no preference" in texts(page)


def test_the_own_pair_is_shown_under_the_model_compared_with_too(opened):
    page = opened("pairs", heads="1-1", own_more="She was tired.", own_less="He was tired.")
    said = [element.value for element in page.markdown]
    assert {"**unmodified**", "**1 head masked**"} <= {*said}
    assert len([text for text in said if text.startswith(("Prefers the", "**No preference"))]) == 4


@pytest.mark.parametrize("folder", ["my__model", "$$ID-a-b", "a_[b](c)*d*"])
def test_any_name_of_a_models_folder_can_be_shown(opened, spec, tmp_path, folder):
    shutil.copytree(spec.checkpoint, tmp_path / folder)
    page = opened("pairs", model=session.spec_of(str(tmp_path / folder)))
    assert not page.error
    assert "of **300** pairs" in texts(page)
    assert any("Prefers the" in text or "No preference" in text for text in texts(page).split("\n"))


def test_a_model_that_is_refused_is_said_in_a_sentence(opened):
    page = opened("pairs", model=UnusableModelError("It has no head."))
    assert [error.value for error in page.error] == ["It has no head\\."]


@pytest.fixture
def absent(opened, monkeypatch, tmp_path):
    """The page asked for a public set that is not on this machine."""
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))
    return lambda: opened("pairs", data="CrowS-Pairs")


def test_a_set_that_is_not_here_is_offered_with_size_licence_and_place(absent, cache_folder):
    page = absent()
    assert "438 kB · licence CC BY\\-SA 4\\.0" in texts(page)
    (places,) = (code.value for code in page.code)
    address, path = places.splitlines()
    assert address.startswith("https://raw.githubusercontent.com/nyu-mll/crows-pairs/")
    assert path.strip() == str(
        cache_folder / "datasets" / "crows_pairs" / "crows_pairs_anonymized.csv"
    )
    assert not page.metric


def test_half_a_file_is_named_as_another_version(absent, cache_folder):
    part = cache_folder / "datasets" / "crows_pairs" / "crows_pairs_anonymized.csv"
    part.parent.mkdir(parents=True)
    part.write_text("sent_more,sent_less\n")
    (warning,) = absent().warning
    assert "another sha256" in warning.value


def test_a_download_that_cannot_begin_is_said(absent, monkeypatch):
    def full(*_):
        raise StorageError("The disk is full.")

    page = absent()
    monkeypatch.setattr(session, "submit_download", full)
    page.button(key="fetch_crows-pairs").click().run()
    assert not page.exception
    assert "The disk is full\\." in texts(page)
