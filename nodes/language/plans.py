"""The plan of a question by rules: its type, and every knob that depends on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from nodes.domain.chat import Plan, QueryType, SectionTarget
from nodes.domain.options import Options
from nodes.language.asked_kinds import asks_amount, asks_detail
from nodes.language.asked_roles import is_multi_hop
from nodes.language.asked_sections import names_section, target_sections
from nodes.language.askers import speaks_of_oneself
from nodes.language.comparisons import comparison_sides, is_comparing
from nodes.language.forms import find_forms
from nodes.language.instructions import without_instructions
from nodes.language.long_questions import beginning
from nodes.language.names import name_keys
from nodes.language.periods import find_dates, find_periods
from nodes.language.query_terms import part_terms, query_terms, told_to_do, words_of_names
from nodes.language.query_types import TypeDecision, query_type
from nodes.language.question_names import question_names
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import normalise_name

ALPHA, OWN_WORDS_ALPHA = 0.33, 0.5
"""Weight of meaning beside words, 0..1. Who speaks of oneself ("Can I ...?") asks in words of one's own: there .33
finds .017 less recall@5 of 200 questions to five manuals, .6 .007, and .5 in all questions less of abstracts."""
FEWEST_TERMS = 4
"""Below it a question is a few keywords: the words of the best passages would say more of them than it does."""
FEWEST_SMOOTHED = 3
"""Below it what is like the best passages is as likely about something else."""
_DIVERSITY: dict[QueryType, float] = {"analytical": 0.2, "summary": 0.2, "comparison": 0.1, "general": 0.1}
"""The penalty of what repeats a better passage, 0..1: most where breadth is asked for."""
_LEAST_DIVERSITY = 0.05
"""The same of types that look one thing up."""


def rule_plan(question: str, options: Options | None = None) -> Plan:
    """The plan of a standalone question by cue words; options override what they name.

    A question of more than 2,000 characters is read up to there, and searched in all its words: it is planned on the
    event loop, where others wait.

    Args:
        question: The standalone question.
        options: The request's options; None for the defaults.

    Returns:
        The plan, `named_documents` and `whole_documents` still empty: the catalogue knows them.
    """
    return plan_of(question, options or Options.model_validate({}), query_type(beginning(question)))


def plan_of(question: str, options: Options, decision: TypeDecision) -> Plan:
    """The plan of a question whose type is known, see `rule_plan`."""
    if options.query_type is not None:
        decision = TypeDecision(options.query_type, "set in the request", 1.0)
    kind = decision.query_type
    searched, question = search_text(question), beginning(question)
    sections, surely = target_sections(question)
    detail = asks_detail(question)
    entities = question_names(question)
    sides = comparison_sides(question) if kind == "comparison" else []
    named_sides = _named_sides(sides, entities)
    periods, dates, amount = find_periods(question), find_dates(question), asks_amount(question)
    talks = kind == "conversational"
    # What a look-up asks for stands in its own words.
    is_look_up = kind == "factual" and bool(entities or periods or dates or amount)
    profits = not talks and not is_look_up
    count, of_oneself = _term_count(question), speaks_of_oneself(question)
    return Plan(
        query_type=kind,
        reason=decision.reason,
        confidence=decision.confidence,
        search_text=searched,
        spelling={},
        synonyms=[],
        target_sections=sections,
        section_confidence=surely,
        structure_preference=structure_preference(sections, kind, detail=detail),
        detail=detail,
        entities=entities,
        names=name_keys(question),
        named_documents=[],
        spoken_of=[],
        short_names=[],
        whole_documents=[],
        whole_count=0,
        periods=periods,
        dates=dates,
        forms=find_forms(question),
        asks_amount=amount,
        comparison_sides=sides,
        # Routing and links find both sides already, and each search costs as much as the first.
        sub_queries=sub_queries(question, named_sides) if options.expansion else [],
        # Documents take turns; not for a year against another, which is one company's.
        spans_documents=bool(named_sides) or kind == "summary",
        # Each call of a language model is a wait: only where a request or the settings ask for it.
        expand=bool(options.expansion) and profits,
        hyde=options.hyde and profits,
        alpha=_alpha(options.alpha, of_oneself=of_oneself),
        smooth=_chosen(options.smoothing, count >= FEWEST_SMOOTHED),
        # What the best passages have in common is asked for, too; where whoever asks has other words for it, the best
        # are not good enough.
        feedback=_chosen(options.expansion, not entities and not of_oneself and count >= FEWEST_TERMS),
        # Where it names something, or describes what it asks about; the walk itself looks at what was found.
        follow_links=_chosen(options.follow_links, not talks and (bool(entities) or is_multi_hop(question))),
        # The elbow would drop just what shows that two documents disagree, or leads on to a second one.
        threshold=_chosen(options.threshold, talks),
        widen=_chosen(options.widen, not talks),
        search_again=_chosen(options.widen, not talks and options.document_filter == "hard"),
        rerank=options.rerank,
        diversity_factor=_DIVERSITY.get(kind, _LEAST_DIVERSITY),
        # Elsewhere it lifts abstracts over the passage that answers.
        hierarchy=kind == "summary" or (bool(sections) and names_section(question)),
    )


def _named_sides(sides: list[str], entities: Sequence[str]) -> list[str]:
    """The sides of a comparison where all of them have names, else none."""
    named = [normalise_name(name) for name in entities]
    are_named = all(any(name in normalise_name(side) for name in named) for side in sides)
    return sides if len(sides) > 1 and are_named else []


def search_text(question: str) -> str:
    """The question without what tells an answerer what to do; whole where nothing else remains."""
    subject, of_names = without_instructions(question), words_of_names(question)
    for words in (subject.split(), question.split()):
        bare = [word.strip(".,;:!?\"'()").lower() for word in words]
        told = told_to_do(bare, of_names)
        text = " ".join(word for word, is_told in zip(words, told, strict=True) if not is_told)
        if query_terms(text):
            return text
    return " ".join(question.split())


def structure_preference(
    sections: list[SectionTarget], kind: QueryType, *, detail: bool
) -> Literal["key_sections", "full_text", "any"]:
    """Full text where detail is asked for, key sections where a section or a summary is, else any."""
    if detail:
        return "full_text"
    return "key_sections" if sections or kind == "summary" else "any"


def sub_queries(question: str, sides: list[str]) -> list[str]:
    """One query for each side: the side, then what the question says besides its sides."""
    if len(sides) < 2:
        return []
    taken = {word for side in sides for word in normalise_name(side).split()}
    rest = [
        word
        for word in search_text(question).split()
        if (key := normalise_name(word))
        and key not in taken
        and key not in STOP_WORDS
        and not set(key.split()) <= taken
        and not is_comparing(word)
    ]
    return [f"{side} {' '.join(rest)}".strip(" ?") for side in sides]


def _term_count(question: str) -> int:
    """How many terms a question has, a compound counted as one."""
    parts = part_terms(question)
    return sum(term not in parts for term in query_terms(question))


def _alpha(option: float | None, *, of_oneself: bool) -> float:
    if option is not None:
        return option
    return OWN_WORDS_ALPHA if of_oneself else ALPHA


def _chosen(option: bool | None, default: bool) -> bool:
    return default if option is None else option
