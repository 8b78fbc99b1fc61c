"""Reads a misspelt word as one that the documents hold."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence

from nodes.language.query_terms import query_terms
from nodes.language.spelling import (
    checked_terms,
    checked_words,
    corrected,
    corrections,
    misspelt,
    plural_acronyms,
    respelt_names,
    variant_terms,
    without_real_words,
)
from nodes.ports import ChatPorts
from nodes.retrieval.frequencies import added_frequencies
from nodes.retrieval.gathering import gathered


async def spelt(question: str, context: ChatPorts) -> tuple[str, dict[str, str]]:
    """The question with words that no document holds read as the nearest that some document does.

    What the tokenizer has for a word is none that is misspelt. An acronym in the plural is read as one in the singular.
    A name that documents bear is preferred to a frequent word. Costs one look-up where every word is known.

    Returns:
        The question, and each word that was read as another.
    """
    checked = checked_words(question)
    # With those that ranking will ask for: short words and acronyms are not checked, and would be a look-up more.
    frequencies = await _frequencies(context, sorted({*checked_terms(checked), *query_terms(question)}))
    words = misspelt(checked, frequencies)
    acronyms = {word: singular for word, singular in plural_acronyms(question).items() if word in words}
    question = corrected(question, acronyms)
    words = [word for word in words if word not in acronyms]
    if words:
        # In a thread: the first one loads the vocabulary.
        words = await asyncio.to_thread(without_real_words, words, question, context.tokenizer.is_word)
    if not words:
        return question, acronyms
    frequencies |= await _frequencies(context, variant_terms(words))
    changes = corrections(words, frequencies)
    if not changes:
        return question, acronyms
    names = respelt_names(question, words, frequencies)
    for key in sorted(names, key=lambda each: -len(each.split())):
        if await _is_borne(context, key):
            changes |= names[key]
            break
    return corrected(question, changes), acronyms | changes


async def _frequencies(context: ChatPorts, terms: Sequence[str]) -> Counter[str]:
    return Counter((await added_frequencies(context, terms)).frequencies)


async def _is_borne(context: ChatPorts, key: str) -> bool:
    postings = await gathered(context.catalogue.postings(context.owner, each, [key]) for each in context.collection_ids)
    return any(each[key].bearers for each in postings)
