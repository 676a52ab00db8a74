"""A measured model on screen: its identity, facts and words, where it runs, and links to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import streamlit as st

from components.frame import session
from components.frame.present import explain
from engine.core.checkpoint_names import last_part
from engine.core.intervention_text import done_in_words, heads_in_words, in_words
from engine.core.interventions import ZERO
from engine.core.spec import DTYPES, HeadRef, ModelSpec, format_heads
from engine.flow.guarded import AUTO
from engine.server import shared

NAME = "biascope-mini"  # of the bundled model
# What names a model next to itself with something done to it: to heads alone, or to more.
ALL_ON, ORIGINAL = "all heads on", "original model"
_LONGEST = 48  # characters of a name in a page's head
_REVISION = 7  # signs of a revision, as many as the hub shows
_NAMED_HEADS = 6  # in a page's head; the sidebar has them all


@dataclass(frozen=True)
class Subject:
    """One model under what is done to it.

    Args:
        label: names it on this page, see `label_of`.
        facts: family, layers and heads, read once a rerun.
    """

    spec: ModelSpec
    label: str
    facts: session.Facts


def label_of(spec: ModelSpec, other: ModelSpec | None) -> str:
    """What distinguishes a spec from the other one on the page: what is done, its name, or both."""
    if other is not None and other.unmasked() == spec.unmasked():
        return done(spec) or original(other)
    return labels_of([spec] if other is None else [spec, other])[0]


def beginning(subject: Subject) -> str:
    """A label as the beginning of a sentence: one that is no name gets a noun."""
    if subject.label == ORIGINAL:
        return f"The {ORIGINAL}"
    is_no_name = subject.label in (ALL_ON, done(subject.spec))
    return f"The model with {subject.label}" if is_no_name else subject.label


def labels_of(specs: Sequence[ModelSpec]) -> list[str]:
    """The models' names, told apart, each with what is done to it."""
    return [
        ", ".join(filter(None, [name, done(spec)]))
        for name, spec in zip(named_apart(specs), specs, strict=True)
    ]


def done(spec: ModelSpec) -> str:
    """All that is done to a model: `2 heads switched off, gender erased (LEACE)`; else empty."""
    return done_in_words(spec.identity())


def in_short(spec: ModelSpec) -> str:
    """The same where heads are spoken of anyway: `2 switched off, gender erased (LEACE)`."""
    off = f"{len(spec.masked_heads)} switched off" if spec.masked_heads else ""
    return ", ".join(filter(None, [off, in_words(spec.interventions)]))


def titled(title: str, spec: ModelSpec) -> str:
    """The title of a job with what is done to its model.

    Args:
        title: of the job on the model as it is.
    """
    return " · ".join(filter(None, [title, in_short(spec)]))


def original(beside: ModelSpec) -> str:
    """What a model without any intervention is called.

    Args:
        beside: the same model with one; where only heads are switched off, the original has them
            all on.
    """
    return ORIGINAL if replace(beside.interventions, ablation=ZERO) else ALL_ON


def original_in_full(beside: ModelSpec) -> str:
    """The same within a sentence: `the model with all heads on`, or `the original model`.

    Args:
        beside: as `original` takes it.
    """
    name = original(beside)
    return f"the {name}" if name == ORIGINAL else f"the model with {name}"


def under(spec: ModelSpec, beside: ModelSpec) -> str:
    """What is done to a model, within a sentence: `with gender erased (LEACE)`.

    Args:
        beside: the same model, from which it is told apart.

    Returns:
        Of the original one `with all heads on`, or `in the original model`.
    """
    if not spec.is_original:
        return f"with {done(spec)}"
    name = original(beside)
    return f"in the {name}" if name == ORIGINAL else f"with {name}"


def named(spec: ModelSpec) -> str:
    """The model's name without its folder or owner, and without its heads."""
    return NAME if spec.checkpoint == session.BUNDLED else last_part(spec.checkpoint)


def named_apart(specs: Sequence[ModelSpec]) -> list[str]:
    """The models' names, each with as much of owner, revision and precision as tells it apart.

    Args:
        specs: in any order; versions of one model share a name, whatever is done to them.
    """
    shapes = {spec.unmasked(): [shape(spec) for shape in _SHAPES] for spec in specs}

    def apart(model: ModelSpec) -> str:
        others = [names for other, names in shapes.items() if other != model]
        every = enumerate(shapes[model])
        unlike = (name for at, name in every if all(name != names[at] for names in others))
        return next(unlike, shapes[model][-1])

    return [apart(spec.unmasked()) for spec in specs]


def _at(spec: ModelSpec, signs: int | None = None) -> str:
    """A revision as hub ids are written, cut to so many signs; of a folder, of its content."""
    revision = spec.revision.rpartition(":")[2]
    return f"@{revision[:signs]}" if revision else ""


