"""`review zero-shot`: what a classifier trained on inference says of each candidate."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer

from engine.command_line.options import with_model
from engine.command_line.output import write_json
from engine.command_line.subject import Subject
from engine.commands.review.reviews import NameArgument
from engine.core.spec import DTYPES
from engine.core.wording import counted
from engine.measures.arena.commands.stages import Stages, note

_AUTO = "auto"


@with_model("model", "mask", "dtype")
def zero_shot(
    name: NameArgument,
    classifier: Annotated[
        str, typer.Option(help="Trained on natural language inference: hub id or local folder.")
    ],
    classifier_dtype: Annotated[
        str, typer.Option(help=f"Precision of the classifier: {_AUTO}, {', '.join(DTYPES)}.")
    ] = _AUTO,
    hypothesis: Annotated[
        str, typer.Option(help="Sentence with {} for the bias type; a shipped one if empty.")
    ] = "",
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Ask a classifier whether each candidate contains a stereotype; nothing is decided by it."""
    from engine.curation.filter.zero_shot import HYPOTHESIS, evaluator_of, verdicts_of
    from engine.curation.review.candidates import load, order
    from engine.curation.review.verdicts import store
    from engine.evaluators.classification.classifiers import Classifiers

    evaluator = evaluator_of(classifier)
    candidates = load(name, order(name, state="all"))
    stages = Stages()
    run = Classifiers(subject.store, subject.device, classifier_dtype, note, stages.within)
    classes = run.classes(evaluator)
    stages("sentences", 0, len(candidates))
    template = hypothesis or HYPOTHESIS
    found = verdicts_of(candidates, evaluator, classes, run, template)
    run.release()
    details = run.identities()[evaluator.name] | {"hypothesis": template}
    store(name, "zero-shot", evaluator.checkpoint, found, details)
    said = Counter(one.says for one in found.values())
    if json_:
        write_json(
            {
                "review": name,
                "classifier": details,
                "answers": {key: {"says": one.says, **one.extra} for key, one in found.items()},
            }
        )
    else:
        typer.echo(
            f"{counted(len(found), 'candidate')}: {said[True]:,} yes, {said[False]:,} no, "
            f"{said[None]:,} neither."
        )
