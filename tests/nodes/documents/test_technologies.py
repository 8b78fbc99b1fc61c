"""Technologies and product families."""

from __future__ import annotations

from nodes.documents.technologies import product_families, technologies


def test_stated_stacks() -> None:
    assert technologies("Intro\nTechnologies: LanceDB, FastAPI and PostgreSQL\n") == [
        "LanceDB",
        "FastAPI",
        "PostgreSQL",
    ]
    assert technologies("- **Stack:** Python 3.11; Redis\n") == ["Python 3.11", "Redis"]
    assert technologies("The tool is written in Rust and runs on Linux.") == ["Rust", "Linux"]


def test_acronyms_that_are_spelt_out_and_used() -> None:
    text = "Cells of lithium cobalt oxide (LCO) last. An LCO cell is heavy."
    assert technologies(text) == ["LCO"]
    assert technologies("Cells of lithium cobalt oxide (LCO) last.") == []
    assert technologies("We met at noon (CET) and left in CET.") == []


def test_product_families_by_version_and_series() -> None:
    text = "The Seahawk 300 replaces the Seahawk 200. The Marlin series is new. Table 1 and Table 2. In May 12, May 13."
    assert product_families(text) == ["Marlin", "Seahawk"]
    assert product_families("Norden 1\nNorden 2\nNorden 3\n") == []
    assert product_families("Rotor v2.1 and later Rotor v3.0") == ["Rotor"]
    assert product_families("nothing here") == []
