from collections.abc import Callable

from nodes.domain.chat import Hit
from nodes.ranking.conversation import SPOKEN_OF, lifted_by_conversation


def test_documents_that_are_spoken_of_come_first_where_others_are_no_better(make_hit: Callable[..., Hit]) -> None:
    def hit(chunk: str, document: str, final: float) -> Hit:
        return make_hit(chunk_id=chunk, document_id=document, scores={"final": final})

    best, near, far = hit("a", "d1", 1.0), hit("b", "d2", 1.0 - SPOKEN_OF / 2), hit("c", "d2", 0.1)
    lifted = lifted_by_conversation([best, near, far], {"d2"})
    assert [each["chunk_id"] for each in lifted] == ["b", "a", "c"]
    assert [each["chunk_id"] for each in lifted_by_conversation([best, near, far], frozenset())] == ["a", "b", "c"]
    assert lifted_by_conversation([], {"d2"}) == []
