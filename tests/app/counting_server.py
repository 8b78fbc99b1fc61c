"""A server of embeddings that counts how often it gave a vector for each text: that is what is paid for."""

from __future__ import annotations

from collections import Counter

from tests.openai_server import EMBEDDINGS, Asked, Mood, OpenAIServer, embeds, texts_of


class Counting(OpenAIServer):
    def __init__(self, length: int) -> None:
        super().__init__()
        self.length = length
        self.given: Counter[str] = Counter()
        self.when(EMBEDDINGS, embeds(length))

    def meet(self, request: Asked) -> Mood:
        mood = super().meet(request)
        if mood.status == 200:
            self.given.update(texts_of(request.body))
        return mood

    def fails_after(self, requests: int, mood: Mood) -> None:
        """Gives so many replies, and then none that can be used, until it is told otherwise."""
        self.when(EMBEDDINGS, *[embeds(self.length)] * requests, mood)
