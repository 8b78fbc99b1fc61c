"""Tables in running text: which lines are rows, and what their units, groups, captions and headings are."""
