"""The pages of Biascope: the menu and the cards on Home are made from this list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.program import PROGRAM
from engine.server import shared

# In the address of the Stage: a collection, and the number of the screen that is presented.
COLLECTION, SCREEN = "collection", "stage"
SLIDER = {COLLECTION: "story", SCREEN: "6"}  # of the story that comes with Biascope


@dataclass(frozen=True)
class PageEntry:
    """One page.

    Args:
        name: of its file in `pages/`, and of its address.
        group: heading in the menu that it is listed under.
        action: what a user does there, as the title of its card on Home; empty for no card.
        summary: one line on what it shows, on that card.
        absent: what a shared server does not do for its users there, to begin a sentence; empty
            where the page is there.
        command: that does it on a machine of one's own.
        also: label, icon and settings of the address of a second link on that card; None for none.
    """

    name: str
    title: str
    icon: str
    group: str
    action: str = ""
    summary: str = ""
    absent: str = ""
    command: str = ""
    also: tuple[str, str, Mapping[str, str]] | None = None

    @property
    def path(self) -> str:
        """Of its script, as Streamlit names it."""
        return f"pages/{self.name}.py"


# The order is the order people work in: look, measure, make, show.
PAGES = (
    PageEntry("home", "Home", ":material/home:", "Look"),
    PageEntry(
        "probe",
        "Probe",
        ":material/search:",
        "Look",
        "Try your own sentence",
        "Look up words, compare groups, leave several blanks.",
    ),
    PageEntry(
        "pairs",
        "Pairs",
        ":material/compare_arrows:",
        "Measure",
        "Compare two sentences",
        "Which one does the model prefer, and which words decide?",
    ),
    PageEntry(
        "heads",
        "Heads",
        ":material/grid_view:",
        "Measure",
        "Switch attention heads off",
        "Small parts of the model: see what changes without them.",
    ),
    PageEntry(
        "cabm",
        "CABM",
        ":material/work:",
        "Measure",
        "Rank occupations",
        "Which jobs the model treats as male or female.",
    ),
    PageEntry(
        "annotators",
        "Annotators",
        ":material/groups:",
        "Measure",
        "Compare with people's answers",
        "How often each group of people gives the same words.",
    ),
    PageEntry(
        "arena",
        "Arena",
        ":material/leaderboard:",
        "Measure",
        "Rank what models write",
        "What a model writes about 83 groups of people, and which sentences evaluators flag.",
    ),
    PageEntry(
        "scorecard",
        "Scorecard",
        ":material/scoreboard:",
        "Measure",
        "Compare many models",
        "Many models by many measures, with intervals and ties, and never one score.",
    ),
    PageEntry(
        "curate",
        "Curate",
        ":material/subtitles:",
        "Make",
        "Make pairs from films",
        "Find sentences in subtitles, review their counterparts, and export a set of pairs.",
    ),
    PageEntry(
        "lab",
        "Lab",
        ":material/science:",
        "Make",
        "Plant a bias",
        "Train a known bias into a copy and see which measures recover it.",
        absent="Training a model in the Lab",
        command=f"{PROGRAM} inject --quick --out my-models",
    ),
    PageEntry(
        "stage",
        "Stage",
        ":material/slideshow:",
        "Show",
        "Present results",
        "One claim a screen, for an audience, and a report of it to hand on.",
        also=("Steer the model with a slider", ":material/tune:", SLIDER),
    ),
    PageEntry(
        "methods",
        "Methods",
        ":material/menu_book:",
        "Show",
        "Read the definitions",
        "What each number shows, and what it does not.",
    ),
)


def by_group() -> dict[str, list[PageEntry]]:
    """The pages under the headings of the menu, both in their order."""
    groups: dict[str, list[PageEntry]] = {}
    for page in PAGES:
        groups.setdefault(page.group, []).append(page)
    return groups


def with_card() -> list[PageEntry]:
    """The pages that Home has a card for."""
    return [page for page in PAGES if page.action and is_here(page)]


def is_here(page: PageEntry) -> bool:
    """Whether a page is in the menu: on a shared server, some are not."""
    return not (page.absent and shared.is_shared())
