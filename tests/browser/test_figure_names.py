"""Whoever cannot see a figure has its title and its numbers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from components.frame.present import in_words

pytestmark = pytest.mark.browser


def test_every_figure_of_a_page_has_a_title_and_numbers(look):
    _, _, page = look
    for figure in page.get_by_test_id("stPlotlyChart").all():
        expect(figure).to_have_attribute("role", "figure")
        title, _, numbers = (figure.get_attribute("aria-label") or "").partition("\n")
        assert len(title) > 3
        assert numbers == in_words.NOTHING or re.search(r"\d", numbers), title
        assert "nan" not in numbers.lower().split()


def test_drawings_of_ours_have_a_name_too(look):
    _, name, page = look
    if name == "home":
        expect(page.get_by_role("list", name="Most likely words")).to_be_visible()
    if name == "heads":
        expect(page.get_by_role("grid")).to_have_accessible_name(re.compile(r"\w"))
    if name == "pairs":
        expect(page.get_by_role("list", name="The words of both sentences").first).to_be_visible()
