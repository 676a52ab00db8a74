"""Stage: pinned results, presented one claim a screen, and the report made of them."""

from components.frame.present import explain, first_screen
from components.frame.shell import navigation
from components.stage import choice, editor, present

navigation.head(
    "Stage",
    "Results that you pinned with the *Pin* button of any page, presented one claim a screen.",
    measures=False,
)
with explain.errors():
    screen = first_screen.beside(even=False)
    with screen.settings:
        name, collection = choice.collection(present.begin, present.is_talk_asked(), screen.answer)
    if collection is None or present.is_talk_asked():
        present.draw_presentation(name, collection)
    else:
        editor.draw_editor(name, collection, screen)
