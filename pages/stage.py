"""Stage: pinned results, presented one claim a screen, and the report made of them."""

from components.frame.present import explain
from components.frame.shell import navigation
from components.stage import choice, editor, present

navigation.head(
    "Stage",
    "Results that you pinned with the *Pin* button of any page, presented one claim a screen.",
    measures=False,
)
with explain.errors():
    name, collection = choice.collection(present.begin, present.is_talk_asked())
    if collection is None or present.is_talk_asked():
        present.draw_presentation(name, collection)
    else:
        editor.draw_editor(name, collection)
