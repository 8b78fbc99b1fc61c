"""What a question asks of something that it only describes."""

from __future__ import annotations

import pytest

from nodes.language.descriptions import asked_of_end, count_descriptions
from nodes.language.terms import analyse


@pytest.mark.parametrize(
    ("question", "asked", "descriptions"),
    [
        ("Where is the founder of the firm that built the bridge buried?", "buried", 2),
        ("In what year did the father of the director of The Barge die?", "year die", 2),
        ("Which school did Ada Berg's brother attend?", "school attend", 1),
        ("What was the nickname of the captain of the Aurelia?", "nickname", 1),
        ("Who signed into law the act that the agency administers?", "signed law", 1),
        ("In which town was the captain born who sailed the Aurelia?", "born town", 1),
        ("Where did the captain die whose ship was the Aurelia?", "die", 1),
        ("When was the league founded that Ada Berg played in?", "founded", 1),
        (
            "In what year did the mate receive a silver medal under whom Ada Berg had been a cook?",
            "year receive silver medal",
            1,
        ),
        ("When did the brother of the painter Ada Berg resign as head of the guild?", "resign head guild", 2),
        ("Which singer was the sister of the painter of The Barge in the hall?", "singer", 2),
        ("Which yard was the captain of the Aurelia a partner in?", "yard partner", 1),
        ("Ada Berg painted The Barge. Where did its owner keep goats?", "keep goats", 2),
        ("The painter of The Barge had a brother. In what year did this brother leave town?", "year leave town", 2),
        ("the painter of The Barge, what town did she grow up in", "town grow", 1),
        ("Who owned the barge that sank? When was it raised?", "raised", 1),
        ("Which breed of goat did the painter of The Barge keep?", "breed goat keep", 1),
        ("Which of the two barges sank?", "", 0),
        ("Which inn did Ada Berg's grandfather join?", "inn join", 1),
        ("In what year did the brother of the Danish court painter Ada Berg lose his post?", "year lose post", 1),
        ("Which town had the brother of Jens, Lord of Vik, been mayor of?", "town mayor", 2),
        ("Which office did a retired Tern harbour pilot, who sailed the Aurelia, hold?", "office hold", 1),
        ("What was the trade of Ada Berg, who painted The Barge?", "trade", 0),
        ("Ada Berg spoke of the harbour that opened in what year?", "", 0),
        ("When was the bridge opened?", "", 0),
        ("As what had the brother of the painter Ada Berg been trained?", "trained", 1),
        ("In which town did the storm break out that the mate of Ada Berg drew?", "town break", 2),
        ("Ada Berg sailed with a pilot. Which singer is the pilot's brother?", "singer", 3),
        ("What did the Danes call the son of Ada Berg?", "danes call", 1),
    ],
)
def test_what_is_asked_stands_apart_from_what_is_described(question: str, asked: str, descriptions: int) -> None:
    assert asked_of_end(question) == frozenset(analyse(asked))
    assert count_descriptions(question) == descriptions
