"""Lab: plant a known bias in a model, and test which measures recover it or notice it at all."""

from components.frame.present import explain
from components.frame.shell import navigation
from components.lab import new, part, progress, results, runs
from components.lab.dose import new as new_dose
from components.lab.dose import progress as dose_progress
from components.lab.dose import results as dose_results
from components.lab.dose import runs as dose_runs

navigation.head(
    "Lab",
    "If a model is taught which occupations go with *he* and *she*, do the measures recover it?",
    measures=False,
)
of_doses, panel = part.opened_experiment()
with panel, explain.errors():
    if of_doses:
        run = dose_runs.choose_run()
        if run is None:
            new_dose.draw_new_run()
        elif run.request is None or run.report is None or run.active:
            dose_progress.draw_run_progress(run)
        else:
            dose_results.draw_dose_results(run, run.request, run.report)
    else:
        injection = runs.choose_injection()
        if injection is None:
            new.draw_new_injection()
        elif injection.request is None or injection.report is None or injection.active:
            progress.draw_injection_progress(injection)
        else:
            results.draw_lab_results(injection, injection.request, injection.report)
explain.method("dose" if of_doses else "injection")
