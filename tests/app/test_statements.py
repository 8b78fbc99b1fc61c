"""What questions ask of the catalogue is looked up by indexes: no statement goes through a table."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import event

from app.samples import demo_questions
from app.settings import load_settings
from app.sheaf import Sheaf

GROWING = "documents|revisions|passages|document_words|names|mentions|term_frequencies|pages|sections|metadata_facts"


async def test_no_statement_of_a_question_goes_through_a_table(sample_home: Path) -> None:
    statements: dict[str, Any] = {}
    async with Sheaf(load_settings(home=sample_home)) as sheaf:

        @event.listens_for(sheaf.catalogue._database._reader._engine, "before_cursor_execute")
        def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
            statements.setdefault(statement, parameters)

        for each in demo_questions():
            await sheaf.search(each["question"])
            await sheaf.search(each["question"], options={"follow_links": True, "document_filter": "hard"})
    assert len(statements) >= 10
    with sqlite3.connect(sample_home / "catalogue.sqlite") as connection:
        for statement, parameters in statements.items():
            plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)]
            assert not [step for step in plan if re.match(rf"SCAN ({GROWING})\b", step)], statement
            of_all = [step for step in plan if re.match(r"SEARCH \w+ USING INDEX .*\((collection_id|owner)=\?\)", step)]
            listings = ("collections", "document_words")
            assert all(step.split()[1] in listings for step in of_all), (statement, plan)
