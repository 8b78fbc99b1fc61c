"""What kind of section a title announces: abstract, methods, results and so on, in several languages."""

from __future__ import annotations

import re

from nodes.domain.documents import SectionType
from nodes.domain.regexes import lazy_regex
from nodes.language.terms import fold

KEY_SECTIONS = frozenset({"abstract", "conclusion"})
"""They say most of a document in the fewest words."""
_NUMBERING = lazy_regex(
    r"^(?:(?:section|chapter|part|item|article|abschnitt|kapitel|teil|chapitre|partie|capitulo|parte|seccion)\s+"
    r"(?=[\divxlc]+\b))?(?:\d+[a-z]?(?:\.\d+)*[.):]?|[ivx]+|(?:[ivxlc]+|[a-z])[.):])\s*[—–-]?\s+"
)
_MARKS = " \t\n.:;,—–-*_#"

# Compared without case and accents, and in full, so that a word inside a long title decides nothing.
_CONCLUSION = (
    r"(?:.* and )?(?:conclusions?|concluding remarks)(?: and .*)?"
    r"|(?:.* und )?(?:schlussfolgerung(?:en)?|fazit)(?: und .*)?|zusammenfassung und ausblick|conclusions? et .*"
    r"|(?:.* y )?conclusion(?:es)?|conclusioni|conclusao|conclusoes|结论|結論|おわりに|まとめ|заключение|выводы"
)
_ABSTRACT = (
    r"abstract|(?:executive |management )?summary|zusammenfassung|kurzfassung|resume|resumen(?: ejecutivo)?"
    r"|riassunto|sommario|resumo|摘要|要旨|概要|аннотация|реферат"
)
_INTRODUCTION = (
    r"introduction(?: and .*)?|background(?: and .*)?|overview|einleitung|einfuhrung|hintergrund"
    r"|introduccion|antecedentes|introduzione|introducao|引言|绪论|序論|はじめに|введение"
)
_METHODS = (
    r"(?:[\w-]+ ){0,3}(?:methods|methodology|methodologies)(?: (?:and|of) .*)?"
    r"|(?:our |the |proposed )*(?:method|approach)|experimental (?:set-?up|design|procedures?|section)|materials"
    r"|(?:material und )?method(?:en|ik)|(?:materiels? et )?methodes?|methodologie"
    r"|(?:materiales y )?metodos|metodologia|metodi|方法|手法|методы|методология"
)
_RESULTS = (
    r"(?:[\w-]+ ){0,3}(?:results|findings)(?: (?:and|of) .*)?|experiments?|evaluation"
    r"|(?:.* und )?ergebnisse(?: und .*)?|resultate|resultats?(?: et .*)?"
    r"|resultados?(?: y .*)?|risultati|结果|結果|результаты"
)
_DISCUSSION = (
    r"(?:general )?discussion(?: and .*)?|management s discussion and analysis.*"
    r"|diskussion|discusion|discussione|discussao|讨论|考察|обсуждение"
)
_CLAIMS = (
    r"(?:the |patent )?claims|what is claimed(?: is)?|(?:i|we) claim|(?:patent)?anspruche"
    r"|revendications|reivindicaciones|rivendicazioni|权利要求书?|特許請求の範囲|формула изобретения"
)
_REFERENCES = (
    r"references(?: (?:and|cited).*)?|(?:selected )?bibliography|works cited|literature cited|literatur(?:verzeichnis)?"
    r"|quellen(?:verzeichnis)?|references bibliographiques|bibliographie|referencias(?: bibliograficas)?|bibliografia"
    r"|riferimenti(?: bibliografici)?|参考文献|список литературы|литература"
)
_PATTERNS: tuple[tuple[SectionType, re.Pattern[str]], ...] = (
    ("abstract", lazy_regex(fold(_ABSTRACT))),
    ("claims", lazy_regex(fold(_CLAIMS))),
    ("references", lazy_regex(fold(_REFERENCES))),
    # Before results and discussion: "Discussion and conclusions" closes a paper.
    ("conclusion", lazy_regex(fold(_CONCLUSION))),
    ("introduction", lazy_regex(fold(_INTRODUCTION))),
    ("methods", lazy_regex(fold(_METHODS))),
    ("results", lazy_regex(fold(_RESULTS))),
    ("discussion", lazy_regex(fold(_DISCUSSION))),
)
_OPENING_OR_CLOSING = lazy_regex(r"summary|zusammenfassung|resume|resumen|riassunto|resumo")
_LONGEST_TITLE = 100
"""Characters: a longer heading is a sentence, and names no kind of section."""


def section_type_of(title: str, *, closing: bool = False) -> SectionType | None:
    """The type that a title announces.

    Args:
        title: A heading's words; numbering such as "3.2", "IV." or "Item 7." is passed over.
        closing: Whether it stands in the second half of the headings, where a "Summary" is a conclusion.

    Returns:
        The type, or None where the title says nothing of it.
    """
    if len(title) > _LONGEST_TITLE:
        return None
    plain = re.sub(r"['’]", " ", _NUMBERING.sub("", fold(" ".join(title.split())))).strip(_MARKS)
    for section_type, pattern in _PATTERNS:
        if pattern.fullmatch(plain):
            return "conclusion" if closing and _OPENING_OR_CLOSING.fullmatch(plain) else section_type
    return None
