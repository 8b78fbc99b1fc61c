"""Words, sentences, names and dates: pure functions on text, the same for documents and questions."""
