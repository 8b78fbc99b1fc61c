"""The most and the least of a table: "Which department has the highest budget?" is answered by rows in that order."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from nodes.answering.choosing.material import Material, Weighed
from nodes.answering.columns.rows_over_years import rows_over_years
from nodes.answering.columns.table_columns import (
    SHOWN,
    Column,
    before_others,
    cells_of,
    column_meant,
    columns_meant,
    has_headings,
    lists_kind,
    named_by,
    numbers_of,
    single_rows,
    table_key,
    table_of_years,
    with_heading,
)
from nodes.answering.evidence.evidence import Evidence
from nodes.answering.evidence.source_names import heading_of, names_in_words
from nodes.domain.regexes import lazy_regex
from nodes.language.accounts import called_in_accounts
from nodes.language.asked_kinds import focus_terms
from nodes.language.parts import asks_two
from nodes.language.periods import find_dates
from nodes.language.superlatives import asks_extreme, asks_first_or_last, asks_oldest, extreme_terms, extreme_word
from nodes.language.terms import analyse, normalise_name

_FEWEST_ROWS = 2
"""Rows, or years, of which one can be the most."""
_MEASURED = {
    word: frozenset(analyse(names))
    for words, names in (
        (
            "most expensive|least expensive|cheapest|costs the most|costs most|cost the most|costs the least|"
            "more expensive|less expensive|cheaper|dearer|dearest|priciest|costs more|costs less|teuerst|billigst|"
            "günstigst",
            "price cost fee rate rent fare charge amount gross Preis Miete",
        ),
        ("most valuable|least valuable|worth the most|worth the least", "value worth Wert"),
        ("deepest|shallowest|deeper|shallower|tiefst", "depth Tiefe"),
        (
            "longest|shortest|longer|shorter|längst|kürzest",
            "length duration distance hours minutes Länge Dauer Stunden Minuten",
        ),
        ("tallest|taller", "height"),
        ("heaviest|lightest|heavier|lighter|schwerst|leichtest", "weight mass Gewicht"),
        ("widest|narrowest|wider|narrower", "width"),
        (
            "fastest|slowest|quickest|faster|slower|quicker|schnellst|langsamst",
            "speed time duration Geschwindigkeit Zeit Dauer",
        ),
        ("scored highest|scores highest|scored lowest|scores lowest|highest score|lowest score", "score points mark"),
        ("hottest|warmest|coldest|hotter|warmer|colder|wärmst|kältest", "temperature Temperatur"),
        ("loudest|quietest|louder|quieter", "noise"),
        (
            "paid the most|paid the least|paid most|paid least|paid best|best paid|best-paid|earns the most|"
            "earns the least|earned the most|earned the least|earns most|earn the most|earns more|verdient am",
            "salary wage pay income Gehalt Lohn",
        ),
    )
    for word in words.split("|")
}
"""What a table calls that of which a question asks for the most or the least, or for more or less."""
_DOES = lazy_regex(r"\b(\w+) the (?:most|least|fewest|highest|lowest|longest|shortest)\b", re.IGNORECASE)
"""What is done with what there is the most of: "Which van has covered the most miles?" of a column "Miles"."""
_AGE = frozenset(analyse("age Alter"))
_BEGUN = frozenset(
    analyse(
        "year date built completed made founded established formed opened started begun born birth launched released "
        "Jahr Baujahr Gründung gegründet geboren"
    )
)
"""What heads a column of when something came to be, by which it is old or new."""
_CAME_IN = lazy_regex(
    r"\b(?:c[ao]me|coming|(?:was|were|been) (?:handed|sent)) in\b|\barrived?\b|\beingegangen\b", re.IGNORECASE
)
_RECEIVED = frozenset(analyse("received receipt arrived arrival submitted Eingang eingegangen"))
"""What heads a column of when something came in."""
_SINCE = frozenset({"since", "seit", "depuis", *analyse("joined start started begin hired employed entry member")})
_JOINED = lazy_regex(
    r"\b(?:join(?:ed)?|hired|employed|(?:start|beg[au]n|c[ao]me) (?:work|here|with us))", re.IGNORECASE
)
_LONGEST_SINCE = lazy_regex(
    r"\b(?:has|have|had|is|are|was|were)\b[^?.]{1,60}\blongest\W*$|\blongest[- ](?:serving|standing)\b",
    re.IGNORECASE,
)
"""Who has done something the longest has done it since the first day."""
_BEST = lazy_regex(
    r"\b(?:(?P<best>best|besten?)|worst|schlechtesten?) (?:[\w-]+ )?"
    r"(?:scores?|points?|results?|ratings?|marks?|yields?|accuracy|Ergebnis\w*|Punkt\w*)\b",
    re.IGNORECASE,
)
_PACE = lazy_regex(r"\b(?:fastest|slowest|schnellsten?|langsamsten?)\b", re.IGNORECASE)
_TAKEN = frozenset(analyse("time duration days weeks months hours minutes min seconds Zeit Dauer Tage Wochen Stunden"))
_RATE = lazy_regex(r"/|\bper\b|\bpro\b", re.IGNORECASE)
"""What is fast takes little time: a column of that, and of no rate, is in the order of it turned round."""
_SEVERAL = lazy_regex(r"\b(?:two|three|four|five|\d{1,2}|few|several) (?:[\w-]+est|most|least)\b|\brank", re.IGNORECASE)
"""How more than the first of an order are asked for: "the three largest"."""
_HIGHEST_GRADE = 6
"""Up to which marks may be grades, of which in some countries the least is the best."""
_TIMES = frozenset(analyse("day date week month quarter year Monat Jahr Tag Woche Quartal"))
_YEAR = lazy_regex(r"1\d{3}|20\d\d")


def with_extremes(chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; where the most or the least is asked for, rows of its first table in the order of what is asked.

    The column is the one whose heading says most of the question, or in the table of the first quote the only one of
    numbers, or of totals. Sums of others are no rows of their own. Where the first or the last is asked for, it is a
    column of dates whose heading the question says, and rows that say most of the rest of it.
    """
    question = material.facts.question
    if age := asks_oldest(question):
        headers = [piece.header for piece, _ in material.weighed if has_headings(piece)]
        if any(not _AGE.isdisjoint(analyse(" ".join(header))) for header in headers):
            return _in_order_of(_AGE, age, chosen, material)
        return _in_order_of_time(_BEGUN, -age, chosen, material)
    if _LONGEST_SINCE.search(question) and (since := _in_order_of_time(_SINCE, -1, chosen, material)) != chosen:
        return since
    if not asks_extreme(question) and (sign := asks_first_or_last(question)):
        begun = _RECEIVED if _CAME_IN.search(question) else _SINCE if _JOINED.search(question) else frozenset[str]()
        return _in_order_of_time(begun, sign, chosen, material)
    is_called_so = _is_called_so(extreme_word(question), chosen)
    sign = 0 if is_called_so else asks_extreme(question) or _asks_best(question)
    over_years = [] if is_called_so else rows_over_years(material)
    if sign and not over_years and (listing := listing_of_years(material)):
        return _ordered(listing, sign)
    return over_years or _in_order_of(measured_terms(question), sign, chosen, material)


