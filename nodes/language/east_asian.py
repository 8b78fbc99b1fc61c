"""What of a question in Chinese, Japanese or Korean is searched: they write what asks in one with what is asked for."""

from __future__ import annotations

from nodes.domain.regexes import lazy_regex

EAST_ASIAN_RANGES = r"㐀-鿿豈-﫿぀-ヿ가-힯\U00020000-\U0003ffff"
"""Han, Kana and Hangul, for a character class."""
EAST_ASIAN_CHARACTER = f"[{EAST_ASIAN_RANGES}]"
_EAST_ASIAN = lazy_regex(EAST_ASIAN_CHARACTER)
_KANA = lazy_regex(r"[぀-ヿ]")
_HIRAGANA = lazy_regex(r"[ぁ-ゖゝゞ]+")
_JAPANESE_ASKS = lazy_regex(r"何[日時人年月歳回円個階分度曜台件]?|誰|幾[つら]?")
_CHINESE_ASKS = lazy_regex(
    r"请问|請問|[为為]什[么麼]|[到至从從自]?(?:什[么麼][时時]候|何[时時]|哪[年天])|什[么麼]|怎[么麼][样樣]?|怎样|如何|哪[里裡儿些个個年天]?|[谁誰]|"
    r"多[少久长長大高]|[几幾][个個天年月时時次]?|何[时時处處]|是否|有[没沒]有|[的了吗嗎呢吧是在]"
)
_KOREAN_ASKS = lazy_regex(
    r"(?<![가-힣])(?:무엇|무슨|언제|어디|누구|누가|얼마|며칠|몇|어떻게|어떤|어느|왜)[가-힣]*|"
    r"(?<![가-힣])(?:있|없|하|되|됩|합)(?:습니까|니까|나요|는가|는지|나)(?![가-힣])|"
    r"(?<=[가-힣])(?:입니까|인가요?|이에요|예요|합니까|하나요|됩니까|되나요)(?![가-힣])"
)
_KOREAN_PARTICLE = lazy_regex(
    r"(?<=[가-힣]{2})(?:에서|으로|에게|까지|부터|은|는|이|가|을|를|에|의|도|로|와|과)(?![가-힣])"
)
_ALONE = lazy_regex(rf"(?<!{EAST_ASIAN_CHARACTER}){EAST_ASIAN_CHARACTER}(?!{EAST_ASIAN_CHARACTER})")


def has_east_asian(text: str) -> bool:
    """Whether a text has a character of these scripts."""
    return _EAST_ASIAN.search(text) is not None


def without_asking_characters(text: str) -> str:
    """The text with blanks for what asks, and for what only joins words; as it is where nothing else is left.

    In Japanese these are what is written in hiragana, in Chinese and Korean the words and particles that ask and join.
    So are characters that then stand alone: texts are searched by pairs of them.

    Args:
        text: a question; in other scripts it stays as it is.
    """
    if not has_east_asian(text):
        return text
    if _KANA.search(text):
        kept = _JAPANESE_ASKS.sub(" ", _HIRAGANA.sub(" ", text))
    else:
        kept = _KOREAN_PARTICLE.sub(" ", _KOREAN_ASKS.sub(" ", _CHINESE_ASKS.sub(" ", text)))
    kept = _ALONE.sub(" ", kept)
    return kept if any(map(str.isalnum, kept)) else text
