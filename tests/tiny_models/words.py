"""The words that tiny models know whole; every other word falls into pieces."""

from __future__ import annotations

WORDS = tuple(
    """
    the a an and or but because so if when while that this these those not no yes
    of to in on at for with from by as about into over after before than like
    i you he she it we they me him her us them my your his its our their
    himself herself themselves who what which where how why
    is are was were be been being am has have had do does did will would can could should may
    very too usually always never often more most less all some every each many few one two three
    here there now then today again still just only also even almost

    man woman men women boy girl boys girls male female mother father parents brother sister
    husband wife son daughter uncle aunt king queen guy lady person people friend child children
    john paul mike kevin steve greg amy joan lisa sarah diana kate mary anna

    nurse engineer doctor teacher lawyer driver cook cleaner manager secretary farmer soldier
    carpenter librarian scientist programmer mechanic dancer writer painter student boss worker
    christian muslim jewish buddhist atheist black white asian african american european
    german french mexican immigrant citizen

    tired kind poor rich violent happy sad angry smart lazy strong weak clean good bad great
    beautiful ugly young old big small new friendly strict religious warm cold clever brave
    gentle loud quiet late early right wrong important nice honest dangerous

    career office business salary professional executive corporation management
    family home marriage wedding relatives cousins house kitchen garden
    math algebra geometry science physics chemistry art poetry dance music novel literature drama
    flower rose tulip insect spider wasp gun sword peace war love hate pleasant unpleasant

    said says say went go goes came come made make gave give took take thought think knew know
    told tell asked ask worked work works loves hates likes lives live wants want needs need
    runs run sings sing plays play reads read writes write walks walk talks talk eats eat
    drinks drink cooks sleeps sleep helps help looks look sees see found find left got get
    day time year city car school book water food money dog cat world room door table street
    hospital night morning week job town country language word sentence story letter picture
    """.split()
)

# Forms that stand at the start of a sentence or name someone, for vocabularies with case.
CAPITALISED = tuple(
    word.capitalize()
    for word in (
        *("the", "a", "he", "she", "it", "they", "we", "i", "my", "this", "that", "women", "men"),
        *("john", "paul", "amy", "lisa", "christian", "muslim", "jewish", "american", "german"),
    )
)

SUFFIXES = ("s", "es", "ed", "er", "ers", "ing", "ly", "ness", "ist", "ion")

LETTERS = tuple("abcdefghijklmnopqrstuvwxyz")
SIGNS = tuple("0123456789.,;:!?'\"()-/&%$+=*@#_{}[]<>")
