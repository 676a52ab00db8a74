"""`review`: what was collected from subtitles, ranked, filtered and exported."""

from __future__ import annotations

import typer

from engine.commands.review.assistant import answers, prompts
from engine.commands.review.export import export
from engine.commands.review.logs import import_review, merge
from engine.commands.review.rank import rank
from engine.commands.review.reviews import delete, list_reviews
from engine.commands.review.show import show
from engine.commands.review.zero_shot import zero_shot

app = typer.Typer(no_args_is_help=True, help="Reviews of sentences collected from subtitles.")


@app.callback()
def review() -> None:
    """Reviews of sentences collected from subtitles."""


app.command("list")(list_reviews)
app.command("show")(show)
app.command("rank")(rank)
app.command("prompts")(prompts)
app.command("answers")(answers)
app.command("zero-shot")(zero_shot)
app.command("export")(export)
app.command("import")(import_review)
app.command("merge")(merge)
app.command("delete")(delete)
