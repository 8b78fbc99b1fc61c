"""What holds for all tests."""

from __future__ import annotations

import gc

from app.memory import GARBAGE_THRESHOLDS

# As seldom as in a command: looking through what libraries make for garbage was a twentieth of the tests' time. Nothing
# is kept from being looked through, as commands do: Hypothesis asks what refers to its generators of random numbers.
gc.set_threshold(*GARBAGE_THRESHOLDS)
