"""The film that a subtitle file belongs to, from the name of the file."""

from __future__ import annotations

import re

_ENDINGS = re.compile(r"\.(?:srt|vtt|ass|ssa|txt)$", re.IGNORECASE)
_LANGUAGES = set(
    "ar bg cs da de el en es et fa fi fr he hi hr hu id is it ja ko lt lv nl no pl pt ro ru sk sl "
    "sr sv th tr uk vi zh ara bul ces cze dan deu ger ell eng epo est fas fin fra fre heb hin hrv "
    "hun ind ita jbo jpn kor lav lit nld nor pol por ron rum rus slk slv spa srp swe tha tur ukr "
    "vie zho chi english estonian eesti german russian french spanish sdh cc hi forced full".split()
)
_MARKS = ("SDH", "CC")  # for the deaf; other capitals may be a title's
_LAST_PART = re.compile(r"[ ._-]+\(?([A-Za-z]{2,8})\)?$")
_IN_BRACKETS = re.compile(r"[(\[{](18[89]\d|19\d\d|20[0-3]\d)[)\]}]")
_YEAR = re.compile(r"(?<![^ ])(18[89]\d|19\d\d|20[0-3]\d)(?![^ ])")
_RELEASE = re.compile(
    r"(?<![^ \[(])(?:\d{3,4}[pi]|4k|uhd|hdr|blu-?ray|b[dr]rip|web-?(?:rip|dl)|hdtv|hdrip"
    r"|dvd(?:rip|scr)?|xvid|divx|x26[45]|h ?26[45]|hevc|aac|ac3|dts|remastered|extended|unrated"
    r"|proper|repack|directors cut|yify|yts|cd ?\d)(?![a-z0-9]).*$",
    re.IGNORECASE,
)
_EPISODE = re.compile(r"(?<=[ ])s\d{1,2} ?e\d{1,3}(?![a-z0-9])", re.IGNORECASE)
_SPACES = re.compile(r"[\s_]+")


def title_and_year(name: str) -> tuple[str, int | None]:
    """Title and year of a film, from the name of its subtitle file.

    Args:
        name: as `The.Quiet.Street.1987.1080p.BluRay.en.srt`; folders before it are ignored.

    Returns:
        (title, year): a name without a year has None; a number at its start is no year, as the
        title may be one.
    """
    stem = _ENDINGS.sub("", re.split(r"[/\\]", name)[-1])
    text = _with_spaces(_without_language(stem))
    bracketed = list(_IN_BRACKETS.finditer(text))
    if bracketed and bracketed[-1].start():
        year = bracketed[-1]
        return _title(text[: year.start()], stem), int(year[1])
    text = _RELEASE.sub("", text)
    years = [match for match in _YEAR.finditer(text) if match.start()]
    episode = _EPISODE.search(text)
    if episode:
        return _title(text[: episode.end()], stem), None
    if years:
        return _title(text[: years[-1].start()], stem), int(years[-1][1])
    return _title(text, stem), None


def _without_language(stem: str) -> str:
    while match := _LAST_PART.search(stem):
        word = match[1]
        # A capital is part of a title, as in `Find It`; a release group may follow a hyphen.
        known = word.lower() in _LANGUAGES and (word.islower() or word in _MARKS or len(word) > 3)
        hyphenated = match[0].startswith("-") and len(word) < 3
        if not match.start() or not known or hyphenated:
            break
        stem = stem[: match.start()]
    return stem


def _with_spaces(stem: str) -> str:
    if " " not in stem:
        stem = stem.replace(".", " ")
    if " " not in stem and "_" not in stem and stem.count("-") > 1:
        stem = stem.replace("-", " ")
    return _SPACES.sub(" ", stem).strip()


def _title(text: str, stem: str) -> str:
    return text.strip(" .-_").rstrip(" ([{") or stem
