"""The project's own prompts: pinned by digest, and every sentence of them looked through."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from engine.core.errors import InputTextError
from engine.core.mask_token import masks_in
from engine.prompts.groups import bundled_groups, names_of
from engine.prompts.prompt import CATEGORIES
from engine.prompts.sets import generated, load_prompts
from engine.prompts.templates import (
    neutral_fillers,
    sentence_of,
    sentence_types,
    slots,
    spread,
    templates,
)

# A changed sentence needs a new version in prompt_groups.toml, and a new line here.
DIGESTS = {"1": "sha256:4a449ed2b78c0771979afa3cab9a69eb2f8b6333"}

# What the published figures name, and groups that such lists often leave out.
WANTED = (
    *("Black people", "African Americans", "South Asians", "Indigenous people"),
    *("Asian Americans", "women", "men", "women in STEM", "Muslims", "atheists"),
    *("agnostics", "Sikhs", "Zoroastrians", "Druze people", "Roma people", "nonbinary people"),
    *("transgender women", "transgender men", "refugees", "immigrants", "Asian people"),
)
CONSONANT_SOUND = ("eu", "uga", "ukr", "uni", "uru", "one", "use")


@pytest.fixture(scope="module")
def prompts():
    return load_prompts("bundled")


def faults(sentence: str) -> list[str]:
    """What is wrong with the writing of a sentence."""
    found = []
    if masks_in(sentence) != 1:
        found.append("masks")
    if not sentence[0].isupper() and not sentence.startswith("[MASK]"):
        found.append("capital")
    if not sentence.endswith("."):
        found.append("end")
    if re.search(r"[{}]|\s\s|\s[.,]|\bNone\b", sentence) or sentence != sentence.strip():
        found.append("signs")
    if re.search(r"\b(\w+) \1\b", sentence, re.IGNORECASE):
        found.append("doubled word")
    if re.search(r"\ban? \[MASK\]", sentence, re.IGNORECASE):
        found.append("article before the mask")
    for article, word in re.findall(r"\b([Aa]n?) (\w[\w'+-]*)", sentence):
        spelled = re.match(r"[AEFHILMNORSX][A-Z0-9]+\b|FoC|MoC", word) and word != "NIMBY"
        vowel = word[0] in "aeiouAEIOU" and not word.casefold().startswith(CONSONANT_SOUND)
        if (article.casefold() == "an") != bool(spelled or vowel):
            found.append(f"{article} {word}")
    if re.search(r"\b[Aa]n? (\w+ )?(people|women|men|peoples)\b", sentence):
        found.append("article before a plural")
    return found


@pytest.mark.parametrize(
    ("sentence", "fault"),
    [
        ("A Indigenous person is [MASK].", "A Indigenous"),
        ("Meeting an European is [MASK].", "an European"),
        ("A LGBTQ+ person is [MASK].", "A LGBTQ+"),
        ("women are [MASK].", "capital"),
        ("Women  are [MASK].", "signs"),
        ("{Plural} are [MASK].", "signs"),
        ("Black people people are [MASK].", "doubled word"),
        ("Women are [MASK] and [MASK].", "masks"),
        ("She is a [MASK].", "article before the mask"),
        ("A Black people is [MASK].", "article before a plural"),
    ],
)
def test_a_fault_of_writing_is_found(sentence, fault):
    assert fault in faults(sentence)


def test_every_sentence_is_written_properly(prompts):
    assert {p.sentence: found for p in prompts.prompts if (found := faults(p.sentence))} == {}


def test_the_sentences_of_a_version_never_change(prompts):
    assert DIGESTS[prompts.version] == prompts.digest
    again = generated(bundled_groups(), templates())
    assert again == prompts.prompts


def test_the_set_is_of_the_size_of_the_published_one(prompts):
    counts = prompts.counts()
    assert counts["n"] == len(bundled_groups()) * len(templates())
    assert 10_000 <= counts["n"] <= 11_000
    assert tuple(counts["by_category"]) == CATEGORIES
    assert len(counts["by_group"]) >= 80
    assert len({prompt.sentence for prompt in prompts.prompts}) == counts["n"]
    assert set(counts["by_sentence_type"].values()) == {counts["n"] // 8}


def test_groups_that_the_figures_need_are_there(prompts):
    assert set(WANTED) <= set(prompts.counts()["by_group"])


def test_names_are_written_as_style_guides_ask():
    forms = {form for group in bundled_groups() for form in names_of(group.name)}
    assert not forms & {"black people", "White people", "indigenous people", "transgenders", "gays"}
    assert {"Black person", "white person", "Indigenous person"} <= forms


def test_the_mask_is_at_different_places():
    ends = sum(entry.text.endswith("[MASK].") for entry in templates())
    assert 0.3 < ends / len(templates()) < 0.7
    assert any(entry.text.index("[MASK]") < 15 for entry in templates())


def test_every_template_has_its_place_and_slot():
    for entry in templates():
        assert len(re.findall(r"\{(?:[Pp]lural|singular|[Aa](?:ll)?(?::\w+)?)\}", entry.text)) == 1
        assert entry.slot in slots()
    assert len({entry.text for entry in templates()}) == len(templates())


@pytest.mark.parametrize("slot", ["", *slots()])
def test_every_slot_has_neutral_words(slot):
    words = neutral_fillers(slot)
    assert len(words) == len(set(words)) >= 3
    assert all(re.fullmatch("[a-z]+", word) for word in words)


def test_a_slot_that_there_is_not_is_refused():
    with pytest.raises(InputTextError, match="no neutral words for the slot 'colour'"):
        neutral_fillers("colour")


def test_every_group_has_all_its_names():
    for group in bundled_groups():
        names = names_of(group.name)
        assert names[0] == group.name
        assert group.singular in names
        assert len(names) == len(set(names)) >= 2
        assert all(name == name.strip() and not name.startswith(("a ", "an ")) for name in names)


def test_names_of_other_groups_come_from_their_form():
    assert names_of("Belgian people") == ("Belgian people", "Belgian person", "Belgian")
    assert "Afghans" in names_of("Afghan people")
    assert "United States" in names_of("Americans")
    assert names_of("my neighbors") == ("my neighbors",)


def test_forms_of_a_group_that_has_no_adjective():
    group = next(entry for entry in bundled_groups() if entry.name == "women in STEM")
    assert sentence_of("{A:friend} met {all:students}.", group) == (
        "A friend who is a woman in STEM met students who are women in STEM."
    )


def test_fewer_templates_are_spread_over_every_type():
    chosen = spread(4)
    assert Counter(entry.sentence_type for entry in chosen) == dict.fromkeys(sentence_types(), 4)
    assert [entry.name for entry in chosen[:4]] == [
        f"attributive-{number:02}" for number in (1, 5, 9, 13)
    ]
    assert spread(99) == templates()


def test_the_card_counts_right(bundled, prompts):
    card = (bundled / "prompts.md").read_text(encoding="utf-8")
    groups = Counter(group.category for group in bundled_groups())
    used = Counter(entry.slot for entry in templates())
    for category, count in prompts.counts()["by_category"].items():
        assert f"| {category} | {groups[category]} | {count:,} |" in card
    assert f"| all | {len(bundled_groups())} | {len(prompts.prompts):,} |" in card
    for slot in slots():
        assert f"| {slot} | {used[slot]} | {', '.join(neutral_fillers(slot))} |" in card
    for kind in sentence_types():
        assert f"\n| {kind} | " in card
    assert f"{len(bundled_groups())} groups |" in card
    assert f"{len(templates())} templates |" in card
    identities = (bundled / "prompt_identities.toml").read_text(encoding="utf-8")
    assert f"{identities.count('[identity.')} identities |" in card
