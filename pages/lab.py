"""Lab: plant known associations in a model, and see whether the measures find them again."""

from components import explain, lab_new, lab_progress, lab_results, lab_runs, navigation

navigation.head(
    "Lab",
    "If a model is taught which occupations go with he and she, do the measures find it again? "
    "What was planted is known, so this tests the measures; it says nothing about people.",
)
with explain.errors():
    injection = lab_runs.chosen()
    if injection is None:
        lab_new.draw()
    elif injection.report is None or injection.active:
        lab_progress.draw(injection)
    else:
        lab_results.draw(injection, injection.report)
explain.method("injection")
