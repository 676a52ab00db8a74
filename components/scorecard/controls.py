"""The controls of the Scorecard page: models, masks and measures."""

from __future__ import annotations

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.session import state
from components.frame.shell import run_settings
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import NAME
from components.frame.widgets import seed_field
from components.scorecard import masks
from components.scorecard.choice import (
    MOST_MODELS,
    Base,
    Choice,
    does_not_fit,
)
from components.scorecard.measures import chosen_columns
from engine.columns.column import Column
from engine.core.errors import BiascopeError, InputTextError
from engine.core.spec import DTYPES, HeadRef
from engine.core.wording import counted

MODELS = "models"  # of the box, in the session and the address
RELEASED = "released"


def choice(subject: Subject | None) -> tuple[Choice | None, bool]:
    """Draw the controls and read them.

    Args:
        subject: the model of the model bar, if it can be used.

    Returns:
        What is measured, None where nothing can be, and whether the released scores are shown.
    """
    left, right = st.columns([2, 3])
    with left:
        names = _models(subject)
    with right:
        chosen_masks = masks.choose(subject)
    columns, guarded = chosen_columns(), run_settings.is_guarded()
    if guarded:
        columns = session.scorecard_guarded(columns)
    with st.container(horizontal=True, vertical_alignment="center"):
        masks.file()
        with st.popover("Options", icon=":material/tune:"):
            seed = seed_field.draw(
                "scorecard_seed",
                "Of the intervals, the tests and whatever a measure draws at random.",
            )
        released = _released()
    return _measured(subject, names, chosen_masks, columns, seed, guarded), released


def _measured(
    subject: Subject | None,
    names: list[str],
    chosen_masks: tuple[tuple[HeadRef, ...], ...],
    columns: list[Column],
    seed: int,
    guarded: bool,
) -> Choice | None:
    """What the controls ask for, with a line on its size; None where nothing can be measured."""
    bases, refused = _bases(names)
    explain.warnings(refused)
    if not bases or not columns:
        st.caption("Choose at least one model and one measure.")
        return None
    misfits = _misfits(bases, chosen_masks)
    made = Choice(bases, chosen_masks, tuple(columns), seed, misfits, guarded)
    if len(made.specs) > MOST_MODELS:
        raise InputTextError(
            f"{counted(len(bases), 'model')} × {counted(len(chosen_masks), 'mask')} are "
            f"{len(made.specs)}; at most {MOST_MODELS} are measured here. Choose fewer, or use "
            "python -m engine sweep, which takes 200."
        )
    explain.warnings([*made.problems])
    st.caption(
        f"{counted(len(made.specs), 'model')} × {counted(len(columns), 'measure')} = "
        f"{counted(len(made.specs) * len(columns), 'cell')}. {_precision(subject, guarded)}".strip()
    )
    return made if made.specs else None


def _precision(subject: Subject | None, guarded: bool) -> str:
    """What the precision in the sidebar means here; empty where it is the usual one."""
    if guarded:
        return (
            "Pairs are scored in mixed precision where that cannot change a preference, all else "
            "in float32."
        )
    if subject is not None and subject.spec.dtype != DTYPES[0]:
        return f"All in {DTYPES[0]}: {subject.spec.dtype} of the sidebar is not used here."
    return ""


def _released() -> bool:
    """Draw the switch of the scores that others have released."""
    return bool(
        st.toggle(
            "Released GEST scores of eleven models",
            value=True,
            key=RELEASED,
            bind="query-params",
            persist_state="session",
            help="Worked out from the scores that the authors of GEST released (Pikuliak et al. "
            "2024). They are imported figures: nothing is measured or downloaded for them.",
        )
    )


def _models(subject: Subject | None) -> list[str]:
    """The box of models: those on this machine, and the one of the model bar."""
    own = subject.spec.checkpoint if subject is not None else session.BUNDLED
    known = list(dict.fromkeys([*session.checkpoints(), own]))
    made = session.made_models()
    first = _first_models(own)
    chosen = st.multiselect(
        "Models",
        known,
        default=first,
        format_func=lambda name: NAME if name == session.BUNDLED else made.get(name, name),
        key=MODELS,
        bind="query-params",
        persist_state="session",
        max_selections=MOST_MODELS,
        placeholder="at least one",
        help="The bundled model, those of the Lab, and those downloaded already. Any other model "
        "can be chosen once it is opened in the sidebar.",
        wrap=True,
    )
    return [name for name in chosen if name in known]


def _first_models(own: str) -> list[str]:
    """What the box opens with; another model of the sidebar takes the place of the one before.

    What the user has chosen in the box stays.
    """
    first = list(dict.fromkeys([session.BUNDLED, own]))
    before = st.session_state.get(state.SCORECARD_FIRST)
    if before is not None and st.session_state.get(MODELS) == before:
        st.session_state[MODELS] = first
    st.session_state[state.SCORECARD_FIRST] = first
    return first


def _bases(names: list[str]) -> tuple[tuple[Base, ...], list[str]]:
    """The models, and one sentence for each that cannot be used."""
    found, refused = [], []
    for name in names:
        try:
            spec, facts = session.spec_and_facts(name)
        except BiascopeError as error:
            refused.append(str(error))
        else:
            found.append(Base(spec, facts.family, facts.layers, facts.heads))
    return tuple(found), refused


def _misfits(bases: tuple[Base, ...], chosen: tuple[tuple[HeadRef, ...], ...]) -> tuple[str, ...]:
    """Masks that are left out for a model, one sentence each."""
    sentences = [does_not_fit(base, heads) for base in bases for heads in chosen if heads]
    return tuple(f"Left out for {sentence}" for sentence in sentences if sentence)
