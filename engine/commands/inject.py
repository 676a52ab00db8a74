"""`inject`: plant known associations in a model, and see whether the measures find them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.commands.common import (
    DEFAULT_MODEL,
    DeviceOption,
    JsonOption,
    ModelOption,
    NoCacheOption,
    Subject,
    write_json,
    write_table,
)
from engine.commands.inject_run import run
from engine.errors import InputTextError, UnusableModelError
from engine.lab.encoding import check_written
from engine.lab.places import Place
from engine.lab.settings import (
    MODELS,
    PRESETS,
    VARIANTS,
    Request,
    Settings,
    native_bfloat16,
    stem_of,
)
from engine.lab.table import bundled_table, read_table


def inject(
    out: Annotated[Path, typer.Option(help="Folder for the models; the same one to go on.")],
    biases: Annotated[
        str, typer.Option(help="CSV or JSON of occupation and p_male; the bundled one if none.")
    ] = "",
    quick: Annotated[bool, typer.Option("--quick", help="Same as --preset quick.")] = False,
    preset: Annotated[str, typer.Option(help=f"Sizes: {' or '.join(PRESETS)}.")] = "default",
    name: Annotated[str, typer.Option(help="Of the models; the original's if none.")] = "",
    sentences: Annotated[int | None, typer.Option(min=6, help="Of each corpus.")] = None,
    steps: Annotated[int | None, typer.Option(min=1, help="Of each model's training.")] = None,
    tokens: Annotated[int | None, typer.Option(min=64, help="Padded tokens a step.")] = None,
    peak_lr: Annotated[float | None, typer.Option("--peak-lr", help="Learning rate.")] = None,
    hold: Annotated[
        float | None,
        typer.Option(min=0, max=0.9, help="Share of sentences held to the original."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Of corpora, order, hidden words, dropout.")] = 0,
    resume: Annotated[bool, typer.Option(help="Go on with what lies in --out.")] = True,
    model: ModelOption = DEFAULT_MODEL,
    device: DeviceOption = "auto",
    json_: JsonOption = False,
    no_cache: NoCacheOption = False,
) -> None:
    """Fine-tune a biased and a balanced model, and hold every measure against what was planted."""
    sizes: dict[str, Any] = {"sentences": sentences, "steps": steps, "tokens": tokens}
    sizes |= {"peak_lr": peak_lr, "hold": hold}
    settings = settings_of("quick" if quick else preset, seed, sizes)
    planted = read_table(biases) if biases else bundled_table()
    check_sizes(planted, settings)
    subject = Subject(model, "", device, "float32", no_cache)
    if subject.facts.kind != "masked":
        raise UnusableModelError(
            f"{model} is a {subject.facts.kind} model; bias is planted by hidden words, which "
            "only a masked language model can fill in."
        )
    settings = replace(settings, bfloat16=native_bfloat16(device))
    request = Request(subject.spec.checkpoint, subject.spec.revision, planted, settings)
    place = Place(out.expanduser(), checked_name(name or stem_of(model)))
    if not (resume and all(map(place.finished, VARIANTS))):
        check_written(Subject(model, "", device, "float32", True).lm().tokenizer, planted)
    place.claim(request, resume)
    found = run(request, place, device, no_cache)
    place.write_report(found)
    if json_:
        write_json(found)
        return
    _show(found)


def settings_of(preset: str, seed: int, sizes: dict[str, Any]) -> Settings:
    """A preset with the sizes that were given beside it.

    Raises:
        InputTextError: if there is no such preset, or the learning rate cannot be.
    """
    if preset not in PRESETS:
        raise InputTextError(f"--preset is {' or '.join(PRESETS)}; got {preset!r}.")
    given = {key: value for key, value in sizes.items() if value is not None}
    if not 0 < given.get("peak_lr", 1e-4) < 1:
        raise InputTextError(f"--peak-lr is above 0 and below 1; got {given['peak_lr']}.")
    return replace(PRESETS[preset], seed=seed, **given)


def check_sizes(planted: dict[str, float], settings: Settings) -> None:
    """Refuse fewer sentences than one of each gender an occupation.

    Raises:
        InputTextError: as said.
    """
    if settings.sentences < 2 * len(planted):
        raise InputTextError(
            f"{settings.sentences} sentences are too few for {len(planted)} occupations; each "
            f"needs two at least, {2 * len(planted)} in all."
        )


def checked_name(name: str) -> str:
    """A name that folders can carry.

    Raises:
        InputTextError: if it cannot be one.
    """
    if not name or name.startswith(".") or len(name) > 80 or Path(name).name != name:
        raise InputTextError(f"A name of models is a plain word such as mini; got {name[:90]!r}.")
    return name


_TITLES = {
    "unmasking": "unmasking, P(he) of he and she",
    "cabm": "CABM, equal weights",
    "pmi_bias": "its PMI (of a corpus, not of the model)",
    "cosine_bias": "its cosine",
    "context_bias": "its context shift (unsigned)",
    "context_signed": "context shift, signed",
    "cps": "CPS of he and she pairs",
    "association": "association that head bias differentiates",
}


def _show(found: dict[str, Any]) -> None:
    rows = [
        [title, *(_correlation(found["recovery"][name][model]) for model in MODELS)]
        for name, title in _TITLES.items()
    ]
    write_table("Spearman of the planted P(male) with", ["", *MODELS], rows)
    rows = [
        [
            name,
            f"{entry['mean_sd']:.4f}",
            f"{entry['interval'][0]:.4f} to {entry['interval'][1]:.4f}",
        ]
        for name, entry in found["stability"].items()
        if entry["mean_sd"] is not None and entry["interval"] is not None
    ]
    write_table("Mean sd of an occupation over the three models", ["", "sd", "95 %"], rows)
    rows = [
        [name, entry["checkpoint"], f"{entry['quality']['pppl']:.1f}"]
        for name, entry in found["models"].items()
        if entry["quality"]["pppl"] is not None
    ]
    write_table("Models", ["", "checkpoint", "pseudo-perplexity"], rows)


def _correlation(entry: dict[str, Any]) -> str:
    if entry["rho"] is None:
        return "undefined"
    interval = entry["interval"]
    return f"{entry['rho']:+.2f}" + (
        f" [{interval[0]:+.2f}, {interval[1]:+.2f}]" if interval else ""
    )
