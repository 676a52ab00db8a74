"""The left half of the Heads page: the grid, what colours it, and sets of heads to mask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from components.frame import session
from components.frame.present import download, explain, in_words
from components.frame.present.numbers import number
from components.frame.shell import masked_heads
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import named
from components.frame.widgets import export
from components.frame.widgets.head_grid import head_grid
from components.heads.charts.grid import score_maps
from components.heads.choice import Choice, model_and_masks
from components.heads.own_sentence import OwnSentence
from components.heads.scores import COLOUR, COLOURS, GRADIENT, SENTENCE, SHARE, Colour, HeadScores
from engine.core.errors import BiascopeError
from engine.core.spec import HeadRef, ModelSpec, format_heads
from engine.core.wording import counted
from engine.files.mask_file import HeadMask, fit_mask, mask_text, parse_mask
from engine.measures.heads.runs import bottom_heads, positive_heads, random_heads, top_heads
from engine.measures.heads.sentence import first_word_share
from engine.server import shared

_READ = (
    "Each square is one attention head. **Orange**: to first order, the association between the "
    "two word sets gets weaker with this head masked. **Blue**: it gets stronger.\n\n"
    "The **bias score** b is a first-order estimate (a gradient) of how strongly |d|, the size "
    "of the association in SEAT (Sentence Encoder Association Test), changes with the head. It "
    "holds for the words that rank heads only. Other heads may compensate for a masked one, so see "
    "the **ablation**: colour by *ablation* to see what masking each head does.\n\n"
    "**Effect on your sentence** masks each head in turn in your own sentence: by how many "
    "percentage points the first of your two words comes nearer to 50% against the second. "
    "Masked together, heads can do more or less than one by one, and go past 50%."
)


def draw_colour(own: OwnSentence) -> tuple[Colour, bool]:
    """Draw what colours the grid; the colouring, and whether only positive values are coloured."""
    names = [name for name in COLOURS if own.text or name != SENTENCE]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox(
            "Colour and rank by",
            names,
            format_func=lambda name: COLOURS[name].option,
            key=COLOUR,
            bind="query-params",
            persist_state="session",
            width=230,
            help="Top, Bottom and All positive take the heads by what is shown here.",
        )
        clip = st.toggle(
            "Positive only",
            key="only_positive",
            bind="query-params",
            persist_state="session",
            help="Colour only the heads with a value above zero.",
        )
    return COLOURS[name or GRADIENT], bool(clip)


def draw_grid(
    scores: HeadScores | None, colour: Colour, clip: bool, subject: Subject, own: OwnSentence
) -> None:
    """Draw the grid, and what masks sets of heads.

    Args:
        scores: of the original model; None until they are measured.
        clip: whether only positive values are coloured.
    """
    facts, masked = subject.facts, subject.spec.masked_heads
    head_grid(
        scores.grid(colour) if scores else None,
        masked,
        key="head_grid",
        label=colour.title,
        unit=colour.unit,
        shape=(facts.layers, facts.heads),
        outlined=scores.outlined() if scores and colour.name == GRADIENT else (),
        descriptions=scores.described() if scores else None,
        # a share has no sign, so there is nothing to clip and no second colour to explain
        clip_negative=clip or colour.name == SHARE,
        wording=colour.wording,
        on_change=masked_heads.click,
    )
    if scores is not None:
        _caption(scores, colour, subject, own)
    ranking = scores.ranking(colour) if scores else None
    buttons(ranking, facts, masked, colour.ranks or "bias score")
    with st.container(horizontal=True, gap="small"):
        files(subject.spec, facts)
        explain.reading(_READ)
    with st.empty().container():
        notes(facts, masked)
        if scores is not None:
            explain.warnings(scores.value["warnings"])


def _caption(scores: HeadScores, colour: Colour, subject: Subject, own: OwnSentence) -> None:
    """Which model and which words the colours are of."""
    model = model_and_masks(subject.spec.unmasked())
    if colour.name != SENTENCE:
        sizes = scores.value["sizes"]
        st.caption(
            f"{model}: SEAT d {number(scores.value['effect_size'], '+.2f')} on the {sizes['x']} + "
            f"{sizes['y']} target words that rank the heads."
        )
    elif scores.sentence is not None:
        first = first_word_share(scores.sentence["gap"])
        st.caption(f"{model}: {explain.plain(own.pair)} {first:.1f}%; 50% is equal odds.")


def export_scores(
    choice: Choice, subject: Subject, measured: HeadScores, colour: Colour, own: OwnSentence
) -> None:
    """Export buttons below the grid: the figure has the colours that the grid has now."""
    outlined, masked = measured.outlined(), subject.spec.masked_heads
    names, outlined_names = ({str(ref) for ref in refs} for refs in (masked, outlined))
    frame = measured.frame.assign(
        masked=measured.frame["name"].isin(names),
        outlined=measured.frame["name"].isin(outlined_names),
    )
    whole = subject.spec.unmasked()
    grid = measured.grid(colour)
    effect = number(measured.value["effect_size"], "+.2f")
    basis = own.text if colour.name == SENTENCE else f"{choice.name}: SEAT d {effect}"
    shown = outlined if colour.name == GRADIENT else ()
    values = [value for layer in grid for value in layer]
    export.row(
        "heads",
        frame,
        score_maps([(named(whole), grid)], shown, masked),
        choice.command(*_options(measured, own)).for_model(whole).line(),
        measured.manifest | {"masked_heads": sorted(names)},
        colour.title,
        reading=in_words.listed(zip(map(str, frame["name"]), values, strict=True), "+.2f"),
        about=f"{named(whole)}, no head masked. {basis}",
    )


def _options(measured: HeadScores, own: OwnSentence) -> list[str]:
    """What measures the ablations and the user's sentence too, as far as they are shown."""
    ablations = ["--ablate"] if measured.ablated is not None else []
    if measured.sentence is None:
        return ablations
    return [*ablations, f"--sentence={own.text}", f"--sentence-words={','.join(own.words)}"]


