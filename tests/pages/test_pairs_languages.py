"""The gender pairs in ten languages on the Pairs page: side by side, around 50 and around 0."""

from __future__ import annotations

import pytest

from components.widgets import fetch_offer
from engine.datasets.pairs import sets

pytestmark = pytest.mark.page

ROWS = (
    ("The nurse said she cooks.", "The nurse said he cooks."),
    ("Women are gentle.", "Men are gentle."),
    ("She is tired.", "He is tired."),
)


@pytest.fixture
def _data(monkeypatch, tmp_path):
    """A small stand-in for the folder of the set."""
    folder = tmp_path / "multilingual_pairs"
    folder.mkdir()
    for number, code in enumerate(("ar", "de", "en", "fi", "fr", "id", "ko", "th", "vi", "zh")):
        rows = "".join(f"{row},A,B,{number} {more},{less},stereo\n" for row, (more, less) in
                       enumerate(ROWS))  # fmt: skip
        path = folder / f"cps_translated_{code}_formatted.csv"
        path.write_text(f"ID,A_en,B_en,A_x,B_x,stereo_antistereo\n{rows}", encoding="utf-8")
    monkeypatch.setattr(sets, "find", lambda _name: folder)
    monkeypatch.setattr(fetch_offer, "offer", lambda _name: True)


def headers(page):
    return [element.value for element in page.header]


@pytest.mark.usefixtures("_data")
def test_languages_are_side_by_side_as_they_are_scored(opened):
    page = opened("pairs", data="Gender pairs: German")
    assert "The same pairs in ten languages" in headers(page)
    said = "\n".join(element.value for element in (*page.markdown, *page.caption))
    assert "Not scored yet: Arabic, Chinese, English, Finnish" in said
    assert "German" not in said.split("Not scored yet:")[1].split(".")[0]
    assert "No language clearly differs from 50%" in said
    (table,) = [frame.value for frame in page.dataframe if "language" in frame.value]
    assert table["language"].tolist() == ["German"]
    assert table["mBERT, published"].tolist() == ["57%; S_JSD -1"]
    assert "S_JSD × 1000" in table
    page.selectbox(key="data").set_value("multilingual-pairs-fi").run()
    (table,) = [frame.value for frame in page.dataframe if "language" in frame.value]
    assert table["language"].tolist() == ["Finnish", "German"]
