"""Stage: pinned results, presented one claim a screen, and the report made of them."""

from components.frame.present import explain, glossary
from components.frame.shell import navigation
from components.stage import choice, editor, present

navigation.head(
    "Stage",
    "Results that you pinned, presented one claim a screen. Pin a result with the *Pin* button "
    "under it, on any page. A screen shows what was measured; it says nothing that the page it "
    "came from does not say.",
    measures=False,
)
glossary.words(*glossary.terms("Stage"))
with explain.errors():
    name, collection = choice.collection(present.begin, present.is_talk_asked())
    if collection is None or present.is_talk_asked():
        present.draw_presentation(name, collection)
    else:
        editor.draw_editor(name, collection)
