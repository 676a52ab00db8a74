"""One screen of a collection, opened: drawn whatever its file holds."""

from __future__ import annotations

import json

import pytest
from streamlit.testing.v1 import AppTest

from engine.pins import Collection
from engine.pins.collection import text_of
from tests.components.drawn import again
from tests.engine.pins.test_pin import a_pin


def opened(**fields: object) -> AppTest:
    """The first screen of a file in which some fields are others."""

    def page(text: str) -> None:
        from components.stage import opened
        from engine.pins.reading import read_collection

        pin = read_collection(text, "x.json").pins[0]
        opened.draw_opened(pin)
        opened.draw_words("story", pin, editable=False)

    file = json.loads(text_of(Collection("Talk", (a_pin(),))))
    file["pins"][0] |= fields
    return again(AppTest.from_function(page, kwargs={"text": json.dumps(file)}, default_timeout=60))


def test_an_address_is_a_link_and_nothing_more():
    page = opened(address="?)![](https://evil.example/p.png")
    (link,) = [
        entry.value for entry in page.markdown if "Open the page it came from" in entry.value
    ]
    address = "?%29%21%5B%5D%28https%3A%2F%2Fevil.example%2Fp.png="
    assert link == f"[Open the page it came from]({address})"


@pytest.mark.parametrize(
    "rows",
    [
        {"columns": ["a", "a"], "rows": [[1, 2]]},
        {"columns": ["a"], "rows": [[2**64], [1]]},
    ],
)
def test_any_table_is_shown(rows):
    page = opened(rows=rows, figure=None)
    assert len(page.get("bidi_component")) == 1
    (data,) = page.dataframe
    assert len(data.value) == len(rows["rows"])
