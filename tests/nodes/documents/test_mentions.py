"""What a chunk mentions."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.documents.names import chunk_mentions
from nodes.language.terms import normalise_name


def keys(content: str) -> list[str]:
    return [mention["key"] for mention in chunk_mentions(0, content)]


def test_runs_with_particles_and_their_parts() -> None:
    found = keys("It was written by Hugo van Norden and Ada Berg for the Bank of Husum.")
    assert {"hugo van norden", "ada berg", "bank of husum", "husum"} <= set(found)
    assert "it" not in found


def test_a_form_of_address_does_not_hide_a_name() -> None:
    assert "ada m berg" in keys("They met President Ada M. Berg's brother.")
    found = keys("It belonged to Eastern Frisian Emperor Otto II, then to Count Jan III of Esens.")
    assert {"otto ii", "jan iii of esens", "jan iii"} <= set(found)
    assert not {"ii", "iii of esens", "of esens"} & set(found), "a numeral begins no name"


def test_what_is_called_after_somebody_mentions_them() -> None:
    found = keys("She went to the girls-only Ada Berg High School near the Bank of Husum.")
    assert {"ada berg high school", "ada berg", "high school"} <= set(found)
    assert not any(key in {"bank of", "ada", "school"} for key in found)


def test_two_names_with_a_comma_between_them_are_one_too() -> None:
    assert {"aurich", "lower saxony", "aurich lower saxony"} <= set(keys("It was founded in Aurich, Lower Saxony."))
    assert "otto ii count of esens" in keys("She married Otto II , Count of Esens( died 1302), late.")
    row = keys("It stars Ada Berg, Hugo Norden, Ilse Dorn and Emil Falk.")
    assert not any("berg hugo" in key or "norden ilse" in key for key in row)
    assert "berg husum" not in keys("With Ada Berg. Husum, then, was small.")


def test_a_word_that_begins_a_sentence_needs_more() -> None:
    assert keys("Turbines turn slowly. Yesterday was calm.") == []
    assert keys("Norden is small. They moved to Norden.") == ["norden"]
    assert keys("Ada Berg came.") == ["ada berg"]
    assert keys("In Husum it rained. However, Berg stayed.") == ["husum", "berg"]


def test_accents_and_other_alphabets() -> None:
    assert "emile zola" in keys("a book by Émile Zola")
    assert "иван петров" in keys("это написал Иван Петров вчера")
    assert keys("東京は日本の首都である。") == []


def test_quotations_files_and_identifiers() -> None:
    found = keys(
        'As "the long tide" and „Der lange Weg“ show, see budget_2023.xlsx, RFC 2119 and U.S. Pat. No. 9,876,543.'
    )
    assert {"the long tide", "der lange weg", "budget 2023", "rfc 2119", "us9876543"} <= set(found)


def test_names_within_a_quoted_title_are_none_but_what_it_begins_with() -> None:
    assert keys('He wrote "My friend is called Maurice" of 1957.') == ["my friend is called maurice"]
    assert "master lease" in keys("Hereafter “the Master Lease”.")
    assert {"silent harbour live in berg", "silent harbour"} <= set(keys('Her song "Silent Harbour (Live in Berg)".'))


def test_numbers_belong_to_names_and_dates_do_not() -> None:
    found = keys("The crew of Apollo 11 and the Annual Report 2023 were discussed in July 2022.")
    assert {"apollo 11", "annual report 2023"} <= set(found)
    assert not any("july" in key for key in found)


def test_a_dropped_g_does_not_break_a_name_apart() -> None:
    assert {"tidin harbours", "rollin ferries"} <= set(keys("Shares of Tidin' Harbours and of Rollin’ Ferries rose."))
    assert keys("They stayed at Tidin' for a week.") == ["tidin"]
    assert "berg petrel" not in keys("It belongs to the Bergs' Petrel.")


def test_headings_in_capitals_are_no_names() -> None:
    assert keys("CONSOLIDATED BALANCE SHEETS\n1 2 3\n") == []


def test_the_context_is_the_sentence_or_a_part_of_it() -> None:
    mentions = chunk_mentions(4, "First one. They met Ada Berg there. Last one.")
    assert mentions == [{"key": "ada berg", "chunk_index": 4, "context": "They met Ada Berg there."}]
    long = "word " * 100 + "with Ada Berg " + "word " * 100 + "."
    context = chunk_mentions(0, long)[0]["context"]
    assert len(context) <= 300
    assert "Ada Berg" in context


@given(
    st.text(alphabet=st.sampled_from("ABab .,'’-&/\n0Ééß\"“”"), max_size=150)
    | st.text(st.characters(max_codepoint=0x02FF), max_size=150)
)
@settings(max_examples=150)
def test_any_text_gives_bounded_normalised_mentions(content: str) -> None:
    mentions = chunk_mentions(7, content)
    assert len(mentions) <= 64
    assert len({mention["key"] for mention in mentions}) == len(mentions)
    for mention in mentions:
        assert mention["key"] == normalise_name(mention["key"])
        assert mention["chunk_index"] == 7
        assert len(mention["context"]) <= 300
    assert mentions == chunk_mentions(7, content)


def test_a_chunk_full_of_names_is_bounded() -> None:
    many = " met ".join(f"Bay{number}x Sound" for number in range(200))
    assert len(chunk_mentions(0, many)) == 64
