"""The choice of quotes: what speaks for each, the greedy cover of the question, and what goes along with it."""
