"""Figures of a model for its own repository on the Hugging Face hub: `.eval_results/*.yaml`.

The hub files results by the data set they are of, so figures on data that is not on the hub have
no place there. It shows those of data sets that are registered as benchmarks.

Source: huggingface_hub 2.4, `EvalResultEntry`.
"""

from __future__ import annotations

from engine.core.errors import InputTextError
from engine.core.wording import counted, listed
from engine.scorecard.exports.contents import (
    bounds,
    cells_by_measure,
    interventions_of,
    items_of,
    masked_heads,
    number,
    one_line,
    single,
)
from engine.scorecard.words import Entry, Report

_MEASURED = "measured"


def write(report: Report, contestant: str = "") -> str:
    """The results of one model as YAML.

    Returns:
        YAML that huggingface_hub reads; each entry's notes hold variant, interval, n, neutral value
        and versions.
    """
    import yaml
    from huggingface_hub import EvalResultEntry, eval_result_entries_to_yaml

    chosen = single(report, contestant)
    _check_own(chosen)
    entries, left = [], []
    for measure, cell in cells_by_measure(report, chosen):
        data = hub_data(measure["name"])
        if cell["value"] is None or cell["status"] != _MEASURED:
            continue
        if data is None:
            left.append(one_line(measure["title"]))
            continue
        entries.append(
            EvalResultEntry(
                dataset_id=data,
                task_id=task_of(measure["name"]),
                value=round(float(cell["value"]), measure["digits"] + 2),
                notes=_notes(chosen, measure, cell),
            )
        )
    if not entries:
        raise InputTextError(
            f"No figure of {one_line(chosen['label'])} is of data on the Hugging Face hub; "
            "measure it on CrowS-Pairs, StereoSet, GEST or HONEST."
        )
    above = f"# Left out, because the data is not on the hub: {listed(left, 50)}\n" if left else ""
    made = eval_result_entries_to_yaml(entries)
    return above + yaml.safe_dump(made, sort_keys=False, allow_unicode=True, width=100)


def _check_own(contestant: Entry) -> None:
    """Refuse figures that are not of the weights in the model's repository."""
    label = one_line(contestant["label"])
    if contestant["origin"] != _MEASURED or contestant["spec"] is None:
        raise InputTextError(
            f"The figures of {label} were not measured here; export those of a model that was."
        )
    done = "heads switched off" if masked_heads(contestant) else interventions_of(contestant)
    if done:
        raise InputTextError(
            f"{label} has {done}, so its figures are not those of the model in the "
            "repository; export the unmodified model."
        )


def _notes(contestant: Entry, measure: Entry, cell: Entry) -> str:
    neutral, n = measure["neutral"], items_of(cell)
    parts = [
        one_line(measure["variant"]),
        f"95% CI {bounds(cell['interval'], measure)}" if cell["interval"] else "no interval",
        "" if n is None else f"n = {counted(n, one_line(measure['counted']).removesuffix('s'))}",
        "" if neutral is None else f"neutral {number(neutral, measure)}",
        f"{cell['precision']}, revision {one_line(contestant['spec']['revision'])}",
        f"Biascope {measure['name']}, version {measure['version']}",
    ]
    return "; ".join(filter(None, parts))


# --- hub ----------------------------------------------------------------------------------
# Which data sets of measures are on the Hugging Face hub, and under which name.

# (family, data) as in a measure's name -> data set on the hub.
_DATA = {
    ("pairs", "crows-pairs"): "nyu-mll/crows_pairs",
    ("pairs", "stereoset-intrasentence"): "McGill-NLP/stereoset",
    ("gest", "gest"): "kinit/gest",
    ("honest", "en"): "MilaNLProc/honest",
}


def hub_data(measure: str) -> str | None:
    """Data set of a measure on the hub; None where the data is not there, or is another.

    Args:
        measure: its name, such as `pairs:crows-pairs:cps`.
    """
    family, _, rest = measure.partition(":")
    return _DATA.get((family, rest.partition(":")[0]))


def task_of(measure: str) -> str:
    """What a measure does with its data, as a task is called: `pairs-cps`, `gest-0`."""
    family, _, rest = measure.partition(":")
    return "-".join([family, *filter(None, rest.split(":")[1:])])
