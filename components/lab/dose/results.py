"""A finished dose run: which planted gaps each measure noticed, its exports, and the tabs below."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components.frame import session
from components.frame.present import download, explain, first_screen, plot
from components.frame.present.numbers import points_text
from components.frame.widgets import export
from components.lab.dose import charts, progress, tabs
from components.lab.dose.new import LIMITS
from components.lab.dose.wording import claim_of, gaps_of, taken_up_text
from engine.command_line.command import Command
from engine.core.wording import counted
from engine.lab.dose.settings import DoseRequest, dose_text
from engine.lab.table import table_csv

_READ = (
    "Each row is a measure, each mark a planted gap: how much more often *he* stood with one half "
    "of the occupations than with the other in the sentences that the model was taught. A filled "
    "mark was noticed: compared with the model of dose 0, on the same occupations, the figure is "
    "clearly higher in the planted direction (95% confidence interval and corrected test, in every "
    "seed). A ring was not noticed with this number of occupations. The line begins at the "
    "smallest gap from which on all larger ones were noticed."
)
_MANIFEST = ("request", "doses", "seeds", "measures", "summary", "libraries")


def draw_dose_results(
    run: session.dose.DoseRun, request: DoseRequest, report: dict[str, Any]
) -> None:
    """Draw the results."""
    claim = claim_of(report)
    with st.container(border=True, key="first_answer"):
        first_screen.draw_claim(claim, _basis(report, request), limits=LIMITS)
        figure = charts.noticed_chart(report)
        plot.draw_figure(
            figure,
            key="dose_noticed",
            title="Planted gaps that each measure noticed",
            says=charts.noticed_in_words(report),
        )
        explain.reading(_READ)
    export.row(
        "dose",
        pd.DataFrame(report["responses"]),
        figure,
        _command(run.name, request),
        {key: report[key] for key in _MANIFEST},
        "Planted gaps that each measure noticed",
        f"Needs {session.dose.TABLE}, the planted table of this run.",
        reading=claim,
        about=run.name,
        claim=claim,
    )
    download.button(
        "Planted table",
        lambda: table_csv(request.injection.planted),
        session.dose.TABLE,
        "text/csv",
        "dose_table",
        ":material/download:",
    )
    tabs.draw_dose_tabs(report)
    st.caption(explain.plain(progress.settings_line(request)))


def _basis(report: dict[str, Any], request: DoseRequest) -> str:
    """What was planted, and how often (markdown)."""
    gaps = [
        f"{points_text(gap)} at dose {dose_text(dose)}"
        for dose, gap in gaps_of(report).items()
        if dose
    ]
    parts = [
        f"Planted gap: {', '.join(gaps)}",
        taken_up_text(report),
        counted(len(report["seeds"]), "seed"),
        counted(len(request.injection.planted), "occupation"),
    ]
    return " · ".join(filter(None, parts))


def _command(name: str, request: DoseRequest) -> str:
    begun = ("dose", "--biases", session.dose.TABLE, "--out", f"models/{name}")
    options = session.dose.words("quick", request.injection.settings, request.seeds)
    doses = ("--doses", ",".join(map(dose_text, request.doses)))
    return Command((*begun, *options, *doses)).for_model(request.injection.spec).line()
