"""How people ask in other languages than English: patterns of words, by what they ask for."""

from __future__ import annotations

_GERMAN_MEASURES = (
    "hoch|lange?|gro(?:ß|ss)|oft|weit|alt|schwer|teuer|breit|tief|spät|früh|schnell|warm|kalt|stark|laut|dick"
)
_DUTCH_MEASURES = "hoog|lang|groot|vaak|ver|oud|zwaar|duur|breed|diep|snel|warm|koud|sterk"

MEASURED = rf"wie (?:{_GERMAN_MEASURES})|hoe (?:{_DUTCH_MEASURES})"
"""How high, how long: texts say neither word."""
HOW_MUCH = rf"{MEASURED}|wie ?viele?|combien|cu[aá]nt[oa]s?|сколько|quant[oaie]s?|hoeveel"
HOW_LONG = "wie lange|combien de temps|cu[aá]nto tiempo|quanto tempo|hoe lang"
WHEN = "wann|quand|cu[aá]ndo|когда|quando|wanneer"
WHO = "wer|wen|wem|qui|qui[eé]n(?:es)?|кто|chi|quem|wie is"
WHERE = "wo|où|d[oó]nde|где|dove|onde|waar"
WHICH = "welche[rsmn]?|quel(?:le)?s?|cu[aá]l(?:es)?|как(?:ой|ая|ое|ова|ов)|quale|qual"
WHAT_IT_IS_CALLED = (
    r"hei(?:ß|ss)(?:t|en)|lautet|heet|s['’]appelle(?:nt)?|se nomme(?:nt)?|se llaman?|si chiaman?o?|se chama|"
    r"называ[ею]тся|зовут"
)
WHAT_IT_COSTS = (
    r"kostet|kosten(?= (?:die|der|das|ein))|kost|coûte(?:nt)?|(?<=cu[aá]nto )cuestan?|"
    r"(?<=quanto )(?:costa(?:no)?|custam?)|стоит"
)
"""Verbs of questions for a name and for a price; texts give the name and the price."""
WHETHER = r"est-ce qu(?:e\b|(?=['’]))|y a-t-il"

# Scripts that part no words: these stand anywhere.
EAST_ASIAN_HOW_MUCH = (
    r"いくら|いくつ|何[日人円個回歳階%]|何(?:時|年)間|何[かヶカ]月|"
    r"多少|多[久长長大高]|[几幾][个個天年月次小]|얼마|며칠|몇"
)
EAST_ASIAN_WHEN = r"いつ|何[時月年](?!間)|什[么麼]时候|什麼時候|何时|哪[年天]|언제"
EAST_ASIAN_WHO = "[誰谁]|누구|누가"
EAST_ASIAN_WHERE = "どこ|哪[里裡儿]|어디"
