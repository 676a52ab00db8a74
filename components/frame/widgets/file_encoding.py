"""The encoding of an uploaded text that names none: what was guessed, and changing it there.

From here on the file is UTF-8, whichever page reads it and whichever command a job runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

import streamlit as st

from components.frame.present import explain
from components.frame.session import state
from engine.files.text_file import Guess, guessed, question

# As Python names them -> as people do.
ENCODINGS = {
    "utf_8": "UTF-8",
    "cp1252": "Windows-1252 (Excel)",
    "mac_roman": "Mac-Roman (older Macs)",
    "cp1250": "Windows-1250 (Central Europe)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "koi8_r": "KOI8-R (Cyrillic)",
    "cp1253": "Windows-1253 (Greek)",
    "cp1254": "Windows-1254 (Turkish)",
    "cp1255": "Windows-1255 (Hebrew)",
    "cp1256": "Windows-1256 (Arabic)",
    "cp1257": "Windows-1257 (Baltic)",
    "cp1258": "Windows-1258 (Vietnamese)",
    "gb18030": "GB 18030 (Chinese)",
    "big5": "Big5 (Chinese)",
    "cp932": "Shift JIS (Japanese)",
    "cp949": "EUC-KR (Korean)",
}
_FALLBACK = "cp1252"
_PREVIEW = 3  # lines with a letter beyond ASCII
_LONGEST = 120  # letters of a line


def in_utf8(data: bytes, key: str) -> bytes:
    """The bytes of a text as UTF-8; where its encoding was guessed, say so and let it be changed.

    Args:
        data: of a file; what is no text, or says its encoding, stays as it is.
        key: of the upload box.
    """
    upload = _remembered(data, key)
    guess = upload.guess
    if guess is None:
        return data
    # Of each file its own: what was chosen for one is not taken for the next.
    own = f"{key}_encoding_{upload.digest}"
    chosen: str = st.session_state.get(own) or _known(guess)
    text = upload.text(chosen)
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.caption(_said(guess, chosen, text), width="content")
        with st.popover("Change", type="tertiary"):
            st.selectbox(
                "Encoding",
                [*ENCODINGS],
                index=[*ENCODINGS].index(chosen),
                format_func=ENCODINGS.__getitem__,
                key=own,
            )
            for line in preview(text):
                st.text(line)
    return upload.utf_8(chosen)


@dataclass(eq=False)
class _Upload:
    """An upload with what was found of it, so that it is looked at once and not in every run.

    Args:
        digest: of its bytes; empty where they stay as they are.
        decoded: the encoding that it was read in last, its text, and this as UTF-8.
    """

    data: bytes
    guess: Guess | None
    digest: str
    decoded: tuple[str, str, bytes] = ("", "", b"")

    def text(self, encoding: str) -> str:
        """The text in an encoding."""
        return self._decoded(encoding)[1]

    def utf_8(self, encoding: str) -> bytes:
        """The text in an encoding, as UTF-8."""
        return self._decoded(encoding)[2]

    def _decoded(self, encoding: str) -> tuple[str, str, bytes]:
        if self.decoded[0] != encoding:
            text = self.data.decode(encoding, errors="replace")
            self.decoded = encoding, text, text.encode("utf-8")
        return self.decoded


def _remembered(data: bytes, key: str) -> _Upload:
    """What was found of the file in a box; a file is told from the next by being another object."""
    memory = state.encoding_key(key)
    known: _Upload | None = st.session_state.get(memory)
    if known is None or known.data is not data:
        guess = guessed(data)
        digest = sha256(data).hexdigest()[:12] if guess is not None else ""
        known = st.session_state[memory] = _Upload(data, guess, digest)
    return known


def _known(guess: Guess) -> str:
    return guess.encoding if guess.encoding in ENCODINGS else _FALLBACK


def _said(guess: Guess, chosen: str, text: str) -> str:
    """How the file was read, with the letters that tell whether it is right."""
    if chosen == guess.encoding:
        letters = guess.letters
    else:
        letters = tuple(dict.fromkeys(letter for letter in text if ord(letter) > 127))
    return explain.plain(question(ENCODINGS[chosen], letters))


def preview(text: str) -> list[str]:
    """The first lines that an encoding makes a difference to, cut where they are long."""
    lines = (line.strip() for line in text.splitlines())
    return [line[:_LONGEST] for line in lines if not line.isascii()][:_PREVIEW]
