"""One file for each kind of thing that has routes; each has a `router`."""
