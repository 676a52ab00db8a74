"""The functions of the package, one for each command that a notebook needs.

What a function does not name is an option of its command: `bs.pairs(…, variants=True)` is
`pairs … --variants`. See `biascope COMMAND --help`. Whatever takes several values takes a list of
them or a text with commas.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import biascope.tables as tables
from biascope.running import Asked, Data, run
from biascope.values import Heads, Words
from engine.core.spec import BUNDLED

if TYPE_CHECKING:
    from biascope.result import Result

Model = str | Path


def fill(
    model: Model,
    text: str | Sequence[str],
    *,
    targets: Words = (),
    groups: Words = (),
    top_k: int = 10,
    masked_heads: Heads = "",
    **options: Any,
) -> Result:
    """What a model expects in the masked place of a sentence, or next if it is causal.

    Args:
        model: `bundled`, a folder, or a hub id.
        text: a sentence with `[MASK]`, or several; one with a `{group}` slot for `groups`.
        targets: words whose probability is looked up, as a list or as `"he,she"`.
        groups: put into the slot one after the other, as a list or with commas.
        top_k: predicted words a mask.
        masked_heads: as `"3-1,6-12"`, layer and head counting from 1, one pair or several.
        options: further options of the command `fill`.

    Returns:
        `frame`: a row for each predicted word, and for each target, with its probability (0 to 1).
    """
    given = {"targets": targets, "groups": groups, "top_k": top_k}
    asked = Asked("fill", model, masked_heads, given | options)
    if isinstance(text, str):
        return run(asked.on(text), tables.filled)
    return run(asked.with_texts(text), tables.filled)


def pairs(
    model: Model,
    data: Data,
    *,
    measure: str = "cps",
    masked_heads: Heads = "",
    **options: Any,
) -> Result:
    """The share of sentence pairs in which a model prefers the stereotype; 50 is neutral.

    Args:
        model: `bundled`, a folder, or a hub id.
        data: a file, the name of a set, or a data frame with `sent_more` and `sent_less`.
        measure: cps, pll, pll-l2r, sss, aul, aula or clm.
        masked_heads: as `"3-1,6-12"`, layer and head counting from 1, one pair or several.
        options: further options of the command `pairs`.

    Returns:
        `frame`: a row for each pair, with the scores of both sentences in nats.
    """
    asked = Asked("pairs", model, masked_heads, {"measure": measure} | options)
    return run(asked.on(data), tables.pairs, writes="scores.csv")


def seat(
    model: Model,
    tests: Data | None = None,
    *,
    pooling: str = "",
    words: str = "",
    masked_heads: Heads = "",
    **options: Any,
) -> Result:
    """How strongly a model associates two sets of targets with two sets of attributes.

    Args:
        model: `bundled`, a folder, or a hub id.
        tests: SEAT or WEAT test files, or a folder of them; none for words in sentences.
        pooling: token, cls, mean or last.
        words: without tests: gender, race or religion.
        masked_heads: as `"3-1,6-12"`, layer and head counting from 1, one pair or several.
        options: further options of the command `seat`.

    Returns:
        `frame`: a row for each target with its association, or for each of several tests with d.
    """
    asked = Asked("seat", model, masked_heads, {"pooling": pooling, "words": words} | options)
    return run(asked if tests is None else asked.on(tests), tables.seat)


def heads(
    model: Model,
    *,
    seat: str | Path = "",
    words: str = "",
    ablate: bool = False,
    masked_heads: Heads = "",
    **options: Any,
) -> Result:
    """Which attention heads carry an association.

    Args:
        model: `bundled`, a folder, or a hub id.
        seat: a SEAT or WEAT test file; none for words in sentences.
        words: without a test: gender, race or religion.
        ablate: also mask each head in turn.
        masked_heads: as `"3-1,6-12"`, layer and head counting from 1, one pair or several.
        options: further options of the command `heads`.

    Returns:
        `frame`: a row for each head, counting from 1, with its bias score (d|d| by its gate; above
        0: it adds to the association) and, with `ablate`, d when it is masked.
    """
    given = {"seat": seat, "words": words, "ablate": ablate}
    return run(Asked("heads", model, masked_heads, given | options), tables.heads)


def cabm(
    model: Model, sentences: Data = BUNDLED, *, masked_heads: Heads = "", **options: Any
) -> Result:
    """Which occupations a model leans to one of two groups (Context-Aware Bias Metric).

    Args:
        model: `bundled`, a folder, or a hub id.
        sentences: a file, `bundled`, or `winobias`.
        masked_heads: as `"3-1,6-12"`, layer and head counting from 1, one pair or several.
        options: further options of the command `cabm`.

    Returns:
        `frame`: a row for each occupation; a score above 0 leans to the first group (male).
    """
    asked = Asked("cabm", model, masked_heads, options)
    return run(asked.with_option("sentences", sentences), tables.cabm)


def agreement(
    model: Model,
    answers: Data,
    *,
    group_by: Words = "",
    masked_heads: Heads = "",
    **options: Any,
) -> Result:
    """Whose answers to sentences with a gap a model shares.

    Args:
        model: `bundled`, a folder, or a hub id.
        answers: a file of answers, the name of a set, or a data frame.
        group_by: attributes to group by, crossed, such as `gender,native` or `age:30/50`.
        masked_heads: as `"3-1,6-12"`, layer and head counting from 1, one pair or several.
        options: further options of the command `agreement`.

    Returns:
        `frame`: a row for each group and language, with its scores.
    """
    asked = Asked("agreement", model, masked_heads, {"group_by": group_by} | options)
    return run(asked.on(answers), tables.agreement)


def arena(
    model: Model,
    prompts: Data = BUNDLED,
    *,
    evaluators: str = "demo",
    subset: int | None = None,
    masked_heads: Heads = "",
    **options: Any,
) -> Result:
    """How often evaluators flag what a model writes about groups of people.

    Args:
        model: `bundled`, a folder, or a hub id.
        prompts: bundled, holisticbias, seegull, or a file.
        evaluators: a suite: demo, published, hurtlex, …, or a TOML file.
        subset: draw this many prompts; all by default.
        masked_heads: as `"3-1,6-12"`, layer and head counting from 1, one pair or several.
        options: further options of the command `arena run`.

    Returns:
        `frame`: a row for each group, with its flag rate (0 to 1) and interval.
    """
    given = {"evaluators": evaluators, "subset": subset} | options
    asked = Asked("arena run", model, masked_heads, given).with_option("prompts", prompts)
    return run(asked, tables.arena)


def sweep(
    models: Model | Sequence[Model],
    measures: Words,
    *,
    masks: Heads | None = None,
    seeds: int | str | Sequence[int] = (),
    **options: Any,
) -> Result:
    """Many models in many measures, ranked within each where tests say so.

    Args:
        models: `bundled`, folders, or hub ids.
        measures: names of measures, as `biascope sweep --list` shows them.
        masks: `none`, mask files, or heads, with spaces between those of one mask, as
            `["none", "3-1 6-12"]`; every model is measured under each.
        seeds: the first is that of the table.
        options: further options of the command `sweep`.

    Returns:
        `frame`: a row for each model and measure, with value, interval, n and tier.
    """
    given = {"models": models, "measures": measures, "masks": masks, "seeds": seeds}
    return run(Asked("sweep", None, "", given | options), tables.sweep, writes="scorecard")


def report(pins: str | Path = "story", *, out: str | Path = "", **options: Any) -> Result:
    """Pinned results as one HTML document that opens offline.

    Args:
        pins: a file of a collection, the name of a kept one, or `story`.
        out: HTML file to write; none to show the document only.
        options: further options of the command `report`, such as `check=True`.

    Returns:
        `frame`: a row for each pin; in a notebook the result shows the document.
    """
    asked = Asked("report", None, "", {"out": out} | options).on(pins)
    return run(asked, tables.report, writes="report.html", document=True)
