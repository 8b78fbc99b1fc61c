"""Lists below a heading that is the question, and lists none of whose items the question singles out."""

from __future__ import annotations

import pytest

from nodes.answering.choosing.headed_lists import with_headed_items, with_headed_lists, with_whole_lists
from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.evidence.evidence import evidence_of
from nodes.answering.extractive import answer_by_quoting
from nodes.answering.question.question_facts import read_question
from nodes.answering.quoting.quoting import Embed
from nodes.domain.chat import Source
from nodes.language.asked_terms import asked_terms
from nodes.language.plans import rule_plan
from tests.nodes.answering.quoted import MakeSource, answer

LEAFLET = (
    "## Before you take Dormilan\n\nDo not take Dormilan\n\n- if you are allergic to it\n- if your kidneys are ill\n\n"
    "Other medicines\n\nTell your doctor if you take ketoconazole."
)
POLICY = (
    "## 1 What is insured\n\n1.1 The contents of the home are insured.\n1.2 Bicycles are insured against theft.\n\n"
    "## 3 What is not insured\n\n3.1 Damage caused on purpose.\n3.2 Telephones outside the home.\n\n"
    "## 4 Duties\n\nReport the loss within 7 days."
)
CHANGES = "### Fixed\n\n- A crash when a station had no datum\n- Leap days were ignored"


@pytest.mark.parametrize(
    ("question", "content", "quoted"),
    [
        (
            "Who must not take Dormilan?",
            LEAFLET,
            ["Do not take Dormilan\n\n- if you are allergic to it\n- if your kidneys are ill"],
        ),
        (
            "What is not insured?",
            POLICY,
            ["3 What is not insured\n\n3.1 Damage caused on purpose.\n3.2 Telephones outside the home."],
        ),
        ("Who may take Dormilan?", LEAFLET, []),
        ("Which medicines may be taken?", LEAFLET, []),
        ("What are the duties?", POLICY, []),
    ],
)
def test_a_heading_that_is_the_question_leads_in_to_the_list_below_it(
    make_source: MakeSource, question: str, content: str, quoted: list[str]
) -> None:
    sources = [make_source(1, "Terms", content)]
    pieces = evidence_of(sources)
    found = with_headed_lists(pieces, sources, question, asked_terms(question))
    assert [piece.text for piece in found if piece not in pieces] == quoted
    assert [piece for piece in found if piece in pieces] == pieces
    assert all(content[piece.start : piece.end] == piece.text for piece in found)


@pytest.mark.parametrize(
    ("question", "content", "first"),
    [
        ("What is not insured?", POLICY, "3 What is not insured\n\n3.1 Damage caused on purpose."),
        ("Who must not take Dormilan?", LEAFLET, "Do not take Dormilan\n\n- if you are allergic to it"),
        (
            "What was fixed in Tidemark 4.2.0?",
            CHANGES,
            "- A crash when a station had no datum\n- Leap days were ignored",
        ),
        ("What was ignored?", CHANGES, "Leap days were ignored"),
    ],
)
def test_lists_are_quoted_whole_where_no_item_is_singled_out(
    make_source: MakeSource, embed: Embed, question: str, content: str, first: str
) -> None:
    draft = answer_by_quoting(question, rule_plan(question), [make_source(1, "Tidemark 4.2.0", content)], embed)
    assert draft.citations[0]["quote"].startswith(first)


TASKS = "## Open tasks\nNo. | Task | Keeper\n1 | Oil the gate | Wick\n2 | Count the ropes | Berg\n"
CHANGED = "## Changes from issue 2\nThe season was shortened to five months.\nThe night fee is no longer charged."
REVIEW = ["Review of the quay of Ommer"]


