import pytest

from nodes.language.described_things import describes_thing


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the excess on the van that gets the new gearbox?", True),
        ("What does the part with the black specks cost?", True),
        ("What is the serial number of the van damaged at Old Maltings?", True),
        ("What is the phone number of whoever leads the survey?", False),
        ("What is the excess on the van?", False),
        ("Who works with the surveyor?", False),
    ],
)
def test_what_is_described_and_not_named(question: str, expected: bool) -> None:
    assert describes_thing(question) is expected
