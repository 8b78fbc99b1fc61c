"""What is found: the rankings of a dataset's questions, held against its gold."""
