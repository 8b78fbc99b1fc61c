"""What helps on the command line, beside what errors say of themselves: that is also for pages and agents."""

from __future__ import annotations

import shlex

from app.owners import LOCAL_OWNER
from nodes.domain.errors import ErrorReport, MissingCollectionError, MissingDocumentError, SheafError


def reported(error: SheafError) -> ErrorReport:
    """The error for the operator, with the command that mends it where there is one."""
    report = error.report_in_full()
    report["hint"] = f"{report['hint']} {_command(error)}".strip()
    return report


def _command(error: SheafError) -> str:
    match error:
        case MissingCollectionError(name=str(name), owner=str(owner)):
            # What the command makes is the machine's own unless it is told whose it is.
            whose = [] if owner == LOCAL_OWNER else ["--owner", owner]
            command = shlex.join(["sheaf", "ingest", "PATHS", "--collection", name, *whose])
            return f"On the command line: {command}"
        case MissingCollectionError():
            return "`sheaf collections` lists what there is."
        case MissingDocumentError():
            return "`sheaf documents` lists what there is."
    return ""
