"""The process that reads files for a run: `python -m engine.curation.helper`.

It is told the lists, then one wish a line, and answers each with one line. It ends with its
input, so that it never outlives the run.
"""

from __future__ import annotations

import json
import sys

from engine.curation import processes as messages
from engine.curation.search import Search


def main() -> None:
    """Answer until the input ends."""
    wishes, answers = sys.stdin.buffer, sys.stdout.buffer
    search = Search(messages.lists_of(json.loads(wishes.readline())))
    for wish in wishes:
        answers.write(messages.line(messages.answer(search, json.loads(wish))))
        answers.flush()


if __name__ == "__main__":
    main()
