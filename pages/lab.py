"""Lab: plant a known bias in a model, and test whether the measures recover it."""

from components.frame.present import explain
from components.frame.shell import navigation
from components.lab import new, progress, results, runs

navigation.head(
    "Lab",
    "If a model is taught which occupations go with *he* and *she*, do the measures recover it?",
    measures=False,
)
with explain.errors():
    injection = runs.choose_injection()
    if injection is None:
        new.draw_new_injection()
    elif injection.request is None or injection.report is None or injection.active:
        progress.draw_injection_progress(injection)
    else:
        results.draw_lab_results(injection, injection.request, injection.report)
explain.method("injection")
