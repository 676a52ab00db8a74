"""The encoding of an uploaded text that names none: what was guessed, and changing it there.

From here on the file is UTF-8, whichever page reads it and whichever command a job runs.
"""

from __future__ import annotations

from hashlib import sha256

import streamlit as st

from components.frame.present import explain
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
    guess = guessed(data)
    if guess is None:
        return data
    # Of each file its own: what was chosen for one is not taken for the next.
    own = f"{key}_encoding_{sha256(data).hexdigest()[:12]}"
    chosen: str = st.session_state.get(own) or _known(guess)
    text = data.decode(chosen, errors="replace")
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
    return text.encode("utf-8")


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
