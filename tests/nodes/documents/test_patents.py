"""What a patent descends from."""

from __future__ import annotations

from nodes.documents.patents import PatentRelations, family_keys, patent_relations
from tests.nodes.documents.plain_pages import pages


def test_a_chain_of_relations_is_read() -> None:
    text = (
        "Nov. 6, 2018\nThis application is a continuation of application No. 15/123,456, filed on\n"
        "May 1, 2015, now Pat. No. 9,876,543, which is a division\nof U.S. patent application Ser. No. 14/000,111, "
        "filed in 2013, and claims priority to EP 1 234 567 A1.\n"
    )
    assert patent_relations(pages(text)) == {
        "parents": ["US15/123456", "US9876543", "US14/000111", "EP1234567A1"],
        "continuations": ["US15/123456", "US9876543"],
        "divisionals": ["US14/000111"],
    }


def test_a_continuation_in_part_is_a_continuation() -> None:
    relations = patent_relations(pages("A continuation-in-part of U.S. Pat. No. 8,000,001."))
    assert relations["continuations"] == relations["parents"] == ["US8000001"]


def test_cited_patents_and_divisions_of_companies_are_no_parents() -> None:
    nothing: PatentRelations = {"parents": [], "continuations": [], "divisionals": []}
    assert patent_relations(pages("See U.S. Pat. No. 8,000,001 for blades.")) == nothing
    assert patent_relations(pages("Harbour Marine is a division of Harbour Power. " + "It grew. " * 60)) == nothing
    far = "a division of Harbour Power. " + "It grew and grew. " * 30 + "See U.S. Pat. No. 8,000,001."
    assert patent_relations(pages(far)) == nothing


def test_members_of_a_family_share_a_key() -> None:
    child = family_keys(["US10123456B2"], ["US9876543"])
    parent = family_keys(["US9876543B1", "10.1000/x"], [])
    assert child == ["US10123456", "US9876543"]
    assert parent == ["US9876543"]
