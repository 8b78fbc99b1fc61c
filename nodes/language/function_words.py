"""Function words of languages other than English: documents keep them; they are no keywords, and not asked for."""

from __future__ import annotations

from nodes.language.stopwords import STOP_WORDS
from nodes.language.terms import fold

_GERMAN = """
    aber als also am an auch auf aus bei beim bereits beschreibe bis bitte da dabei damit dann darf das dass daß
    dem den denen denn der deren des dessen die dies diese diesem diesen dieser dieses dir doch dort du durch
    durfte dürfen ein eine einem einen einer eines er erkläre erklären es etwa für gab gegen geht gibt habe
    haben hat hatte hatten hätte ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im in ist ja jede jeder
    jedoch kann kein keine konnte können könnte man mehr mich mir mit muss musste mussten müssen nach nenne
    nicht noch nur ob oder ohne sei sein seine seinem seinen seiner seit sich sie sind so soll sollen sollte
    sollten sondern sonst sowie um und uns unter vom von vor wann war waren warum was weil welch welche welchen
    welcher welches wem wen wenn wer werden wessen wie wieso wieviel wir wird wo wodurch wofür woher wohin womit
    woran worauf worden worin worum wovon wozu wurde wurden würde würden zu zum zur zwischen über
    ab alle allem allen aller alles beide beiden dürfte etwas jedem jeden jedes jemand jemandem jemanden jene jenen
    jener jenes kannst keinem keinen keiner manche möchte möchten musst nichts niemand niemanden solche solchen solcher
    unser unsere unserem unseren unserer welchem will wollen wollte wäre wären
"""
_FRENCH = """
    a ai ai-je ainsi alors au aucun aussi autre autres aux avaient avait avant avec avez avoir c car ce cela ces
    cet cette ceux chez combien comme comment d dans de depuis des dois doit doivent donc dont du décris
    décrivez elle elles en encore entre es est et eu explique expliquez fait faut furent fut il ils indique
    indiquez j je l la laquelle le lequel les lesquelles lesquels leur leurs lors lui m mais mes moins mon même
    n ne ni nos notre nous on ont ou où par pas pendant peu peut peut-on peux plus pour pourquoi pouvoir puis qu
    quand que quel quelle quelles quels qui quoi s sa sans se selon sera serait seront ses si soit sommes son
    sont sous suis sur t ta tandis te tous tout toute toutes très tu un une vers vos votre vous y étaient était
    été étés êtes être
"""
_SPANISH = """
    a adónde al algo algunos ante antes así aunque bajo bien cada como con contra cual cuales cuando cuanta
    cuantas cuanto cuantos cuál cuáles cuándo cuánta cuántas cuánto cuántos cómo de debe deben del describe
    desde dime donde dos durante dónde e el ella ellas ellos en entre era eran es esa ese eso esta estas este
    esto estos está están explica explícame fue fueron ha había habían hace hacia han hasta hay hubo indica la
    las le les lo los me mi mientras muy más nada ni no nos nosotros o otra otro otros para pero poco podemos
    por porque puede pueden puedo pues que quien quienes quién quiénes qué se sea según ser será serán sería si
    sido sin sobre son su sus también tan tanto tenía tiene tienen todo todos un una uno unos y ya
"""
_ITALIAN = """
    a agli ai al alla alle allo anche ancora avere aveva avevano c che chi ci come con cos cosa cui d da dagli
    dai dal dalla dalle degli dei del della delle dello descrivi deve devono di dimmi dopo dov dove due e elenca
    era erano essere fra fu furono gli ha hanno i il in io l la le lei li lo loro lui ma mentre molto ne negli
    nei nel nella nelle noi non nostro o ogni per perche perché più poi posso possono prima può qual quale quali
    quando quant quanta quante quanti quanto quello questa queste questi questo saranno sarà se senza si sia
    sono sopra sotto spiega sua sue sul sulla suo suoi tra tutti tutto un una uno vengono viene voi è
"""
_PORTUGUESE = """
    a ainda além ao aos apenas após as até cada com como contra da das de dela dele depois descreva deve devem
    diga do dos e ela elas ele eles em entre era eram essa esse esta este está estão explique foi foram haver
    havia há isso isto já lhe mais mas mesmo muito na nas nem no nos não nós o onde os ou outra outro para pela
    pelas pelo pelos pode podem por porque posso quais qual quando quanta quantas quanto quantos que quem quê se
    sem ser será serão seu seus sob sobre sou sua suas são também tem tenho tinha têm um uma vai
"""
_DUTCH = """
    aan al alle als beschrijf bij dan dat de der deze die dit door een en er geen haar had hadden heb hebben
    hebt heeft hem het hij hoe hoeveel hun ik in is je jouw jullie kan kunnen maar mag meer met mij mijn moet
    moeten mogen na naar niet noem nog of om onder ons ook op over te tegen toch toen tot uit van veel voor waar
    waarin waarmee waarom waarover waarvoor wanneer was wat we wel welke werd werden wie wiens wij worden wordt
    zal ze zich zij zijn zo zonder zou zouden zullen
"""
_RUSSIAN = """
    без более будет будут был была были было быть вам вас весь во вот все всего всех вы где да для до его ее
    если есть еще же за и из или им их к как какая какие каким каких каков какова каково каковы какой какому
    какую кем когда кого кому которая которые который куда лет ли между мне мог могут может можно мы на над
    назови не него нее нет но нужно о об объясни объясните он она они оно опиши опишите от откуда по под
    пожалуйста почему при про расскажи расскажите с сколько со так также такой там то того той только том ту у
    уже чего чей чем чему что чтобы чье чьи чья эта эти это этого этой этом этот я
"""

LANGUAGES = {
    language: frozenset(fold(word) for word in words.split())
    for language, words in (
        ("german", _GERMAN),
        ("french", _FRENCH),
        ("spanish", _SPANISH),
        ("italian", _ITALIAN),
        ("portuguese", _PORTUGUESE),
        ("dutch", _DUTCH),
        ("russian", _RUSSIAN),
    )
}
"""Of each language, folded: its commonest articles, prepositions, pronouns, auxiliaries and words that ask."""

FUNCTION_WORDS = STOP_WORDS.union(*LANGUAGES.values())
"""Those of all seven and the English stop words.

A word of content in one language may be a function word of another ("die", "war"); for keywords that loss is small.
"""
