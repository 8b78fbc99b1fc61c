"""How people ask in other languages than English: patterns of words, by what they ask for."""

from __future__ import annotations

_GERMAN_MEASURES = (
    "hoch|lange?|gro(?:ß|ss)|oft|weit|alt|schwer|teuer|breit|tief|spät|früh|schnell|warm|kalt|stark|laut|dick"
)
_DUTCH_MEASURES = "hoog|lang|groot|vaak|ver|oud|zwaar|duur|breed|diep|snel|warm|koud|sterk"

MEASURED = rf"wie (?:{_GERMAN_MEASURES})|hoe (?:{_DUTCH_MEASURES})"
"""How high, how long: texts say neither word."""
HOW_MUCH = (
    rf"{MEASURED}|wie ?viele?|was kostete?n?|combien|quel (?:est|était) le (?:prix|montant|coût)|cu[aá]nt[oa]s?|"
    r"сколько|quant[oaie]s?|hoeveel"
)
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
MONEY = (
    r"kostete?n?|kosten|preise?|miete|gehalt|lohn|gebühr(?:en)?|coûte(?:nt)?|coût|prix|montant|loyer|salaire|"
    r"cuestan?|costes?|precios?|importe|alquiler|costano?|prezz[io]|canone|custam?|preços?|aluguel|kost(?:en)?|prij(?:s|zen)|"
    r"huur|стоит|цена|стоимость|штраф"
)
"""Words for what is paid."""
WHERE_IT_IS = (
    r"(?<=wo )(?:liegt|liegen|befindet sich|befinden sich|steht)|se trouve(?:nt)?|se situe(?:nt)?|"
    r"se encuentran?|si trovan?o?|se localiza|(?<=waar )(?:ligt|liggen|staat)|наход[ия]тся"
)
WHETHER = r"est-ce qu(?:e\b|(?=['’]))|y a-t-il"

WHOLE = (
    r"(?:wichtigsten|zentralen|wesentlichen) (?:punkte|aussagen|ergebnisse|themen|inhalte)|"
    r"(?:points|éléments|idées) (?:clés?|principaux|essentiels|importants)|principaux (?:points|résultats)|"
    r"(?:puntos|ideas|temas) (?:clave|principales|más importantes)|principales (?:puntos|ideas|temas)|"
    r"(?:punti|temi) (?:principali|chiave|salienti)|principali punti|pontos (?:principais|chave)|principais pontos|"
    r"belangrijkste punten|главные мысли|"
    r"(?:worum geht(?: es)?|wovon handelt|wovon spricht)(?: in| im)?|"
    r"(?:de quoi (?:parle(?:nt)?|traite(?:nt)?|s['’]agit-il)|quel est le (?:sujet|contenu))(?: dans)?|"
    r"de qué (?:tratan?|hablan?)|(?:di|de) (?:che )?cosa (?:parla(?:no)?|tratta(?:no)?)|do que (?:tratam?|falam?)|"
    r"waar gaat(?=.{1,80}\bover\b)|о ч[её]м (?:говорится|идет речь|идёт речь)(?: в)?|"
    r"(?:welche|was für) (?:dokumente|dateien|unterlagen|texte) "
    r"(?:gibt es|hast du|haben wir|habe ich|sind (?:da|hier))|"
    r"quels (?:documents|fichiers|textes) (?:as-tu|avez-vous|avons-nous|ai-je|y a-t-il|sont (?:là|disponibles))|"
    r"qu[eé] (?:documentos|archivos) (?:hay|tienes|tengo|tenemos)|quali (?:documenti|file) (?:ci sono|hai|ho|abbiamo)|"
    r"que (?:documentos|arquivos|ficheiros) (?:há|existem|tens|tenho|temos)|"
    r"welke (?:documenten|bestanden) (?:zijn er|heb (?:je|ik)|hebben we)|какие (?:документы|файлы) (?:есть|у меня есть)"
)
"""What asks for a summary of a document, or which documents there are."""

# Scripts that part no words: these stand anywhere.
EAST_ASIAN_HOW_MUCH = (
    r"いくら|いくつ|何[日人円個回歳階%]|何(?:時|年)間|何[かヶカ]月|"
    r"多少|多[久长長大高]|[几幾][个個天年月次小]|얼마|며칠|몇"
)
EAST_ASIAN_WHOLE = (
    r"要約(?:して(?:ください|下さい)?)?|まとめて(?:ください|下さい)?|概要|どんな(?:文書|書類|資料|ファイル)がありますか|"
    r"总结(?:一下)?|總結(?:一下)?|概括(?:一下)?|概述|主要内容|主要內容|讲了什么|講了什麼|有(?:哪些|什么)(?:文档|文件|资料)|"
    r"요약(?:해|하)?(?:\s?(?:주세요|줘|주십시오))?|어떤 (?:문서|파일)[이가]? 있[가-힣]*"
)
EAST_ASIAN_WHEN = r"いつ|何[時月年](?!間)|什[么麼]时候|什麼時候|何时|哪[年天]|언제"
EAST_ASIAN_WHO = "[誰谁]|누구|누가"
EAST_ASIAN_WHERE = "どこ|哪[里裡儿]|어디"
