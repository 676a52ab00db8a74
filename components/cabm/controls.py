"""The controls of the CABM page: what is measured, counted and weighted."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from components.cabm import data as cabm_data
from components.cabm.own_sentences import Source
from engine.command import Command
from engine.datasets.occupations.cooccurrence import Counts
from engine.datasets.occupations.sentences import GENDER, FramedSet
from engine.measures.cabm import FEATURES
from engine.measures.cabm.features import CONTEXTS, UNSIGNED
from engine.measures.cabm.pmi import ALPHA, PROPORTIONAL, SMOOTHINGS
from engine.measures.cabm.scores import THRESHOLD
from engine.measures.cabm.settings import Settings
from engine.measures.cabm.unmasking import templates_for
from engine.measures.cabm.weighting import AUTOMATIC, CHOICES, NAMES, USER

_VECTORS = {"cls": "[CLS]", "mean": "mean of all tokens"}
_WEIGHTS_HELP = "  \n".join(
    (
        "How the three features are added up.",
        "**automatic**: SHAP + RF if its forest tells the lists apart better than chance, else "
        "equal weights.",
        "**SHAP + RF**: a random forest (RF) learns the occupation lists; a feature weighs as much "
        "as it contributes to the predictions (SHAP, Shapley additive explanations).",
        "**PCA + RF**: a random forest learns the lists from the principal components (PCA, "
        "principal component analysis).",
        "**PCA**: loadings of the first component; the lists are not used.",
    )
)
_STARTING_WEIGHTS = (40, 30, 30)  # of the sliders


@dataclass(frozen=True, eq=False)
class Choice:
    """What the page measures.

    Args:
        sentences: where `data` comes from; corpus: where `counts` do.
    """

    data: FramedSet
    counts: Counts
    settings: Settings
    sentences: Source
    corpus: Source

    @property
    def key(self) -> tuple[object, ...]:
        """Identity of the study; weights and threshold are applied to it later."""
        chosen = self.settings
        return (
            self.sentences.key,
            self.corpus.key,
            chosen.alpha,
            chosen.smoothing,
            chosen.context,
            chosen.sentence,
            chosen.seed,
            chosen.published,
        )

    def command(self) -> Command:
        """The command that measures the same, without the model."""
        chosen = self.settings
        words = ["cabm", *self.sentences.words, *self.corpus.words]
        if chosen.weighting != AUTOMATIC:
            words += ["--weighting", chosen.weighting]
        if chosen.weighting == USER:
            words += ["--weights", ",".join(f"{k}={v:.4f}" for k, v in chosen.user_weights)]
        for name, value, usual in (
            ("alpha", chosen.alpha, ALPHA),
            ("smoothing", chosen.smoothing, PROPORTIONAL),
            ("context", chosen.context, UNSIGNED),
            ("sentence", chosen.sentence, "cls"),
            ("threshold", chosen.threshold, THRESHOLD),
            ("seed", chosen.seed, 0),
        ):
            if value != usual:
                words += [f"--{name}", f"{value:g}" if isinstance(value, float) else str(value)]
        return Command(tuple(words), {**self.sentences.files, **self.corpus.files})


def choice() -> Choice | None:
    """Draw the controls and read them; None while a file or data set is missing."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = cabm_data.pick_sentences()
        corpus_box = st.container(width="content")
        weighting = st.selectbox(
            "Weights",
            [*CHOICES],
            format_func=NAMES.__getitem__,
            key="weighting",
            bind="query-params",
            persist_state="session",
            width=150,
            help=_WEIGHTS_HELP,
        )
        with st.popover("Settings", icon=":material/tune:"):
            settings = _settings()
    loaded = cabm_data.load_sentences(name)
    if loaded is None:
        return None
    data, sentences = loaded
    with corpus_box:
        corpus = cabm_data.pick_corpus(data.groups.words == GENDER.words)
    counted = cabm_data.load_counts(corpus, data, sentences.key)
    if counted is None:
        return None
    counts, counts_source = counted
    cabm_data.describe(data, counts)
    chosen = replace(
        settings,
        weighting=weighting or AUTOMATIC,
        user_weights=_sliders() if weighting == USER else (),
        templates=sentences.templates or templates_for(data.groups),
    )
    return Choice(data, counts, chosen, sentences, counts_source)


def _settings() -> Settings:
    """Draw the settings that are seldom changed."""
    threshold = st.slider(
        "Threshold for bias categories",
        0.0,
        1.0,
        THRESHOLD,
        0.05,
        key="threshold",
        bind="query-params",
        persist_state="session",
        help="An occupation counts as biased where its whole interval lies beyond the threshold, "
        "and as neutral where it lies within.",
    )
    alpha = st.number_input(
        "Smoothing of PMI: pseudo-sentences added",
        0.0,
        100.0,
        ALPHA,
        0.5,
        key="alpha",
        bind="query-params",
        persist_state="session",
        help="PMI: pointwise mutual information. Without any, an occupation that never occurs with "
        "one of the groups has no PMI and is left out.",
    )
    smoothing = st.segmented_control(
        "Split between groups",
        SMOOTHINGS,
        default=PROPORTIONAL,
        required=True,
        key="smoothing",
        bind="query-params",
        persist_state="session",
        help="Proportional: by how often each group's words occur. Equal: the same number for both "
        "groups.",
    )
    context = st.segmented_control(
        "Context bias",
        CONTEXTS,
        default=UNSIGNED,
        required=True,
        key="context",
        bind="query-params",
        persist_state="session",
        help="Unsigned: how far the sentence vector moves when the pronoun changes. Signed: how "
        "far it moves along the model's own direction from one group's words to the other's.",
    )
    vector = st.segmented_control(
        "Sentence vector",
        [*_VECTORS],
        format_func=_VECTORS.__getitem__,
        default="cls",
        required=True,
        key="vector",
        bind="query-params",
        persist_state="session",
        help="[CLS] is the token whose vector stands for the whole sentence.",
    )
    seed = st.number_input(
        "Seed",
        0,
        10_000,
        0,
        key="seed",
        bind="query-params",
        persist_state="session",
        help="Of the random forests, bootstrap draws and maps.",
    )
    return Settings(
        threshold=float(threshold),
        alpha=float(alpha),
        smoothing=smoothing or PROPORTIONAL,
        context=context or UNSIGNED,
        sentence=vector or "cls",
        seed=int(seed),
    )


def _sliders() -> tuple[tuple[str, float], ...]:
    """Weights set by hand, rescaled to add up to 1."""
    columns = st.columns(len(FEATURES))
    given = [
        column.slider(
            name, 0, 100, start, key=f"weight_{name}", bind="query-params", persist_state="session"
        )
        for column, name, start in zip(columns, FEATURES, _STARTING_WEIGHTS, strict=True)
    ]
    total = sum(given)
    if not total:
        st.warning("All three weights are 0; raise at least one.", icon=":material/balance:")
        st.stop()
    weights = [value / total for value in given]
    if total != 100:
        shown = ", ".join(
            f"{name} {weight:.2f}" for name, weight in zip(FEATURES, weights, strict=True)
        )
        st.caption(f"They add up to {total}, not 100, so they are rescaled: {shown}.")
    return tuple(zip(FEATURES, weights, strict=True))
