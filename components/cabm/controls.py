"""The controls of the CABM page: what is measured, counted and weighted, and how in detail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.cabm import data as cabm_data
from components.cabm.own_sentences import TYPED, CabmSource
from components.frame.widgets import data_choice, seed_field
from components.frame.widgets.result import where_to_run
from engine.command_line.command import Command
from engine.files.layout import SHEET
from engine.files.mapping import mapping_text
from engine.measures.cabm import FEATURES
from engine.measures.cabm.data.cooccurrence import CorpusCounts
from engine.measures.cabm.data.sentences import GENDER, FramedSet, Groups
from engine.measures.cabm.features import CONTEXTS, PRINTED
from engine.measures.cabm.pmi import ALPHA, SMOOTHINGS
from engine.measures.cabm.scores import RAW, STANDARDISED, THRESHOLDS
from engine.measures.cabm.settings import CabmSettings, as_published
from engine.measures.cabm.unmasking import templates_for
from engine.measures.cabm.weighting import AUTOMATIC, NAMES, SHAP_RF, USER

_WEIGHTS_HELP = "  \n".join(
    (
        "How the three features are added up.",
        "**Automatic**: SHAP + RF if its forest tells the two lists apart clearly better than "
        "chance, otherwise equal weights; features that may be noise alone get none.",
        "**SHAP + RF**: a random forest (RF) learns the occupation lists; a feature weighs as much "
        "as it contributes to the predictions (SHAP, Shapley additive explanations).",
        "**PCA + RF**: a random forest learns the lists from the principal components (PCA, "
        "principal component analysis).",
        "**PCA**: loadings of the first component; the lists are not used.",
    )
)
PUBLISHED = "published"
_SCALES = {STANDARDISED: "standardised", RAW: "raw", PUBLISHED: "as published"}
_SCALES_HELP = "  \n".join(
    (
        "What a score is measured against.",
        "**Standardised**: the other occupations. 0 is their average, so about half lie on either "
        "side in any model.",
        "**Raw**: nothing else; the features are added up in their own units. Two models can be "
        "compared on this scale only.",
        "**As published**: the way the CABM thesis works it out, to compare results with it. Raw "
        "scale, one sentence for the words that the model fills in, and categories named by the "
        "score alone, however uncertain it is.",
    )
)


_USUAL = CabmSettings()
_TABLE = "occupations.csv"  # that the command writes


@dataclass(frozen=True, eq=False)
class Choice:
    """What the page measures.

    Args:
        sentences: where `data` comes from; corpus: where `counts` do.
    """

    data: FramedSet
    counts: CorpusCounts
    settings: CabmSettings
    sentences: CabmSource
    corpus: CabmSource

    @property
    def key(self) -> tuple[object, ...]:
        """Identity of the study; weights, scale and threshold are applied to it later."""
        chosen = self.settings
        vectors = (chosen.alpha, chosen.smoothing, chosen.context, chosen.sentence)
        return (self.sentences.key, self.corpus.key, *vectors, chosen.seed, chosen.published)

    def command(self) -> Command:
        """The command that measures the same, without the model."""
        chosen = self.settings
        words = ["cabm", *self.sentences.words, *self.corpus.words]
        if sheets := (*self.sentences.sheets, *self.corpus.sheets):
            words += [SHEET, mapping_text(sheets)]
        if chosen.published:
            words.append("--published")
        elif chosen.scale != STANDARDISED:
            words += ["--scale", chosen.scale]
        if chosen.weighting != AUTOMATIC:
            words += ["--weighting", chosen.weighting]
        if chosen.weighting == USER:
            words += ["--weights", ",".join(f"{k}={v:.4f}" for k, v in chosen.user_weights)]
        for name in ("alpha", "smoothing", "context", "sentence", "threshold", "seed"):
            value = getattr(chosen, name)
            if value is not None and value != getattr(_USUAL, name):
                words += [f"--{name}", f"{value:g}" if isinstance(value, float) else str(value)]
        return Command(tuple(words), self._files, _TABLE)

    @property
    def _files(self) -> dict[str, bytes]:
        return {**self.sentences.files, **self.corpus.files}

    @property
    def where(self) -> str:
        """What to know before the command is run."""
        typed = [name for name in TYPED if f"{name}.txt" in self.sentences.files]
        said = where_to_run(", with the full path of your file" * bool(self._files))
        if not typed:
            return said
        saved = " and ".join(f"{name} in {name}.txt" for name in typed)
        return f"{said} Save the {saved} first, one a line."


def cabm_choice(files: DeltaGenerator) -> Choice | None:
    """Draw the controls and read them; None while a file or data set is missing.

    Args:
        files: takes what asks for files of the user's own.
    """
    name = cabm_data.pick_sentences()
    sentences_box = st.container()
    corpus_box = st.container()
    scale = data_choice.pick("Scale", _SCALES, "scale", help_text=_SCALES_HELP)
    weighting = data_choice.pick("Weights", NAMES, "weighting", help_text=_WEIGHTS_HELP)
    weights_box = st.container()
    with st.popover("Options", icon=":material/tune:", width="stretch"):
        settings = draw_cabm_settings(STANDARDISED if scale == STANDARDISED else RAW)
    with sentences_box:
        loaded = cabm_data.load_sentences(name, files)
    if loaded is None:
        return None
    data, sentences = loaded
    with corpus_box:
        corpus = cabm_data.pick_corpus(data.groups.words == GENDER.words)
        counted = cabm_data.load_counts(corpus, data, sentences.key, files)
    if counted is None:
        return None
    counts, counts_source = counted
    with sentences_box:
        cabm_data.draw_size(data)
    by_hand = draw_free_weights if scale == PUBLISHED else draw_rescaled_weights
    with weights_box:
        weights = by_hand() if weighting == USER else ()
    chosen = replace(
        settings,
        weighting=weighting,
        user_weights=weights,
        templates=sentences.templates,
    )
    return Choice(data, counts, _scaled(chosen, scale, data.groups), sentences, counts_source)


def _scaled(settings: CabmSettings, scale: str, groups: Groups) -> CabmSettings:
    """The settings on a scale, with the templates that belong to it where none are given."""
    if scale == PUBLISHED:
        return as_published(settings, groups)
    return replace(settings, scale=scale, templates=settings.templates or templates_for(groups))


# --- own weights --------------------------------------------------------------------------
# The user sets weights by hand: by sliders rescaled to a sum of 1, or the free ones of the thesis.

Weights = tuple[tuple[str, float], ...]
_STARTING = (40, 30, 30)  # of the sliders


def draw_rescaled_weights() -> Weights:
    """Draw sliders, whose values are rescaled to add up to 1."""
    given = [
        st.slider(
            name, 0, 100, start, key=f"weight_{name}", bind="query-params", persist_state="session"
        )
        for name, start in zip(FEATURES, _STARTING, strict=True)
    ]
    total = sum(given)
    if not total:
        _stop_without_weights()
    weights = [value / total for value in given]
    if total != 100:
        shown = ", ".join(map("{} {:.2f}".format, FEATURES, weights))
        st.caption(f"They add up to {total}, not 100, so they are rescaled: {shown}.")
    return tuple(zip(FEATURES, weights, strict=True))


def draw_free_weights() -> Weights:
    """Draw fields for weights of any sum, and buttons that fill in those of the thesis."""
    given = [
        st.number_input(
            name,
            0.0,
            1.0,
            start,
            0.001,
            format="%.3f",
            key=f"free_{name}",
            bind="query-params",
            persist_state="session",
        )
        for name, start in zip(FEATURES, PRINTED[SHAP_RF], strict=True)
    ]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption("The thesis's weights; they need not add up to 1:", width="content")
        for name in PRINTED:
            st.button(
                NAMES[name], key=f"printed_{name}", type="tertiary", on_click=partial(_fill, name)
            )
    if not any(given):
        _stop_without_weights()
    return tuple(zip(FEATURES, map(float, given), strict=True))


def _fill(name: str) -> None:
    """Set the free weights to the printed ones of a weighting."""
    for feature, weight in zip(FEATURES, PRINTED[name], strict=True):
        st.session_state[f"free_{feature}"] = weight


def _stop_without_weights() -> None:
    st.warning("All three weights are 0; raise at least one.", icon=":material/balance:")
    st.stop()


# --- settings -----------------------------------------------------------------------------
# These settings of the CABM page are seldom changed.

_VECTORS = {"cls": "[CLS]", "mean": "mean of all tokens"}


def draw_cabm_settings(scale: str) -> CabmSettings:
    """Draw them, in the order of what they change: categories, counts, vectors, draws.

    Args:
        scale: which the threshold is of; each has its own.
    """
    relative = scale == STANDARDISED
    threshold = st.slider(
        "Threshold for neutral" + ", in standard deviations of the scores" * relative,
        0.0,
        1.0,
        THRESHOLDS[scale],
        0.05,
        key="threshold_sd" if relative else "threshold",
        bind="query-params",
        persist_state="session",
        help="A side is named only where the whole interval of a score lies beyond this, on the "
        "same side of 0, and the test of it is below .05 by Holm's correction for all occupations; "
        "neutral: the whole interval lies closer to 0.",
    )
    alpha = st.number_input(
        "Smoothing of the counts: pseudo-sentences added",
        0.0,
        100.0,
        ALPHA,
        0.5,
        key="alpha",
        bind="query-params",
        persist_state="session",
        help="Without any, an occupation that never occurs with one of the groups has no PMI "
        "(pointwise mutual information) and is left out.",
    )
    smoothing = _one_of(
        "Split between groups",
        "smoothing",
        {name: name for name in SMOOTHINGS},
        "Proportional: by how often each group's words occur. Equal: the same number for both "
        "groups.",
    )
    context = _one_of(
        "Context bias",
        "context",
        {name: name for name in CONTEXTS},
        "Unsigned: how far the sentence vector moves when the group's word changes. Signed: how "
        "far it moves along the model's own direction from one group's words to the other's.",
    )
    vector = _one_of(
        "Sentence vector",
        "vector",
        _VECTORS,
        "[CLS] is the token whose vector stands for the whole sentence.",
    )
    seed = seed_field.draw_seed_field("seed", "Of the random forests, bootstrap draws and maps.")
    return CabmSettings(
        threshold=None if threshold == THRESHOLDS[scale] else float(threshold),
        alpha=float(alpha),
        smoothing=smoothing,
        context=context,
        sentence=vector,
        seed=seed,
    )


def _one_of(label: str, key: str, titles: Mapping[str, str], help_text: str) -> str:
    """Draw buttons of which one is chosen, the first at first."""
    usual = next(iter(titles))
    chosen = st.segmented_control(
        label,
        [*titles],
        format_func=titles.__getitem__,
        default=usual,
        required=True,
        key=key,
        bind="query-params",
        persist_state="session",
        help=help_text,
    )
    return chosen or usual
