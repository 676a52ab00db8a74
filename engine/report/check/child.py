"""The process that runs one checked command: it ends with the check, and has limits.

It is started by `running` with the process id of the check, the most bytes of a file, the most
seconds of computing, and the words of the command.
"""

from __future__ import annotations

import runpy
import sys

from engine.core.process_limits import end_with, set_limits
from engine.core.program import MODULE


def main() -> None:
    """Run the command of the command line."""
    parent, written, seconds, *words = sys.argv[1:]
    end_with(int(parent))
    set_limits(int(written), int(seconds))
    sys.argv = [MODULE, *words]
    runpy.run_module(MODULE, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