# From the shortest name to the whole identity without interventions.
_SHAPES: tuple[Callable[[ModelSpec], str], ...] = (
    named,
    lambda spec: spec.checkpoint,
    lambda spec: named(spec) + _at(spec, _REVISION),
    lambda spec: spec.checkpoint + _at(spec, _REVISION),
    lambda spec: f"{named(spec)}, {spec.dtype}",
    lambda spec: f"{spec.checkpoint}{_at(spec)}, {spec.dtype}",
)


def in_one_line(subject: Subject, other: Subject | None) -> str:
    """The model measured, what is done to it and the compared model, for a page's head (markdown).

    Args:
        other: the model that is compared with, if any.
    """
    spec = subject.spec
    name = named_apart([spec] if other is None else [spec, other.spec])[0]
    rest = explain.plain(in_words(spec.interventions))
    parts = [f"**{explain.plain(_short(name))}**", _masked(spec.masked_heads), rest]
    if other is not None and other.spec == spec.unmasked():
        parts.append(f"compared with {_the_original(spec)}")
    elif other is not None:
        parts.append(f"compared with {explain.plain(_short(other.label))}")
    return " · ".join(filter(None, parts))


def _the_original(spec: ModelSpec) -> str:
    name = original(spec)
    return f"the {name}" if name == ORIGINAL else name


def _short(name: str) -> str:
    """A name cut in its middle: what tells two apart is mostly at its end."""
    if len(name) <= _LONGEST:
        return name
    return f"{name[: _LONGEST // 2]}…{name[-(_LONGEST // 2) :]}"


def _masked(heads: Sequence[HeadRef]) -> str:
    if not heads:
        return ""
    named = format_heads(heads[:_NAMED_HEADS])
    return f"{heads_in_words(heads)} ({named}{', …' if len(heads) > _NAMED_HEADS else ''})"


# --- run settings -------------------------------------------------------------------------
# A popover below the model's badges says where and how precisely models run.

_DEVICE = "device"
_PRECISION = (
    "float32 is the reference that all published figures here were made with. The half-precision "
    "formats need half the memory and are faster on accelerators; scores differ from the second "
    "or third decimal on, and are kept apart. In *mixed* only products of matrices are bfloat16, "
    "and scores are nearer to float32's. *auto* acts on pairs, on their page and in the Scorecard: "
    "they are scored in mixed precision, and again in float32 wherever that could change a "
    "preference; everything else uses float32."
)


def draw_run_settings() -> str:
    """Draw the popover; the precision chosen.

    A shared server has one device and float32 for all, so that each model is in memory once.
    """
    if shared.is_shared():
        return DTYPES[0]
    with st.popover("Device and precision", icon=":material/memory:", type="tertiary"):
        _device()
        dtype = st.selectbox(
            "Precision",
            (*DTYPES, AUTO),
            key=DTYPE,
            bind="query-params",
            help=_PRECISION,
        )
        if dtype == AUTO:
            st.caption("*auto* acts on pairs; all else uses float32.")
    return DTYPES[0] if dtype in (None, AUTO) else dtype


def is_guarded() -> bool:
    """Whether pairs are scored in mixed precision where that cannot change a preference."""
    return not shared.is_shared() and bool(st.session_state.get(DTYPE) == AUTO)


def _device() -> None:
    """One device for everyone who uses this server, so it is not in the address."""
    st.session_state[_DEVICE] = session.chosen_device()
    st.selectbox(
        "Device",
        session.devices(),
        key=_DEVICE,
        on_change=_choose,
        format_func=session.device_label,
        help="*auto* takes an NVIDIA GPU if there is one, or else Apple's or Intel's. Models that "
        "are open are loaded again; all windows of this server use the same device.",
    )


def _choose() -> None:
    session.use_device(st.session_state[_DEVICE])


# --- keys ---------------------------------------------------------------------------------
# These settings in the address are used by more than one page or component.

# Of the model bar, the same on every page.
MODEL, COMPARE, HEADS, DTYPE = "model", "compare", "heads", "dtype"
# Of what else is done to the model; each field of a vector's strength has a key of its own.
GATE, ABLATION, ABLATION_SEED = "gate", "ablation", "ablation_seed"
ERASE, STEER, STRENGTH = "erase", "steer", "strength_"
DEBIAS, DEBIAS_DECAY = "debias", "debias_decay"
INTERVENED = (HEADS, GATE, ABLATION, ABLATION_SEED, ERASE, STEER, DEBIAS, DEBIAS_DECAY)
MODEL_BAR = (MODEL, COMPARE, DTYPE, *INTERVENED)
UNMODIFIED, NOTHING = "untouched", "none"  # values of COMPARE; links hold them, so they stay


def is_of_model_bar(key: str) -> bool:
    """Whether a setting of the address belongs to the model bar, and so to every page."""
    return key in MODEL_BAR or key.startswith(STRENGTH)


PROBE_TEXT = "text"  # the sentence of the Probe page; Home passes its own on to it
LONGEST_TEXT = 20_000  # characters that a field for a sentence takes
PAIRS_DATA, PAIRS_FILE = "data", "file"  # of the Pairs page; Curate opens a file there
