"""The controls of the Scorecard page: models and measures, with the masks of `masks`."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.session import state
from components.frame.shell import link_request
from components.frame.shell import subject as run_settings
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import NAME
from components.frame.widgets import seed_field
from components.scorecard import masks
from components.scorecard.choice import (
    MOST_MEASURES,
    MOST_MODELS,
    Base,
    Choice,
    cannot_be_done,
    does_not_fit,
)
from engine.columns.column import BIAS, COST, Column
from engine.core.errors import BiascopeError
from engine.core.intervention_text import in_words
from engine.core.interventions import NO_INTERVENTIONS, Interventions
from engine.core.program import PROGRAM
from engine.core.spec import DTYPES, HeadRef
from engine.core.wording import counted, listed

MODELS = "models"  # of the box, in the session and the address
RELEASED = "released"
ALSO = "also_changed"


def scorecard_choice(subject: Subject | None) -> tuple[Choice | None, bool]:
    """Draw the controls and read them.

    Args:
        subject: the model of the model bar, if it can be used.

    Returns:
        What is measured, None where nothing can be, and whether the released scores are shown.
    """
    left, right = st.columns([2, 3])
    with left:
        bases, refused = _bases(_models(subject))
        also = _also(subject)
    with right:
        chosen_masks = masks.choose_masks(subject, bases, also)
    columns, guarded = chosen_columns(), run_settings.is_guarded()
    if guarded:
        columns = session.scorecard.guarded(columns)
    with st.container(horizontal=True, vertical_alignment="center"):
        masks.draw_mask_file()
        with st.popover("Options", icon=":material/tune:"):
            seed = seed_field.draw_seed_field(
                "scorecard_seed",
                "Of the intervals, the tests and whatever a measure draws at random.",
            )
        released = _released()
    explain.warnings(refused)
    return _measured(subject, bases, chosen_masks, columns, seed, guarded, also), released


def _measured(
    subject: Subject | None,
    bases: tuple[Base, ...],
    chosen_masks: tuple[tuple[HeadRef, ...], ...],
    columns: list[Column],
    seed: int,
    guarded: bool,
    also: Interventions,
) -> Choice | None:
    """What the controls ask for, with a line on its size; None where nothing can be measured."""
    if not bases or not columns:
        st.caption("Choose at least one model and one measure.")
        return None
    undone = tuple(filter(None, (cannot_be_done(base, also) for base in bases)))
    misfits = (*_misfits(bases, chosen_masks), *undone)
    made = Choice(bases, chosen_masks, tuple(columns), seed, misfits, guarded, also)
    explain.warnings([*made.problems])
    st.caption(
        f"{counted(len(made.specs), 'model')} × {counted(len(columns), 'measure')} = "
        f"{counted(len(made.specs) * len(columns), 'cell')}. {_precision(subject, guarded)}".strip()
    )
    return made if made.specs else None


def _also(subject: Subject | None) -> Interventions:
    """Draw the switch of what the sidebar does besides masking heads; none without any."""
    asked = NO_INTERVENTIONS if subject is None else subject.spec.interventions
    if not asked:
        return asked
    wanted = st.toggle(
        f"Also with {explain.plain(in_words(asked))}",
        value=True,
        key=ALSO,
        bind="query-params",
        persist_state="session",
        help="What the sidebar does to the model besides switching heads off. Each model is "
        "measured under each mask without it, and again with it.",
    )
    return asked if wanted else NO_INTERVENTIONS


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
    made = session.model_names()
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

    What the user has chosen in the box stays. The box is set only where its models change: a
    value set in every run would, after a poll, undo what the user chose meanwhile.
    """
    first = list(dict.fromkeys([session.BUNDLED, own]))
    before = st.session_state.get(state.SCORECARD_FIRST)
    if before not in (None, first) and st.session_state.get(MODELS) == before:
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
    """What masks are left out for each model: the first by its reason, and how many more."""
    found = []
    for base in bases:
        reasons = [does_not_fit(base, heads) for heads in chosen if heads]
        if first := next(filter(None, reasons), ""):
            other = sum(map(bool, reasons)) - 1 if base.heads else 0
            more = f" {counted(other, 'more mask', 'have')} heads that it does not have."
            found.append(f"Left out for {first}{more if other else ''}")
    return tuple(found)


# --- measures -----------------------------------------------------------------------------
# The boxes of measures hold bias and cost, those at hand and any that the command line knows.

KEYS = {BIAS: "measures", COST: "costs"}  # of the boxes, in the session and the address
_MOST_NAMED = 3  # measures that are too many; more are counted
_LABELS = {BIAS: "Measures of bias", COST: "Costs"}
_HELPS = {
    BIAS: "Type the name of any other as the command line has it, such as pairs:crows-pairs:aul or "
    f"seat:race; {PROGRAM} sweep --list has them all.",
    COST: "How well the model still works: what an intervention costs.",
}


def chosen_columns() -> list[Column]:
    """Draw the boxes; the chosen measures."""
    names = []
    for place, group in zip(st.columns([2, 1]), (BIAS, COST), strict=True):
        with place:
            names.append(_box(group))
    columns = [column for chosen in names for column in _columns(chosen)]
    left = columns[MOST_MEASURES:]
    if left:
        named = listed([f"“{column.title}”" for column in left], _MOST_NAMED)
        explain.warnings([f"A table has at most {MOST_MEASURES} measures. Left out: {named}."])
    return columns[:MOST_MEASURES]


def _box(group: str) -> list[str]:
    key = KEYS[group]
    offered = session.scorecard.measures(group)
    kept = [str(name) for name in st.session_state.get(key) or ()]
    first = [name for name in session.scorecard.first() if name in offered]
    chosen = st.multiselect(
        _LABELS[group],
        list(dict.fromkeys([*offered, *kept])),
        default=first,
        format_func=lambda name: offered.get(name, name),
        key=key,
        bind="query-params",
        persist_state="session",
        accept_new_options=group == BIAS,
        placeholder="none",
        help=_HELPS[group],
        on_change=_confirm,
        args=(key, tuple(kept)),
        wrap=True,
    )
    return [str(name) for name in chosen]


def _confirm(key: str, before: Sequence[str]) -> None:
    """A callback: a file that the user has typed may be read."""
    for name in st.session_state.get(key) or ():
        if name not in before and (path := session.scorecard.file(str(name))):
            session.confirm("file", path)


def _columns(names: Sequence[str]) -> list[Column]:
    """The measures by these names; one that cannot be had is said, and left out."""
    found: list[Column] = []
    for number, name in enumerate(names):
        path = session.scorecard.file(name)
        if path and not link_request.file(path, f"measure_{number}"):
            continue
        try:
            found.append(session.scorecard.column(name))
        except BiascopeError as error:
            st.warning(explain.plain(f"{name}: {error}"), icon=":material/info:")
    return list({column.name: column for column in found}.values())
