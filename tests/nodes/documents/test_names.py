"""The names a document bears."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.documents.names import document_names, short_key
from nodes.domain.documents import DocumentMetadata
from nodes.language.terms import normalise_name


def weights(
    title: str, file_name: str = "d1.txt", opening: str = "", metadata: DocumentMetadata | None = None
) -> dict[tuple[str, str], float]:
    names = document_names(title, file_name, metadata or {}, opening)
    return {(name["kind"], name["key"]): name["weight"] for name in names}


def test_a_title_its_parenthesis_and_its_article() -> None:
    found = weights("The Long Tide (2019 film)", opening="The Long Tide is a 2019 film by Ada Berg.")
    assert found["title", "the long tide 2019 film"] == 1.0
    assert found["alias", "the long tide"] == 1.0
    assert found["alias", "long tide"] == 1.0


def test_before_a_comma_and_before_a_subtitle() -> None:
    assert weights("Hugo, Margrave of Norden")["alias", "hugo"] == 0.6
    assert weights("Sheltered Harbours: A History")["alias", "sheltered harbours"] == 0.7


def test_the_subject_of_the_first_sentence() -> None:
    found = weights("Berg", opening="Berg\n\nAda Maria Berg (born 12 May 1950) is a chemist. Oslo is a city.")
    assert found["alias", "ada maria berg"] == 0.9
    assert ("alias", "oslo") not in found
    assert weights("Tide", opening="Die Gezeit ist eine Bewegung des Meeres.")["alias", "gezeit"] == 0.9


def test_a_person_is_known_by_shorter_names() -> None:
    found = weights('Ada Maria "Addie" Berg', opening="Ada Maria Berg, also known as Stormbird, was born in Husum.")
    assert found["alias", "addie berg"] == 0.8
    assert found["alias", "ada berg"] == 0.6
    assert found["alias", "stormbird"] == 0.6
    assert ("alias", "north council") not in weights("North Sea Council", opening="The North Sea Council is a body.")


def test_a_family_name_keeps_its_particles_and_the_text_may_give_the_whole_name() -> None:
    found = weights("Fritz van der Berg", opening="Friedrich Jan van der Berg (born 1910) was a painter.")
    assert found["alias", "friedrich jan van der berg"] == 0.9
    assert found["alias", "friedrich van der berg"] == 0.6
    assert ("alias", "friedrich berg") not in found
    assert weights("Maria Anna von Husum", opening="She was a painter.")["alias", "maria von husum"] == 0.6
    assert ("alias", "duke husum") not in weights("Duke Otto of Husum", opening="Duke Otto of Husum (born 1710) ruled.")


def test_an_acronym_must_be_the_titles_own() -> None:
    opening = "The North Sea Tidal Office (NSTO) works with the Baltic Fund (BF)."
    found = weights("North Sea Tidal Office", opening=opening)
    assert found["alias", "nsto"] == 0.6
    assert ("alias", "bf") not in found


def test_what_a_text_calls_itself_in_short() -> None:
    opening = 'This Share Purchase Agreement (the "SPA") is made with Ada Berg (the "Seller").'
    assert weights("Share Purchase Agreement", opening=opening)["alias", "spa"] == 0.6
    assert weights("Harbour Share Purchase Agreement", opening=opening)["alias", "spa"] == 0.6
    assert ("alias", "spa") not in weights("Lease of the Harbour Hall", opening=opening)


def test_initials_of_a_title_are_under_a_key_that_no_text_mentions() -> None:
    found = weights("Mutual Non-Disclosure Agreement")
    assert found["alias", short_key("NDA")] == 0.5
    assert ("alias", "nda") not in found
    assert normalise_name(short_key("NDA")) != short_key("NDA")


def test_file_names_count_unless_they_say_nothing() -> None:
    assert weights("T", "safety_handbook-v2.docx")["file_name", "safety handbook v2"] == 0.8
    for name in ("doc1.pdf", "w123.txt", "scan 12.pdf", "2021.pdf", "Untitled.docx", "3f2a9c11.pdf", "final.pdf"):
        assert not any(kind == "file_name" for kind, _key in weights("T", name)), name


def test_what_relates_documents() -> None:
    found = weights(
        "Blade",
        metadata={
            "document_type": "patent",
            "identifiers": ["US10123456B2"],
            "patent_parents": ["US9876543"],
            "authors": ["Ada Berg"],
            "technologies": ["LFP"],
        },
    )
    assert found["identifier", "us10123456b2"] == found["identifier", "us10123456"] == 1.0
    assert found["author", "ada berg"] == 1.0
    assert found["patent_family", "us9876543"] == found["patent_family", "us10123456"] == 1.0
    assert found["technology", "lfp"] == 0.5


LETTERS = st.characters(max_codepoint=0x02FF)


@given(st.text(LETTERS, max_size=60), st.text(LETTERS, max_size=20), st.text(LETTERS, max_size=200))
@settings(max_examples=120)
def test_any_text_gives_normalised_distinct_names(title: str, file_name: str, opening: str) -> None:
    names = document_names(title, file_name, {"authors": [title]}, opening)
    assert len({(name["kind"], name["key"]) for name in names}) == len(names)
    assert all(name["key"] == normalise_name(name["key"]) for name in names)
    assert all(0 < name["weight"] <= 1 for name in names)
    assert names == document_names(title, file_name, {"authors": [title]}, opening)
