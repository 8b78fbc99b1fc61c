import pytest

from nodes.language.codes import codes_in


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("HM1 and TP-1040, see NCR-25-007.", [("HM", "1"), ("TP-", "1040"), ("NCR-25-", "007")]),
        ("Lots L22-40 to L22-47", [("L22-", "40"), ("L22-", "47")]),
        ("In Q3 on A4 paper, CO2, ISO-9001, v1.2", []),
    ],
)
def test_codes_by_series_and_number(text: str, codes: list[tuple[str, str]]) -> None:
    assert codes_in(text) == codes


def test_a_code_is_called_as_names_are() -> None:
    assert [code.name for code in codes_in("NCR-25-007")] == ["ncr 25 007"]
