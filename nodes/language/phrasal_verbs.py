"""Verbs of everyday speech that manuals and contracts say in one word: "put back" is "restore"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from nodes.domain.regexes import lazy_regex
from nodes.language.irregular_verbs import same_verb
from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import analyse, stem

_PHRASES = """
back out: withdraw, resign
break down: fail, failure, defect
bring back: restore, recover
bring in: earn, yield, income
bring over: migrate, transfer, copy
call off: cancel
carry on: continue, resume
cut down: fell, felled, reduce
cut off: disconnect
do up: renovate, refurbish, repair
drop out: withdraw, discontinue
fill in: enter, complete
find out: determine, discover
get back: restore, recover, return
get money back: refund, reimburse, refundable
get rid of: remove, delete, disable
give back: return
give money back: refund, reimburse, refundable
give up: abandon, relinquish
go back to: restore, revert
hand in: submit
hand over: deliver, transfer
hold on to: keep, retain
hook up: connect
knock down: demolish, demolition
knock off: deduct, deduction, reduce, reduction
leave out: exclude, omit, skip
let go: dismiss, dismissal
look after: maintain, maintenance, supervise
look over: inspect, inspection, check
look up: find, search
make bigger: enlarge, widen, resize, increase
make smaller: shrink, reduce, resize
move out: leave, vacate
move over: migrate, transfer
pay back: repay, refund, reimburse
pick up: collect, fetch
plug in: connect
pull down: demolish, demolition
pull out: withdraw
put back: restore, replace
put off: postpone, defer
put together: assemble
put up with: accept, tolerate
rent out: sublet, sublease
run out: expire, expiry
send back: return
set apart: separate
set aside: plan, budget, earmark, allocate, reserve
shut off: disable, close
sign up: register, enrol
slow down: limit, reduce
speed up: accelerate
stand in for: cover, replace, substitute, deputy
stick to: comply, observe
switch off: disable, deactivate
switch on: enable, activate
take apart: disassemble
take back: return, revoke, withdraw
take out: remove
take part: participate
tear down: demolish, demolition
tell apart: distinguish
throw away: delete, discard, remove, dispose
throw out: delete, discard, remove, dispose
throw up: vomit
top up: refill
turn down: reject, refuse, decline
turn off: disable, deactivate
turn on: enable, activate
use up: consume, consumption
want money back: refund, reimburse, refundable
wipe out: delete, erase
work out: calculate, estimate, determine
write down: record, note
"""
"""Left out is what is as plain a word itself ("set up", "log in"), or means too much ("go on", "take off")."""
_OF_LIVES = """
break out: began
break up: separated
bring out: published
bring up: raised
carry out: performed
come from: born
give up: resigned
go to: attended
grow up: raised
lay off: dismissed
make up: invented
pass away: died
put out: published
set up: founded
shut down: closed
split up: separated
step down: resigned
take over: acquired
take part: participated
think up: invented
turn down: refused
"""
"""What lives and firms are told by in one word. Too wide to be searched: who is read of already is told apart by it."""
_FARTHEST = 4
"""Words that may stand between the verb and the rest of it: "throw all of them away"."""
_NO_OBJECT = frozenset("from to for with by at later early and or but if when that which".split())
"""What no object is made of: "switch from A to B on the panel", "switch later on"."""
_PRONOUNS = frozenset({"it", "them", "this", "that"})
_JOINED = frozenset("back up out off down over".split())
_JOINED_TO_SOME = {"in": frozenset(map(stem, ("log", "sign", "check", "plug")))}
"""What nouns in one word are made of behind a verb, "rollback". "In" is a word of its own behind most verbs."""


class Plainly(NamedTuple):
    """A phrase of a question in plain words."""

    said: frozenset[str]
    """The terms of the phrase."""
    words: tuple[str, ...]
    """Any of which says the same."""


_Table = Mapping[str, Sequence[tuple[str, tuple[str, ...]]]]
"""By the stem of a verb, in any of its forms: what may stand behind it, and the words that say the same."""


def _read(lines: str) -> _Table:
    table: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for line in lines.strip().splitlines():
        phrase, _, words = line.partition(":")
        verb, _, rest = phrase.partition(" ")
        for root in {stem(verb), *same_verb(stem(verb)), *(("left",) if verb == "leave" else ())}:
            table.setdefault(root, []).append((rest, tuple(words.strip().split(", "))))
    return table


_HEAD, _HEAD_OF_LIVES = _read(_PHRASES), _read(_OF_LIVES)
_WORD = lazy_regex(r"[^\W_]+(?:['’-][^\W_]+)*|[.?!;:,]")


def in_plain_words(question: str) -> list[Plainly]:
    """What a question says by a verb and a particle, and the words that say the same: "rollback" for "roll it back"."""
    return [*_found(question, _HEAD), *_in_one_word(question)]


def told_of_lives(question: str) -> list[Plainly]:
    """What it says so of somebody, or of a firm: "set up", and that something was founded."""
    return _found(question, _HEAD_OF_LIVES)


def _found(question: str, table: _Table) -> list[Plainly]:
    words = _WORD.findall(question.lower())
    found: list[Plainly] = []
    for place, word in enumerate(words):
        for rest, plain in table.get(stem(word), ()):
            if _follows(words[place + 1 :], rest.split()):
                found.append(Plainly(frozenset(analyse(f"{word} {rest}")), plain))
    return found


def _in_one_word(question: str) -> list[Plainly]:
    """Verbs with a particle right behind them, or behind a pronoun, as the noun that is written in one word."""
    words = _WORD.findall(question.lower())
    found: list[Plainly] = []
    for verb, *behind in zip(words, words[1:], [*words[2:], ""], strict=False):
        particle = behind[behind[0] in _PRONOUNS]
        root = stem(verb)
        if verb in STOP_WORDS or not (particle in _JOINED or root in _JOINED_TO_SOME.get(particle, ())):
            continue
        forms = dict.fromkeys((root, *sorted(same_verb(root))))
        found.append(Plainly(frozenset(analyse(f"{verb} {particle}")), tuple(f"{form}{particle}" for form in forms)))
    return found


def _follows(words: list[str], rest: list[str]) -> bool:
    """Whether the rest of a phrase stands behind its verb in the same clause."""
    for place in range(min(len(words), _FARTHEST + 1)):
        if words[place : place + len(rest)] == rest:
            return True
        if not words[place][0].isalnum() or words[place] in _NO_OBJECT:
            return False
    return False
