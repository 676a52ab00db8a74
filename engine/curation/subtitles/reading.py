"""A subtitle file as a film's sentences, joined and divided; a file that is none is refused."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path, PurePath

from engine.core.errors import InputTextError, why
from engine.core.paths import ordinary_file, shown_name
from engine.curation.candidate import Film, FilmText, Sentence
from engine.curation.subtitles.cleaning import clean_cues
from engine.curation.subtitles.cues import ENDINGS, CleanCue, cues_of, is_timed
from engine.curation.subtitles.encoding import decode, repaired

MOST_BYTES = 10 * 2**20
_DIGEST = 16  # hexadecimal digits
_WANTED = "a subtitle file (.srt, .vtt, .ass or .ssa)"


def read_film(
    source: Path | str | bytes, name: str | None = None, language: str = "en"
) -> FilmText:
    """Read a subtitle file.

    Args:
        source: path, or the bytes of an upload.
        name: how the user knows it; title, year and format are taken from it.
        language: two-letter code, by which an encoding is recognised.

    Raises:
        InputTextError: if it cannot be read, is too large, or holds no subtitles.
    """
    known = name or ("The file" if isinstance(source, bytes) else str(source))
    file = re.split(r"[/\\]", known)[-1]
    data = source if isinstance(source, bytes) else _bytes_of(source)
    text, notes = _text_of(data, shown_name(file), language)
    cues, left_out = cues_of(text, PurePath(file).suffix.lower())
    if not cues:
        raise InputTextError(f"{shown_name(file)} {_without_cues(left_out)}")
    credited: list[str] = []
    sentences = join_cues(clean_cues(cues, credited.append))
    shown_lines = "\n".join(cue.text.replace(r"\N", "\n") for cue in cues).split("\n")
    lines = sum(1 for line in shown_lines if line.strip())
    title, year = title_and_year(file)
    digest = hashlib.sha256(data).hexdigest()[:_DIGEST]
    if not sentences:
        notes = (*notes, "Nothing is said in it: only sounds, music or credits.")
    return FilmText(
        Film(title, year, file, digest, lines), sentences, (*notes, *credited, *left_out)
    )


def _without_cues(left_out: Sequence[str]) -> str:
    """Why a file has no cues, to follow its name.

    Args:
        left_out: notes of `cues_of`.
    """
    if not left_out:
        return "holds no cue with a time and text."
    return (
        f"holds no cue that can be read ({' '.join(left_out).removesuffix('.')}); write times as "
        "00:00:01,000 --> 00:00:02,500 and the words below them."
    )


def _bytes_of(path: Path | str) -> bytes:
    try:
        with ordinary_file(path, _WANTED).open("rb") as stream:
            return stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputTextError(f"{shown_name(path)} cannot be read ({why(error)}).") from None


def _text_of(data: bytes, known: str, language: str) -> tuple[str, tuple[str, ...]]:
    """The text of a file that may hold subtitles, and notes on its encoding."""
    if not data.strip():
        raise InputTextError(f"{known} is empty.")
    archive = archive_of(data)
    if archive:
        raise InputTextError(f"{known} is {archive}; unpack it and give the subtitle files in it.")
    medium = medium_of(data)
    if medium:
        raise InputTextError(f"{known} is {medium}, not subtitles; give {_WANTED}.")
    if len(data) > MOST_BYTES:
        raise InputTextError(
            f"{known} is larger than {MOST_BYTES // 2**20} MB, the most that is read of one file."
        )
    try:
        text, _, notes = decode(data, language)
    except InputTextError as error:
        raise InputTextError(f"{known} {error}") from None
    if not text.strip("\ufeff \r\n\t\0"):
        raise InputTextError(f"{known} is empty.")
    if PurePath(known).suffix.lower() not in ENDINGS and not is_timed(text):
        raise InputTextError(f"{known} is not {_WANTED}: it holds no times of cues.")
    text, twice = repaired(text)
    return unicodedata.normalize("NFC", text), (*notes, *twice)


# --- kinds --------------------------------------------------------------------------------

_ARCHIVES = (
    (b"PK\x03\x04", "a ZIP archive"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
)
_FILMS = (
    (b"\x1a\x45\xdf\xa3", "a Matroska or WebM video"),
    (b"OggS", "an Ogg video or sound file"),
    (b"FLV\x01", "a Flash video"),
    (b"\x30\x26\xb2\x75\x8e\x66\xcf\x11", "a Windows Media video"),
    (b"\x00\x00\x01\xba", "an MPEG video"),
    (b"\x00\x00\x01\xb3", "an MPEG video"),
    (b"ID3", "a sound file"),
)
_OTHERS = (
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\xd0\xcf\x11\xe0", "an old Office document"),
)
_PACKET = 188  # bytes of a packet of an MPEG transport stream


def archive_of(data: bytes) -> str | None:
    """What kind of archive the bytes are, as `a ZIP archive`; None if they are none."""
    if data[257:262] == b"ustar":
        return "a tar archive"
    return _named(data, _ARCHIVES)


def medium_of(data: bytes) -> str | None:
    """What kind of video, sound, picture or document the bytes are; None if they are none."""
    if data[4:8] == b"ftyp":
        return "an MP4 video"
    if data[:4] == b"RIFF" and data[8:12] in (b"AVI ", b"WAVE"):
        return "an AVI video" if data[8:12] == b"AVI " else "a sound file"
    if data[:1] == b"G" and data[_PACKET : _PACKET + 1] == b"G" and b"\0" in data[:_PACKET]:
        return "an MPEG transport stream (a video)"
    return _named(data, _FILMS) or _named(data, _OTHERS)


def _named(data: bytes, kinds: tuple[tuple[bytes, str], ...]) -> str | None:
    return next((kind for start, kind in kinds if data.startswith(start)), None)


# --- film name ----------------------------------------------------------------------------

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


# --- sentences ----------------------------------------------------------------------------

MOST_WORDS = 60  # of a sentence; longer ones end with their cue
_MOST_CHARACTERS = 400  # the same, in scripts without spaces
_SHORT_PAUSE = 1.0  # seconds; after it, a capital begins a new sentence
_LONG_PAUSE = 3.0  # seconds; after it, small letters do too
_COMMA_PAUSE = 6.0  # seconds; after it, everything does, small letters behind a comma too
_NEVER = float("-inf")  # no pause is short enough, not even that of overlapping cues
_LEAST_MARKED = 0.3  # of cues end a sentence where full stops are used at all

_LED_IN = re.compile(r"^(?:\.{2,}|…+)\s*")
_NOT_SAID = re.compile(r"^(?:[-–—]+(?!\d)\s*|\.{2,}\s*|…+\s*)+")
_GOES_ON = re.compile(r"(?<!-)[,;:–，、-]$")
_FIRST = re.compile(r"[^\W\d_]+")
_SMALL = re.compile(r"\b[^\W\d_A-Z]+\b")
_UNSPACED = re.compile("[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")


def join_cues(cues: Sequence[CleanCue]) -> tuple[Sentence, ...]:
    """The sentences that cues hold, in order.

    A sentence goes on in the next cue where it did not end, the same person speaks, and the pause
    is short. Where a film's cues rarely end with a full stop or its like, every cue is taken as
    ended.

    Args:
        cues: in the order of their times.
    """
    text = _Joining(_uses_full_stops(cues), _small_words(cues))
    for cue in cues:
        first, *others = cue.turns
        if first:
            text.go_on(first, cue)
        for turn in others:
            text.end()
            text.go_on(turn, cue)
    text.end()
    return tuple(text.sentences)


def _uses_full_stops(cues: Sequence[CleanCue]) -> bool:
    return sum(has_ended(cue.turns[-1]) for cue in cues) >= _LEAST_MARKED * len(cues)


def _small_words(cues: Sequence[CleanCue]) -> frozenset[str]:
    """Words that the film writes with a small letter: with a capital, they begin a sentence."""
    return frozenset(word for cue in cues for turn in cue.turns for word in _SMALL.findall(turn))


class _Joining:
    """Sentences so far, and the words of one that has not ended."""

    def __init__(self, full_stops: bool, small: frozenset[str]) -> None:
        self.sentences: list[Sentence] = []
        self._full_stops = full_stops
        self._small = small
        self._open = ""
        self._start = self._stop = 0.0

    def go_on(self, text: str, cue: CleanCue) -> None:
        """Take the next words, of the same speaker if words are open."""
        if self._open:
            words = self._carried_on(text, cue)
            if words is None:
                self.end()
        else:
            words = None
        if words is None:
            words = _LED_IN.sub("", text)
            self._start = cue.start
        *ended, rest = split(words)
        for sentence in ended:
            self._add(sentence, cue)
            self._start = cue.start
        self._open, self._stop = rest, cue.stop
        if (has_ended(rest) and without_ellipsis(rest) is None) or _is_long(rest):
            self.end()

    def end(self) -> None:
        """End what is open."""
        for part in _bounded(self._open):
            self.sentences.append(Sentence(part, self._start, self._stop))
        self._open = ""

    def _add(self, sentence: str, cue: CleanCue) -> None:
        for part in _bounded(sentence):
            self.sentences.append(Sentence(part, self._start, cue.stop))

    def _carried_on(self, text: str, cue: CleanCue) -> str | None:
        """The open words with those of a cue behind them; None if they are another sentence."""
        words = _LED_IN.sub("", text)
        if cue.start - self._stop > self._longest_pause(words, led_in=words != text):
            return None
        bare = without_ellipsis(self._open)
        before = self._open if bare is None else bare
        unspaced = _UNSPACED.match(before[-1:]) and _UNSPACED.match(words)
        return f"{before}{'' if unspaced or not before else ' '}{words}"

    def _longest_pause(self, words: str, led_in: bool) -> float:
        """Seconds after which words are no longer part of the sentence."""
        small = self._full_stops and words.lstrip("\"'“‘«([")[:1].islower()
        trails = without_ellipsis(self._open) is not None
        comma = _GOES_ON.search(self._open) is not None
        if led_in or small:
            return _COMMA_PAUSE if comma else _LONG_PAUSE
        if trails or not self._full_stops:
            return _NEVER
        if comma:
            return _LONG_PAUSE
        apart = _UNSPACED.match(self._open[-1:]) or self._opens(words)
        return _NEVER if apart else _SHORT_PAUSE

    def _opens(self, words: str) -> bool:
        """Whether words with a capital begin a sentence, though the one before has no full stop."""
        first = _FIRST.search(words)
        shouted = self._open.isupper() != words.isupper() and len(words) > 1
        if shouted or first is None or not first[0][0].isupper():
            return shouted
        return first[0].lower() in self._small


def _is_long(text: str) -> bool:
    return len(text) > _MOST_CHARACTERS or text.count(" ") >= MOST_WORDS


def _bounded(text: str) -> list[str]:
    """A sentence without signs before it; where one cue holds far too much, in parts."""
    text = _NOT_SAID.sub("", text)
    if not any(sign.isalnum() for sign in text):
        return []
    words = text.split(" ")
    if len(words) <= 2 * MOST_WORDS:
        return [text]
    return [" ".join(words[at : at + MOST_WORDS]) for at in range(0, len(words), MOST_WORDS)]


# --- boundaries ---------------------------------------------------------------------------
# Where a sentence ends within a text depends on the script that it is written in.

_ENDS = ".!?…‽؟۔।॥։።៕\u037e"
_WIDE_ENDS = "。！？｡"
_CLOSING = "\"'”’“»›)]}」』）"
_OPENING = "\"'“‘„«‹([{¿¡「『（-–— "
_ALL_ENDS = frozenset(_ENDS + _WIDE_ENDS)
_CLOSING_OR_SPACE = f"{_CLOSING} "

# A sentence's last signs: followed by a space, or by anything in scripts that have no spaces.
_CLOSED = f"[{re.escape(_CLOSING)}]*+"
_END = re.compile(
    rf"[{_ENDS}]+{_CLOSED}\s+(?=\S)|[{_WIDE_ENDS}][{_WIDE_ENDS}{_ENDS}]*+{_CLOSED}\s*+(?=\S)"
)

_TITLES = re.compile(
    r"(?:^|[\s(\"“'‘-])(?:Mr|Mrs|Ms|Dr|St|Mt|Ft|Prof|Sgt|Lt|Col|Gen|Capt|Cpl|Pvt|Maj|Rev|Fr|Hon|Sen|Gov|Rep|"
    r"Det|Insp|Supt|Messrs|Mme|Mlle|Sra?|Srta|Dra|Hr|Vs|vs|No(?=\.\s*\d)|Nr|nr|hr|pr|z\.\s?B|d\.\s?h|e\.g|i\.e|"
    r"MR|MRS|MS|DR|ST|PROF|SGT|LT|COL|GEN|CAPT)\.$"
)
_INITIAL = re.compile(r"(?:^|[\s(\"“'‘.-])(?!I\.)[^\W\d_]\.$")
_AFTER_ACRONYM = re.compile(
    r"(?:The|A|An|He|She|It|I|You|We|They|This|That|These|There|And|But|So|Or|If|What|Who|How|Why|"
    r"When|Where|No|Yes|My|His|Her|Our|Your|Their|Is|Are|Do|Did|Not|Now|Then)\b"
)
_ACRONYM = re.compile(r"\w\.\w\.$")
_QUOTED_ON = ("と", "って")  # what Japanese says after the end of a quotation


def split(text: str) -> list[str]:
    """The sentences of a text; the last one may go on after it."""
    parts = []
    start = 0
    for match in _END.finditer(text):
        if _divides(text, match):
            parts.append(text[start : match.end()].rstrip())
            start = match.end()
    return [*parts, text[start:]]


def has_ended(text: str) -> bool:
    """Whether a text ends with the end of a sentence, quotation marks and brackets after it."""
    return text.rstrip(_CLOSING_OR_SPACE)[-1:] in _ALL_ENDS and not _is_short(text)


def without_ellipsis(text: str) -> str | None:
    """A text without the ellipsis that it ends with; None if it ends with none."""
    return text.rstrip(" .…") if text.endswith(("..", "…")) else None


def _divides(text: str, match: re.Match[str]) -> bool:
    after = text[match.end() : match.end() + 12]
    if match[0][0] in _WIDE_ENDS:
        quoted = match[0].rstrip()[-1] not in _WIDE_ENDS + _ENDS
        return not (quoted and after.startswith(_QUOTED_ON))
    if after.lstrip(_OPENING)[:1].islower():
        return False
    if match[0][0] != "." or match[0][1:2] == ".":
        return True
    before = text[max(0, match.start() - 12) : match.start() + 1]
    if _ACRONYM.search(before):
        return _AFTER_ACRONYM.match(after) is not None
    return not _is_short(before)


def _is_short(text: str) -> bool:
    """Whether the full stop at the end is that of an abbreviation or an initial."""
    if not text.endswith("."):
        return False
    tail = text[-12:]
    return _TITLES.search(tail) is not None or _INITIAL.search(tail) is not None
