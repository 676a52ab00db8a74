"""Figures of "Bias A-head?" (Yang et al. 2023) beside ours: tables 1 and 3 and the t-tests.

The paper read its words in News-commentary v15 and its sentences in the TheRedPill corpus;
neither comes with the project, so ours are taken on whatever corpora are given, and on the
project's own templates for LPBS. Agreement in direction is what can be expected, not in
digits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.flow.beside import PublishedFigure
from engine.flow.descriptor import PublishedTables

BERT, GPT2 = "bert-base-uncased", "gpt2"
LLAMA, LLAMA_CHAT = "meta-llama/Llama-2-7b-hf", "meta-llama/Llama-2-7b-chat-hf"
GENDER, RACE = "gender", "race"
TOP = 3  # heads masked in table 1
KS = (0, 15, 20, 25, 30, 35, 40, 45)
DOMAINS = ("career-family", "math-arts", "science-arts")


TABLES = PublishedTables(
    paper="Bias A-head? (Yang et al. 2023; TrustNLP 2025)",
    shows="tables 1 and 3, t-tests of sections 5 and 6, |d| of four models",
    models=(BERT, GPT2, LLAMA, LLAMA_CHAT),
    others="the paper's corpora, News-commentary v15 and TheRedPill (--corpus, --sentences) and "
    "WikiText-2 (--text); by default what comes with Biascope",
    time="about ten minutes a base model; LLaMA takes hours, or a graphics card",
    options=("--model", "{place}", "--published", "{name}"),
    at_once=False,
)


# (row of table 1, |d|, PPPL). Source: appendix A, table 1.
_MASKED = (
    ("none", 1.35, 4.09),
    ("top-3", 1.21, 4.16),
    ("bottom-3", 1.39, 4.20),
    ("positive", 1.21, 5.75),
    ("random-3", 1.36, 4.13),
    ("random-45", 1.46, 5.80),
)
# (model, dimension, heads, t). Source: section 5.2 and the appendix on race.
_T_TESTS = (
    (BERT, GENDER, "biased", 3.182),
    (BERT, GENDER, "other", -1.478),
    (GPT2, GENDER, "biased", 2.897),
    (GPT2, GENDER, "other", 0.213),
    (BERT, RACE, "biased", 2.324),
    (BERT, RACE, "other", -0.107),
)
# (heads masked, LPBS of DOMAINS). Source: appendix B, table 3.
_LPBS = (
    (0, (1.39, 1.23, 0.97)),
    (15, (1.28, 0.71, 0.99)),
    (20, (1.38, 0.71, 0.70)),
    (25, (1.36, 0.81, 0.75)),
    (30, (1.23, 0.95, 0.50)),
    (35, (1.29, 0.94, 0.39)),
    (40, (1.31, 1.06, 0.33)),
    (45, (1.57, 0.99, 0.62)),
)
# |d| of the unmodified models. Source: sections 5.1 and 6.
_MODELS = ((GPT2, 0.351), (LLAMA, 0.27), (LLAMA_CHAT, 0.18))

MASKED, SEAT, T_TEST, LPBS = "table 1", "|SEAT|", "t-test", "table 3"


def published(model: str, dimension: str = GENDER) -> list[PublishedFigure]:
    """Figures of one model and kind of bias; none where the paper has none.

    Quantities are `|d|`, `PPPL`, `t` and `LPBS`.
    """
    figures = [
        PublishedFigure(T_TEST, heads, "t", t)
        for name, kind, heads, t in _T_TESTS
        if (name, kind) == (model, dimension)
    ]
    if dimension == GENDER:
        figures += [PublishedFigure(SEAT, "none", "|d|", d) for name, d in _MODELS if name == model]
    if (model, dimension) == (BERT, GENDER):
        figures += [
            PublishedFigure(MASKED, name, quantity, score)
            for name, d, pppl in _MASKED
            for quantity, score in (("|d|", d), ("PPPL", pppl))
        ]
        figures += [
            PublishedFigure(LPBS, f"{domain}, {k} masked", "LPBS", score)
            for k, scores in _LPBS
            for domain, score in zip(DOMAINS, scores, strict=True)
        ]
    return figures


def published_models() -> list[str]:
    """Checkpoints that the paper has figures of."""
    return [BERT, GPT2, LLAMA, LLAMA_CHAT]


def chat_finding(entries: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Whether LLaMA-2's chat version shows less association here too, in fewer biased heads.

    Args:
        entries: `model`, `effect_size` and `biased_heads` of each model measured.

    Returns:
        `published` and `ours` (|d| of the base model and of its chat version), `heads` (biased
        heads of each), and `smaller_d` and `fewer_heads`, whether the chat version has less; None
        where one of the two was not measured or has no effect size.

    Source: section 7.
    """
    by = {entry["model"]: entry for entry in entries}
    pair = [by.get(name) for name in (LLAMA, LLAMA_CHAT)]
    found = [entry for entry in pair if entry and entry["effect_size"] is not None]
    if len(found) < len(pair):
        return None
    known = dict(_MODELS)
    ours = [abs(entry["effect_size"]) for entry in found]
    heads = [entry["biased_heads"] for entry in found]
    return {
        "published": [known[LLAMA], known[LLAMA_CHAT]],
        "ours": ours,
        "heads": heads,
        "smaller_d": ours[1] < ours[0],
        "fewer_heads": heads[1] < heads[0],
    }


def masked_figures(runs: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str, str], float]:
    """Our figures of table 1, and of the unmodified model.

    Args:
        runs: of `runs.run_figures`: none, top-3, bottom-3, all biased, and random sets
            of each size; random sets of one size are averaged.
    """
    found: dict[tuple[str, str, str], list[float]] = {}
    biased = next((run["k"] for run in runs if run["kind"] == "positive"), None)
    for run in runs:
        size = "45" if run["k"] == biased else str(run["k"])
        # "All biased" stands for the paper's 45, whatever its number here.
        name = run["kind"] if run["kind"] in ("none", "positive") else f"{run['kind']}-{size}"
        for part in (MASKED, SEAT):
            if run["effect_size"] is not None:
                found.setdefault((part, name, "|d|"), []).append(abs(run["effect_size"]))
            if run["pppl"] is not None:
                found.setdefault((part, name, "PPPL"), []).append(run["pppl"])
    return {key: sum(values) / len(values) for key, values in found.items()}


def t_test_figures(experiment: Mapping[str, Any]) -> dict[tuple[str, str, str], float]:
    """Our t by sentence, as the paper has it, from `counter_stereotype.experiment`."""
    return {
        (T_TEST, name, "t"): experiment[name]["t_by_sentence"]
        for name in ("biased", "other")
        if experiment[name]["t_by_sentence"] is not None
    }


def lpbs_figures(
    scores: Mapping[int, Sequence[Mapping[str, Any]]],
) -> dict[tuple[str, str, str], float]:
    """Our LPBS effect sizes.

    Args:
        scores: heads masked -> `biases.domain_score` of every domain.
    """
    return {
        (LPBS, f"{entry['domain']}, {k} masked", "LPBS"): entry["effect_size"]
        for k, entries in scores.items()
        for entry in entries
        if entry["effect_size"] is not None
    }
