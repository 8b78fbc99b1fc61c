"""Work that is handed to workers on any number of machines: a queue of jobs in PostgreSQL, kept by procrastinate.

The catalogue alone says what is done and what is not. A job only says that somebody should look: one that is lost is
given again, and one too many finds nothing to do.
"""
