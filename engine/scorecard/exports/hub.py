"""Which data sets of measures are on the Hugging Face hub, and under which name."""

from __future__ import annotations

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
