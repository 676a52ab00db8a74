"""Whom the claim of the Scorecard is about: models, or masks of one, and how many are measured."""

from __future__ import annotations

from collections.abc import Sequence

from components.frame.present import explain
from components.scorecard.choice import mask_text
from components.scorecard.grid import Grid
from engine.core.intervention_text import done_in_words, in_words, read_identity
from engine.core.wording import counted, part_of
from engine.scorecard.differing import compared_among
from engine.scorecard.words import IMPORTED, MEASURED, MISSING, Entry, under_masks

_ORIGINAL = "The original model"  # the one without a mask; always first in its sentence
_MOST_HEADS = 3  # masks whose heads are named where masks are counted


def who_is_asked(grid: Grid) -> list[Entry]:
    """The models that the claim is about: those measured here, else the imported ones.

    Args:
        grid: the report as it is shown.
    """
    own = [one for one in grid.contestants if one["origin"] == MEASURED]
    return own or [one for one in grid.contestants if one["origin"] == IMPORTED]


def compared_ids(grid: Grid) -> frozenset[str]:
    """The ids of those that the claim compares.

    Args:
        grid: the report as it is shown.
    """
    return next(iter(compared_among(grid.report).values()))


def begun_of(grid: Grid, who: Sequence[Entry]) -> list[Entry]:
    """Those of which any cell is measured by now.

    Args:
        who: that the claim is about.
    """
    asked = [cell for cell in grid.report["cells"] if cell["status"] != MISSING]
    known = {cell["contestant"] for cell in asked}
    return [one for one in who if one["id"] in known]


def are_masks_of_one(who: Sequence[Entry]) -> bool:
    """Whether all are one model under several masks.

    Args:
        who: contestants.
    """
    return len(who) > 1 and len({_model_of(one) for one in who}) == 1


def asked_text(who: Sequence[Entry]) -> str:
    """How many models are asked for; of one model under masks, how many these are.

    Args:
        who: that the claim is about.
    """
    if not are_masks_of_one(who):
        return _under_masks(who) or counted(len(who), "model")
    masks = sum(map(is_changed, who))
    named = f"{counted(masks, changes_called(who))}{_named(who)}"
    return " and ".join([*[_ORIGINAL] * (masks < len(who)), named])


def _begun_text(who: Sequence[Entry], begun: Sequence[Entry]) -> str:
    """How many of those that are asked for are begun, with the verb; the original is no mask."""
    if not are_masks_of_one(who):
        if under := _under_masks(who):
            are = "is" if len(begun) == 1 else "are"
            return f"{len(begun)} of {len(who)} combinations ({under}) {are}"
        return part_of(len(begun), len(who), "model", "are")
    masks, masked = (sum(map(is_changed, some)) for some in (who, begun))
    done, _, verb = part_of(masked, masks, changes_called(who), "are").rpartition(" ")
    done += _named(begun)
    if masked < len(begun):
        return f"{_ORIGINAL} and {done} are"
    gone = f", but not {_ORIGINAL[:1].lower()}{_ORIGINAL[1:]}," * (masks < len(who))
    return f"{done}{gone} {verb}"


def so_far_text(grid: Grid, who: Sequence[Entry], begun: Sequence[Entry]) -> str:
    """How much of what is asked for is measured; empty once all of it is.

    Args:
        who: that the claim is about.
        begun: those of them that are measured in part.
    """
    own = {one["id"] for one in who}
    cells = [one for one in grid.report["cells"] if one["contestant"] in own]
    missing = sum(cell["status"] == MISSING for cell in cells)
    if not missing:
        return ""
    some = len(begun) < len(who)
    done = part_of(len(cells) - missing, len(cells), "cell", "are")
    return f"{_begun_text(who, begun) if some else done} measured so far"


def _under_masks(who: Sequence[Entry]) -> str:
    """Several models and the masks that some of them are measured under; empty without any."""
    masks = {done for one in who if (done := _all_done(one))}
    if not masks:
        return ""
    models = {_model_of(one) for one in who}
    return under_masks(len(models), len(masks), not all(map(is_changed, who)), changes_called(who))


def _model_of(one: Entry) -> tuple[str, str]:
    """What two contestants have in common that are one model under two masks."""
    spec = one["spec"]
    return (spec["checkpoint"], spec["revision"]) if spec else (one["id"], "")


def changes_called(who: Sequence[Entry]) -> str:
    """What the changes of models are called: masks, or where they are more, interventions.

    Args:
        who: contestants.
    """
    return "intervention" if any(map(other_done, who)) else "mask"


def _named(who: Sequence[Entry]) -> str:
    """What is done in each, in brackets: the heads of masks; empty where it is much."""
    changed = [one for one in who if is_changed(one)]
    if not changed or len(changed) > _MOST_HEADS:
        return ""
    if any(map(other_done, changed)):
        return f" ({'; '.join(explain.plain(_all_done(one)) for one in changed)})"
    masks = [", ".join(heads_of_mask(one)) for one in changed if mask_text(heads_of_mask(one))]
    return f" ({'; '.join(masks)})" if len(masks) == len(changed) else ""


def heads_of_mask(one: Entry) -> Sequence[str]:
    """The masked heads of a model measured here, as they are written.

    Args:
        one: a contestant.
    """
    return (one["spec"] or {}).get("masked_heads") or ()


def other_done(one: Entry) -> str:
    """What is done besides to a model measured here, in words; empty where nothing is.

    Args:
        one: a contestant.
    """
    return in_words(read_identity(one["spec"] or {}))


def is_changed(one: Entry) -> bool:
    """Whether anything is done to a model measured here.

    Args:
        one: a contestant.
    """
    return bool(heads_of_mask(one) or other_done(one))


def _all_done(one: Entry) -> str:
    return done_in_words(one["spec"] or {}, 1_000)
