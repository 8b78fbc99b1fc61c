"""Function words of languages other than English: documents keep them; they are no keywords, and not asked for."""

from __future__ import annotations

from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import fold

_GERMAN = """
    aber als also am an auch auf aus bei beim bereits bis da dabei damit dann das dass daß dem den denen denn der
    deren des dessen die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer
    eines er es etwa für gegen hat hatte hatten ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ist ja jede jeder
    jedoch kann kein keine können man mehr mich mir mit muss müssen nach nicht noch nur ob oder ohne sein seine
    seinem seinen seiner seit sich sie sind so sollen sondern sowie um und uns unter vom von vor wann war waren
    warum was weil welche welchen welcher welches wenn wer werden wie wieso wir wird wo wurde wurden zu zum zur
    zwischen über
"""
_FRENCH = """
    ainsi alors au aucun aussi autre autres aux avant avec avoir c car ce cela ces cet cette ceux chez comme comment
    d dans de depuis des donc dont du elle elles en encore entre est et eu fait il ils j je l la le les leur leurs
    lors lui m mais mes moins mon même n ne ni nos notre nous on ont ou où par pas pendant peu peut peux plus pour
    pourquoi pouvoir puis qu quand que quel quelle quelles quels qui quoi s sa sans se selon sera ses si son sont
    sous sur t ta tandis te tous tout toute toutes très tu un une vers vos votre vous été être
"""
_SPANISH = """
    al algo algunos ante antes así aunque bajo bien cada como con contra cual cuando cuál cuáles cuándo cómo de del
    desde donde dos durante dónde el ella ellas ellos en entre era eran es esa ese eso esta estas este esto estos
    está están fue fueron ha hace hacia han hasta hay la las le les lo los me mi mientras muy más nada ni no nos
    nosotros o otra otro otros para pero poco por porque puedo pues que quien quién qué se sea según ser si sido sin
    sobre son su sus también tan tanto tiene tienen todo todos un una uno unos y ya
"""
_ITALIAN = """
    agli ai al alla alle allo anche ancora avere che chi ci come con cosa cui d da dagli dai dal dalla dalle degli
    dei del della delle dello di dopo dove due e era erano essere fra fu gli ha hanno i il in io l la le lei li lo
    loro lui ma mentre molto ne negli nei nel nella nelle noi non nostro o ogni per perché più poi posso prima quale
    quali quando quanto quello questa queste questi questo se senza si sia sono sopra sotto sua sue sul sulla suo
    suoi tra tutti tutto un una uno voi è
"""
_PORTUGUESE = """
    ainda além ao aos apenas após as até cada com como contra da das de dela dele depois do dos e ela elas ele eles
    em entre era essa esse esta este está estão foi foram isso isto já lhe mais mas mesmo muito na nas nem no nos
    não nós o onde os ou outra outro para pela pelas pelo pelos por porque posso quais qual quando que quem se sem
    ser seu seus sob sobre sua suas são também tem têm um uma
"""
_DUTCH = """
    aan al alle als bij dan dat de der deze die dit door een en er geen haar had heeft hem het hij hoe hun ik in is
    je kan kunnen maar meer met mijn moet na naar niet nog of om onder ons ook op over te tegen toch toen tot uit
    van veel voor waar waarom wanneer was wat we wel welke werd werden wie wij worden wordt zal ze zich zij zijn zo
    zonder zou
"""
_RUSSIAN = """
    без более был была были было быть вам вас весь во вот все всего всех вы где да для до его ее если есть еще же за
    и из или им их к как какая какие каким какой когда которая которые который ли между мне может мы на над не него
    нее нет но о об он она они оно от по под почему при про с со так также такой там то того той только том ту у уже
    чем что чтобы эта эти это этого этой этом этот я
"""

LANGUAGES = tuple(
    frozenset(fold(word) for word in words.split())
    for words in (_GERMAN, _FRENCH, _SPANISH, _ITALIAN, _PORTUGUESE, _DUTCH, _RUSSIAN)
)
"""Of each language, folded: its commonest articles, prepositions, pronouns, auxiliaries and words that ask."""

FUNCTION_WORDS = STOP_WORDS.union(*LANGUAGES)
"""Those of all seven and the English stop words.

A word of content in one language may be a function word of another ("die", "war"); for keywords that loss is small.
"""
