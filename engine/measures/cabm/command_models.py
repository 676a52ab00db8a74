"""Models that `cabm` measures besides the first: one to compare with, or several to look over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.command_line.inputs import split_words
from engine.command_line.subject import Subject, name_each
from engine.command_line.unread import unread_note
from engine.core.errors import InputTextError
from engine.core.families import MASKED
from engine.core.intervention_text import in_words
from engine.core.spec import format_heads
from engine.measures.cabm.command_study import say_aside, study_asked, unread_in
from engine.measures.cabm.command_tables import GivenTables
from engine.measures.cabm.compared import compared
from engine.measures.cabm.over_models import over_models
from engine.measures.cabm.settings import CabmSettings
from engine.measures.cabm.studied import CabmStudy
from engine.measures.cabm.unmasking import beside_scores

if TYPE_CHECKING:
    import pandas as pd


def further_models(subject: Subject, over: str) -> list[Subject]:
    """The models that `--over` names, each once, before anything is measured.

    Raises:
        InputTextError: where it names none but the measured model.
        UnknownModelError: where there is no such model.
    """
    found, again = {subject.spec: subject}, []
    for name in split_words(over):
        other = subject.other(name)
        if found.setdefault(other.spec, other) is not other:
            again.append(name)
    if over and len(found) < 2:
        raise InputTextError(
            f"--over {over} names no model but the measured one; name another to compare with it."
        )
    for name in again:
        say_aside(f"--over {name}: this model is there already and is counted once.")
    name_each([*found.values()])
    return [*found.values()][1:]


def second_model(subject: Subject, compare: str, mask: str, dtype: str) -> Subject | None:
    """The model compared with, if any is named; a precision alone leaves the mask as it is."""
    if not (compare or mask or dtype):
        return None
    second = subject.other(compare, mask if compare or mask else subject.mask, dtype)
    name_each([subject, second])
    return second


def compare_with(
    second: Subject,
    found: CabmStudy,
    settings: CabmSettings,
    weights: Mapping[str, float],
    corpus: str,
    tables: GivenTables,
) -> dict[str, Any]:
    """What is different about a second model, with the weights of the first; see `compared`.

    Args:
        found: the study of the first model.
        settings: as they were asked for, of any kind of model.
        weights: feature -> weight.
        corpus: to count in, as it was named.
    """
    return compared(found, _another(second, found, settings, corpus, tables), weights)


def compare_over(
    subject: Subject,
    found: CabmStudy,
    others: Sequence[Subject],
    corpus: str,
    tables: GivenTables,
) -> dict[str, Any]:
    """Standard deviations over the model at hand and the others, raw and with its weights."""
    weights = found.weigh(found.weighting, intervals=False)["weights"]
    studies = {_label(subject): found}
    for other in others:
        asked = replace(found.settings, kind=MASKED)
        studies[_label(other)] = _another(other, found, asked, corpus, tables)
    names = set.intersection(*(set(each.names) for each in studies.values()))
    frames = {label: each.comparable(weights, names) for label, each in studies.items()}
    return over_models(frames, found.settings.seed)


def _another(
    other: Subject, found: CabmStudy, settings: CabmSettings, corpus: str, tables: GivenTables
) -> CabmStudy:
    """The same study of another model; what that one cannot read is said."""
    studied = study_asked(other, found.data, corpus, settings, tables)
    if note := unread_note(unread_in(other, studied)):
        say_aside(f"{_label(other)}: {note}")
    return studied


def _label(subject: Subject) -> str:
    """A model with what is done to it, without which it is another one."""
    spec = subject.spec
    masked = f"masked: {format_heads(spec.masked_heads)}" if spec.masked_heads else ""
    done = "; ".join(filter(None, [masked, in_words(spec.interventions)]))
    return f"{spec.exact_name} ({done})" if done else spec.exact_name


def with_gaps(frame: pd.DataFrame, found: CabmStudy, report: Mapping[str, Any]) -> pd.DataFrame:
    """The table to write, with the probability gaps, and those of the model compared with."""
    if found.unmasked is None:
        return frame
    frame = frame.merge(beside_scores(found.unmasked), on="occupation", how="left")
    gaps = report.get("comparison", {}).get("gaps")
    for name, column in (("_compared", "unmasking_compared"), ("_change", "change")):
        if gaps is not None:
            by_occupation = {row["occupation"]: row[column] for row in gaps}
            values = frame["occupation"].map(by_occupation)
            frame = frame.assign(**{f"unmasking{name}": values})
    return frame


def with_deviations(frame: pd.DataFrame, report: Mapping[str, Any]) -> pd.DataFrame:
    """The table to write, with the standard deviation of each occupation over the models."""
    rows = report.get("over_models", {}).get("by_occupation", [])
    for name in [key for key in (rows[0] if rows else {}) if key != "occupation"]:
        by_occupation = {row["occupation"]: row[name] for row in rows}
        column = f"{name.lower()}_sd_over_models"
        frame = frame.assign(**{column: frame["occupation"].map(by_occupation)})
    return frame