@pytest.mark.parametrize(
    ("question", "content", "heading", "told"),
    [
        ("List the open tasks of the quay review", TASKS, "Open tasks", ["Oil the gate", "Count the ropes"]),
        ("What are the open tasks of the review?", TASKS, "Open tasks", ["Oil the gate", "Count the ropes"]),
        ("What changed in issue 3 of the review?", CHANGED, "Changes from issue 2", ["five months", "night fee"]),
    ],
)
def test_what_stands_below_a_heading_that_is_asked_for_comes_whole(
    make_source: MakeSource, embed: Embed, question: str, content: str, heading: str, told: list[str]
) -> None:
    sources = [
        make_source(1, "Review of the quay of Ommer", "This is issue 3 of the review.", section_path=REVIEW),
        make_source(2, "Review of the quay of Ommer", content, section_path=[*REVIEW, heading]),
    ]
    answer = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert answer.status == "answered"
    assert len(answer.lines) == len(told)
    assert all(part in line for part, line in zip(told, answer.lines, strict=True))


@pytest.mark.parametrize(
    ("question", "content"),
    [
        ("Who keeps the open task of the ropes?", TASKS),
        ("Which open tasks of the review has Wick to do by Friday morning?", TASKS),
        ("List the open tasks of the review", TASKS + "".join(f"{n} | Walk {n} | Sund\n" for n in range(3, 12))),
        ("List the closed windows of the quay review", TASKS),
    ],
)
def test_what_singles_something_out_gets_no_whole_table(make_source: MakeSource, question: str, content: str) -> None:
    source = make_source(1, "Review of the quay of Ommer", content, section_path=[*REVIEW, "Open tasks"])
    facts = read_question(question, rule_plan(question), [source], None)
    pieces = evidence_of([source])
    chosen = [Weighed(piece, 0.5) for piece in pieces if "ropes" in piece.text]
    assert with_headed_items(chosen, Material(facts, [source], pieces)) == chosen


TICKET = (
    ("What is included", "Boats on weekdays, and one bicycle."),
    ("What is not included", "Boats after dusk\nDogs and other animals\nSledges"),
    ("Fees", "The season costs 90 euros. Lost cards cost 5 euros."),
)


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("What is included in the season ticket of the ferry?", ["Boats on weekdays, and one bicycle."]),
        (
            "What is not included in the season ticket of the ferry?",
            ["Boats after dusk", "Dogs and other animals", "Sledges"],
        ),
        (
            "What does the season ticket of the ferry not cover?",
            ["Boats after dusk", "Dogs and other animals", "Sledges"],
        ),
        (
            "What is excluded from the season ticket of the ferry?",
            ["Boats after dusk", "Dogs and other animals", "Sledges"],
        ),
    ],
)
def test_below_a_heading_that_is_the_question_stands_the_answer(
    make_source: MakeSource, embed: Embed, question: str, quoted: list[str]
) -> None:
    title = "Season ticket of the ferry"
    sources = [
        make_source(n, title, f"{heading}\n{text}", document_id="d", section_path=[title, heading])
        for n, (heading, text) in enumerate(TICKET, start=1)
    ]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert "\n".join(citation["quote"] for citation in draft.citations).split("\n") == quoted


def test_a_heading_that_is_no_question_is_not_quoted_whole(make_source: MakeSource, embed: Embed) -> None:
    title, question = "Season ticket of the ferry", "What does the season ticket of the ferry cost?"
    sources = [make_source(1, title, f"Fees\n{TICKET[2][1]}", section_path=[title, "Fees"])]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert [citation["quote"] for citation in draft.citations] == ["The season costs 90 euros."]


def test_a_heading_may_ask_in_the_words_that_a_question_merely_asks_with(make_source: MakeSource, embed: Embed) -> None:
    title, question = "Dormilan 5 mg", "What is Dormilan used for?"
    sections = [
        ("1. What Dormilan is and what it is used for", "It helps adults to fall asleep."),
        ("2. Before you take Dormilan", "Dormilan must not be taken if you are allergic to milk."),
    ]
    sources = [
        make_source(n, title, f"{heading}\n{text}", document_id="d", section_path=[title, heading])
        for n, (heading, text) in enumerate(sections, start=1)
    ]
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert [citation["quote"] for citation in draft.citations] == ["It helps adults to fall asleep."]


ITEMS = "• A frame that was bent on purpose.\n• A tyre that a nail has pierced.\n• A lamp left on at night."


