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
# Anywhere in a line.
_ANYWHERE = (
    r"\bwww\. ?\w",
    r"https?:",
    r"open ?subtitles",
    r"\b(?:addic7ed|subscene|podnapisi|tvsubtitles|yify|yts\.\w|titlovi|amara\.org|subrip)\b",
    r"@(?:gmail|hotmail|yahoo|mail)\.",
)
_CREDIT = re.compile(
    rf"^[\W_]*(?:{'|'.join(_AT_START)})|{'|'.join(_ANYWHERE)}", re.IGNORECASE | re.MULTILINE
)
# Letters that all of the above hold: most cues hold none of them, which is quick to see.
_HINT = re.compile(
    r"sub|sync|capt|correct|timed|encod|ripp|trans|improv|edit|adapt|proof|downl|advert|support us|"
    r"rate this|help other|tõlk|tõlge|toimet|untert|übers|bearb|sous|trad|sott|legend|ondert|verta|"
    r"tekst|undert|övers|suomen|субт|перев|титр|www|http|addic|podn|titlo|yify|yts|amara|@",
    re.IGNORECASE,
)


def credits_left_out(text: str) -> str:
    """Nothing of a cue that names who made or offers the subtitles."""
    return "" if _HINT.search(text) and _CREDIT.search(text) else text
