"""`replicate cabm`: the numbers of the CABM thesis and ours."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from engine.command_line.options import ModelOption, with_model
from engine.command_line.output import write_json, write_table
from engine.command_line.replicated import figure_row, short_name
from engine.command_line.subject import Subject
from engine.flow.beside import beside_published
from engine.measures.cabm import replication as thesis
from engine.measures.cabm.command_study import AlphaOption, SeedOption, framed, study_asked
from engine.measures.cabm.data.corpora import BUNDLED
from engine.measures.cabm.data.sentences import GENDER_WRITTEN
from engine.measures.cabm.data.sets import THESIS, WINOBIAS
from engine.measures.cabm.pmi import ALPHA
from engine.measures.cabm.settings import CabmSettings, as_published
from engine.measures.cabm.weighting import LEARNED, SHAP_RF


@with_model("mask")
def cabm(
    sentences: Annotated[
        str, typer.Option(help="winobias, bundled, or a file as `cabm` reads it.")
    ] = WINOBIAS,
    pmi_corpus: Annotated[str, typer.Option(help="As for `cabm`.")] = BUNDLED,
    alpha: AlphaOption = ALPHA,
    model: ModelOption = thesis.MODEL,
    seed: SeedOption = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Weights, dispersion, correlations and agreements of the CABM thesis, computed again."""
    data = framed(sentences, GENDER_WRITTEN, "")
    settings = as_published(CabmSettings(weighting=SHAP_RF, alpha=alpha, seed=seed), data.groups)
    found = study_asked(subject, data, pmi_corpus, settings)
    weights = {name: found.weigh(name, intervals=False)["weights"] for name in LEARNED}
    frames = {name: found.scored(given) for name, given in weights.items()}
    panels = {name: found.validated(frames, name) for name in LEARNED}
    entries = beside_published(thesis.published(), thesis.our_figures(weights, panels))
    counts = data.counts()
    if json_:
        write_json(
            {
                "published_model": thesis.MODEL,
                "model": subject.spec.identity(),
                "sentences": {"ours": counts, "published": THESIS},
                "figures": entries,
            }
        )
        return
    write_table(
        f"{thesis.MODEL} as published, {short_name(model)} as measured here",
        ["", "", "", "published", "ours", "diff."],
        [*_counts(counts), *map(_row, entries)],
    )


def _counts(counts: dict[str, int]) -> list[list[str]]:
    return [
        ["sentences", "", name, f"{number:,}", f"{counts[name]:,}", f"{counts[name] - number:+,}"]
        for name, number in THESIS.items()
    ]


def _row(entry: dict[str, Any]) -> list[str]:
    digits = ".1f" if entry["quantity"] in ("percent", "u") else ".3f"
    return figure_row(entry, digits)
