"""What holds for all tests."""

from __future__ import annotations

from app.memory import collect_rarely

# As in a command: looking through what libraries make for garbage was a twentieth of the tests' time.
collect_rarely()
