"""Credits: cues that name who made or offers the subtitles, or that hold an address."""

from __future__ import annotations

import re

# --- where they begin ---------------------------------------------------------------------

# At the start of a line: in the middle these words are spoken. Somebody's name has to follow.
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
    # Estonian, German, French, Spanish, Italian, Portuguese, Dutch, Nordic, Russian
    r"(?:subtiitrid|tõlkis|tõlkinud|tõlge|toimetas)(?: ?:| \w+i?nud\b|(?= [A-ZÕÄÖÜŠŽ]))",
    r"(?:untertitel|übersetzung|bearbeitung)(?: ?:| von\b| im auftrag| der\b)",
    r"(?:sous-titr\w+|traduction|adaptation)(?: ?:| par\b| de\b| réalis\w*)",
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
# Anywhere in a line, and at the start of one.
_ADDRESS = re.compile(
    r"\bwww\. ?\w|https?:|open ?subtitles|@(?:gmail|hotmail|yahoo|mail)\.|"
    r"\b(?:addic7ed|subscene|podnapisi|tvsubtitles|yify|yts\.\w|titlovi|amara\.org)\b"
)
_ADDRESS_HINTS = "www http subtitles @ addic subsc podn yify yts titl amara".split()
_ADVERTISED = re.compile(
    r"[\W_]*(?:advertise your product or brand|support us and become (?:a )?(?:vip|member)|"
    r"please rate this subtitle|help other users (?:to )?choose)",
    re.IGNORECASE,
)


def credits_left_out(text: str) -> str:
    """Nothing of a cue with credits: who made or offers the subtitles, or an address."""
    lines = text.split("\n")
    hinted = [at for at, line in enumerate(lines) if _HINT.match(line)]
    credited = any(_ADVERTISED.match(lines[at]) or _is_credit(lines, at) for at in hinted)
    return "" if credited or _is_address(text.lower()) else text


def _is_address(text: str) -> bool:
    return any(hint in text for hint in _ADDRESS_HINTS) and _ADDRESS.search(text) is not None


def _is_credit(lines: list[str], at: int) -> bool:
    begun = _CREDIT.match(lines[at])
    if begun is None:
        return False
    follows = _behind(lines, at, begun.end())
    end = _END.search(follows)
    words = _WORD.findall(follows[: end.start()] if end else follows)
    by = begun[0].casefold().rstrip().endswith(_BY) or words[:1] == ["by"]
    return _names_somebody(words, end[0] if end else "", by)


# --- what follows -------------------------------------------------------------------------
# `Translation: Lena Quay` is a credit and `Translation: he sleeps.` is said, so what follows has
# to be somebody's name. One sentence is looked at, so that it is judged alike when read again.

_BY = (" by", " par", " por", " von", " door", " av", " af")
_END = re.compile(r"[.!?…‽؟۔।॥։።៕\u037e。！？｡](?!\w)")
_NEW_TURN = re.compile(r"\s*(?:[-–—‐‑−\ue000]|>>|[^:：]{1,40}[:：])")
_MOST_OF_A_SITE = 4  # words, as in `the old harbour site`
_MOST_IN_CAPITALS = 3  # words of a name where all is in capitals and nothing tells it from speech
_WORD = re.compile(r"[^\W_][\w.'’-]*|@\w+")

# Words that link names, or say what else was done.
_LINKS = frozenset(
    "the of and for at in with from by on behalf made created provided edited corrected improved "
    "translated timed synced sync encoded ripped downloaded extracted sponsored possible subtitles "
    "subs captions corrections de la le les du des der den dem und von vom im auftrag für et y e i "
    "en di da do dos das a cura van het og och ja и на".split()
)
_SITES = frozenset("site website page forum channel homepage".split())
# They begin a sentence: with a capital letter they are no names.
_NO_NAMES = frozenset(
    "i you he she it we they me him her us them this that these those there here who what when "
    "where why how is are was were am be do does did have has had will would can could shall "
    "should must may might not no yes nothing nobody never now then so but or if my your his its "
    "our their just still yet later soon done ready ok okay oh well please".split()
)


def _behind(lines: list[str], at: int, start: int) -> str:
    """What follows in a line, and in the next one where that goes on with it."""
    follows = lines[at][start:].strip()
    for line in lines[at + 1 :]:
        goes_on = line[:1].islower() if _told(_WORD.findall(follows)) else not _NEW_TURN.match(line)
        if not goes_on:
            break
        follows = f"{follows} {line.strip()}"
    return follows


def _told(words: list[str]) -> list[str]:
    """The words that are not there to link names."""
    return [word for word in words if word.casefold() not in _LINKS]


def _names_somebody(words: list[str], end: str, by: bool) -> bool:
    """Whether words are a name, with what links names, as far as the sign behind them allows.

    Args:
        end: sign that ends the sentence; empty where nothing does.
        by: whether `by` stands before them, after which little else is said.
    """
    told = _told(words)
    if not told:
        return not (words and end)  # the name is in the next cue
    if len(words) > 1 and words[-1].casefold() in _SITES:
        return len(words) <= _MOST_OF_A_SITE
    if not all(map(_is_name, told)):
        return by and not end and len(words) == 1 and _is_invented(told[0])
    if by:
        return end not in ("!", "?")
    in_capitals = all(word.isupper() for word in words)
    if end:
        return end not in ("!", "?") and len(told) > 1 and not in_capitals
    return not in_capitals or len(told) <= _MOST_IN_CAPITALS


def _is_name(word: str) -> bool:
    """Whether a word is written as a name, or as what people call themselves on the web."""
    letters = [sign for sign in word if sign.isalpha()]
    if not letters or word.casefold() in _NO_NAMES:
        return False
    marked = word[0] == "@" or "_" in word or any(sign.isdigit() for sign in word)
    return marked or not all(sign.islower() for sign in letters)


def _is_invented(word: str) -> bool:
    """Whether a word in small letters is none of English: `harbourlass`, not `hand`."""
    from simplemma import is_known

    return word.casefold() not in _NO_NAMES and not is_known(word, lang="en")
