"""Regular expressions that are compiled late: each is one, and each does what `re.compile` makes of it."""

from __future__ import annotations

import copy
import gc
import importlib
import pkgutil
import re

import pytest

import app
import nodes
from nodes.domain.regexes import _LazyRegex, lazy_regex


def test_every_expression_of_the_house_can_be_compiled() -> None:
    for room in (nodes, app):
        for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            importlib.import_module(module.name)
    kept = [each for each in gc.get_objects() if type(each) is _LazyRegex]
    assert len(kept) > 1000
    for each in kept:
        re.compile(each.pattern, each._given)


def test_it_does_what_a_compiled_one_does() -> None:
    text, lazy = "Rent: 900 EUR, deposit: 2,700 EUR", lazy_regex(r"(\d[\d,]*) eur", re.IGNORECASE)
    compiled = re.compile(r"(\d[\d,]*) eur", re.IGNORECASE)
    assert lazy.pattern == compiled.pattern
    assert lazy.sub("-", text) == compiled.sub("-", text) == "Rent: -, deposit: -"
    assert lazy.findall(text) == ["900", "2,700"]
    assert [found.span() for found in lazy.finditer(text)] == [found.span() for found in compiled.finditer(text)]
    assert (lazy.flags, lazy.groups) == (compiled.flags, compiled.groups)
    assert copy.copy(lazy).search(text)


def test_what_is_no_expression_is_told_when_it_is_used() -> None:
    lazy = lazy_regex("(")
    assert lazy.pattern == "("
    with pytest.raises(re.error, match="unterminated"):
        lazy.search("text")
    with pytest.raises(AttributeError, match="serch"):
        lazy_regex("a").serch("text")  # type: ignore[attr-defined]  # a typo, on purpose
