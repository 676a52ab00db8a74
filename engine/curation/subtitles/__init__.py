"""Subtitle files to sentences: reading, cleaning, and joining what goes on in the next cue.

- `folder`: which files there are.
- `encoding`, `cues`, `cleaning`: the text of one, its cues in order, and what their speakers say;
  `credits` tells those from speech.
- `reading`: the film's sentences; `language`: whether they are in the one that was asked for.
"""
