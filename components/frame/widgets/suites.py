"""Suites of evaluators to choose from: those that come with Biascope, and the user's own."""

from __future__ import annotations

import re

from components.frame.widgets import data_choice, own_file
from engine.core.errors import InputTextError
from engine.evaluators.declarations import read_suite
from engine.evaluators.suite import CLASSIFIER, Suite
from engine.evaluators.suites import DEMO, PUBLISHED, load_suite, suite_names
from engine.evaluators.word_lists import OWN as OWN_LIST
from engine.files.fetch.registry import data_sets
from engine.server import shared

_TITLES = {
    DEMO: "Demo (no download)",
    PUBLISHED: "Published classifiers",
    "hurtlex": "HurtLex, hurtful words",
    "seegull": "SeeGULL, known stereotypes",
}
_EXAMPLE = """\
# Evaluators that judge what a model writes. Copy, change and upload.
name = "my evaluators"
description = "One sentence on what they judge."

# Flags a word that makes the sentence more negative than a neutral word does.
[[evaluator]]
name = "valence"
kind = "valence"
threshold = 0.05  # smallest difference that is flagged, 0 to 2

# Says what a word is about. "own" is Biascope's list; or give the path of a CSV file with the
# columns word and category.
[[evaluator]]
name = "word list"
kind = "lexicon"
source = "own"
counts = false  # false: its answers are shown and enter no flag rate

# A classifier on the Hugging Face hub or in a folder. Take the # away to use it; evaluators of
# different kinds cannot be counted together, so set counts = false for the valence above.
# [[evaluator]]
# name = "my classifier"
# kind = "classifier"
# checkpoint = "owner/model"
# [evaluator.labels]  # every label of the classifier; p is the probability of the label
# "biased" = { flagged = true, score = "p" }
# "neutral" = { flagged = false, score = "0" }
"""


def titles() -> dict[str, str]:
    """What can be chosen, the user's own file last."""
    shipped = {name: _TITLES.get(name) or _other(name) for name in suite_names()}
    return {**shipped, data_choice.OWN: data_choice.OWN}


def _other(name: str) -> str:
    """The title of a suite that has none of its own: `HurtLex, de`."""
    return re.sub(r"^hurtlex-", "HurtLex, ", name)


def shipped(name: str) -> str:
    """The name of a suite that comes with Biascope; the demo suite for any other name."""
    return name if name in suite_names() else DEMO


def ask_file(key: str, opened: str) -> own_file.Source | None:
    """Ask for a declaration; None until there is one.

    Args:
        key: of the field.
        opened: when what the file names is opened, one sentence.
    """
    return own_file.source(
        "File that declares evaluators",
        key,
        ["toml"],
        f"A TOML file as for `arena run --evaluators`. {opened}",
        "/home/me/evaluators.toml",
    )


def example() -> str:
    """A declaration to fill in, with an evaluator of every kind that can count."""
    return _EXAMPLE


def offer_example(key: str) -> None:
    """Offer a declaration to use or to fill in, with an evaluator of every kind that can count.

    Args:
        key: of the field.
    """
    own_file.example(
        "One table for each evaluator; the comments say what can be set.",
        example,
        "evaluators.toml",
        "application/toml",
        box=f"{key}_upload",
    )


def read_own_suite(source: own_file.Source) -> Suite:
    """The suite that a given file declares; nothing that it names is opened."""
    suite = own_file.read_once(_read, "suite", *source)
    for entry in suite.evaluators if shared.is_shared() else ():
        if entry.kind == CLASSIFIER or entry.source not in ("", OWN_LIST, *data_sets()):
            shared.refuse("An evaluator that opens a model or a file of the server")
    return suite


def _read(content: bytes | str, name: str, _mapping: object) -> Suite:
    if isinstance(content, str):
        return load_suite(content)
    try:
        return read_suite(content.decode("utf-8-sig"), name)
    except UnicodeDecodeError:
        raise InputTextError(f"{name} is not UTF-8; save it as UTF-8.") from None
