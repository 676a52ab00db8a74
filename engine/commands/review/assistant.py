"""`review prompts`, `answers` and `zero-shot`: the filter by an assistant or a classifier."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Annotated

import typer

from engine.command_line.facts import Fact
from engine.command_line.inputs import stdin_bytes
from engine.command_line.options import JsonOption, with_model
from engine.command_line.output import write_json
from engine.command_line.subject import Subject
from engine.commands.review.reviews import NameArgument
from engine.core.digest import texts_digest
from engine.core.errors import InputTextError
from engine.core.spec import DTYPES
from engine.core.wording import counted
from engine.curation.filter.answers import read_answers
from engine.curation.filter.assistant import BATCH, batches, write_batches
from engine.files.text_file import read_text, say_notes
from engine.files.whole_folder import new_folder
from engine.measures.arena.commands.evaluators import Stages, note

_LISTED = 10  # lines that could not be read


def prompts(
    name: NameArgument,
    out: Annotated[str, typer.Option(help="A new folder for the prompts."), Fact.ELSEWHERE],
    size: Annotated[int, typer.Option(help="Sentences of one prompt.")] = BATCH,
    all_: Annotated[
        bool, typer.Option("--all", help="Also of candidates that were judged already.")
    ] = False,
    category: Annotated[str, typer.Option(help="Of this bias type alone.")] = "",
    json_: JsonOption = False,
) -> None:
    """Write candidates as prompts for an assistant; nothing is sent anywhere."""
    from engine.curation.review.candidates import load_candidates, order

    new_folder(out)
    ids = order(name, category=category or None, state="all" if all_ else "open")
    made = batches(load_candidates(name, ids), size)
    folder = write_batches(made, out)
    if json_:
        listed = [{"number": one.number, "digest": one.digest, "n": len(one.ids)} for one in made]
        write_json({"review": name, "folder": str(folder), "prompts": listed})
    else:
        typer.echo(
            f"{counted(len(ids), 'sentence')} in {counted(len(made), 'prompt')}, written to "
            f"{folder}. Save the answers in a file, and read them with review answers."
        )


def answers(
    name: NameArgument,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The answers; - for stdin.")],
    assistant: Annotated[str, typer.Option(help="Which assistant, with its version.")],
    json_: JsonOption = False,
) -> None:
    """Read the answers of an assistant, and keep those that match a candidate."""
    from engine.curation.review.candidates import load_candidates
    from engine.curation.review.verdicts import keep_verdicts

    label = " ".join(assistant.split())
    if not label:
        raise InputTextError("Say which assistant gave the answers: --assistant with its name.")
    source = read_text(stdin_bytes() if file == "-" else file, "stdin" if file == "-" else None)
    say_notes(partial(typer.echo, err=True), source)
    found = read_answers(source.text, load_candidates(name))
    if not found.verdicts:
        raise InputTextError(
            f"No answer in {source.name} could be matched to a sentence of {name}. An answer is "
            "a line such as: 3fa90b12 | yes | reason."
        )
    keep_verdicts(name, "assistant", label, found.verdicts, {"digest": texts_digest([source.text])})
    if json_:
        given = {
            key: {"says": one.says, "reason": one.reason} for key, one in found.verdicts.items()
        }
        write_json(
            {
                "review": name,
                "assistant": label,
                "answers": given,
                "unmatched": found.unmatched,
                "missing": found.missing,
                "doubled": found.doubled,
            }
        )
        return
    said = [one.says for one in found.verdicts.values()]
    typer.echo(
        f"{counted(len(said), 'answer')} kept: {said.count(True):,} yes, {said.count(False):,} no, "
        f"{said.count(None):,} unsure."
    )
    if found.doubled:
        typer.echo(
            f"{counted(len(found.doubled), 'sentence')} with contradictory answers: none counts."
        )
    if found.missing:
        typer.echo(f"{counted(len(found.missing), 'candidate')} without an answer.")
    if found.unmatched:
        typer.echo(f"{counted(len(found.unmatched), 'line')} could not be matched:")
        for line in found.unmatched[:_LISTED]:
            typer.echo(f"  {line}")


# --- zero shot ----------------------------------------------------------------------------

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
    from engine.curation.filter.assistant import HYPOTHESIS, evaluator_of, verdicts_of
    from engine.curation.review.candidates import load_candidates, order
    from engine.curation.review.verdicts import keep_verdicts
    from engine.evaluators.classification.classifiers import Classifiers

    evaluator = evaluator_of(classifier)
    candidates = load_candidates(name, order(name, state="all"))
    stages = Stages()
    within, expect = stages.within, stages.expect
    run = Classifiers(subject.store, subject.device, classifier_dtype, note, within, expect)
    classes = run.classes(evaluator)
    stages("sentences", 0, len(candidates))
    template = hypothesis or HYPOTHESIS
    found = verdicts_of(candidates, evaluator, classes, run, template)
    run.release()
    details = run.identities()[evaluator.name] | {"hypothesis": template}
    keep_verdicts(name, "zero-shot", evaluator.checkpoint, found, details)
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
