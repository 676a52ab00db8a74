"""All kinds of live screens, and the model that one asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from components.frame import session
from components.stage.kinds import groups, heads, pair, sentences, steering, words
from components.stage.kinds.answer import Kind
from engine.core.errors import BiascopeError
from engine.core.families import MASKED
from engine.core.spec import DTYPES, ModelSpec
from engine.pins import Pin

WAITS = "waits"  # in what is asked: not before the presenter asks

KINDS: dict[str, Kind] = {
    module.KIND.name: module.KIND for module in (words, sentences, groups, pair, heads, steering)
}


def kind_of(live: Mapping[str, Any] | None) -> Kind | None:
    """The kind that a pin names; None where it is not live, or of a kind unknown here."""
    return KINDS.get(str(live["kind"])) if live and "kind" in live else None


def live_of(pin: Pin) -> Mapping[str, Any] | None:
    """What a screen can ask: its own question, or a sentence of the model that it was measured on.

    Returns:
        As pins keep it. `waits` is set where nothing is asked before the presenter does, since the
        kept figure shows more than the answer; None where nothing can be asked.
    """
    if pin.live is not None:
        return pin.live if kind_of(pin.live) else None
    try:
        model_of(pin.manifest.get("spec") or {})
    except BiascopeError:
        return None
    return {"kind": words.KIND.name, WAITS: "yes"}


def model_of(identity: Mapping[str, Any]) -> tuple[ModelSpec, session.Facts]:
    """The model that a result was measured on, if it is here.

    Args:
        identity: as the manifest of the result names it.
    """
    checkpoint = str(identity.get("checkpoint") or "")
    if not checkpoint or not session.may_open(checkpoint):
        raise BiascopeError("The model of this screen has not been opened here")
    spec, facts = session.spec_and_facts(checkpoint)
    if spec.revision != identity.get("revision"):
        raise BiascopeError("The model here is another revision than the one that was pinned")
    if facts.kind != MASKED:
        raise BiascopeError("Live screens need a model that fills in blanks")
    known = identity.get("dtype") if identity.get("dtype") in DTYPES else spec.dtype
    asked = ModelSpec.of_identity({**identity, "dtype": known})
    return replace(asked, checkpoint=spec.checkpoint), facts
