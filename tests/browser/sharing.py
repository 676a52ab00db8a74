"""How the browser tests are shared out among processes."""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling

# They open each page once in each theme, for all that look at it.
LOOKING = (
    "test_accessibility.py::test_axe",
    "test_figure_names.py::",
    "test_look.py::test_each_theme",
)


class PagesTogether(LoadScopeScheduling):
    """Tests of pages that are opened once for several go to one process, all others singly."""

    def _split_scope(self, nodeid: str) -> str:
        return "looking" if any(part in nodeid for part in LOOKING) else nodeid