# --- masks --------------------------------------------------------------------------------
# Buttons that mask a set of heads, and masks as files; for the Heads page.

_DRAW, _DRAWN = session.state.RANDOM_SEED, session.state.RANDOM_MASK
_FILE, _LOADED = "mask_file", session.state.MASK_FILE


@dataclass(frozen=True)
class _Loaded:
    """Outcome of loading a mask file; shown as long as the mask does not change.

    Args:
        masked: the mask when the file was loaded.
        refused: why the file was refused; shown below its box.
    """

    masked: tuple[HeadRef, ...]
    texts: tuple[str, ...] = ()
    refused: str = ""


def buttons(
    ranking: Sequence[Sequence[float]] | None,
    facts: session.Facts,
    masked: Sequence[HeadRef],
    ranked_by: str = "bias score",
) -> None:
    """Buttons that mask a chosen set of heads everywhere.

    Args:
        ranking: [layer][head], what heads are ranked by; None while that is not known.
    """
    every = [HeadRef(layer, head) for layer in range(facts.layers) for head in range(facts.heads)]
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        k = _count(len(every))
        grid = ranking or ()
        positive = positive_heads(grid)
        for label, heads, meant in (
            (f"Top {k}", top_heads(grid, k), "the heads with the largest"),
            (f"Bottom {k}", bottom_heads(grid, k), "the heads with the most negative"),
            (f"All positive ({len(positive)})", positive, "every head with a positive"),
        ):
            _button(label, heads, f"Mask {meant} {ranked_by}.", disabled=not ranking)
        seed = st.session_state.setdefault(_DRAW, 0)
        st.button(
            f"Random {k}",
            key="mask_random",
            on_click=_mask_random,
            args=(facts, k, seed),
            help=f"Mask a random set of heads (seed {seed}). Press again for another set.",
        )
        unmasked = tuple(ref for ref in every if ref not in masked)
        _button("Invert", unmasked, "Mask all heads that are not masked now, and unmask the rest.")
        _button("Clear", (), "Unmask all heads.", disabled=not masked)


