"""References to literature are told from years and numbers."""

from __future__ import annotations

import pytest

from nodes.documents.citing import citations_in, cites


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("as shown [3], [4, 7] and [8-10]", 3),
        ("found earlier (Meyer and Okafor, 2019)", 1),
        ("Meyer (2019) disagrees", 1),
        ("Meyer et al. measured", 1),
        ("see 10.1000/xyz123 and arXiv:2101.00001", 2),
        ("MEYER ET AL. MEASURED", 1),
        ("in fiscal year (2023) revenue grew", 0),
        ("as shown in (2019)", 0),
        ("Revenue (restated, 2021)", 0),
        ("revenue grew by 12 (see page 3) in [brackets]", 0),
    ],
)
def test_citations_are_counted(text: str, expected: int) -> None:
    assert citations_in(text) == expected
    assert cites(text) == (expected > 0)
