"""The CABM page's controls -> what is measured, counted and weighed."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace

import streamlit as st

from components import cabm_data
from components.cabm_own import Source
from engine.datasets.cooccurrence import Counts
from engine.datasets.framed import GENDER, FramedSet
from engine.measures.cabm import FEATURES
from engine.measures.cabm.features import CONTEXTS, UNSIGNED
from engine.measures.cabm.pmi import ALPHA, PROPORTIONAL, SMOOTHINGS
from engine.measures.cabm.scores import THRESHOLD
from engine.measures.cabm.settings import Settings
from engine.measures.cabm.unmasking import templates_for
from engine.measures.cabm.weighting import NAMES, SHAP_RF, USER

_VECTORS = {"cls": "[CLS]", "mean": "mean of the tokens"}
_SHARES = (40, 30, 30)


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
        """What tells one study from another; weights and threshold come after it."""
        chosen = self.settings
        return (
            self.sentences.key,
            self.corpus.key,
            chosen.alpha,
            chosen.smoothing,
            chosen.context,
            chosen.sentence,
            chosen.seed,
        )

    @property
    def files(self) -> dict[str, bytes]:
        """The reader's own files that the command line names."""
        return {**self.sentences.files, **self.corpus.files}

    def words(self) -> list[str]:
        """The command line that measures the same, after `python -m engine`."""
        chosen = self.settings
        words = ["cabm", *self.sentences.words, *self.corpus.words]
        if chosen.weighting != SHAP_RF:
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
        return words

    def command(self, options: str) -> str:
        """As a person would type it."""
        return f"python -m engine {shlex.join(self.words())} {options}".strip()


def choice() -> Choice | None:
    """Draw the controls and read them; None while a file or a set is missing."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = cabm_data.pick_sentences()
        corpus_place = st.container(width="content")
        weighting = st.selectbox(
            "Weights",
            [*NAMES],
            format_func=NAMES.__getitem__,
            key="weighting",
            bind="query-params",
            persist_state="session",
            width=150,
            help="How the three features are added up. Forests learn from the occupation lists.",
        )
        with st.popover("Settings", icon=":material/tune:"):
            settings = _settings()
    found = cabm_data.load_sentences(name)
    if found is None:
        return None
    data, sentences = found
    with corpus_place:
        corpus = cabm_data.pick_corpus(data.groups.words == GENDER.words)
    counted = cabm_data.load_counts(corpus, data, sentences.key)
    if counted is None:
        return None
    cabm_data.told(data, counted[0])
    chosen = replace(
        settings,
        weighting=weighting or SHAP_RF,
        user_weights=_sliders() if weighting == USER else (),
        templates=sentences.templates or templates_for(data.groups),
    )
    return Choice(data, counted[0], chosen, sentences, counted[1])


def _settings() -> Settings:
    """What is seldom changed."""
    threshold = st.slider(
        "Threshold of the categories",
        0.0,
        1.0,
        THRESHOLD,
        0.05,
        key="threshold",
        bind="query-params",
        persist_state="session",
        help="Scores nearer to 0 are called neutral.",
    )
    alpha = st.number_input(
        "Pseudo-sentences added to each PMI count",
        0.0,
        100.0,
        ALPHA,
        0.5,
        key="alpha",
        bind="query-params",
        persist_state="session",
        help="A zero without any has no logarithm, so its occupation is left out.",
    )
    smoothing = st.segmented_control(
        "Dealt to the groups",
        SMOOTHINGS,
        default=PROPORTIONAL,
        required=True,
        key="smoothing",
        bind="query-params",
        persist_state="session",
        help="In proportion to the groups' frequencies, or alpha to both.",
    )
    context = st.segmented_control(
        "Context bias",
        CONTEXTS,
        default=UNSIGNED,
        required=True,
        key="context",
        bind="query-params",
        persist_state="session",
        help="A distance, or the way along the model's own direction between the pronouns.",
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
    )
    seed = st.number_input(
        "Seed", 0, 10_000, 0, key="seed", bind="query-params", persist_state="session"
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
    """Weights chosen by hand, scaled to a sum of 1."""
    columns = st.columns(len(FEATURES))
    given = [
        column.slider(
            name, 0, 100, start, key=f"weight_{name}", bind="query-params", persist_state="session"
        )
        for column, name, start in zip(columns, FEATURES, _SHARES, strict=True)
    ]
    total = sum(given)
    if not total:
        st.warning("All three are 0; give one of them weight.", icon=":material/balance:")
        st.stop()
    weights = [value / total for value in given]
    if total != 100:
        shown = ", ".join(
            f"{name} {weight:.2f}" for name, weight in zip(FEATURES, weights, strict=True)
        )
        st.caption(f"They sum to {total}, not to 100, so they are scaled: {shown}.")
    return tuple(zip(FEATURES, weights, strict=True))
