"""Export of a review: which pairs, which types, the files, and the way to Pairs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

import streamlit as st

from components.curate import choose, deciding
from components.frame import session
from components.frame.present import download, explain
from components.frame.present.labels import bias_type
from components.frame.session import review as stored
from components.frame.widgets import data_choice as pairs_page
from components.frame.widgets import export as exports
from engine.command_line.command import Command
from engine.core.shell import for_shell
from engine.core.wording import counted
from engine.curation.export.pairs import WAYS
from engine.server import shared

if TYPE_CHECKING:
    from pathlib import Path

    from engine.curation.export.pairs import ExportedSet, Which
    from engine.curation.review.kept import Review

_MOST_THIN = 1000
_EVERY = 2  # seconds between looks for new decisions
_MEDIA = {".csv": "text/csv", ".md": "text/markdown", ".json": "application/json"}
_ABOUT = {
    "pairs.csv": "The pairs in the columns of CrowS-Pairs, with where each comes from.",
    "datasheet.md": "What is in the set and how it was made. What only you know is left as a "
    "question.",
    "croissant.json": "The same for programs (Croissant 1.0).",
    "review.jsonl": "All candidates and decisions, to open the review on another machine.",
}


@dataclass(frozen=True)
class Choice:
    """Which accepted pairs are exported.

    Args:
        without: types that are left out.
        thin: types with fewer pairs are left out, too.
    """

    name: str
    which: Which
    without: tuple[str, ...]
    thin: int

    @property
    def command(self) -> Command:
        """The command that writes the same files."""
        words = ["review", "export", self.name, "--which", self.which]
        words += [word for name in self.without for word in ("--without", name)]
        words += ["--thin", str(self.thin)] if self.thin else []
        return Command(tuple(words), output=self.name)

    def pairs(self) -> ExportedSet:
        """The accepted pairs as they are now."""
        return session.curation_set.exported_set(self.name, self.which, self.without, self.thin)


def draw_curate_export(review: Review) -> None:
    """Draw the choices, what is in the set, and the buttons."""
    with st.container(border=True), explain.errors(ends_page=False):
        progress = session.curation.review_progress(review.name)
        if not progress.first.total.accepted:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(":gray[No pair is accepted yet. Accept one in the review above.]")
                st.button(
                    "Open an example",
                    key="open_example_review",
                    icon=":material/play_arrow:",
                    on_click=_open_example,
                    help="The review that comes with Biascope; it is half done.",
                )
            _watch(review.name)
            return
        _watch(review.name)
        choice = _choice(review)
        found = choice.pairs()
        _contents(found)
        _buttons(
            choice,
            None if shared.is_shared() else session.curation_set.write_pairs(review.name, found),
        )


def _open_example() -> None:
    with explain.errors(ends_page=False):
        choose.open_review_next(session.curation.sample_review())


def _watch(name: str) -> None:
    """Draw the page again once decisions have changed, and the reviewer pauses.

    A key that is pressed meanwhile would wait for the whole page.
    """
    drawn = _decisions(name)

    @st.fragment(run_every=_EVERY)
    def look() -> None:
        if deciding.pauses() and _decisions(name) != drawn:
            st.rerun()

    look()


def _decisions(name: str) -> tuple[object, ...]:
    """What changes with every decision of this user, and with those of others that count."""
    return deciding.last().kept, stored.totals(name, 1), stored.totals(name, 2)


def _choice(review: Review) -> Choice:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        ways: list[Which] = [*WAYS] if review.second else ["first"]
        which = st.selectbox(
            "Pairs",
            ways,
            format_func=WAYS.__getitem__,
            key=f"export_which_{review.name}",
            persist_state="session",
            width=280,
            help="Where two reviewers accepted a pair in different words, those of the second are "
            "taken, unless only the first pass is exported.",
        )
        accepted = session.curation_set.exported_set(review.name, which).frame["bias_type"]
        without = st.multiselect(
            "Leave out types",
            [*accepted.value_counts().index],
            format_func=bias_type,
            key=f"export_without_{review.name}_{which}",
            width=320,
        )
        thin = st.number_input(
            "Fewest pairs of a type",
            0,
            _MOST_THIN,
            0,
            key="export_thin",
            persist_state="session",
            width=180,
            help="Types with fewer pairs are left out: a score of a few pairs says little.",
        )
    return Choice(review.name, which, tuple(without), int(thin or 0))


def _contents(found: ExportedSet) -> None:
    """What the set holds, and what was left out of it."""
    pairs = found.frame
    types = pairs["bias_type"].map(bias_type).value_counts()
    listed = ", ".join(f"{explain.plain(str(name))} {count:,}" for name, count in types.items())
    st.markdown(f"**{counted(len(pairs), 'pair')}**: {listed}.")
    if found.dropped:
        left = ", ".join(f"{bias_type(one.category)} ({one.pairs:,})" for one in found.dropped)
        st.caption(f"Left out: {explain.plain(left)}.")
    softened = int((pairs["softened"] != "").sum())
    edited = int((pairs["status"] == "edited").sum())
    st.caption(
        f"{counted(edited, 'pair')} edited by hand, {counted(softened, 'pair')} softened by a rule."
    )
    if found.reworded:
        st.caption(
            f"{counted(found.reworded, 'pair')} accepted by both in different words; those of the "
            "second reviewer are taken."
        )


def _buttons(choice: Choice, written: Path | None) -> None:
    """Draw the files and links.

    Args:
        written: the pairs as a file that Pairs can open; None on a shared server.
    """
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", key="export_curate"
    ):
        if written is not None:
            with st.container(key="next_step_pairs", width="content"):
                pairs_page.link(written, "Open on Pairs")
        with st.popover("Data", icon=":material/download:"):
            for name, about in _ABOUT.items():
                _file(choice, name)
                st.caption(about)
        with st.popover("Reproduce", icon=":material/terminal:"):
            st.code(for_shell(choice.command.line()), language="bash", wrap_lines=True)
            st.caption("It writes all four files into a new folder.")
        with st.popover("Link", icon=":material/link:"):
            st.code(exports.link(), language=None, wrap_lines=True)
        # It draws the page again: a decision draws only the review, so that it is quick.
        st.button(
            "Count the accepted pairs again",
            key="count_again",
            icon=":material/refresh:",
            type="tertiary",
            help="The figures and the export follow your decisions within a few seconds of a "
            "pause.",
        )


def _file(choice: Choice, name: str) -> None:
    download.button(
        name,
        partial(session.curation_set.export_text, choice.name, choice.pairs, name),
        f"{choice.name}-{name}",
        _MEDIA.get(PurePath(name).suffix, "application/jsonl"),
        f"export_{name}",
        ":material/download:",
    )
