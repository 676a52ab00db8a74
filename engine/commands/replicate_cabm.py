"""`replicate cabm`: the figures of the CABM thesis beside ours."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from engine.commands.cabm import AlphaOption, SeedOption, framed, studied
from engine.commands.common import (
    DeviceOption,
    DtypeOption,
    JsonOption,
    ModelOption,
    NoCacheOption,
    Subject,
    write_json,
    write_table,
)
from engine.datasets.framed import GENDER_WRITTEN
from engine.datasets.framed_sets import WINOBIAS
from engine.datasets.pmi_corpora import BUNDLED
from engine.datasets.winobias import THESIS
from engine.measures.cabm.pmi import ALPHA
from engine.measures.cabm.settings import Settings
from engine.measures.cabm.unmasking import TEMPLATES
from engine.measures.cabm.weighting import LEARNED
from engine.replicate import cabm as thesis


def cabm(
    sentences: Annotated[
        str, typer.Option(help="winobias, bundled, or a file as `cabm` reads it.")
    ] = WINOBIAS,
    pmi_corpus: Annotated[str, typer.Option(help="As for `cabm`.")] = BUNDLED,
    alpha: AlphaOption = ALPHA,
    model: ModelOption = thesis.MODEL,
    seed: SeedOption = 0,
    device: DeviceOption = "auto",
    dtype: DtypeOption = "float32",
    json_: JsonOption = False,
    no_cache: NoCacheOption = False,
) -> None:
    """Weights, spread, correlations and agreements of the CABM thesis, run again."""
    subject = Subject(model, "", device, dtype, no_cache)
    data = framed(sentences, GENDER_WRITTEN, "")
    settings = Settings(alpha=alpha, templates=TEMPLATES, seed=seed)
    found = studied(subject, data, pmi_corpus, settings)
    weights = {name: found.weighed(name, intervals=False)["weights"] for name in LEARNED}
    scores = {name: found.scored(given)["score"].tolist() for name, given in weights.items()}
    panels = {name: found.validated(scores, name) for name in LEARNED}
    entries = thesis.beside(thesis.our_figures(weights, panels))
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
        f"{thesis.MODEL} as published, {model} as measured here",
        ["", "", "", "published", "ours", "difference"],
        [*_counts(counts), *map(_row, entries)],
    )


def _counts(counts: dict[str, int]) -> list[list[str]]:
    return [
        ["sentences", "", name, f"{number:,}", f"{counts[name]:,}", f"{counts[name] - number:+,}"]
        for name, number in THESIS.items()
    ]


def _row(entry: dict[str, Any]) -> list[str]:
    digits = ".1f" if entry["quantity"] in ("percent", "u") else ".3f"
    ours, difference = entry["ours"], entry["difference"]
    return [
        entry["part"],
        entry["name"],
        entry["quantity"].replace("_", " "),
        format(entry["published"], digits),
        "" if ours is None else format(ours, digits),
        "" if difference is None else format(difference, f"+{digits}"),
    ]
