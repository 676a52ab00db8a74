"""A collection as the Stage shows it: texts, figures and tables of every screen, as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

import plotly.graph_objects as go

from components.frame import session
from components.frame.present.recolour import dark_colours, in_light
from components.frame.present.theme import DARK, palette
from components.frame.shell.subject import NAME
from components.stage.fitting import axes, fitted, like, together
from components.stage.kinds import registry
from components.stage.kinds.answer import Slider
from components.stage.table import first_rows
from engine.core.checkpoint_names import last_part
from engine.core.digest import texts_digest
from engine.core.errors import BiascopeError
from engine.core.intervention_text import done_in_words
from engine.pins import Collection, Pin, make_pin
from engine.pins.collection import text_of
from engine.pins.few_rows import UNREADABLE
from engine.pins.pin import without_fetching

_CHANGED = "Changed after it was pinned"


def talk_data(collection: Collection, name: str, start: int) -> dict[str, Any]:
    """What the browser needs for a whole talk.

    Args:
        name: of the collection.
        start: number of the first screen, from 1.
    """
    figures = figures_of(collection.pins)
    screens = [screen(pin, figure) for pin, figure in zip(collection.pins, figures, strict=True)]
    colours: dict[str, str] = {}
    for figure in [*figures, *_figures_of_steps(screens)]:
        colours |= dark_colours(figure or {})
    return {
        "title": collection.title,
        "name": name,
        "stamp": texts_digest([text_of(collection)]),
        "screens": screens,
        "start": min(max(start, 1), len(screens)),
        "theme": "dark" if palette() == DARK else "light",
        "colours": colours,
        "missing": False,
    }


def nothing(name: str, collection: Collection | None) -> dict[str, Any]:
    """A talk of one screen, which says why there is none; arguments as those of `talk_data`.

    Args:
        collection: the one without a screen; None where it is not here.
    """
    reason = "is not here; it may be deleted" if collection is None else "has no screen"
    pin = make_pin(f"This collection {reason}", "Press Esc to leave.", None, (), (), "", {})
    return talk_data(Collection(name, (pin,)), name, 1) | {"missing": True}


def figures_of(pins: Sequence[Pin]) -> list[dict[str, Any] | None]:
    """The figures of screens, fit for a stage; None for a screen without one."""
    return together([_drawn(pin) for pin in pins])


def kind_of(pin: Pin) -> str:
    """What is measured on a screen."""
    live = str((pin.live or {}).get("kind") or "")
    return f"{pin.manifest.get('measure') or ''}/{live}"


def beside(collection: Collection, key: str) -> list[tuple[dict[str, Any], str]]:
    """The figure of a screen and those of its neighbours on one scale, each with its kind.

    Args:
        key: of the pin of the screen.
    """
    at = collection.position(key)
    own = _drawn(collection.pins[at])
    if own is None:
        return []
    found = [own]
    for others in (collection.pins[:at][::-1], collection.pins[at + 1 :]):
        last = own
        for pin in others:
            drawn = _drawn(pin)
            if drawn is None or not axes.are_alike(last, drawn):
                break
            found.append(drawn)
            last = drawn
    return found


def _drawn(pin: Pin) -> tuple[dict[str, Any], str] | None:
    """The figure of a screen alone, with its kind; None without one, or where no page made it."""
    if not pin.figure or not pin.figure["data"]:
        return None
    try:
        return fitted(pin.figure), kind_of(pin)
    except UNREADABLE:
        return None


def screen(pin: Pin, figure: dict[str, Any] | None) -> dict[str, Any]:
    """One screen.

    Args:
        figure: of it, fit for a stage.
    """
    return {
        "key": pin.key,
        "title": pin.title,
        "reading": pin.reading,
        "alt": pin.alt or pin.reading or pin.title,
        "figure": figure,
        "table": None if figure else first_rows(pin),
        "note": pin.note,
        "questions": [asdict(entry) for entry in pin.questions],
        "from": model_name(pin.manifest),
        # A screen of words was never measured.
        "kept": f"Kept {day_of(pin)}".rstrip() if pin.command else "Not a measurement",
        "changed": _CHANGED if pin.changed else "",
        "live": _live(pin),
    }


def model_name(manifest: Mapping[str, Any]) -> str:
    """The model that a result was measured on, with what is done to it; or nothing."""
    identity = manifest.get("spec")
    if not isinstance(identity, Mapping):
        return ""
    checkpoint = str(identity.get("checkpoint") or "")
    name = NAME if checkpoint == session.BUNDLED else last_part(checkpoint)
    heads = identity.get("masked_heads")
    if not isinstance(heads, list):
        return name
    return ", ".join(filter(None, [name, done_in_words(identity)]))


def day_of(pin: Pin) -> str:
    """The day on which a result was pinned; empty if it is not known."""
    try:
        pinned = datetime.fromisoformat(pin.pinned)
    except ValueError:
        return ""
    return f"{pinned.day} {pinned:%B %Y}"


def _live(pin: Pin) -> dict[str, Any] | None:
    """What can be typed or clicked on a live screen; None where it only shows what was kept."""
    live = registry.live_of(pin)
    kind = registry.kind_of(live)
    if kind is None or live is None:
        return None
    fields = [
        {"name": field.name, "label": field.label, "value": str(live.get(field.name) or "")}
        for field in kind.fields
    ]
    waits = bool(live.get(registry.WAITS))
    grid = _grid(pin) if kind.grid else None
    slider = None if kind.slider is None else _slider(pin, kind.slider)
    return {"fields": fields, "grid": grid, "slider": slider, "waits": waits}


def _slider(pin: Pin, of: Callable[[Pin], Slider]) -> dict[str, Any] | None:
    """The slider of a screen, with its kept positions; None where the pin does not hold them."""
    try:
        found = of(pin)
    except BiascopeError:
        return None
    if not found.steps:
        return None
    label = "Slider: how strongly the model is steered"
    return slider_data(pin, found, pin.title, False) | {
        "at": found.at,
        "step": found.step,
        "label": label,
    }


def slider_data(pin: Pin, slider: Slider, title: str, named: bool) -> dict[str, Any]:
    """The positions of a slider that are known, each as it is shown, and which one is marked.

    Args:
        title: above each.
        named: whether it has the sentence already.
    """
    steps = [
        {
            "at": step.at,
            "title": title,
            "reading": step.said if named else step.reading,
            "alt": step.alt,
            "figure": _figure_of_step(pin, step.figure),
            "from": model_name(step.manifest),
        }
        for step in slider.steps
    ]
    return {"even": slider.even, "steps": steps}


def _figure_of_step(pin: Pin, figure: go.Figure) -> dict[str, Any] | None:
    kept = without_fetching(in_light(figure, palette()))
    return None if kept is None else like(fitted(kept), kind_of(pin), [])


def _figures_of_steps(screens: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    sliders = [screen["live"]["slider"] for screen in screens if screen["live"]]
    return [step["figure"] for slider in sliders if slider for step in slider["steps"]]


def _grid(pin: Pin) -> dict[str, Any] | None:
    """Layers and heads of the model, where it is here."""
    try:
        _, facts = registry.model_of(pin.manifest.get("spec") or {})
    except BiascopeError:
        return None
    masked = str((pin.live or {}).get("heads") or "").replace(",", " ").split()
    return {
        "layers": facts.layers,
        "heads": facts.heads,
        "masked": masked,
        "label": "Attention heads: a row a layer. Press one to switch it off or on.",
    }
