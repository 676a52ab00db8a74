"""The pages that are recorded: on which model, with which heads masked, beside which other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

APP = "app"  # the page Home with the model bar around it
BUNDLED, NARROW, CAUSAL, TINY = "bundled", "models/narrow", "models/gpt2", "models/bert"


@dataclass(frozen=True)
class Opening:
    """One page as somebody opens it.

    Args:
        page: name of its script, or APP, whose model is named in its address.
        model: as the model bar takes it.
        heads: that are masked; the model is then compared with itself, unmasked.
        beside: the model compared with, if it is another.
        address: settings of the address.
        tabs: whether each of its tabs is opened too.
    """

    page: str
    model: str
    heads: str = ""
    beside: str = ""
    address: Mapping[str, str] = field(default_factory=dict)
    tabs: bool = False

    @property
    def name(self) -> str:
        """What its file is called."""
        asked = "-".join(f"{key}-{value}" for key, value in self.address.items())
        parts = (self.page, self.model.rpartition("/")[2], self.heads, self.beside, asked)
        return "-".join("".join(c if c.isalnum() else "-" for c in part) for part in parts if part)


_OF_A_MODEL = ("home", "probe", "pairs", "heads", "annotators", "arena", "scorecard")
_WITHOUT_MODEL = ("lab", "methods", "stage", "curate")
_QUESTION = {"text": "The nurse said that [MASK] was tired.", "targets": "he, she"}

OPENINGS = (
    Opening(APP, BUNDLED),
    Opening(APP, BUNDLED, address={"heads": "1-1", "compare": "untouched"}),
    Opening(APP, BUNDLED, address={"heads": "99-1"}),
    Opening(APP, BUNDLED, address={"model": "models/bert", "compare": "models/roberta"}),
    Opening(APP, BUNDLED, address={"model": "models/none"}),
    *(Opening(page, NARROW, tabs=True) for page in _OF_A_MODEL),
    *(Opening(page, NARROW, heads="1-1", tabs=page != "scorecard") for page in _OF_A_MODEL),
    *(Opening(page, TINY, beside="models/roberta", tabs=True) for page in ("pairs", "annotators")),
    *(Opening(page, TINY, beside="models/roberta") for page in ("home", "probe", "heads")),
    *(Opening(page, BUNDLED, tabs=True) for page in (*_OF_A_MODEL, "cabm")),
    *(Opening(page, CAUSAL) for page in (*_OF_A_MODEL, "cabm")),
    *(Opening(page, "models/t5") for page in _OF_A_MODEL),
    *(Opening(page, BUNDLED, tabs=True) for page in _WITHOUT_MODEL),
    Opening("probe", NARROW, heads="1-1", address=_QUESTION),
    Opening("probe", NARROW, address={"text": "{group} people are [MASK].", "groups": "old,new"}),
    Opening("probe", NARROW, address={"text": "[MASK] met [MASK].", "order": "left to right"}),
    Opening("probe", CAUSAL, address={"text": "{group} people are", "groups": "rich, poor"}),
    Opening("pairs", TINY, address={"measure": "aul", "mode": "mean over tokens"}),
    Opening("pairs", TINY, address={"mode": "published mode"}),
    Opening("pairs", TINY, address={"data": "CrowS-Pairs", "clean": "true"}),
    Opening("pairs", TINY, address={"data": "Gender pairs: German"}),
    Opening(
        "pairs", TINY, heads="1-1", address={"own_more": "She cooks.", "own_less": "He cooks."}
    ),
    Opening("pairs", TINY, address={"tab": "GEST", "gest_template": "3"}),
    Opening("arena", BUNDLED, address={"arena_part": "HONEST"}),
    Opening("arena", NARROW, heads="1-1", address={"subset": "100"}, tabs=True),
    Opening("cabm", NARROW, address={"weighting": "equal"}),
    Opening("cabm", NARROW, heads="1-1", address={"weighting": "equal", "view": "Two models"}),
    Opening("cabm", BUNDLED, address={"scale": "raw", "view": "Table"}),
    Opening("curate", BUNDLED, address={"review": "from-there"}, tabs=True),
)
