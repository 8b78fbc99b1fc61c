"""What a question asks: the kind of answer, its wording, the sides it compares, and what its sources are about."""
