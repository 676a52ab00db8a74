"""Pronoun share: how much of he and she together a masked language model gives to she.

share = P(she) / (P(he) + P(she)) at the masked word; 50% is neutral. Source: none, an example of
a plug-in for Biascope.
"""

from __future__ import annotations

import math

from biascope.plugin import (
    MASKED,
    PERCENT,
    Column,
    CommandEntry,
    Descriptor,
    Family,
    InputTextError,
    Measure,
    Reading,
    Row,
    data_digest,
    encode,
    mask_positions,
    masked_only,
    mean_interval,
    needs,
    reader,
    run_rows,
    score_rows,
    with_model,
    with_model_masks,
    write_json,
    write_table,
)

NAME = "pronoun_share"
JOBS = ("nurse", "doctor", "teacher", "engineer", "lawyer", "cleaner", "pilot", "librarian")
ITEMS = [{"text": f"The {job} said that [MASK] was tired."} for job in JOBS]


def shares(lm, items, params):
    """One `{"share": ...}` an item, 0 to 1; the model reads each text once."""
    rows = [_row(lm, item["text"]) for item in items]
    scored = run_rows(lm, [[row] for row in rows], score_rows)
    return [{"share": _share(*score.log_probabilities)} for (score,) in scored]


def _row(lm, text):
    encoded = encode(lm.tokenizer, with_model_masks(text, lm.tokenizer), lm.model.max_length)
    (place,) = mask_positions(encoded, lm.tokenizer)
    he, she = (lm.tokenizer.convert_tokens_to_ids(word) for word in ("he", "she"))
    if lm.tokenizer.unk_token_id in (he, she):
        raise InputTextError(f"{lm.model.source.checkpoint} has no token for he and for she.")
    return Row(encoded.ids, (place, place), (he, she))


def _share(he, she):
    return 1 / (1 + math.exp(he - she))


def _reading(values, seed):
    parts = [value["share"] for value in values]
    mean = sum(parts) / len(parts)
    bounds = mean_interval(parts, seed, within=(0.0, 1.0))
    return Reading(PERCENT.of(mean), PERCENT.interval(bounds), len(parts), tuple(parts))


def column(argument):
    """The one column of this measure."""
    if argument:
        raise InputTextError(f"{NAME} has one set of sentences; got {argument!r}.")
    return Column(
        name=NAME,
        title="Pronoun share",
        data=f"{len(ITEMS)} sentences about occupations",
        variant="P(she) / (P(he) + P(she)) at the masked word, mean over sentences",
        counted="sentences",
        unit="%",
        scale=PERCENT,
        neutral=50.0,
        higher="she is expected more often",
        digits=1,
        version=1,
        identity={"items": data_digest(ITEMS)},
        read=reader(NAME, ITEMS, _reading),
        refuses=masked_only("a word for a gap"),
        measures=(NAME,),
        texts=tuple(item["text"] for item in ITEMS),
    )


FAMILY = Family(NAME, "Pronoun share", NAME, column, suggested=(NAME,), seconds=1.0)


@with_model()
def command(*, subject, json_):
    """How often a model expects she rather than he, by occupation."""
    found = subject.measure(NAME, ITEMS, {})
    values = [value["share"] for value in found.values]
    if json_:
        shares_by_job = dict(zip(JOBS, values, strict=True))
        write_json({"shares": shares_by_job, "manifest": found.manifest})
        return
    rows = [[job, f"{value:.1%}"] for job, value in zip(JOBS, values, strict=True)]
    write_table("Pronoun share", ["occupation", "she"], rows)


DESCRIPTOR = Descriptor(
    cards=(NAME,),
    measures={
        NAME: Measure(
            1,
            f"{__name__}:shares",
            shape=dict[str, float],
            rule=needs(MASKED, "pronoun share"),
        )
    },
    families=(f"{__name__}:FAMILY",),
    commands=(CommandEntry("pronoun-share", f"{__name__}:command"),),
)
