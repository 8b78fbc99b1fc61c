"""Several services and workers over real servers, on a small set."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from eval.cli import evaluate
from tests.app import postgresql_server
from tests.eval.conftest import MakeDataset

CRANES = {"heron": "44 tonnes", "egret": "70 tonnes", "plover": "12 tonnes"}


@pytest.fixture
def dataset(make_dataset: MakeDataset) -> Path:
    corpus = [{"_id": name, "title": name, "text": f"The crane {name} lifts {load}."} for name, load in CRANES.items()]
    questions = {f"q-{name}": f"How much does the crane {name} lift?" for name in CRANES}
    return make_dataset(questions, [(f"q-{name}", name, 1) for name in CRANES], corpus=corpus, name="cranes")


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
