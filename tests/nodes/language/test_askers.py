"""What somebody who asks wants to do."""

from __future__ import annotations

import pytest

from nodes.language.askers import needless_verbs, speaks_of_oneself
from nodes.language.terms import analyse


@pytest.mark.parametrize(
    ("question", "said", "needless"),
    [
        ("How many times may I resit a failed paper?", "paper failed", "resit"),
        ("How early can we still dock at the quay in Halm?", "quay Halm", "dock"),
        ("What is due if a member quits before the regatta?", "member regatta", "quits"),
        ("When is it okay to hire a boat?", "boat", "okay"),
        ("When is it okay to hire a boat in Halm?", "boat Halm", "okay hire"),
        ("Can I smoke on the balcony?", "balcony", ""),
        ("Can I smoke on the balcony of the cabin?", "balcony cabin", ""),
        ("Can I camp in my van in Halm by the lake?", "van Halm lake", "camp"),
        ("Can I resit a failed paper?", "paper failed", "resit"),
        ("How do I descale the kettle of the galley?", "kettle galley", ""),
        ("When did she marry the baker of Halm?", "baker Halm", ""),
        ("When does she audit the mill of Halm?", "mill Halm", ""),
    ],
)
def test_the_verb_of_who_asks_is_needless_where_enough_else_is_said(question: str, said: str, needless: str) -> None:
    assert needless_verbs(question, set(analyse(said))) == set(analyse(needless))


@pytest.mark.parametrize(
    ("question", "speaks"),
    [
        ("Can I restart it?", True),
        ("I've lost the key", True),
        ("what do i do then", True),
        ("Where do we keep our keys?", True),
        ("Who was Elizabeth I of England?", False),
        ("After World War I ended, who ruled?", False),
        ("Is it sold in the US?", False),
        ("How is a key restored?", False),
        ("How is it kept, i.e. for how long?", False),
    ],
)
def test_whether_who_asks_is_in_the_question(question: str, speaks: bool) -> None:
    assert speaks_of_oneself(question) is speaks
