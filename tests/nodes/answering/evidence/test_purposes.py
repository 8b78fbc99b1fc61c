"""What a document says that it is for."""

import pytest

from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.evidence.purposes import without_purposes
from nodes.answering.quoting.quoting import Embed
from tests.nodes.answering.quoted import MakeSource, answer

PURPOSE = "This policy says who may use fuel cards, and what to do when a card is lost."
STEPS = "1. Ring the card line and have it stopped.\n2. Tell the transport office."


def test_it_does_not_stand_for_what_it_announces(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Fuel Card Policy", PURPOSE, section_path=["1. Purpose"]),
        make_source(2, "Fuel Card Policy", STEPS, section_path=["8. Lost cards"], document_id="d1"),
    ]
    told = answer("What do I do if the fuel card is lost?", sources, embed)
    assert "Ring the card line" in told
    assert PURPOSE not in told


@pytest.mark.parametrize(
    ("text", "question", "is_kept"),
    [
        (PURPOSE, "Who may use fuel cards?", False),
        (PURPOSE, "What is the fuel card policy about?", True),
        ("2.1 This guide describes how to set up the printer.", "How is the printer set up?", False),
        ("This guide is in the second drawer.", "Where is the guide?", True),
        ("This procedure sets out from the north gate.", "Where does it start?", True),
    ],
)
def test_it_is_kept_where_it_is_asked_for(make_source: MakeSource, text: str, question: str, is_kept: bool) -> None:
    pieces = evidence_of([make_source(1, "Text", f"{text} The end comes later.")])
    assert (pieces[0] in without_purposes(pieces, question)) == is_kept
