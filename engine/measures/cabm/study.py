"""A whole CABM study: what command, page and lab ask for, in the order it is worked out.

Numbers that need a network come from `ask` (the flow of one number); what is worked out from
them and takes seconds comes from `derive`, which reads it from the store a second time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.core.errors import InputTextError
from engine.flow.asking import Ask, Derive
from engine.measures.cabm import unmasking
from engine.measures.cabm import weighting as by
from engine.measures.cabm.data.cooccurrence import CorpusCounts
from engine.measures.cabm.data.sentences import FramedSet, Groups, fewer_framings
from engine.measures.cabm.draws import freedom_of, kept_draws, with_intervals
from engine.measures.cabm.features import feature_table, features_of
from engine.measures.cabm.notices import feature_remarks, kind_remarks, left_out, too_few
from engine.measures.cabm.scores import RAW
from engine.measures.cabm.settings import CabmSettings
from engine.measures.cabm.studied import CabmStudy
from engine.measures.cabm.vectors import vectors_of

if TYPE_CHECKING:
    import pandas as pd


LEAST_RAW = 2  # targets on the raw scale, with weights that nothing has to learn


def study(
    ask: Ask, derive: Derive, data: FramedSet, counts: CorpusCounts, settings: CabmSettings
) -> CabmStudy:
    """Measure a set of framed sentences on one model.

    Args:
        ask: (measure, items, params) -> measurement, on the model that is studied.
        derive: see `Derive`.
    """
    least = _least(settings)
    # A set that is too small is refused before a network reads it.
    excluded = fewer_framings(data.sentences, data.groups, data.asked)
    _check_size(sum(target not in excluded for target in data.targets), excluded, least)
    items = [sentence.item() for sentence in data.sentences]
    measured = ask("cabm", items, {"sentence": settings.sentence})
    vectors = vectors_of(data.sentences, measured.values)
    choices = (settings.alpha, settings.smoothing, settings.context)
    table = feature_table(
        vectors, counts, data.groups, data.lists, *choices, data.asked, settings.published
    )
    _check_size(len(table.frame), table.excluded, least)
    draws = kept_draws(derive, measured.manifest, vectors, counts, table, data.groups, settings)
    targets = table.frame["occupation"].tolist()
    freedom = freedom_of(vectors, targets)
    frame = with_intervals(table.frame, draws, features_of(table.frame), freedom)
    table = table._replace(frame=frame)
    unmasked, words = _unmasked(ask, targets, data.groups, settings)
    return CabmStudy(
        data,
        counts,
        settings,
        vectors,
        table,
        draws,
        unmasked,
        words,
        measured.manifest,
        (*measured.warnings, *left_out(vectors, table, len(data.sentences))),
        (
            *kind_remarks(settings.kind, settings.sentence),
            *feature_remarks(table, freedom, settings.templates),
        ),
        derive,
    )


def _unmasked(
    ask: Ask, targets: list[str], groups: Groups, settings: CabmSettings
) -> tuple[pd.DataFrame | None, pd.DataFrame | None]:
    """The probability gap of every target, and the words that the model puts first."""
    templates = unmasking.with_slot(settings.templates)
    if not templates:
        return None, None
    unmasking.check_templates(templates)
    items = unmasking.unmasking_items(targets, templates)
    values = ask("completion", items, unmasking.unmasking_params(groups)).values
    table = unmasking.unmasking_table(targets, templates, groups, values, settings.seed)
    return table, unmasking.first_words(targets, templates, values)


def _least(settings: CabmSettings) -> int:
    """Targets that a study needs: few where nothing is learned and nothing standardised."""
    given = settings.weighting in (by.USER, by.EQUAL, by.AUTOMATIC)
    return LEAST_RAW if settings.scale == RAW and given else by.LEAST_TARGETS


def _check_size(found: int, excluded: Mapping[str, str], least: int) -> None:
    if found < least:
        raise InputTextError(too_few(found, excluded, least))
