"""Sentences: where they end and where they do not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.language.sentences import sentence_spans


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It rained. Then it stopped!  Did it?", ["It rained.", "Then it stopped!", "Did it?"]),
        ("He said “Stop.” Then he left.", ["He said “Stop.”", "Then he left."]),
        (
            "Dr. J. R. Smith of Acme Inc. met Mrs. Lee (cf. Fig. 3).",
            ["Dr. J. R. Smith of Acme Inc. met Mrs. Lee (cf. Fig. 3)."],
        ),
        ("The U.S. Army grew by 3.5 percent. It was 1990.", ["The U.S. Army grew by 3.5 percent.", "It was 1990."]),
        ("It grew... slowly. Then fast.", ["It grew... slowly.", "Then fast."]),
        ("A title\n\nThe text. More", ["A title", "The text.", "More"]),
        (
            "Parts:\n- a pump\n- a valve\n1. Open it\n2. Close it",
            ["Parts:", "- a pump", "- a valve", "1. Open it", "2. Close it"],
        ),
        ("B.2.1. Berths\n\nThey are full.", ["B.2.1. Berths", "They are full."]),
        ("7. Berths\n:   7.1. North\n    7.2. South", ["7. Berths\n:   7.1. North\n    7.2. South"]),
        ("See B.2.1. They are full.", ["See B.2.1.", "They are full."]),
        ("## 2. Costs\n\nThey fell. ## 3. Next", ["## 2. Costs", "They fell.", "## 3. Next"]),
        ("收入增长了。利润下降！为什么？", ["收入增长了。", "利润下降！", "为什么？"]),
        ("彼は「はい。」と言った。", ["彼は「はい。」", "と言った。"]),
        ("यह पानी है। वह आग है।", ["यह पानी है।", "वह आग है।"]),
        (
            "Pumpen, z.B. Kreiselpumpen, laufen. Sie sind laut.",
            ["Pumpen, z.B. Kreiselpumpen, laufen.", "Sie sind laut."],
        ),
        ("Built c. 1850 by Berg. It sank.", ["Built c. 1850 by Berg.", "It sank."]),
        (
            "It continues Ser. No. 12/345,678. See Hask v. Skua Ltd. on p. 7, and Petrel vs. Tern.",
            ["It continues Ser. No. 12/345,678.", "See Hask v. Skua Ltd. on p. 7, and Petrel vs. Tern."],
        ),
        (
            "See fig. 3 (vol. 2, no. 5). He said no. Then he left.",
            ["See fig. 3 (vol. 2, no. 5).", "He said no.", "Then he left."],
        ),
        (
            "Rollback takes abt. 6 min. Told them max. 5 %. Call.",
            ["Rollback takes abt. 6 min.", "Told them max. 5 %.", "Call."],
        ),
        ("It is rich in vitamin c. It keeps.", ["It is rich in vitamin c.", "It keeps."]),
        ("Es beginnt am 1. April 2024. Dann ist Mai.", ["Es beginnt am 1. April 2024.", "Dann ist Mai."]),
        ("Beginn: 1. April. Ende: offen.", ["Beginn: 1. April.", "Ende: offen."]),
        ("Sie liegt im 2. Obergeschoss. Sie ist neu.", ["Sie liegt im 2. Obergeschoss.", "Sie ist neu."]),
        ("Er kostete 1,3 Mio. Euro. Er ist neu.", ["Er kostete 1,3 Mio. Euro.", "Er ist neu."]),
        ("Склад в г. Тверь, ул. Заводская, 7. Он пуст.", ["Склад в г. Тверь, ул. Заводская, 7.", "Он пуст."]),
        ("I am 5. Tom is 6.", ["I am 5.", "Tom is 6."]),
        ("It has 12. April came.", ["It has 12.", "April came."]),
        ("Version 2.0.1 is out", ["Version 2.0.1 is out"]),
        ("It opens on 1 Sept.\n24 Jan - Ada rang.", ["It opens on 1 Sept.", "24 Jan - Ada rang."]),
        ("Snow\n7 January 2024 – Thaw\n2024-01-08: Rain", ["Snow", "7 January 2024 – Thaw", "2024-01-08: Rain"]),
        ("All calm\nMon 3 May: gale\nJun 4 - sun", ["All calm", "Mon 3 May: gale", "Jun 4 - sun"]),
        ("It is open\n3 May - 7 June and in July.", ["It is open\n3 May - 7 June and in July."]),
        ("It weighs\n1.5 - 2.0 kg.", ["It weighs\n1.5 - 2.0 kg."]),
        ("It came on\n3 May, in rain.", ["It came on\n3 May, in rain."]),
        ("", []),
        (" \n\n ", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet=st.sampled_from("aB1. \n!?。-\"')"), max_size=80))
def test_sentences_hold_every_character_once_in_order(text: str) -> None:
    spans = sentence_spans(text)
    covered = [place for start, end in spans for place in range(start, end)]
    assert covered == sorted(set(covered))
    assert all(text[place].isspace() for place in set(range(len(text))) - set(covered))
    assert all(sentence == sentence.strip() and sentence for sentence in sentences(text))


def test_long_runs_of_marks_take_no_time() -> None:
    assert len(sentence_spans("." * 200_000 + "x")) == 1
    assert len(sentence_spans("a" + "\n" * 200_000 + "b")) == 2
