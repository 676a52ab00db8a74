"""How the browser tests are shared out among processes."""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling

from tests.browser.conftest import PAGES

# They look at pages that are opened once for all of them.
LOOKING = ("test_accessibility.py::", "test_figure_names.py::", "test_look.py::", "::test_opened_")


class PagesTogether(LoadScopeScheduling):
    """Tests of a page that is opened once for several go to one process, all others singly."""

    def _split_scope(self, nodeid: str) -> str:
        if not any(part in nodeid for part in LOOKING):
            return nodeid
        case = nodeid.partition("[")[2].rstrip("]")
        named = [page for page in PAGES if case.startswith(page) or case.endswith(page)]
        return f"looking at {max(named, key=len)}" if named else nodeid
