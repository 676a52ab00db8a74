"""Sentences written as the subtitle files that hold them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.curation.candidate import Sentence


def _time(seconds: float, mark: str) -> str:
    whole = round(seconds * 1000)
    minutes, rest = divmod(whole, 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest // 1000:02}{mark}{rest % 1000:03}"


def as_srt(sentences: Sequence[Sentence]) -> str:
    """One cue a sentence, as .srt."""
    return "\n".join(
        f"{number}\n{_time(one.start, ',')} --> {_time(one.stop, ',')}\n{one.text}\n"
        for number, one in enumerate(sentences, start=1)
    )


def as_vtt(sentences: Sequence[Sentence]) -> str:
    """One cue a sentence, as .vtt."""
    cues = "\n".join(
        f"{_time(one.start, '.')} --> {_time(one.stop, '.')}\n{one.text}\n" for one in sentences
    )
    return f"WEBVTT\n\n{cues}"


def as_ass(sentences: Sequence[Sentence]) -> str:
    """One line a sentence, as .ass."""
    times = [(_time(one.start, ".")[1:-1], _time(one.stop, ".")[1:-1]) for one in sentences]
    lines = "\n".join(
        f"Dialogue: 0,{start},{stop},,,0,0,0,,{one.text}"
        for (start, stop), one in zip(times, sentences, strict=True)
    )
    return f"[Script Info]\n[V4+ Styles]\n[Events]\n{lines}\n"


WRITERS = {".srt": as_srt, ".vtt": as_vtt, ".ass": as_ass}
