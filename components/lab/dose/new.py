"""A new dose run: what would be planted at each dose, how long it takes, and the button."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from components.frame import session
from components.frame.present import explain, first_screen
from components.frame.present.numbers import points_text
from components.frame.widgets import background
from components.lab import controls, planted_table
from components.lab.controls import InjectionPlan
from components.lab.dose import runs
from engine.core.errors import BiascopeError
from engine.core.shell import for_shell
from engine.core.wording import counted
from engine.lab.dose.settings import SEEDS, DoseRequest, dose_text
from engine.lab.settings import Request

LIMITS = (
    "This calibrates the measures on one model: how strong a planted bias has to be before each of "
    "them notices it, in this number of sentences. It says nothing about people, and a measure "
    "that notices this simple association may miss bias that is worded differently. The planted "
    "gap is that of the sentences taught, and a short training teaches only a part of it; the "
    "pronoun probability shows how much. The Lab trains "
    "copies of a base model that is chosen here: the model and the heads switched off in the "
    "sidebar have no effect."
)
_HOW = (
    "A model is trained for each dose and seed. The proportions are shuffled over the occupations "
    "first, so that what a measure notices cannot come from the original model. Dose 0 plants "
    "nothing and is what the other doses are compared with. The planted gap is how much more often "
    "*he* stands with one half of the occupations than with the other."
)
_MOST_SEEDS = 5


def draw_new_run() -> None:
    """Draw what would be planted, the settings and the button."""
    screen = first_screen.beside()
    with screen.settings:
        plan = controls.plan()
        source = planted_table.choose_table()
        seeds = _seeds()
        start = st.container()
    planted = None
    if source is not None:
        with st.container(border=True):
            planted = planted_table.edited(source)
    if plan is None:
        return
    if planted is None:
        with screen.answer:
            st.markdown(":gray[The doses are shown here once the table can be used.]")
        with start:
            st.button(
                "Plant it", type="primary", disabled=True, help="A valid table is needed first."
            )
        return
    with screen.answer, explain.errors():
        request = _request(plan, planted, seeds)
        _draw_doses(request)
    with start:
        _draw_start(plan, request)


def _seeds() -> int:
    return int(
        st.number_input(
            "Seeds",
            SEEDS,
            _MOST_SEEDS,
            SEEDS,
            key="dose_seeds",
            bind="query-params",
            persist_state="session",
            help="How often each dose is planted, each time in another shuffle. More seeds show "
            "how much trainings differ, and take longer.",
        )
    )


def _request(plan: InjectionPlan, planted: Mapping[str, float], seeds: int) -> DoseRequest:
    if plan.settings.sentences < 2 * len(planted):
        raise BiascopeError(
            f"{counted(plan.settings.sentences, 'sentence', 'are')} too few for "
            f"{counted(len(planted), 'occupation')}; each needs at least two. Change the number "
            "under Options."
        )
    asked = Request(plan.spec.checkpoint, plan.spec.revision, planted, plan.settings)
    request = DoseRequest(asked, seeds=seeds)
    request.tables()  # says what cannot be shuffled
    return request


def _draw_doses(request: DoseRequest) -> None:
    """Draw what each dose plants."""
    from engine.lab.dose.settings import planted_gaps

    gaps = planted_gaps(request)
    first_screen.draw_claim(
        f"Nothing is measured yet: {counted(len(request.models), 'model')} would be trained, with "
        f"planted gaps from none to {points_text(max(gaps.values()))}.",
        limits=LIMITS,
    )
    st.dataframe(
        pd.DataFrame(
            [
                {
                    "dose": dose_text(dose),
                    "planted gap": points_text(gap),
                    "what it plants": _planted(dose),
                    "models": request.seeds,
                }
                for dose, gap in gaps.items()
            ]
        ),
        hide_index=True,
        key="dose_plan",
    )
    explain.reading(_HOW)


def _planted(dose: float) -> str:
    if not dose:
        return "he and she equally often with every occupation"
    if dose == 1:
        return "the shuffled table"
    return f"{dose:.0%} as far from one half as the shuffled table"


def _draw_start(plan: InjectionPlan, request: DoseRequest) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        background.button(
            "Plant it", "plant_doses", _plant, plan, request, icon=":material/play_arrow:"
        )
        models = len(request.models)
        expected = session.dose.time_needed(plan.spec, plan.settings, models)
        source = "based on an earlier injection" if expected.known else "estimate"
        st.markdown(
            f":gray[{counted(models, 'model')} of {plan.settings.steps:,} steps each: **about "
            f"{controls.about(expected.seconds)}** on this machine ({source}).]",
            width="content",
        )
    with st.popover("Reproduce", icon=":material/terminal:"):
        st.code(for_shell(command(plan, request.seeds)), language="bash", wrap_lines=True)
        st.caption(f"Save the table as {session.dose.TABLE} first.")


def command(plan: InjectionPlan, seeds: int) -> str:
    """The equivalent command.

    Args:
        seeds: how many.
    """
    from engine.command_line.command import Command

    begun = ("dose", "--biases", session.dose.TABLE, "--out", f"models/{plan.name}-dose")
    options = session.dose.words(plan.preset, plan.settings, seeds)
    return Command((*begun, *options)).for_model(plan.spec).line()


def _plant(plan: InjectionPlan, request: DoseRequest) -> None:
    name = f"{plan.name}-dose"
    planted = request.injection.planted
    runs.open_next(
        session.dose.submit(name, plan.spec, planted, plan.preset, plan.settings, request.seeds)
    )
