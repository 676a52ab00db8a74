"""What the live screens of the shipped story ask, so that they answer before a model is loaded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.spec import HeadRef, parse_heads
from engine.first_sight.examples import looked_up
from engine.measures.health.check import health_items
from engine.measures.health.plain_cloze import PARAMS, prompts
from engine.pins.story import shipped

Asked = tuple[str, list[Any], dict[str, Any]]  # measure, items, parameters

_PAIR = {"variant": "cps"}


def asked_by_story() -> Iterator[tuple[tuple[HeadRef, ...], list[Asked]]]:
    """Masked heads, and what is asked of the bundled model under them, for each live screen."""
    for pin in shipped().pins:
        if not pin.live:
            continue
        asked = _asked(pin.live)
        yield (), asked
        if heads := parse_heads(str(pin.live.get("heads") or "")):
            yield tuple(sorted(heads)), asked


def _asked(live: Mapping[str, Any]) -> list[Asked]:
    """As the live screens ask; a test holds that nothing else is asked."""
    kind = live["kind"]
    params = looked_up(_words(live, "targets"))
    if kind == "sentences":
        return [("completion", [{"text": live["first"]}, {"text": live["second"]}], params)]
    if kind == "groups":
        items = [{"text": live["text"], "groups": _words(live, "groups")}]
        return [("group_completion", items, params)]
    if kind == "pair":
        return [("pairs", [{"sent_more": live["more"], "sent_less": live["less"]}], _PAIR)]
    asked: list[Asked] = [("completion", [{"text": live["text"]}], params)]
    if kind == "heads":
        asked.append(("completion", prompts(health_items()["cloze"]), dict(PARAMS)))
    return asked


def _words(live: Mapping[str, Any], name: str) -> list[str]:
    return [word.strip() for word in str(live.get(name) or "").split(",") if word.strip()]