def _is_called_so(word: str, chosen: Sequence[Weighed]) -> bool:
    """Whether what is asked for is what a quoted row has below such a heading: of "Minimum order" no least is asked."""
    term = frozenset(analyse(word))
    return bool(term) and any(term <= frozenset(analyse(head)) for piece, _ in chosen for head in piece.header)


def lists_what_is_asked(material: Material) -> bool:
    """Whether one table lists what has the most or the least, and has a column that the question says."""
    question = material.facts.question
    kind = focus_terms(question)[:1]
    if not asks_extreme(question) or not kind:
        return False
    wanted = frozenset(term for term in material.facts.weights.keys() - extreme_terms(question) if not term.isdigit())
    columns = columns_meant(material, wanted).values()
    listing = [column for column in columns if column.said and lists_kind(_corner(column), kind)]
    return len(listing) == 1 and len(listing[0].rows) >= _FEWEST_ROWS


def _asks_best(question: str) -> int:
    """1 for the best marks, points or results, -1 for the worst: of prices and times the best is the least."""
    found = _BEST.search(question)
    return 0 if found is None else 1 if found["best"] else -1


def measured_terms(question: str) -> frozenset[str]:
    """What a table may call that by which a question orders things: "price" of "cheaper", "weight" of "heaviest"."""
    return frozenset[str]().union(*(terms for word, terms in _MEASURED.items() if word in question.lower()))


