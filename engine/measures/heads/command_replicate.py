"""`replicate bias-a-head`: numbers of "Bias A-head?" and ours."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from engine.command_line.facts import Names
from engine.command_line.given import check_used
from engine.command_line.inputs import read_sentences
from engine.command_line.options import CheckpointOption, ModelOption, with_model
from engine.command_line.output import write_json, write_table
from engine.command_line.replicated import figure_row, short_name
from engine.command_line.subject import Subject
from engine.core.errors import BiascopeError, InputTextError
from engine.core.families import CAUSAL, MASKED
from engine.flow.beside import beside_published
from engine.measures.heads import replication as paper
from engine.measures.heads.bias import bias_params
from engine.measures.heads.command_replicate_models import Asked, compare_models
from engine.measures.heads.command_runs import counted_runs
from engine.measures.heads.run_figures import Judged
from engine.measures.heads.runs import head_runs, positive_heads, top_heads
from engine.measures.lpbs.sets import bundled_domains
from engine.measures.seat.command_options import (
    DEFAULT_CONTEXTS,
    AttributesOption,
    ContextsOption,
    CorpusOption,
    TargetsOption,
    WordsAsked,
    WordsOption,
    local_path,
    words_in_corpus,
)
from engine.measures.seat.reading import TOKEN
from engine.words.association_tests import AssociationTest
from engine.words.contexts import corpus_lines
from engine.words.counterparts import counterpart_sentences

SENTENCES = 500


@with_model("mask")
def bias_a_head(
    model: ModelOption = paper.BERT,
    published: Annotated[
        str,
        typer.Option(
            help="Model whose published numbers to use; by default this one's, or BERT-base's."
        ),
    ] = "",
    attributes: AttributesOption = "",
    targets: TargetsOption = "",
    corpus: CorpusOption = "",
    words: WordsOption = "gender",
    max_contexts: ContextsOption = DEFAULT_CONTEXTS,
    sentences: Annotated[
        str, typer.Option(help="Text file for the t-tests; by default the contexts.")
    ] = "",
    text: Annotated[
        str, typer.Option(help="Text file for PPPL; by default the neutral sentences.")
    ] = "",
    random_seeds: Annotated[int, typer.Option("--random-seeds", min=1)] = 3,
    seed: Annotated[int, typer.Option(help="Seed of bootstrap intervals.")] = 0,
    models: Annotated[
        str,
        typer.Option(
            help="Models in one table instead, comma-separated; 'paper' for its four, LLaMA-2 and "
            "its chat version among them."
        ),
        Names.MODELS,
    ] = "",
    checkpoint: CheckpointOption = None,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Tables 1 and 3 and the t-tests of Yang et al. 2023, computed again on the data you have.

    With --models or --checkpoint: association, biased heads and t-tests of many models at once.
    """
    if models or checkpoint:
        _refuse_beside_models(model, published, text)
        test = words_in_corpus(
            WordsAsked(attributes, targets, corpus, words, max_contexts=max_contexts)
        )

        def tested(other: Subject, gradient: Any) -> dict[str, Any]:
            return _experiment(other, test, sentences, gradient)

        asked = Asked(words, test.item(), max_contexts, seed, tested)
        compare_models(subject, models, checkpoint, asked, json_)
        return
    whose = published or (model if model in paper.published_models() else paper.BERT)
    figures = paper.published(whose, words)
    if not figures:
        raise BiascopeError(
            f"The paper has no numbers of {whose} for {words}; it has "
            f"{', '.join(paper.published_models())} for gender and {paper.BERT} for race."
        )
    test = words_in_corpus(
        WordsAsked(attributes, targets, corpus, words, max_contexts=max_contexts)
    )
    item = test.item()
    bias = subject.measure("head_bias", [item], bias_params(TOKEN, max_contexts)).values[0]
    if bias["gradient"] is None:
        raise BiascopeError(bias["problem"])
    runs = head_runs(bias["gradient"], [paper.TOP], [paper.TOP], True, range(random_seeds))
    own_texts = read_sentences(local_path(text)) if text else ()
    # As in the paper: the words that choose the heads are those that they are judged by.
    judged = Judged(item, TOKEN, subject.facts.kind, max_contexts, texts=own_texts, seed=seed)
    measured = counted_runs(subject, runs, judged)
    ours = paper.masked_figures(measured)
    experiment = _experiment(subject, test, sentences, bias["gradient"])
    ours |= paper.t_test_figures(experiment)
    if subject.facts.kind == MASKED:
        ours |= paper.lpbs_figures(_lpbs(subject, bias["gradient"], seed))
    entries = beside_published(figures, ours)
    if json_:
        write_json(
            {
                "published_model": whose,
                "model": subject.spec.identity(),
                "figures": entries,
                "biased_heads": len(positive_heads(bias["gradient"])),
                "runs": measured,
                "experiment": {name: experiment[name] for name in ("n", "biased", "other")},
            }
        )
        return
    write_table(
        f"{whose} as published, {short_name(model)} as measured here",
        ["", "", "", "published", "ours", "difference"],
        [figure_row(entry, ".2f") for entry in entries],
    )


def _refuse_beside_models(model: str, published: str, text: str) -> None:
    """Refuse what only the tables of one model use."""
    check_used("the tables of one model, without --models or --checkpoint", "--random-seeds")
    given = {"--model": model if model != paper.BERT else "", "--published": published}
    for option, value in (given | {"--text": text}).items():
        if value:
            raise InputTextError(
                f"{option} belongs to the tables of one model; with --models or --checkpoint name "
                "all models by these."
            )


def _experiment(
    subject: Subject, test: AssociationTest, sentences: str, gradient: Any
) -> dict[str, Any]:
    from engine.measures.counter.counter_stereotype import experiment, word_crossing

    lines = corpus_lines(local_path(sentences)) if sentences else iter(test.contexts or ())
    causal = subject.facts.kind == CAUSAL
    found = counterpart_sentences(test, lines, SENTENCES, causal)
    measured = subject.measure("counter_stereotype", found.items, {})
    return experiment(measured.values, positive_heads(gradient), word_crossing(found.items))


def _lpbs(subject: Subject, gradient: Any, seed: int) -> dict[int, list[dict[str, Any]]]:
    """Scores of every domain with the top K heads masked, K as in the paper."""
    from engine.measures.lpbs.biases import domain_score

    every = sum(map(len, gradient))
    domains = list(bundled_domains().values())
    found = {}
    for k in (k for k in paper.KS if k < every):
        spec = subject.spec.with_masked(top_heads(gradient, k))
        scores = []
        for domain in domains:
            values = subject.ask("lpbs", spec, domain.items(), {}).values
            scores.append(domain_score(domain, values, seed))
        found[k] = scores
    return found
