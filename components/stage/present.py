"""The talk itself: screens over the whole window, opened by the address (`?stage=3`)."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Mapping
from functools import partial
from typing import Any

import streamlit as st

from components.frame import session
from components.frame.present.recolour import dark_colours, in_light
from components.frame.present.theme import palette
from components.frame.session import state
from components.frame.shell.pages import COLLECTION, SCREEN
from components.stage import screens, show
from components.stage.fitting import fitted, like
from components.stage.kinds import registry, titles
from components.stage.kinds.answer import KEPT, POSITION, ROWS, SOON, STEPS, Answer, Kind
from components.stage.screens import model_name
from engine.core.errors import BiascopeError
from engine.pins import Collection, Pin
from engine.pins.pin import without_fetching
from engine.server import shared


def begin(name: str, number: int = 1) -> None:
    """Open the talk of a collection at a screen, from the next run on."""
    st.query_params[COLLECTION] = name
    st.query_params[SCREEN] = str(number)
    st.session_state[state.STAGE_OPENED] = _opened() + 1


def is_talk_asked() -> bool:
    """Whether the address asks for the talk."""
    return SCREEN in st.query_params


def draw_presentation(name: str, collection: Collection | None) -> None:
    """Cover the window with the screens.

    Args:
        collection: None where it is not here any more; a talk that is open then goes on.
    """
    if collection is None or not collection.pins:
        data = screens.nothing(name, collection)
    else:
        answer_questions(collection)
        data = screens.talk_data(collection, name, _start())
    show.show(data | {"opened": _opened()}, partial(_end, collection))


def _opened() -> int:
    """How often a talk was begun in this window; a talk that was left is told by it."""
    found: int = st.session_state.get(state.STAGE_OPENED, 0)
    return found


def _start() -> int:
    number = st.query_params.get(SCREEN, "")
    return int(number) if number.isdecimal() and len(number) < 6 else 1


def _end(collection: Collection | None) -> None:
    """End the talk; the page behind shows the screen at which it was left."""
    number = show.left()
    if number is None:
        return
    st.query_params.pop(SCREEN, None)
    if collection is not None and 1 <= number <= len(collection.pins):
        st.session_state[state.STAGE_SCREEN] = collection.pins[number - 1].key


# --- live ---------------------------------------------------------------------------------
# The part of the Stage that asks the model: it answers soon, or says why it does not.

_LOG = logging.getLogger("biascope")
_PATIENCE = 1.7  # seconds; the screen waits for two


@st.fragment
def answer_questions(collection: Collection) -> None:
    """Answer what is asked of the screens; runs alone, so nothing else is drawn again."""
    question = show.questions_asked() if show.ANSWERS in st.session_state else None
    if question is not None and question.get("ahead"):
        prepare(collection, str(question.get("key")))
        question = None
    show.hand_over_answers(
        None if question is None else answer_of(collection, question), lambda: None
    )


def answer_of(collection: Collection, question: Mapping[str, Any]) -> dict[str, Any]:
    """What to show for a question; `problem` is why there is no answer.

    Args:
        question: `turn`, the `key` of a pin, the `fields` as they were typed, whether the `whole`
            answer is wanted rather than what is there soon, and all `steps` of a slider.

    Returns:
        Also the `turn`, whether the question is the `kept` one of its screen, and the `title` of
        one that is not.
    """
    told: dict[str, Any] = {"turn": question.get("turn"), "kept": True, "title": ""}
    try:
        pin = collection.pin(str(question.get("key")))
        kind, asked = _question(pin, question)
        kept = kind.question(registry.live_of(pin) or {})
        if not titles.is_kept(asked, kept):
            told |= {"kept": False, "title": kind.title(asked, kept)}
            asked[KEPT] = kept
        found = _found(pin, kind, asked)
    except BiascopeError as error:
        late = isinstance(error, session.LateError)
        return told | {"problem": str(error).rstrip("."), "late": late}
    except Exception:  # whatever it is, later questions of this talk are answered
        _LOG.exception("A fault while answering a live screen")
        return told | {"problem": "Something went wrong inside Biascope", "late": False}
    figure = _drawn(collection, pin, found)
    title = str(told["title"] or pin.title)
    named = titles.has_sentence(title, asked)
    return told | {
        "partial": found.partial,
        "reading": (found.said if named else "") or found.reading,
        "alt": found.alt,
        "from": model_name(found.manifest),
        "figure": figure,
        "colours": dark_colours(figure or {}),
        "slider": found.slider and screens.slider_data(pin, found.slider, title, named),
    }


def _drawn(collection: Collection, pin: Pin, answer: Answer) -> dict[str, Any] | None:
    """The figure of an answer as a pin keeps it and a screen shows it."""
    figure = without_fetching(in_light(answer.figure, palette()))
    if figure is None:
        return None
    waits = (registry.live_of(pin) or {}).get(registry.WAITS)
    beside = [] if waits else screens.beside(collection, pin.key)  # another kind of figure
    return like(fitted(figure), screens.kind_of(pin), beside)


def _question(pin: Pin, question: Mapping[str, Any]) -> tuple[Kind, dict[str, Any]]:
    """What is asked of a screen, in the fields of its kind."""
    live = registry.live_of(pin)
    kind = registry.kind_of(live)
    if kind is None or live is None:
        raise BiascopeError("This screen cannot be asked again.")
    given = question.get("fields")
    fields = given if isinstance(given, dict) else {}
    names = [*kind.names, *([POSITION] if kind.slider else [])]
    asked = {**live, **{name: fields[name] for name in names if name in fields}}
    if kind.rows is not None:
        asked[ROWS] = kind.rows(pin)
    whole, steps = (bool(question.get(name)) for name in ("whole", STEPS))
    return kind, asked | {SOON: not whole, STEPS: steps}


def _found(pin: Pin, kind: Kind, asked: Mapping[str, Any]) -> Answer:
    spec, facts = registry.model_of(pin.manifest.get("spec") or {})
    return session.within(_PATIENCE, partial(kind.answer, spec, facts, asked))


def prepare(collection: Collection, key: str) -> None:
    """Measure in the background what a screen that is shown will be asked, if its kind says so.

    On a shared server nothing is measured that nobody has asked for.
    """
    with contextlib.suppress(BiascopeError):  # whoever asks is told
        pin = collection.pin(key)
        kind, asked = _question(pin, {})
        if kind.ahead is None or shared.is_shared():
            return
        spec, facts = registry.model_of(pin.manifest.get("spec") or {})
        session.after_loading(partial(kind.ahead, spec, facts, asked))
