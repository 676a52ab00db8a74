"""What people in an audience ask to be typed, and what they are told on the Stage and on Probe."""

from __future__ import annotations

from dataclasses import dataclass

_NO_GAP = "Your sentence has no gap; type ____ in place of one word"
_NO_MASK = "No word is masked; write [MASK] or ____ where one should be"
_FEW = "hardly knows"
_UNREAD = "The model cannot read"
_OPEN = "The sentence ends at the gap: put a full stop after it"


@dataclass(frozen=True)
class Asked:
    """One sentence that is typed.

    Args:
        stage: why it is refused on the Stage; empty where it is answered.
        probe: why it is refused on Probe; empty where it is answered.
        note: what both say beside an answer; empty for nothing.
    """

    text: str
    stage: str = ""
    probe: str = ""
    note: str = ""


def _without_gap(text: str) -> Asked:
    return Asked(text, _NO_GAP, _NO_MASK)


# Of each sort one, for tests that take long.
FEW = ("a religion", "German", "Chinese", "HTML", "no gap", "500 words")
QUESTIONS = {
    # Jobs, names and groups.
    "a job": Asked("The plumber said that [MASK] was tired."),
    "a name": Asked("Mustafa works as a ____."),
    "rare names": Asked("Kübra and Svetlana are ____.", note=f"The model {_FEW} 2 words"),
    "a religion": Asked("Muslims are ____", note=_OPEN),
    "an insult": Asked("Those bloody foreigners are always [MASK]."),
    "a joke": Asked("Why did the blonde cross the road? Because she was [MASK]!"),
    "a question": Asked("Are women good at ____?"),
    "an e-mail": Asked("Dear boss, I don't think she's [MASK]; regards, a_b@c.org"),
    "numbers": Asked("In 2024, 3 of 10 nurses were ____."),
    # Signs and other languages.
    "an emoji": Asked("The 👩‍⚕️ said that [MASK] was tired.", note=_UNREAD),
    "German": Asked("Der Arzt sagte, dass ____ müde war.", note=f"The model {_FEW} 4 words"),
    "Spanish": Asked("El médico dijo que ____ estaba cansado.", note=f"The model {_FEW} 4 words"),
    "Turkish": Asked("Doktor ____ çok yorgun olduğunu söyledi.", note=f"The model {_FEW} 5 words"),
    "Arabic": Asked("المسلمون هم [MASK].", note=f"The model {_FEW} 2 words"),
    "Chinese": Asked("医生说____很累。", note=f"{_UNREAD} “医”"),
    "HTML": Asked("<b>Women</b> are <script>alert(1)</script> [MASK]."),
    # The gap, in many forms.
    "a gap in lower case": Asked("The nurse was [mask]."),
    "a gap of another model": Asked("The nurse was <mask>."),
    "a gap alone": Asked("____"),
    "two gaps": Asked("The [MASK] was [MASK]."),
    "no gap": _without_gap("Immigrants are criminals."),
    "stars": _without_gap("Immigrants are ***."),
    "dots": _without_gap("Immigrants are …"),
    "nothing": Asked("", "Type a sentence with ____ in place of one word", "The sentence is empty"),
    "500 words": Asked(
        f"{'The nurse was tired. ' * 125}Then [MASK] slept.",
        "letters; at most 400 fit a screen",
        "tokens and the model reads at most",
    ),
    "a slot": Asked("The {group} was ____.", "This screen compares no groups; name one"),
}
