"""The prefix of what is embedded and searched."""

from __future__ import annotations

from nodes.documents.prefix import defined_apart, enriched_content


def test_all_parts_in_order() -> None:
    assert enriched_content("Pumps", ["Guide", "Care"], ["pump", "oil"], "Oil it.\nOften.") == (
        "[Document: Pumps]\n[Section: Guide > Care]\n[Keywords: pump, oil]\n\nOil it.\nOften."
    )


def test_empty_parts_are_left_out() -> None:
    assert enriched_content("", [], [], "Oil it.") == "Oil it."
    assert enriched_content("Pumps", ["", " "], [" "], "Oil it.") == "[Document: Pumps]\n\nOil it."


def test_a_later_part_of_a_table_gets_its_header_back() -> None:
    assert enriched_content("", ["Prices"], [], "Pump | 3", "Item | Price") == (
        "[Section: Prices]\n\nItem | Price\nPump | 3"
    )


def test_each_part_is_one_line() -> None:
    assert enriched_content("Two\nlines", ["a\n b"], ["c\td"], "x") == (
        "[Document: Two lines]\n[Section: a b]\n[Keywords: c d]\n\nx"
    )


CODE = """class RingBuffer:
    def push(self, value):
        self.values.append(value)
        return self
"""


def test_code_is_said_to_define_its_names() -> None:
    found = enriched_content("ring.py", [], [], CODE)

    assert found == f"[Document: ring.py]\n[Defines: RingBuffer, push]\n\n{CODE}"
    assert defined_apart(found) == ("RingBuffer, push", f"[Document: ring.py]\n\n{CODE}")


def test_what_is_no_code_defines_nothing() -> None:
    for text in ("A def of one's own.", enriched_content("Pumps", [], [], "Oil it.\n\n[Defines: oil]\n\nOften."), ""):
        assert defined_apart(text) == ("", text)
