"""Every page, light and dark, as axe reads it: nothing of ours keeps anyone out."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.screen import undisturbed

pytestmark = pytest.mark.browser

# Best practices beside the levels A and AA of WCAG 2.2.
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
# (rule of axe, part of the page's markup) that Streamlit draws and nobody else can mend.
UPSTREAM = (
    ("presentation-role-conflict", 'data-testid="stFileUploaderDropzone"'),
    ("target-size", 'data-testid="stPageLink-NavLink"'),  # links of the sidebar are 23 px high
    ("target-size", 'aria-label="Clear all"'),  # the cross in a box of several choices
)


def test_axe_finds_no_fault_that_is_ours(look):
    _, _, page = look
    options = {"runOnly": list(RULES), "resultTypes": ["violations"]}
    found = undisturbed(page, lambda: Axe().run(page, options=options)).response["violations"]
    faults = [
        f"{violation['id']} ({violation['impact']}): {node['html'][:200]}"
        for violation in found
        for node in violation["nodes"]
        if not any(violation["id"] == rule and markup in node["html"] for rule, markup in UPSTREAM)
    ]
    assert faults == []
