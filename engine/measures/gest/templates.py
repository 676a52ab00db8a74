"""The four templates that put a sentence into the mouth of a man or of a woman."""

from __future__ import annotations

from engine.core.errors import InputTextError

SLOT = "{sentence}"
MALE, FEMALE = "male", "female"
SIDES = (MALE, FEMALE)
# (frame, male word, female word). Source: Pikuliak et al. 2024, released code.
_FRAMES = (
    ('{person} said: "{sentence}"', "He", "She"),
    ('The {person} said: "{sentence}"', "man", "woman"),
    ('"{sentence}", {person} said.', "he", "she"),
    ('"{sentence}", the {person} said.', "man", "woman"),
)
TEMPLATES = tuple(range(len(_FRAMES)))
ALL = "all"  # every template, and their mean


def filled(template: int, side: str, sentence: str) -> tuple[str, tuple[int, int]]:
    """A template with one side's word and a sentence.

    Args:
        template: 0 to 3.
        side: `male` or `female`.

    Returns:
        The text, and (start, stop) of the side's word in it, characters.
    """
    frame, *words = _FRAMES[template]
    person = words[SIDES.index(side)]
    before, _, after = frame.partition("{person}")
    before, after = (part.replace(SLOT, sentence) for part in (before, after))
    return f"{before}{person}{after}", (len(before), len(before) + len(person))


def shown(template: int) -> str:
    """A template with both sides' words, as people write it."""
    frame, male, female = _FRAMES[template]
    return frame.replace("{person}", f"{male} / {female}").replace(SLOT, "…")


def parse_template(text: str) -> tuple[int, ...]:
    """Templates as they are asked for: one number, or `all`."""
    asked = text.strip().casefold()
    if asked == ALL:
        return TEMPLATES
    if asked not in map(str, TEMPLATES):
        raise InputTextError(
            f"There is no template {text[:40]!r}; give a number from 0 to {TEMPLATES[-1]}, or "
            f"{ALL}."
        )
    return (int(asked),)
