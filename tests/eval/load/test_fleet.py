"""Several services and workers over real servers, on a small set."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from eval.cli import evaluate
from tests.app import postgresql_server

CRANES = {"heron": "44 tonnes", "egret": "70 tonnes", "plover": "12 tonnes"}


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    folder = tmp_path / "cranes"
    folder.mkdir()
    lines = [{"_id": name, "title": name, "text": f"The crane {name} lifts {load}."} for name, load in CRANES.items()]
    (folder / "corpus.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    questions = [{"_id": f"q-{name}", "text": f"How much does the crane {name} lift?"} for name in CRANES]
    (folder / "queries.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in questions))
    gold = "".join(f"q-{name}\t{name}\t1\n" for name in CRANES)
    (folder / "qrels.tsv").write_text(f"query-id\tcorpus-id\tscore\n{gold}")
    return folder


@pytest.mark.slow
@postgresql_server.needs_postgresql
def test_services_take_in_together_and_agree(dataset: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with postgresql_server.database() as url:
        monkeypatch.setenv("SHEAF_DATABASE_URL", url)
        # The homes of processes apart hold stores apart: over the embedded store, one process serves and works.
        done = CliRunner().invoke(evaluate, ["fleet", str(dataset), "--services", "1", "--workers", "0", "--json"])
    assert done.exit_code == 0, done.output
    result = json.loads(done.stdout)
    assert (result["files"], result["questions"], result["disagreements"]) == (3, 3, [])
    assert len(result["memory_bytes"]) == 1


def test_a_catalogue_in_a_file_is_refused(dataset: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SHEAF_DATABASE_URL", raising=False)
    done = CliRunner().invoke(evaluate, ["fleet", str(dataset)])
    assert "SHEAF_DATABASE_URL" in (done.output + str(getattr(done.exception, "hint", "")))
    assert done.exit_code == 1
