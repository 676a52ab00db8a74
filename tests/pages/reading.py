"""What tests read of an opened page."""

from __future__ import annotations

import json
from typing import Any

from streamlit.testing.v1 import AppTest

from tests.components.drawn import unescaped


def texts(page: AppTest) -> str:
    """All text of the page, with the stars of what is bold."""
    kinds = (page.markdown, page.caption, page.error, page.warning, page.info, page.success)
    return unescaped("\n".join(each.value for kind in kinds for each in kind))


def said(page: AppTest) -> str:
    """All text of the page as it is read."""
    return texts(page).replace("*", "")


def claims(page: AppTest) -> list[str]:
    """The answers of the Pairs page: headings that say which sentence the model prefers."""
    return [head.value for head in page.header if "the model prefers" in head.value.casefold()]


def figures(page: AppTest) -> list[dict[str, Any]]:
    """The page's figures, as Plotly is given them, without those inside *Figure*."""
    shown = [chart for chart in page.get("plotly_chart") if not chart.key.endswith("_preview")]
    return [json.loads(chart.proto.spec) for chart in shown]
