"""What happens to the data: the domain types, and one file for each step."""
