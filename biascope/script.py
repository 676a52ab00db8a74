"""The console script `biascope`: the dashboard, or a command of the command line.

Without a command it opens the dashboard: `biascope --port 8600`. Everything else is the command
line, as `python -m engine` has it: `biascope fill "The nurse said that [MASK] was tired."`.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from engine.cli import VersionOption, built
from engine.cli import main as run
from engine.core.errors import InputTextError
from engine.core.project import PROJECT
from engine.core.wording import listed

_APP = PROJECT / "app.py"
_REST = "--"  # what follows it goes to Streamlit


def main() -> None:
    """Open the dashboard or run a command, and leave with the exit code of the command line."""
    arguments, flags = _divided(sys.argv[1:])
    sys.argv[1:] = arguments

    def start(
        context: typer.Context,
        port: Annotated[
            int | None,
            typer.Option(min=1, max=65535, help="Port of the dashboard.  [default: 8501]"),
        ] = None,
        shared: Annotated[
            bool, typer.Option("--shared", help="For a server that others can reach.")
        ] = False,
        settings: Annotated[
            str | None, typer.Option(metavar="FILE", help="Settings of a shared server (TOML).")
        ] = None,
        _version: VersionOption = False,
    ) -> None:
        """Open the dashboard, unless a command is given."""
        if context.invoked_subcommand is None:
            _open(dashboard(port, shared, settings, flags))
        elif given := [name for name, value in context.params.items() if value]:
            options = listed([f"--{name}" for name in given])
            raise InputTextError(
                f"{options} {'is' if len(given) == 1 else 'are'} of the dashboard, which opens "
                f"without a command; leave out {context.invoked_subcommand}, or what is before it."
            )

    run(built("biascope", start))


def dashboard(port: int | None, shared: bool, settings: str | None, flags: list[str]) -> list[str]:
    """What follows `streamlit run` to open the dashboard.

    The settings of `.streamlit/config.toml` beside the app count wherever it is started from.

    Args:
        shared: whether others can reach the server.
        settings: file with the settings of a shared server.
        flags: of Streamlit, which count before everything else.
    """
    number = [] if port is None else ["--server.port", str(port)]
    ours = ["--shared", *([settings] if settings else [])] if shared or settings else []
    return [str(_APP), *number, *flags, *([_REST, *ours] if ours else [])]


def _divided(arguments: list[str]) -> tuple[list[str], list[str]]:
    """The arguments, and what follows `--` where these open the dashboard."""
    if _REST not in arguments or not arguments[0].startswith("-"):
        return arguments, []
    place = arguments.index(_REST)
    return arguments[:place], arguments[place + 1 :]


def _open(arguments: list[str]) -> None:
    from streamlit.web.cli import main as streamlit

    streamlit(["run", *arguments], prog_name="streamlit")


if __name__ == "__main__":
    main()
