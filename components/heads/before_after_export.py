"""What is exported of the results before and after masking: the sentence, and all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from components.frame import session
from components.frame.present import explain
from components.frame.present.labels import short
from components.frame.shell.subject import named
from components.frame.widgets import export
from components.frame.widgets.result import SEPARATOR, where_to_run
from components.heads import rows, sentence_effect
from components.heads.choice import Choice
from components.heads.own_sentence import OwnSentence
from components.heads.rows import PanelRow
from components.heads.sentence_effect import Effect
from engine.core.errors import InputTextError
from engine.core.mask_token import blanked, masks_in
from engine.core.spec import ModelSpec
from engine.core.wording import in_quotes
from engine.first_sight.examples import looked_up
from engine.measures.heads.before_after import ODDS, SENTENCE

_ROOM = 120  # letters of the sentence beside other words


def of_sentence(
    choice: Choice, own: OwnSentence, effect: Effect | None, spec: ModelSpec
) -> export.Result | None:
    """The two words of the user's sentence; None where they cannot be compared.

    Args:
        effect: what the page shows of them.
        spec: the model with its masked heads.
    """
    if effect is None:
        return None
    when = " before and after" if effect.after is not None else ""
    return export.Result(
        "heads-sentence",
        effect.frame(),
        effect.figure(),
        choice.mask_command((SENTENCE,), own.text, own.words).for_model(spec).line(),
        session.manifest("completion", spec, [{"text": own.text}], looked_up(effect.words)),
        f"Your sentence{when}",
        where_to_run(),
        reading=f"{_quoted(own)} {effect.shares_said()}",
        alt=effect.in_words(),
        live=_live(spec, own),
        about=SEPARATOR.join((own.text, named(spec))),
        claim=effect.said(),
    )


def draw(
    choice: Choice, own: OwnSentence, shown: Mapping[str, PanelRow], specs: Sequence[ModelSpec]
) -> None:
    """Draw the buttons; a pin has the sentence as its title and the two words as its figure.

    Args:
        shown: name of each row -> the row.
        specs: the original model, then the masked one if there is one.
    """
    after = specs[-1]
    effect = sentence_effect.of_rows(own, shown.get(ODDS), specs)
    export.row(
        "before-after",
        rows.frame(shown, specs),
        None if effect is None else effect.figure(),
        choice.mask_command(shown, own.text, own.words).for_model(after).line(),
        session.manifest(*choice.seat(after)) | {"figures": list(shown)},
        "Before and after switching heads off",
        choice.where,
        reading=_reading(own, rows.in_short(shown, specs)),
        alt="" if effect is None else effect.in_words(),
        live=_live(after, own),
        about=own.text,
        summary=rows.summary(shown, specs),
        claim="" if effect is None else effect.said(),
    )


def _reading(own: OwnSentence, said: str) -> str:
    """The sentence that the claim is about, then the first figures (markdown)."""
    if not own.text:
        return said
    return f"{_quoted(own)} {said}"


def _quoted(own: OwnSentence) -> str:
    """The sentence as an audience reads it, cut to its room (markdown)."""
    return explain.plain(in_quotes(short(blanked(own.text), _ROOM)))


def _live(spec: ModelSpec, own: OwnSentence) -> dict[str, str] | None:
    """How the Stage asks the sentence again; None where it could not answer, or no head is off."""
    heads = spec.masked_heads
    if not heads or masks_in(own.text) != 1:
        return None
    try:
        item = own.item()
    except InputTextError:
        return None
    asked = {"text": own.text, "targets": f"{item['first']}, {item['second']}"}
    return {"kind": "heads", **asked, "heads": " ".join(map(str, heads))}