def _count(most: int) -> int:
    k = st.number_input(
        "K heads",
        1,
        most,
        min(3, most),
        key="heads_to_mask",
        bind="query-params",
        persist_state="session",
        width=110,
        help="How many heads the buttons Top, Bottom and Random mask.",
    )
    return int(k or 1)


def _button(label: str, heads: tuple[HeadRef, ...], help_text: str, disabled: bool = False) -> None:
    st.button(
        label,
        key=f"mask_{label.split()[0]}",
        on_click=masked_heads.press,
        args=(heads,),
        help=help_text,
        disabled=disabled,
    )


def _mask_random(facts: session.Facts, k: int, seed: int) -> None:
    heads = random_heads(facts.layers, facts.heads, k, seed)
    st.session_state[_DRAWN] = (seed, heads)
    st.session_state[_DRAW] = seed + 1
    masked_heads.press(heads)


def files(spec: ModelSpec, facts: session.Facts) -> None:
    """Save the mask as a small file, and load one."""
    with st.popover("Mask file", icon=":material/save:"):
        note = st.text_input("Note", key="mask_note", max_chars=200, placeholder="why these heads")
        download.button(
            "Save mask",
            lambda: mask_text(
                HeadMask.of(spec, facts.family, facts.layers, facts.heads, note or "")
            ),
            "biascope-mask.json",
            "application/json",
            key="save_mask",
            disabled=not spec.masked_heads,
        )
        st.file_uploader(
            "Load mask",
            type=["json"],
            key=_FILE,
            max_upload_size=1,
            on_change=_load,
            args=(spec, facts),
            help="A mask file saved for this model. Files for other models are refused.",
        )
        loaded = _loaded(spec.masked_heads)
        if loaded is not None and loaded.refused:
            st.error(explain.plain(loaded.refused), icon=":material/info:")
        st.caption("The link to this page contains the mask too: see Link below.")


def notes(facts: session.Facts, masked: Sequence[HeadRef]) -> None:
    """Show what is special about the current mask, and about a mask file just loaded."""
    drawn: tuple[int, tuple[HeadRef, ...]] | None = st.session_state.get(_DRAWN)
    if masked and drawn is not None and drawn[1] == tuple(masked):
        st.caption(f"Masked: {counted(len(masked), 'head')} drawn at random, seed {drawn[0]}.")
    if len(masked) == facts.layers * facts.heads:
        st.caption("Every head is masked, so no word receives information from other words.")
    loaded = _loaded(masked)
    for text in loaded.texts if loaded is not None else ():
        st.info(explain.plain(text), icon=":material/info:")


def _loaded(masked: Sequence[HeadRef]) -> _Loaded | None:
    """Outcome of the last file, if the mask has not changed since."""
    loaded: _Loaded | None = st.session_state.get(_LOADED)
    return loaded if loaded is not None and loaded.masked == tuple(masked) else None


def _load(spec: ModelSpec, facts: session.Facts) -> None:
    """Apply the uploaded mask, or keep the reason why it does not fit."""
    upload = st.session_state.get(_FILE)
    if upload is None:
        st.session_state.pop(_LOADED, None)
        return
    try:
        shared.check_upload(upload.name, upload.size)
        text = upload.getvalue().decode("utf-8-sig", errors="replace")
        mask = parse_mask(text)
        heads, warnings = fit_mask(mask, spec, facts.family, facts.layers, facts.heads)
    except BiascopeError as error:
        st.session_state[_LOADED] = _Loaded(spec.masked_heads, refused=f"{upload.name}: {error}")
        return
    note = f" Note: {mask.note}" if mask.note else ""
    text = f"Loaded {upload.name}. Masked heads: {format_heads(heads) or 'none'}.{note}"
    st.session_state[_LOADED] = _Loaded(tuple(sorted(heads)), (text, *warnings))
    masked_heads.press(heads)
