"""The cleaning rule for credits and advertisements."""

from __future__ import annotations

import re

# At the start of a line: in the middle these words are spoken.
_AT_START = (
    r"(?:english |original |fan ?)?(?:sub(?:title)?s?|captions?|captioning|subtitling) ?"
    r"(?:by\b|from\b|:|downloaded|provided|created|made|edited|ripped|sync|extracted|possible|"
    r"sponsored)",
    r"(?:re-?)?(?:sync(?:ed|hroni[sz]ed|ing)?|corrected|timed|encoded|ripped|transcribed|"
    r"transcript|translated|translation|improved|edited|adapt(?:ed|ation)|proofread)"
    r"(?:(?:,| and| &| \+) ?(?:\w+ )?"
    r"(?:sync\w*|correct\w+|edited|improved|translated|timed|encoded))*"
    r" ?(?:by\b(?!\s+(?:the|a|an|my|his|her|our|your|their|its|hand)\b)|:)",
    r"captioned by\b",
    r"downloaded from\b",
    r"(?:advertise your product|support us and become|please rate this subtitle|help other users)",
    # Estonian, German, French, Spanish, Italian, Portuguese, Dutch, Nordic, Russian
    r"(?:subtiitrid|tõlkis|tõlkinud|tõlge|toimetas)(?: ?:| \w+i?nud\b|(?= [A-ZÕÄÖÜŠŽ]))",
    r"(?:untertitel|übersetzung|bearbeitung)(?: ?:| von\b| im auftrag| der\b)",
    r"(?:sous-titr\w+|traduction|adaptation)(?: ?:| par\b| de\b| réalis)",
    r"(?:subt[íi]tulos?|traducci[óo]n|traducido)(?: ?:| por\b| de\b)",
    r"(?:sottotitoli|traduzione|tradotto)(?: ?:| di\b| da\b| a cura)",
    r"(?:legendas?|legendado|tradu[çc][ãa]o|traduzido)(?: ?:| por\b| de\b)",
    r"(?:ondertiteling|vertaling|vertaald|tekster|tekstning|undertekster|översättning|suomennos)"
    r"(?: ?:| door\b| av\b| af\b)",
    r"(?:субтитры|перевод|титры)(?: ?:| сделал\w*| создал\w*| подготов\w*| выполн\w*)",
)
_CREDIT = re.compile(rf"[\W_]*(?:{'|'.join(_AT_START)})", re.IGNORECASE)
# The letters that these begin with, which is quick to see: few lines go further.
_HINT = re.compile(
    r"[\W_]*(?:eng|orig|fan|sub|capt|re|sync|corr|tim|enc|rip|tran|imp|ed|adap|proo|down|adv|supp|"
    r"ple|help|tõl|toi|unt|über|bear|sous|trad|sott|leg|ond|ver|tek|und|över|suo|субт|пере|титр)",
    re.IGNORECASE,
)
# Anywhere in a line.
_ADDRESS = re.compile(
    r"\bwww\. ?\w|https?:|open ?subtitles|@(?:gmail|hotmail|yahoo|mail)\.|"
    r"\b(?:addic7ed|subscene|podnapisi|tvsubtitles|yify|yts\.\w|titlovi|amara\.org)\b"
)
_ADDRESS_HINTS = (
    "www",
    "http",
    "subtitles",
    "@",
    "addic",
    "subsc",
    "podn",
    "yify",
    "yts",
    "titl",
    "amara",
)


def credits_left_out(text: str) -> str:
    """Nothing of a cue that names who made or offers the subtitles."""
    lines = text.split("\n")
    credited = any(_HINT.match(line) and _CREDIT.match(line) for line in lines)
    return "" if credited or _is_address(text.lower()) else text


def _is_address(text: str) -> bool:
    return any(hint in text for hint in _ADDRESS_HINTS) and _ADDRESS.search(text) is not None