@pytest.mark.parametrize(
    ("heading", "first"),
    [
        ("C. What is not covered", "C. What is not covered: A tyre that a nail has pierced. [1]"),
        ("C. What is covered", "A tyre that a nail has pierced. [1]"),
    ],
)
def test_a_heading_that_turns_what_an_item_means_stands_in_front_of_it(
    make_source: MakeSource, embed: Embed, heading: str, first: str
) -> None:
    question = "A nail has pierced my tyre. Do you pay?"
    source = make_source(1, "Cycle policy", f"{heading}\n{ITEMS}", section_path=["Cycle policy", heading])
    told = answer_by_quoting(question, rule_plan(question), [source], embed).answer
    assert told.split("\n")[0] == first


def test_a_list_is_told_once_with_the_heading_that_turns_it(make_source: MakeSource, embed: Embed) -> None:
    heading = "C. What is not covered"
    source = make_source(1, "Cycle policy", f"{heading}\n{ITEMS}", section_path=["Cycle policy", heading])
    plan = rule_plan("What is not covered?")
    told = answer_by_quoting("What is not covered?", plan, [source], embed).answer
    marked = ITEMS.replace("•", "-")
    assert told == f"{heading}:\n{marked} [1]"


def test_of_several_items_that_say_nothing_of_the_question_the_list_is_told_once(
    make_source: MakeSource, embed: Embed
) -> None:
    sources = [make_source(1, "Notes", ITEMS)]
    facts = read_question("What of the boat?", rule_plan("What of the boat?"), sources, None)
    pieces = evidence_of(sources)
    weighed = [Weighed(piece, 0.5) for piece in pieces]
    items = [Weighed(piece, 0.5) for piece in pieces if not piece.is_list]
    told = with_whole_lists(items, Material(facts, sources, pieces, weighed))
    assert [piece.is_list for piece, _ in told] == [True]


def test_what_a_numbered_document_changes_stands_below_its_heading(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "Change request KR-12", "Part: spring of the holder\nPriority: high"),
        make_source(2, "Change request KR-12", "Change\nThe spring is of brass. It costs EUR 3 more."),
    ]
    for source, heading in zip(sources, ("Change request KR-12", "Change"), strict=True):
        source["document_id"], source["file_name"], source["section_path"] = "d1", "KR-12.docx", [heading]
    question = "What does KR-12 change?"
    draft = answer_by_quoting(question, rule_plan(question), sources, embed)
    assert [citation["quote"] for citation in draft.citations] == ["The spring is of brass.", "It costs EUR 3 more."]


STEPS = "1. Stop the pump.\n2. Fetch the newest copy from the shelf.\n3. Start the pump and read the gauge."


def test_how_to_do_what_a_document_is_called_is_told_by_its_steps(make_source: MakeSource, embed: Embed) -> None:
    title = "Runbook: restore a ledger"
    sources = [
        make_source(1, "Change 4", "Way back: restore of the ledger (40 minutes). Ada Holm agreed to it."),
        make_source(2, title, "Owner: Eli Sund. Last tried in May.", document_id="d2", section_path=[title]),
        make_source(3, title, f"## Steps\n{STEPS}", document_id="d2", section_path=[title, "Steps"]),
    ]
    assert answer("How do I restore a ledger?", sources, embed) == f"{STEPS} [3]"
    for question in ("How do I restore a picture?", "How long does it take to restore the ledger?"):
        assert "gauge" not in answer(question, sources, embed)


def test_what_is_headed_by_why_something_broke_tells_why_it_did(make_source: MakeSource, embed: Embed) -> None:
    sources = [
        make_source(1, "The boiler", "The night\nThe boiler broke at 23:40 over its whole length."),
        make_source(
            2,
            "The boiler",
            "Why the boiler broke\nThe wall had worn to 4 mm. Mice had dug into the seam.",
            section_path=["Why the boiler broke"],
        ),
    ]
    told = answer("Why did the boiler break?", sources, embed)
    assert told == "The wall had worn to 4 mm. [2]\nMice had dug into the seam. [2]"
    assert "23:40" in answer("How did the boiler break?", sources, embed)


