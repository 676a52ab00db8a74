"""The gender pairs in ten languages on the Pairs page: side by side, around 50 and around 0."""

from __future__ import annotations

import pytest

from components.frame.widgets import fetch_offer
from tests.engine.measures.multilingual.test_command import use_ten_languages

pytestmark = pytest.mark.page


def test_languages_are_side_by_side_as_they_are_scored(opened, monkeypatch, tmp_path):
    use_ten_languages(monkeypatch, tmp_path)
    monkeypatch.setattr(fetch_offer, "offer", lambda _name: True)
    page = opened("pairs", data="Gender pairs: German")
    assert "The same pairs in ten languages" in [element.value for element in page.header]
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
