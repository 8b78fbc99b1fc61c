"""One value of each document: sides, series, versions, and the most and least of several documents."""
