"""Files that are no subtitles, recognised by their first bytes."""

from __future__ import annotations

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
