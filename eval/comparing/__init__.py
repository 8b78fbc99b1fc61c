"""Two runs held against each other, question by question."""
