"""Kinds of answers: whether a piece of evidence holds something of the kind that a question asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nodes.answering.evidence.evidence import Evidence
from nodes.answering.implied.lifespans import tells_place_of_life
from nodes.answering.implied.units import tells_unit
from nodes.answering.question.question_facts import Facts
from nodes.answering.tables.period_heads import are_periods
from nodes.answering.tables.table_rows import are_years
from nodes.domain.regexes import lazy_regex
from nodes.language.asked_kinds import Measure, asks_time_of_day
from nodes.language.counted import tells_count
from nodes.language.entities import names_in
from nodes.language.labels import labels_of, without_labels
from nodes.language.money import CURRENCIES, MONEY_WORDS
from nodes.language.numbers import WRITTEN_OUT, numbers_in
from nodes.language.periods import MONTHS, is_year, months_named
from nodes.language.superlatives import extreme_terms
from nodes.language.terms import analyse, normalise_name
from nodes.language.years import YEAR, asked_period, asks_which_year

_OPENING_NUMBER = lazy_regex(r"\W*\d{1,2}(?:\.\d{1,2})*(?:[.)]\s+(?=\D)|\s+(?=[^\w\s]*[^\W\d_a-zß-öø-ÿ]))")
"""The number of a clause or an item of a list: it counts the text, and is nothing in it. "30 days" is no clause."""
_REFERENCE = lazy_regex(
    r"\b(?:exhibit|form|section|item|note|rule|article|chapter|figure|clause|schedule|appendix|annex)s? "
    r"\(?(?:[A-Z]-)?\d[\w.()/-]*|\b\d{2,}-\d{5,}\b|(?<=\w)\(\d[a-z]?\)",
    re.IGNORECASE,
)
"""A number that names a part of a text, or a file ("333-88501"), or the section of a manual ("printf(3)"), is none."""
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_DAY_OF_MONTH = lazy_regex(rf"\b(?:{_MONTH})\.? \d{{1,2}}\b(?!,\d)", re.IGNORECASE)
_DAY_BEFORE_MONTH = lazy_regex(rf"(?<![\d.,])\d{{1,2}}(?:st|nd|rd|th|\.)? (?:of )?(?:{_MONTH})\b", re.IGNORECASE)
_WHEN = lazy_regex(r"\bwhen\b", re.IGNORECASE)
"""Who asks how much, and when, is told a part by a day."""
_ASKS_RATE = lazy_regex(
    r"\bhow many\b[^?]*? (?:per|an?|each|every) (?P<unit>hour|day|night|week|month|quarter|season|year)\W*$",
    re.IGNORECASE,
)
"""How many there are of something in each hour, day or year."""
_NO_NUMBER = lazy_regex(r"\b(?:no|one|both|single)\b", re.IGNORECASE)
"""Words that count what is told of once."""
_CLOCK = lazy_regex(r"\b(?:[01]?\d|2[0-3]):[0-5]\d\b(?![:.,]?\d)")
"""A time of day is no amount."""
_SAID_NUMBER = rf"(?:zero|{'|'.join(WRITTEN_OUT)}|hundred|thousand|half|quarter|dozen)"
_NUMBER_WORD = lazy_regex(
    rf"\b(?:none|free of charge|for free|kostenlos|kostenfrei|gratis|gratuit\w*|{_SAID_NUMBER}|"
    r"once(?=\W*$|[,.;:)]|\s+(?:an?|per|every|each|in|or|and)\b)|twice|hourly|daily|weekly|monthly|quarterly|annually|yearly|"
    r"every (?:hour|day|week|month|year|morning|evening|night)|"
    r"zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|einmal|zweimal|täglich|wöchentlich|"
    r"monatlich|jährlich|deux|trois|quatre|cinq|huit|neuf|dix|douze|quinze|vingt|trente|"
    r"dos|tres|cuatro|cinco|siete|ocho|nueve|diez|doce|veinte|treinta|"
    r"tre|quattro|cinque|sette|otto|nove|dieci|dodici|venti|trenta|dois|duas|três|quatro|oito|dez|doze|vinte|trinta|"
    r"twee|drie|vijf|zes|zeven|negen|tien|twaalf|twintig|dertig|"
    r"дв(?:а|е|ух)|тр(?:и|ех|ёх)|четыре|пять|шесть|семь|восемь|девять|десять|двенадцать|двадцать|тридцать)\b|"
    r"[一二三四五六七八九十百千万萬億亿两兩半][日天年月週周時时分人名個个回次歳岁円元圆圓割倍つ]",
    re.IGNORECASE,
)
_UNIT_OF_TIME = (
    r"(?:ms|sec(?:ond)?s?|min(?:ute)?s?|h|hrs?|hours?|days?|nights?|wks?|weeks?|months?|quarters?|y|yrs?|years?|"
    r"decades?|Sekunden?|Minuten?|Stunden?|Tage?n?|Wochen?|Monate?n?|Jahre?n?|heures?|jours?|semaines?|mois|ann?ée?s?|ans|"
    r"horas?|días?|semanas?|mes(?:es)?|años?|ore|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|dias?|meses|anos?|"
    r"uur|uren|dag(?:en)?|we(?:e)?k(?:en)?|maand(?:en)?|jaar|jaren|час(?:а|ов)?|д(?:ень|ня|ней)|недел[яиь]|"
    r"месяц(?:а|ев)?|год(?:а|у)?|лет)\b"
)
_ASKS_OFTEN = lazy_regex(
    r"\b(?:how (?:often|frequently)|(?:at )?what intervals?|wie oft|wie häufig|"
    r"à quelle fréquence|con qué frecuencia)\b",
    re.IGNORECASE,
)
_TELLS_OFTEN = lazy_regex(
    r"\b(?:every|each|per|once|twice|times|hourly|daily|weekly|fortnightly|monthly|quarterly|annually|yearly|"
    r"intervals?|regularly|always|never|before|after|when(?:ever)?|a (?:day|week|month|quarter|year)|alle|jede[nrsm]?|"
    r"pro|einmal|zweimal|mal|täglich|wöchentlich|monatlich|jährlich|nach|vor|"
    r"chaque|tou(?:te)?s les|par|fois|cada|veces|vez)\b"
    r"|\d\s?(?:[x×]|-?mal\b)|\b(?:annual|biannual|semi-?annual)\b",
    re.IGNORECASE,
)
"""How a text says when something is done again: "90 days" alone may be for how long something is good."""
_TIME_UNIT = lazy_regex(rf"\b{_UNIT_OF_TIME}", re.IGNORECASE)
_DURATION = lazy_regex(
    rf"(?:\d|\b(?:one|{_SAID_NUMBER}))[-\s]{{0,2}}(?:(?:working|business|calendar) )?{_UNIT_OF_TIME}", re.IGNORECASE
)
"""A number of units: "400 cycles a year" is none."""
_SPAN = lazy_regex(
    rf"\b(?:from|between|since|von|zwischen|seit|du|de|del|entre|dal|van)\b(?:[^.;\n]|(?<=\d)\.){{0,40}}?(?:\d{{1,2}}[:.]\d{{2}}|"
    rf"\b(?:{_MONTH})\b|\b{YEAR}\b)(?:[^.;\n]|(?<=\d)\.){{0,24}}?"
    r"\b(?:to|until|till|through|and|bis|und|jusqu['’]\w*|au|hasta|al?|tot)\b [^.;\n]{0,32}?"
    rf"(?:\d|\b(?:{_MONTH})\b)",
    re.IGNORECASE,
)
"""From when to when: "from 6 October until the end of June"."""
_MONEY = lazy_regex(rf"[$€£¥]|\b(?:{CURRENCIES}|{MONEY_WORDS})\b", re.IGNORECASE)
_PRICED = lazy_regex(
    r"\b(?:costs?|price|priced|fee|charge|rent|fare|deposit|premium) (?:(?:is|are|of|at) )?"
    r"(?!(?:19|20)\d\d\b)\d(?:[\d.,]*\d)?(?![\w%]|\s%|\s(?:hours?|days?|weeks?|months?|years?|minutes?)\b)",
    re.IGNORECASE,
)
"""What costs so much, in a currency that goes without saying: "the fee is 40"."""
_OF_OTHER_FIGURES = lazy_regex(
    rf"[%$€£¥]|\b(?:{CURRENCIES}|{MONEY_WORDS}|prices?|costs?|fees?|averages?|means?|medians?|shares?|rates?|"
    r"per ?cent(?:age)?s?|sources?|times?)\b",
    re.IGNORECASE,
)
"""What a caption calls figures that are no numbers of things."""
_HEADS_PRICES = lazy_regex(r"\b(?:prices?|costs?|fees?|charges?|rents?|fares?|deposits?)\b", re.IGNORECASE)
# "It goes in 5.0." tells no day.
_MOMENT = lazy_regex(
    r"\b\d{1,2}[:.]\d{2}\b(?!\.?\d)"
    r"|\b\d{1,2}\.(?:(?:0[1-9]|1[0-2])\.|\d{1,2}\.(?:\d{4}|\d\d|(?=\s+(?:(?-i:[a-zà-ÿ])|\d))))"
    r"|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}/\d{1,2}/\d{2,4}\b"
    r"|\b\d{1,2} ?(?:am|pm|a\.m\.|p\.m\.|o['’]clock|Uhr)(?!\w)|\b(?:noon|midnight|midday|today|tomorrow|yesterday)\b"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b",
    re.IGNORECASE,
)
_PRICE = lazy_regex(
    rf"(?:[$€£¥]|\b(?:{CURRENCIES})) ?\d[\d.,]*|\b\d[\d.,]* ?(?:[$€£¥%]|(?:{CURRENCIES}|{MONEY_WORDS}|per ?cent)\b)",
    re.IGNORECASE,
)
"""No time of day: "3.40 euros"."""
_DECIMALS = lazy_regex(r"(?<![\d.,])\d[\d,]*\.\d\d(?![\d.])")
_TIME_WITH_POINT = lazy_regex(r"(?:[01]?\d|2[0-4])\.[0-5]\d")
"""Numbers with two decimals, and those of them that may be a time of day."""
_TIME_OF_DAY = lazy_regex(
    r"\b\d{1,2}[:.h]\d{2}\b|\b\d{1,2} ?(?:am|pm|a\.m\.|p\.m\.|o['’]clock|Uhr|h)(?!\w)|"
    r"\b(?:noon|midnight|midday|sunrise|sunset|dawn|dusk|morning|afternoon|evening|night|hours?|any time)\b",
    re.IGNORECASE,
)
"""What tells an hour; a day alone does not."""
_ASKS_END = lazy_regex(
    r"\b(?:(?:until|till|up to) (?:when|(?:what|which) (?:date|day|time))|bis wann)\b", re.IGNORECASE
)
_TELLS_END = lazy_regex(
    r"\b(?:until|till?|to|through|by|before|ends?|ended|ending|expir\w+|terminat\w+|last|latest|deadline|due|bis|"
    r"spätestens|endet|au|hasta|al?)\b|\bjusqu|\d\s?[-–—]\s?\d",
    re.IGNORECASE,
)
_OTHER_TIME = 0.5
"""For a time that is no end where it is asked until when."""
_OLD_YEAR = lazy_regex(
    r"(?:\b(?:in|since|until|till|from|by|before|after|around|about|circa|year|ca?\.)\s|[(–-]\s?)(1[0-8]\d\d)(?!\d|[.,]\d)",
    re.IGNORECASE,
)
"""One before those that are told from numbers by themselves, behind what leads to a year: "in 1172"."""
_PLACE = lazy_regex(r"\b(?:in|at|of|for|from|near|to|à|en|bei|aus)\s+(?:the\s+)?([^\W\d_a-z][\w.-]++)(?!\s*\d)")
"""A name behind a preposition, and no month or currency: "in May 2024", "from EUR 5"."""
_PLACE_WORD = lazy_regex(
    r"\b(?:airport|station|street|avenue|hotel|hall|room|lobby|office|building|harbour|terminal|platform|square|library|"
    r"museum|church|warehouse|garage|car park|shed|cellar|basement|attic|kitchen|corridor|cupboard|drawer|shelf|door|"
    r"gate|Bahnhof|Flughafen|Keller|Raum|Halle)\b",
    re.IGNORECASE,
)
"""What tells where something is without a name: "beside the door"."""
_ADDRESS = lazy_regex(
    r"\b(?!(?:1\d|20)\d\d )\d{4,5} [A-ZÀ-ÖØ-Þ][\w-]+|"
    r"(?<![\w.'’-])[A-ZÀ-ÖØ-Þ][\w.'’-]++(?: [\w.'’-]++){0,2} \d{1,4}[a-z]?, (?:\d{4,6} )?[A-ZÀ-ÖØ-Þ]|"
    r"\b\d{1,4}[a-z]? (?:[A-ZÀ-ÖØ-Þ][\w'’-]+ ){1,3}(?:Street|Road|Avenue|Lane|Drive|Square|Way|Quay|Place|St|Rd|Ave)\b"
)
"""A street with its number, or a town with its code: "Kaistraße 33, 24114 Kiel", "22 Quay Street"."""
_NOBODY = lazy_regex(
    rf"(?:(?:{_MONTH}|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{{1,4}}) ?)+|[^\W\d_]{{2,30}} (?:[a-z]|\d{{1,4}})"
)
"""Names, normalised, that are of no person and no firm: "saturday 28", "block b"."""
_FIRST_WORD = lazy_regex(r"[\s\W]*([^\W\d_]+(?:-[^\W\d_]+)*)")
_FOUR_DIGITS = lazy_regex(r"(?<![\d.,])\d{4}(?!\d)")
_COUNTS = frozenset(analyse("number quantity count amount total stock pieces units Anzahl Menge Stück nombre cantidad"))
_STAFF = frozenset(analyse("people persons employees staff headcount personnel workers workforce FTE FTEs Mitarbeiter"))
OF_DURATIONS = frozenset(analyse("period duration length time span"))
"""What a duration is called, which who tells one need not say: "notice of three months"."""
TOLD_BY_FORM = frozenset({"date", "number", "name", "place"})
"""Kinds of answers that a piece shows whether it holds one."""
_OTHER_MEASURE = 0.5
"""For a number where a number with a certain unit is asked for."""


def answers_kind(piece: Evidence, facts: Facts) -> float:
    """How surely a piece holds something new of the kind that is asked for: 0, .5 or 1."""
    if facts.wanted.kind == "date":
        return _date(piece, facts)
    if facts.wanted.kind == "number":
        return _number(piece, facts)
    if facts.wanted.kind == "name":
        named = any(is_new(name, facts) and not _NOBODY.fullmatch(name) for name in _names(piece, facts))
        return float(named or opens_with_name(piece, facts))
    if facts.wanted.kind == "place":
        places = (is_new(normalise_name(found), facts) for found in _PLACE.findall(piece.text))
        is_told = _ADDRESS.search(piece.text) is not None or tells_place_of_life(piece.text, facts.weights.keys())
        is_told = is_told or _says_place(piece, facts)
        return float(is_told or any(places))
    return float(facts.wanted.kind == "other" and _tells_label(piece, facts))


def _tells_label(piece: Evidence, facts: Facts) -> bool:
    """Whether it says which one it is where that is asked: "level 3" to "Which level does she have?".

    Not which of them is the largest.
    """
    asked = facts.wanted.focus - facts.wording.labels.keys()
    if piece.is_row or not asked or extreme_terms(facts.question):
        return False
    return not asked.isdisjoint(labels_of(piece.text))


def _names(piece: Evidence, facts: Facts) -> Sequence[str]:
    """The normalised names of a piece.

    Of a row with one value, "Driver | Ada Holm", also those in it; and those below a heading that the question says,
    "Line manager".
    """
    told = [value for value in piece.values if value.strip()] if piece.is_row else []
    if len(told) > 1:
        cells = zip(piece.header, piece.values, strict=False)
        heads = ((frozenset(analyse(head)), value) for head, value in cells)
        told = [value for head, value in heads if head and head <= facts.weights.keys()]
    return (*piece.names, *(normalise_name(name) for value in told for name in names_in(value)))


def _says_place(piece: Evidence, facts: Facts) -> bool:
    """Whether a piece has a word for a place that the question does not say: "beside the door"."""
    asked = f" {normalise_name(facts.question)} "
    return any(f" {normalise_name(found)} " not in asked for found in _PLACE_WORD.findall(piece.text))


def measures(text: str, measure: Measure) -> bool:
    """Whether a text holds an amount of what a question measures; of nothing in particular, none does."""
    if measure == "duration":
        return _DURATION.search(text) is not None or _SPAN.search(text) is not None
    return measure == "money" and _MONEY.search(text) is not None and bool(numbers_in(text))


def is_new(name: str, facts: Facts) -> bool:
    """Whether a normalised name is none that the question says."""
    return not any(name in known or known in name for known in facts.names)


def opens_with_name(piece: Evidence, facts: Facts) -> bool:
    """Whether its first word, which anything may write with a capital, is written so inside a sentence elsewhere."""
    word = _FIRST_WORD.match(piece.text)
    return word is not None and word[1] in facts.capitals and is_new(normalise_name(word[1]), facts)


def _date(piece: Evidence, facts: Facts) -> float:
    """A year, a day of a month, a weekday or a time of day; an end of something, where it is asked until when."""
    if asks_time_of_day(facts.question) and not _TIME_OF_DAY.search(_PRICE.sub(" ", piece.text)):
        return _OTHER_TIME * _tells_date(piece, facts)
    is_other = not piece.is_row and _ASKS_END.search(facts.question) and not _TELLS_END.search(piece.text)
    return (_OTHER_TIME if is_other else 1.0) * _tells_date(piece, facts)


def _tells_date(piece: Evidence, facts: Facts) -> float:
    if piece.is_row and _is_over_asked_periods(piece, facts.question):
        return 1.0
    if piece.years - facts.wording.years or _tells_old_year(piece, facts):
        return 1.0
    months = bool(piece.numbers - facts.wording.numbers) and bool(months_named(piece.text))
    text = _DECIMALS.sub(" ", piece.text) if piece.is_row and _has_amounts(piece.text) else piece.text
    return float(bool(_MOMENT.search(_PRICE.sub(" ", text))) or months)


def _is_over_asked_periods(row: Evidence, question: str) -> bool:
    if are_years(row.header) and asks_which_year(question):
        return True
    period = asked_period(question)
    return bool(period) and are_periods(row.header, period)


def _has_amounts(text: str) -> bool:
    """Whether a text has numbers with two decimals that are no times of day: of "22.00 | 66.00" none is one."""
    return not all(_TIME_WITH_POINT.fullmatch(number) for number in _DECIMALS.findall(text))


def _tells_old_year(piece: Evidence, facts: Facts) -> bool:
    found = _OLD_YEAR.finditer(piece.text)
    return any(each[1] not in facts.wording.numbers and is_year(piece.text, *each.span(1)) for each in found)


def is_captioned_count(row: Evidence, counted: str) -> bool:
    """Whether the caption of a table says that its figures are how many there are of something, and no prices."""
    return counted in analyse(row.caption) and not _OF_OTHER_FIGURES.search(row.caption)


def _names_count(row: Evidence, counted: str) -> bool:
    """Whether a row or one of its columns is for how many there are of something; of people, for those employed."""
    if is_captioned_count(row, counted):
        return True
    named = set(analyse(" ".join((row.label, *row.header))))
    if counted in _STAFF and not named.isdisjoint(_STAFF):
        return True
    return counted in named or not named.isdisjoint(_COUNTS)


def _years(piece: Evidence, text: str) -> frozenset[str]:
    """The years of a piece, without those that what surrounds them in its text tells for amounts: "1950 euros"."""
    if piece.is_row or not piece.years:
        return piece.years
    amounts = {year[0] for year in _FOUR_DIGITS.finditer(text) if not is_year(text, *year.span())}
    return piece.years - amounts


def _counted(piece: Evidence, text: str, facts: Facts, *, counts: bool) -> float:
    """Whether a piece with a number tells how many there are of something; where asked, in each hour, day or year.

    "No tickets were sold" once does not tell how many are sold per day, nor does how many there are of others.
    """
    counted = facts.wanted.counted
    rate = _ASKS_RATE.search(facts.question)
    if rate is None:
        return 1.0 if counts or (piece.is_row and _names_count(piece, counted)) else _OTHER_MEASURE
    unit = rate["unit"].lower()
    adverb = "daily" if unit == "day" else f"{unit}ly"
    told = " ".join((text, piece.label, *piece.header)) if piece.is_row else text
    if re.search(rf"\b(?:(?:per|an?|each|every|average|working) {unit}|{adverb})\b|/ ?{unit}\b", told, re.IGNORECASE):
        return 1.0
    return float(not piece.is_row and tells_count(_NO_NUMBER.sub("the", text), counted))


def _has_price(row: Evidence) -> bool:
    """Whether a row has a number in a column of sums: "Price GBP incl. VAT"."""
    cells = zip(row.header, row.values, strict=False)
    return any(
        bool(numbers_in(value)) and bool(_MONEY.search(head) or _HEADS_PRICES.search(head)) for head, value in cells
    )


def _number(piece: Evidence, facts: Facts) -> float:
    text = _OPENING_NUMBER.sub("", piece.text, count=1) if _OPENING_NUMBER.match(piece.text) else piece.text
    text = without_labels(text)
    if facts.wanted.measure != "duration":
        text = _CLOCK.sub("", _DAY_OF_MONTH.sub("", _REFERENCE.sub("", text)))
        text = text if _WHEN.search(facts.question) else _DAY_BEFORE_MONTH.sub("", text)
    counts = bool(facts.wanted.counted) and not piece.is_row and tells_count(text, facts.wanted.counted)
    if not (counts or numbers_in(text) - facts.wording.numbers - _years(piece, text) or _NUMBER_WORD.search(text)):
        return 0.0
    if facts.wanted.unit:
        return 1.0 if tells_unit(piece, facts.wanted.unit) else _OTHER_MEASURE
    if facts.wanted.counted:
        return _counted(piece, text, facts, counts=counts)
    if facts.wanted.measure == "duration":
        return 1.0 if _TIME_UNIT.search(text) or _SPAN.search(text) else _OTHER_MEASURE
    if facts.wanted.measure == "money":
        return 1.0 if _MONEY.search(text) or _PRICED.search(text) or _has_price(piece) else _OTHER_MEASURE
    is_other = not piece.is_row and _ASKS_OFTEN.search(facts.question) and not _TELLS_OFTEN.search(text)
    return _OTHER_MEASURE if is_other else 1.0
