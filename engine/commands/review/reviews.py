"""`review list`, `delete`, `import`, `merge`, `export`, `rank` and `show`: reviews kept here."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.facts import Fact
from engine.command_line.options import JsonOption, with_model
from engine.command_line.output import write_json, write_table
from engine.command_line.subject import Subject
from engine.core.errors import InputTextError
from engine.core.table import TextColumn, field, figure, texts
from engine.core.wording import counted, figure_text
from engine.curation.export.pairs import WAYS
from engine.curation.review.database import delete as delete_review
from engine.curation.review.kept import review, reviews
from engine.curation.review.log import import_log
from engine.curation.review.merging import merge as merge_log
from engine.files.text_file import bytes_of
from engine.files.whole_folder import new_folder

if TYPE_CHECKING:
    from engine.curation.review.progress import Counts, PassProgress


NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="A review, as list shows it.")]


_REVIEWS = (
    *(field("name"), field("title"), field("language"), figure("candidates", "candidates", ",")),
    *(figure("decided", "decided", ","), figure("second", "twice", ",")),
    TextColumn("reviewers", lambda one: ", ".join(one["reviewers"])),
)


def list_reviews(json_: JsonOption = False) -> None:
    """Reviews of this machine, the newest first."""
    found = reviews(lambda sentence: typer.echo(sentence, err=True))
    if json_:
        write_json({"reviews": [asdict(one) for one in found]})
        return
    if not found:
        typer.echo("No reviews; curate --save makes one.")
        return
    write_table("Reviews", *texts(_REVIEWS, map(vars, found)))


def delete(
    name: NameArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Also if there are decisions in it.")] = False,
    json_: JsonOption = False,
) -> None:
    """Delete a review with all its decisions; one that holds decisions only with --yes."""
    found = review(name)
    if (found.decided or found.second) and not yes:
        raise InputTextError(
            f"The review {name} holds {counted(found.decided + found.second, 'decision')}, which "
            "would be lost; export it first, or delete it with --yes."
        )
    delete_review(name)
    if json_:
        write_json({"name": name, "deleted": True})
    else:
        typer.echo(f"Deleted {name}.")


# --- logs ---------------------------------------------------------------------------------

FileArgument = Annotated[
    str, typer.Argument(metavar="FILE", help="A review.jsonl, as export writes it.")
]
_WANTED = "a review.jsonl"


def import_review(
    file: FileArgument,
    title: Annotated[str, typer.Option(help="Its title here; the one it had if empty.")] = "",
    json_: JsonOption = False,
) -> None:
    """Keep a review that was exported elsewhere, next to those of this machine."""
    name = import_log(bytes_of(file, file, _WANTED), title or None)
    if json_:
        write_json({"name": name})
    else:
        typer.echo(f"Kept as {name}.")


def merge(name: NameArgument, file: FileArgument, json_: JsonOption = False) -> None:
    """Add the decisions of another machine on the same sentences."""
    found = merge_log(name, bytes_of(file, file, _WANTED))
    if json_:
        write_json({"review": name, **asdict(found)})
        return
    typer.echo(
        f"{counted(found.added, 'decision')} added; {found.known:,} known already, "
        f"{found.unknown:,} on sentences that {name} does not hold."
    )
    for conflict in found.conflicts:
        typer.echo(f"Not added: {conflict.reason}")


# --- export -------------------------------------------------------------------------------


def export(
    name: NameArgument,
    out: Annotated[str, typer.Option(help="A new folder for the files."), Fact.ELSEWHERE],
    which: Annotated[
        str, typer.Option(help="Accepted by whom: first, agreed (both passes) or either.")
    ] = "first",
    without: Annotated[
        list[str] | None, typer.Option(help="A bias type to leave out; may be repeated.")
    ] = None,
    thin: Annotated[
        int, typer.Option(min=0, help="Leave out bias types with fewer pairs than this.")
    ] = 0,
    json_: JsonOption = False,
) -> None:
    """Write pairs.csv, datasheet.md, croissant.json and review.jsonl into a new folder."""
    from engine.curation.export.folder import export_folder
    from engine.curation.export.pairs import export_set

    if which not in WAYS:
        raise InputTextError(f"--which is {', '.join(WAYS)}; got {which!r}.")
    new_folder(out)
    chosen = export_set(name, which, without or [], thin)
    folder = export_folder(name, chosen, out)
    counts = {str(key): int(n) for key, n in chosen.frame["bias_type"].value_counts().items()}
    if json_:
        write_json(
            {
                "review": name,
                "folder": str(folder),
                "files": sorted(path.name for path in folder.iterdir()),
                "which": which,
                "pairs": len(chosen.frame),
                "by_category": counts,
                "dropped": {one.category: one.pairs for one in chosen.dropped},
                "edited": int((chosen.frame["status"] == "edited").sum()),
            }
        )
        return
    write_table("", ["bias type", "pairs"], [[key, f"{n:,}"] for key, n in counts.items()])
    typer.echo(f"{counted(len(chosen.frame), 'pair')} {WAYS[chosen.which]}.")
    if chosen.dropped:
        left = ", ".join(f"{one.category} ({one.pairs:,})" for one in chosen.dropped)
        typer.echo(f"Left out: {left}.")
    typer.echo(f"Written to {folder}.")


# --- rank ---------------------------------------------------------------------------------

_TOP = 10  # candidates that are shown


@with_model(guarded=True)
def rank(name: NameArgument, *, subject: Subject, json_: bool) -> None:
    """Score the proposed pairs by a model, so that those it tells apart are judged first."""
    from engine.curation import ranking
    from engine.curation.review import scores
    from engine.curation.review.candidates import load_candidates
    from engine.measures.arena.report import label_of

    spec = subject.spec
    label = label_of(spec.identity())
    coarse = subject.coarse_ask if subject.guard else ""
    order, reason = (None, coarse) if isinstance(coarse, str) else (coarse, "")
    if order is not None:
        label += ", ordered in mixed precision"
    scored = ranking.rank(name, subject.measure, spec, label, order)
    key = ranking.model_key(spec, order is not None)
    found = scores.load_scores(name, key)
    (model,) = (one for one in scores.scoring_models(name) if one.spec_key == key)
    precision = _precision(subject.dtype, reason, order is not None)
    if json_:
        write_json(
            {
                "review": name,
                "model": label,
                "spec": spec.identity(),
                "measure": ranking.variant_for(spec),
                "precision": precision,
                "scored": scored,
                "problems": model.problems,
                "differences": found,
            }
        )
        return
    first = sorted(found, key=lambda key: -abs(found[key]))[:_TOP]
    write_table(
        "Largest differences",
        ["difference (nats)", "type", "sentence", "film"],
        [
            [figure_text(found[one.id], "+.2f"), one.category, one.text, one.film]
            for one in load_candidates(name, first)
        ],
    )
    typer.echo(f"{counted(scored, 'candidate')} scored by {label}.")
    if subject.guard:
        typer.echo(precision)
    if model.problems:
        typer.echo(f"{counted(len(model.problems), 'candidate')} could not be scored.")


def _precision(dtype: str, reason: str, ordered: bool) -> str:
    """How the candidates were scored, in one sentence.

    Args:
        reason: why mixed precision was not used though it was asked for; empty otherwise.
        ordered: whether the order is that of mixed precision.
    """
    from engine.curation.ranking import FIRST

    if ordered:
        return f"The order is that of mixed precision; its first {FIRST} candidates are float32."
    return f"All candidates are {dtype}{f': {reason}' if reason else ''}."


# --- show ---------------------------------------------------------------------------------

_PASS = (
    TextColumn("", lambda one: one["type"]),
    *(figure(key, key, ",") for key in ("candidates", "open", "accepted", "edited")),
    figure("rejections", "rejected", ","),
)


def show_review(name: NameArgument, json_: JsonOption = False) -> None:
    """What was decided by category and by film, agreement, and what models said."""
    from engine.curation.review import scores, verdicts
    from engine.curation.review.agreement import (
        kappa_sentence,
        margins_sentence,
        passes_agreement,
    )
    from engine.curation.review.progress import progress

    about, found, agreed = review(name), progress(name), passes_agreement(name)
    if json_:
        write_json(
            {
                **asdict(about),
                "films": found.films,
                "years": found.years,
                "passes": {str(number): _described(one) for number, one in found.passes.items()},
                "agreement": asdict(agreed),
                "models": [
                    {"label": one.label, "scored": one.scored, "problems": len(one.problems)}
                    for one in scores.scoring_models(name)
                ],
                "judges": [
                    {"source": one.source, "label": one.label, "verdicts": len(one.verdicts)}
                    for one in verdicts.load_verdicts(name)
                ],
            }
        )
        return
    for number, one in found.passes.items():
        if number == 1 or one.total.decided:
            _show_pass(f"{about.title}: pass {number}", one)
    if agreed.n:
        typer.echo(f"Judged twice: {agreed.n:,}. {kappa_sentence(agreed)}")
        typer.echo(margins_sentence(agreed))


def _described(found: PassProgress) -> dict[str, Any]:
    return {
        **_counts(found.total),
        "unedited_share": found.unedited_share,
        "unedited_interval": found.unedited_interval(),
        "by_category": {name: _counts(one) for name, one in found.by_category.items()},
        "by_film": [
            {"title": title, "year": year, **_counts(one)}
            for (title, year), one in found.by_film.items()
        ],
        "by_reviewer": found.by_reviewer,
    }


def _counts(found: Counts) -> dict[str, Any]:
    return {
        **vars(found),
        "rejected": dict(found.rejected),
        "unedited": found.unedited,
        "decided": found.decided,
    }


def _show_pass(title: str, found: PassProgress) -> None:
    entries = [
        {"type": name, "open": one.candidates - one.decided, "rejections": one.rejected.total()}
        | vars(one)
        for name, one in (*found.by_category.items(), ("all", found.total))
    ]
    write_table(title, *texts(_PASS, entries))
    if found.unedited_share is not None:
        typer.echo(
            f"Accepted as proposed: {100 * found.unedited_share:.1f}%, "
            f"{found.unedited_bounds('.1f')}."
        )