def test_all_that_changed_since_a_version_is_told(make_source: MakeSource, embed: Embed) -> None:
    source = make_source(1, "Rules for boats", "Hulls are scraped twice a year. The mooring time was 48 hours.")
    other = make_source(2, "Rules for boats", "Boats of version 4 stay out.")
    sources: list[Source] = [
        {**other, "section_path": ["Rules for boats", "1 Scope"]},
        {**source, "section_path": ["Rules for boats", "4 Changes from version 4"]},
    ]
    said = answer("What changed in the rules for boats?", sources, embed)
    assert "scraped twice" in said
    assert "48 hours" in said
    assert "stay out" not in said


@pytest.mark.parametrize(
    "question",
    ["List the board members", "Who is on the board?", "Who sits on the board?", "Who are the members of the board?"],
)
@pytest.mark.parametrize("lead", ["The board on 31 December 2024", "Ada Holm stood down. The board now consists of:"])
def test_members_are_told_by_the_list_of_them(make_source: MakeSource, embed: Embed, lead: str, question: str) -> None:
    names = "- Ada Holm, chair\n- Bo Lind, treasurer\n- Cy Marsh"
    sources = [
        make_source(1, "Rules", "A member has the right to be heard by the board."),
        make_source(2, "Report", f"{lead}\n{names}", section_path=[lead] if lead[-1] != ":" else []),
    ]
    assert names in answer(question, sources, embed)


def test_a_list_below_a_board_that_names_nobody_is_not_of_members(make_source: MakeSource, embed: Embed) -> None:
    sources = [make_source(1, "Report", "The board\n- meets in May\n- votes by hand", section_path=["The board"])]
    assert "votes by hand" not in answer("Who are the members of the board?", sources, embed)


def test_all_steps_below_their_heading_are_told(make_source: MakeSource, embed: Embed) -> None:
    heading = "How to reset the alarm after a false alarm"
    steps = "1. Check which zone gave the alarm and go there.\n2. Turn the switch.\n3. Wait.\n4. Press RESET."
    sources = [make_source(1, "The fire alarm", f"{heading}\n\n{steps}", section_path=[heading])]
    assert answer("How do I reset the fire alarm after a false alarm?", sources, embed) == f"{steps} [1]"


def test_members_on_lines_without_marks_are_told_one_below_another(make_source: MakeSource, embed: Embed) -> None:
    heading = "Board members at 31 December 2024"
    sources = [
        make_source(1, "Plan", "The board aims to mend the roof. Its members met in May."),
        make_source(2, "Report", f"{heading}\nAda Holm, chair\nBo Lind\nCy Marsh", section_path=[heading]),
    ]
    told = answer("List the board members", sources, embed)
    assert told == f"{heading}\n- Ada Holm, chair\n- Bo Lind\n- Cy Marsh [2]"


def test_steps_below_a_heading_that_is_the_question_are_told_whole(make_source: MakeSource, embed: Embed) -> None:
    steps = [
        f"{place}. {what}." for place, what in enumerate(["Open the valve", "Heat the barrel", "Purge it"], start=1)
    ]
    path = ["Shop manual", "4.2 Starting the press after a weekend"]
    source = make_source(1, "Shop manual", "\n".join([path[1], "", *steps]), section_path=path)
    assert answer("How do I start the press after a weekend?", [source], embed) == "\n".join(steps) + " [1]"


def test_steps_below_a_part_of_a_chapter_are_told_where_both_say_the_question(
    make_source: MakeSource, embed: Embed
) -> None:
    steps = "1. Set the clock.\n2. Drive in a bar.\n3. Fasten the logger to it."
    parts = {"3 Protocol FP-07: Installation of water loggers": "Version 1.0.", "3.3 Installation": steps}
    sources = [
        make_source(number, "Field handbook", f"{heading}\n{text}", section_path=[heading])
        for number, (heading, text) in enumerate(parts.items(), start=1)
    ]
    assert answer("How do I install a water logger?", sources, embed).endswith(f"{steps} [2]")
    # Of another chapter.
    other = make_source(2, "Field handbook", f"4.3 Installation\n{steps}", section_path=["4.3 Installation"])
    assert not answer("How do I install a water logger?", [sources[0], other], embed).startswith("4.3 Installation")
