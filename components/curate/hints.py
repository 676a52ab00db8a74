"""What hints at stereotypes: a classifier, an assistant, and the tab of the order of the work."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from components.curate import choose, ranking
from components.frame import session
from components.frame.present import download, explain
from components.frame.session import state
from components.frame.widgets import background, tabs
from components.frame.widgets import kept_file as kept_files
from components.frame.widgets.background import Work
from engine.command_line.command import Command
from engine.core.wording import counted
from engine.files.text_file import read_text
from engine.server import shared

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.curation.filter.assistant import Batch
    from engine.curation.review.decision_rows import Decision
    from engine.curation.review.kept import Review
    from engine.curation.review.verdicts import Judge


_RANKING, _ASSISTANT, _CLASSIFIER = "Ranking by the model", "An assistant", "A classifier"
_KINDS = {"assistant": "assistant", "zero-shot": "classifier"}


def draw_curate_hints(review: Review) -> None:
    """Draw the tabs, and below them what was said so far."""
    draw = {_RANKING: ranking.draw_ranking}
    if not shared.is_shared():  # answers are written into the review, which does not change there
        draw |= {_ASSISTANT: draw_assistant, _CLASSIFIER: draw_classifier}
    with st.container(border=True):
        name, place = tabs.opened_tab([*draw], "curate_hints")
        with place, explain.errors(ends_page=False):
            draw[name](review)
        judges = session.curation_set.review_verdicts(review.name)
        if judges and name != _RANKING:
            st.markdown("**What was said so far**")
            st.dataframe(
                judges_table(judges, session.curation_set.review_decisions(review.name)),
                hide_index=True,
            )
            st.caption("Kept with each pair and exported with it. No answer decides anything.")


def judges_table(judges: list[Judge], decided: Mapping[str, Decision]) -> pd.DataFrame:
    """One row an assistant or classifier: its answers, and what reviewers made of them.

    Args:
        decided: candidate → the decision of the first pass.
    """
    return pd.DataFrame(
        [
            {
                "who": judge.label,
                "what": _KINDS[judge.source],
                "yes": judge.answers[True],
                "no": judge.answers[False],
                "unsure": judge.answers[None],
                "accepted of its yes": _accepted(judge, decided, True),
                "accepted of its no": _accepted(judge, decided, False),
                "on": f"{datetime.fromtimestamp(judge.at):%Y-%m-%d}",
            }
            for judge in judges
        ]
    )


def _accepted(judge: Judge, decided: Mapping[str, Decision], says: bool) -> str:
    """How many of the candidates that it gave this answer for were accepted."""
    given = [key for key, verdict in judge.verdicts.items() if verdict.says is says]
    actions = [decided[key].action for key in given if key in decided]
    return f"{actions.count('accept')} of {len(actions)}" if actions else "none reviewed"


# --- classifier ---------------------------------------------------------------------------

_WHAT = (
    "A model trained on natural language inference says whether “This sentence contains a "
    "stereotype about …” follows from each sentence. It was not trained for this question, so its "
    "answers are hints; people decide."
)
_HELP = (
    "A folder on this machine, or a hub id. Nothing is opened before you press the button; the job "
    "then opens the model, and downloads it if it is not on this machine."
)


def draw_classifier(review: Review) -> None:
    """Draw the field for the checkpoint, and the button that starts the job."""
    st.caption(_WHAT)
    typed = st.text_input(
        "Classifier",
        key="curate_classifier",
        persist_state="session",
        placeholder="/home/me/nli-model",
        help=_HELP,
    )
    checkpoint = typed.strip()
    if not checkpoint:
        return
    total = len(session.curation_set.review_order(review.name))
    done = _judged(review.name, checkpoint)
    if done == total:
        st.markdown(f"It has answered for all {counted(total, 'candidate')}.")
        return
    words = ("review", "zero-shot", review.name, "--classifier", checkpoint)
    background.offer(
        Work(
            {f"Classifier · {review.title}": Command(words)},
            total,
            done,
            lambda: _judged(review.name, checkpoint),
        ),
        f"It has answered for {done:,} of {counted(total, 'candidate')}.",
        f"Ask it about {counted(total, 'candidate')} in the background",
        "curate_zero_shot",
        piecemeal=False,
    )


def _judged(name: str, checkpoint: str) -> int:
    """Candidates that this classifier has answered for."""
    return sum(
        len(judge.verdicts)
        for judge in session.curation_set.review_verdicts(name)
        if judge.source == "zero-shot" and judge.label == checkpoint
    )


# --- assistant ----------------------------------------------------------------------------

_ASSISTANT_WHAT = (
    "Ask an assistant of yours which sentences contain a stereotype: copy the prompts into it and "
    "bring its answers back. Biascope sends nothing. The answers are kept as hints; people decide."
)
_OPEN, _ALL = "those not reviewed", "all"
_MOST_LINES = 50  # lines of answers that are listed
_MOST_FILES, _MOST_EACH = 50, 10  # MiB
_HEIGHT = 160  # pixels


def draw_assistant(review: Review) -> None:
    """Draw the prompts, the boxes for the answers, and what came of the last ones."""
    st.caption(_ASSISTANT_WHAT)
    left, right = st.columns(2, gap="medium")
    with left, explain.errors(ends_page=False):
        st.markdown("**1. Prompts**")
        _prompts(review)
    with right, explain.errors(ends_page=False):
        st.markdown("**2. Answers**")
        _answers(review)


def _prompts(review: Review) -> None:
    which = st.segmented_control(
        "Sentences", [_OPEN, _ALL], default=_OPEN, key="curate_prompted", required=True
    )
    keys = session.curation_set.review_order(review.name, state="open" if which == _OPEN else "all")
    if not keys:
        st.markdown(":gray[Every candidate is reviewed.]")
        return
    made = session.curation_set.prompts(session.curation_set.review_candidates(review.name, keys))
    st.markdown(f"{counted(len(keys), 'sentence')} in {counted(len(made), 'prompt')}.")
    with st.container(horizontal=True, gap="small"):
        download.button(
            "Prompts (text)",
            lambda: as_text(made),
            f"{review.name}-prompts.txt",
            "text/plain",
            "prompts_text",
            ":material/download:",
        )
        download.button(
            "Prompts (JSONL)",
            lambda: session.curation_set.prompt_lines(made),
            f"{review.name}-prompts.jsonl",
            "application/jsonl",
            "prompts_jsonl",
            ":material/download:",
        )
    with st.expander("Copy one prompt"):
        number = st.number_input("Prompt", 1, len(made), 1, key="curate_prompt", width=120)
        st.code(made[int(number or 1) - 1].text, language=None, wrap_lines=True, height=280)


def as_text(made: list[Batch]) -> str:
    """Prompts one after another, each under a line with its number."""
    return "\n".join(
        f"===== Prompt {batch.number} of {len(made)} =====\n\n{batch.text}" for batch in made
    )


def _answers(review: Review) -> None:
    label = st.text_input(
        "Which assistant",
        key="curate_assistant",
        persist_state="session",
        placeholder="its name and version",
        max_chars=80,
    )
    files = kept_files.ask_several(
        "Its answers as files",
        "curate_answer_files",
        ["txt", "md", "csv", "tsv", "json", "jsonl"],
        "Lines, tables (Excel too) or JSON: each answer with the number of its sentence and yes, "
        "no or unsure.",
        _MOST_FILES,
        _MOST_EACH,
    )
    pasted = st.text_area("or pasted", key="curate_pasted", height=_HEIGHT)
    text = ""
    with explain.errors(ends_page=False):
        text = "\n".join([*(read_text(file.data, file.name).text for file in files), pasted])
    ready = bool(text.strip() and label.strip())
    st.button(
        "Match the answers",
        key="match_answers",
        disabled=not ready,
        help=None if ready else "Name the assistant and give its answers first.",
        on_click=_match,
        args=(review.name, label.strip(), text),
    )
    _outcome(review.name)


def _match(name: str, label: str, text: str) -> None:
    """A callback, so that the page is drawn with the answers."""
    with choose.keep_refusal():
        found = session.curation_set.keep_answers(name, label, text)
        st.session_state[state.CURATE_ANSWERS] = (name, found)


def _outcome(name: str) -> None:
    """What came of the answers that were matched last."""
    of, found = st.session_state.get(state.CURATE_ANSWERS, ("", None))
    if of != name or found is None:
        return
    total = len(found.verdicts) + len(found.doubled) + len(found.missing)
    said = f"{counted(len(found.verdicts), 'answer')} matched and kept."
    if found.missing:
        said = (
            f"{said[:-1]}; {len(found.missing):,} of {counted(total, 'candidate')} "
            f"{'has' if len(found.missing) == 1 else 'have'} no answer yet."
        )
    if found.verdicts:
        st.success(said, icon=":material/check:")
    else:
        st.warning("No answer could be matched to a sentence.", icon=":material/warning:")
    if found.doubled:
        st.caption(
            f"{counted(len(found.doubled), 'sentence')} got answers that contradict each other; "
            "none of these counts."
        )
    if found.unmatched:
        with st.expander(f"{counted(len(found.unmatched), 'line')} could not be matched"):
            for line in found.unmatched[:_MOST_LINES]:
                st.markdown(f"- {explain.plain(line)}")