def _in_order_of(measured: frozenset[str], sign: int, chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; the rows of the table that is meant in the order of a column, which these terms may head as well."""
    quoted = next((table_key(piece, material) for piece, _ in chosen if has_headings(piece)), None)
    question, weights = material.facts.question, material.facts.weights
    if not sign:
        return chosen
    # "Maximum per day" is no column of liabilities.
    wanted = measured | {term for term in weights.keys() - extreme_terms(question) if not term.isdigit()}
    columns = {
        table: column
        for table, column in columns_meant(material, wanted).items()
        if table == quoted or not _is_of_other_times(column, question)
        if quoted is not None or measured or _is_of_asked(column, material)
    }
    # The table of the first quote, unless another has a column that the question says more of.
    best = max(
        columns,
        key=lambda table: (
            columns[table].said,
            lists_kind(_corner(columns[table]), focus_terms(question)),
            named_by(columns[table], material),
            table == quoted,
        ),
        default=None,
    )
    if quoted is not None and (best is None or not columns[best].said):
        table = [
            one for one in material.weighed if has_headings(one.piece) and table_key(one.piece, material) == quoted
        ]
        if (of_year := _column_of_year(table, question, weights)) is not None:
            return before_others(_ordered(of_year, sign), chosen)
    if best is None or len(columns[best].rows) < _FEWEST_ROWS:
        return chosen
    is_first = best == quoted and chosen[0].piece.is_row
    if not (columns[best].said or is_first):
        return chosen
    column = columns[best]._replace(rows=_of_said_cells(columns[best], question))
    if not asks_extreme(question) and max(value for value, _ in column.rows) <= _HIGHEST_GRADE:
        return chosen
    return _first_or_order(column, sign, chosen, material, is_quoted=best == quoted)


def _is_of_asked(column: Column, material: Material) -> bool:
    """Whether the question says a column, and its table lists, or its document is called by, what is asked for."""
    focus = focus_terms(material.facts.question)
    if not (column.said and column.rows and focus):
        return False
    names = frozenset(analyse(names_in_words(material.source(column.rows[0][1].piece))))
    return lists_kind(_corner(column), focus) or not names.isdisjoint(focus)


def _first_or_order(
    column: Column, sign: int, chosen: list[Weighed], material: Material, *, is_quoted: bool
) -> list[Weighed]:
    """The choice with the rows in the order of a column; the first alone where one is asked for, and it is certain.

    It is where the question says the column, and the table is quoted or lists what is asked for. Of such a list the row
    tells all of it, and what was chosen besides is left out.
    """
    question = material.facts.question
    done = frozenset(term for verb in _DOES.findall(question) for term in analyse(verb))
    ordered = [
        one._replace(piece=replace(one.piece, terms=one.piece.terms | done)) if column.said else one
        for one in _ordered(column, -sign if _is_turned(column, question) else sign)
    ]
    is_listed = lists_kind(_corner(column), focus_terms(question)[:1])
    if not (column.said and (is_quoted or is_listed) and _asks_one(material)):
        return before_others(ordered, chosen)
    first = _first_alone(ordered, column)
    return first if is_listed else before_others(first, chosen)


def _is_turned(column: Column, question: str) -> bool:
    """Whether what is the most by the word that asks is the least of a column: the fastest of one of durations."""
    return (
        _PACE.search(question) is not None
        and not _TAKEN.isdisjoint(analyse(column.heading))
        and not _RATE.search(column.heading)
    )


def _asks_one(material: Material) -> bool:
    """Whether it is asked for the one thing that has the most, and for nothing about it besides."""
    wanted, question = material.facts.wanted, material.facts.question
    return not (wanted.asks_several or wanted.explains or asks_two(question) or _SEVERAL.search(question))


def _first_alone(ordered: Sequence[Weighed], column: Column) -> list[Weighed]:
    """The first of some rows in an order, and those that have as much."""
    values = {(row.piece.position, row.piece.start): value for value, row in column.rows}
    told = [values[one.piece.position, one.piece.start] for one in ordered]
    return [one for one, value in zip(ordered, told, strict=True) if value == told[0]]


def listing_of_years(material: Material) -> Column | None:
    """The column of the year that is asked for, or the last one, of the only table that lists the things asked for."""
    question = material.facts.question
    rest = [term for term in material.facts.weights if term not in extreme_terms(question) and not term.isdigit()]
    kind = focus_terms(question) or (rest if len(rest) == 1 else [])
    table = table_of_years(material, kind)
    if table is None or len(table.places) < _FEWEST_ROWS:
        return None
    listed = {*kind[:1], *analyse(table.rows[0].piece.corner)}
    rows = [one._replace(piece=replace(one.piece, terms=one.piece.terms | listed)) for one in single_rows(table.rows)]
    told = zip(numbers_of(cells_of(rows, table.places[table.year])), rows, strict=True)
    column = Column([(value, one) for value, one in told if value is not None], str(table.year), 1)
    return column if len(column.rows) >= _FEWEST_ROWS else None


def _is_of_other_times(column: Column, question: str) -> bool:
    """Whether its table lists months or the like, and another kind of thing is asked for: "Which department"."""
    kind = frozenset(analyse(_corner(column)))
    return bool(kind) and kind <= _TIMES and bool(focus_terms(question)) and kind.isdisjoint(analyse(question))


def _corner(column: Column) -> str:
    """What heads what its rows are called; behind codes, "P-07 | Harbour survey", what heads the cell beside them."""
    if not column.rows:
        return ""
    row = column.rows[0][1].piece
    are_codes = all(any(map(str.isdigit, one.piece.label)) for _, one in column.rows)
    is_called_beside = are_codes and len("".join(row.values[:1]).split()) > 1
    return "".join(row.header[:1]) if is_called_beside else row.corner


def _of_said_cells(column: Column, question: str) -> list[tuple[float, Weighed]]:
    """The rows that are meant where the question says what some of them have in another column: "in Q2 2024"."""
    said = f" {normalise_name(question)} "
    asked = called_in_accounts(frozenset(analyse(question)))
    # "Expenditure" of a budget is what stands below that.
    rows = [each for each in column.rows if asked & frozenset(analyse(each[1].piece.group))] or column.rows
    width = max(len(row.values) for _, (row, _) in rows)
    for place in range(-1, width):
        told = [each for each in rows if _is_said(_cell(each[1].piece, place), said)]
        rows = told or rows
    return rows


def _cell(row: Evidence, place: int) -> str:
    """The label of a row for the place -1, else what it has in a column; empty where it has nothing."""
    return row.label if place < 0 else row.values[place] if place < len(row.values) else ""


def _is_said(cell: str, said: str) -> bool:
    name = normalise_name(cell)
    # Any other number may be one of something else: "the three largest".
    return bool(name) and (not name.isdigit() or bool(_YEAR.fullmatch(name))) and f" {name} " in said


def _column_of_year(table: Sequence[Weighed], question: str, weights: Mapping[str, float]) -> Column | None:
    """The column of the year that is asked for, or the last one, of a table whose columns are years.

    Only where the question says what its rows are: "Which country" of a table of countries. Else any row of a report
    would be one.
    """
    rows = [row for row, _ in table if not row.is_heading]
    years = [head for head in rows[0].header if _YEAR.fullmatch(head.strip())] if rows else []
    if len(years) < _FEWEST_ROWS or len(years) < len(rows[0].header):
        return None
    said = frozenset.intersection(*(row.terms.difference(analyse(" ".join((row.text, *row.header)))) for row in rows))
    if said.isdisjoint(weights):
        return None
    asked = [year for year in years if year.strip() in question] or [max(years)]
    column = column_meant(table, frozenset(analyse(asked[0])), weights, numbers_of)
    return column if len(asked) == 1 and len(column.rows) >= _FEWEST_ROWS else None


def _in_order_of_time(begun: frozenset[str], sign: int, chosen: list[Weighed], material: Material) -> list[Weighed]:
    """The choice; the rows of the table it quotes that has a column of dates which is asked for, in their order.

    The column may be headed by what says when something began, or came in, as well. Where no table is quoted that has
    one, it is the only one that is called by what is asked for: "Which application came in first?" of "applications".
    """
    weights = material.facts.weights
    quoted = {table_key(piece, material) for piece, _ in chosen if has_headings(piece)}
    asked = weights.keys() - extreme_terms(material.facts.question)
    wanted = begun | {term for term in asked if not term.isdigit()}
    columns = columns_meant(material, wanted, lambda cells: [*map(day_of, cells)])
    best = max(quoted, key=lambda table: columns[table].said, default=None)
    if best is None or not columns[best].said:
        kind = frozenset(focus_terms(material.facts.question)[:1])
        tables = [
            table for table, column in columns.items() if column.said and kind and kind <= _called(column, material)
        ]
        if len(tables) != 1:
            return chosen
        best = tables[0]
    column = columns[best]
    # What the table is called says of each row what it is: "Servers" of one that has another "server" in a cell.
    called = _called(column, material)
    rest = asked - set(analyse(column.heading)) - called
    said = [len(rest.intersection(analyse(one.piece.text))) for _, one in column.rows]
    rows = [row for row, count in zip(column.rows, said, strict=True) if count == max(said)]
    if len(rows) < _FEWEST_ROWS:
        return chosen
    return before_others(_ordered(column._replace(rows=rows), sign), chosen)


def _called(column: Column, material: Material) -> set[str]:
    """The terms of what the source of a column is called by."""
    return set(analyse(heading_of(material.source(column.rows[0][1].piece)))) if column.rows else set()


def day_of(cell: str) -> float | None:
    """The day that a cell is, or the first of the year that it is, counted; None where it is neither."""
    if days := find_dates(cell):
        return float(date.fromisoformat(days[0]).toordinal())
    return float(date(int(cell), 1, 1).toordinal()) if _YEAR.fullmatch(cell) else None


def _ordered(column: Column, sign: int) -> list[Weighed]:
    """The rows that have the most of a column, or the least, in that order."""
    told = sorted(column.rows, key=lambda each: (-sign * each[0], each[1].piece.position, each[1].piece.start))
    return [with_heading(one, column) for _, one in told[:SHOWN]]
