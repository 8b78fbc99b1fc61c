import pytest

from nodes.language.query_types import query_type
from nodes.language.spelling import checked_words, misspelt
from nodes.language.wholes import asked_findings, asks_for_whole, cue_words, subject_terms


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("Summarize the annual report 2023", ["annual", "2023"]),
        ("Can you summarise the paper by Varnholt in three sentences?", ["paper", "varnholt"]),
        ("sumerize the board minutes", ["board", "minut"]),
        ("What are the key points of the board minutes?", ["board", "minut"]),
        ("what's the safety handbook about?", ["safeti", "handbook"]),
        ("What are the main findings of the studies?", ["studi"]),
        ("What do these documents say about marine growth?", ["marin", "growth"]),
        ("What does the letter to the tenants say, in a few words?", ["letter", "tenant"]),
        ("what came out of the board meeting in May?", ["board", "meet", "may"]),
        ("Give me an overview of these documents", []),
        ("What documents do I have?", []),
        ("list all files", []),
        ("What is this about?", []),
        ("Give me the gist of the board minutes", ["board", "minut"]),
        ("summary", []),
        ("Worum geht es im Mietvertrag?", ["mietvertrag"]),
        ("De quoi parle le compte rendu ?", ["compt", "rendu"]),
        ("Di cosa parla il contratto?", ["contratto"]),
        ("Welche Dokumente gibt es?", []),
        ("Quels documents as-tu ?", []),
        ("就業規則を要約してください", ["就業", "業規", "規則"]),
        ("总结员工手册", ["员工", "工手", "手册"]),
    ],
)
def test_what_a_summary_is_asked_of(question: str, subject: list[str]) -> None:
    assert query_type(question).query_type == "summary"
    assert subject_terms(question) == subject


@pytest.mark.parametrize(
    "question",
    [
        "What did the board say about the cable?",
        "Which papers are there on buckling under pressure?",
        "What about the warranty?",
        "What did Aline say?",
        "What does the letter say about the roof?",
        "What are the main cables made of?",
        "List all documents that the supplier has to hand over",
        "Should I choose GIN or GiST for an index?",
    ],
)
def test_what_asks_for_less_is_no_summary(question: str) -> None:
    assert asks_for_whole(question) == ""


def test_words_that_ask_are_not_misspelt() -> None:
    question = "What are the main findings of the studdies?"
    assert cue_words(question) == {"main", "findings"}
    assert "came" not in misspelt(checked_words("what came out of the comittee meeting"), {})
    assert "studdies" in misspelt(checked_words(question), {})
    assert not {"main", "findings"} & set(misspelt(checked_words(question), {}))
    assert set(misspelt(checked_words("building tyme compared with oakline, longer or shorter"), {})) == {
        "building",
        "tyme",
        "oakline",
    }


@pytest.mark.parametrize(
    ("question", "authors", "year"),
    [
        ("What did Varnholt and Lind find?", ("Varnholt", "Lind"), ""),
        ("What did Varnholt et al. (2021) conclude?", ("Varnholt",), "2021"),
        ("What does Varnholt 2021 show?", ("Varnholt",), "2021"),
        ("What did Varnholt, Lind and Moss report in their paper?", ("Varnholt", "Lind", "Moss"), ""),
        ("What did the board find?", (), ""),
        ("What did Varnholt find in the cellar?", (), ""),
        ("What did Varnholt pay?", (), ""),
    ],
)
def test_findings_are_asked_of_authors(question: str, authors: tuple[str, ...], year: str) -> None:
    assert asked_findings(question) == (authors, year)
