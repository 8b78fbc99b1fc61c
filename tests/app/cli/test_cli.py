"""The command line as scripts rely on it: exit status, one JSON object on stdout, words on stderr."""

from __future__ import annotations

import errno
import json
import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import AsyncMock, Mock

import pytest
import uvicorn
from fastapi import FastAPI

from app.cli import output
from app.cli.answers import around
from app.cli.main import COMMANDS, main
from app.cli.serve import KEEP_ALIVE
from app.observing import logs
from app.service import application
from app.settings import Settings
from tests.app.scanned_pdfs import drawn, text, with_broken_pages

FILE_KEYS = {"file_name", "document_id", "status", "page_count", "chunk_count", "seconds", "notice", "error", "path"}
DOCUMENT_KEYS = {
    "document_id",
    "collection_id",
    "file_name",
    "title",
    "status",
    "page_count",
    "chunk_count",
    "created_at",
    "metadata",
    "notice",
}
HIT_KEYS = {
    "chunk_id",
    "document_id",
    "file_name",
    "title",
    "pages",
    "section_path",
    "content",
    "score",
    "scores",
    "selected_because",
}
SCORES = {"dense", "bm25", "document", "fused", "heading", "link", "hierarchy", "rerank", "final"}
CITATION_KEYS = {
    "index",
    "document_id",
    "file_name",
    "title",
    "pages",
    "section_path",
    "chunk_id",
    "quote",
    "score",
    "verified",
}
ANSWER_KEYS = {
    "answer",
    "citations",
    "status",
    "query_type",
    "cached",
    "generation_time",
    "retrieval_time",
    "session_id",
    "trace",
}


class Done(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def value(self) -> Any:
        """The one JSON object; what is not one JSON object is refused."""
        value = json.loads(self.out)
        assert isinstance(value, dict)
        return value


Run = Callable[..., Done]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def sheaf(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the entry point in this process, in an empty home."""
    for name in [name for name in os.environ if name.startswith("SHEAF_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("SHEAF_HOME", str(home))
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments: str) -> Done:
        with pytest.raises(SystemExit) as left:
            main(list(arguments))
        out, err = capsys.readouterr()
        return Done(int(left.value.code or 0), out, err)

    return run


@pytest.fixture
def samples_cli(sheaf: Run, sample_home: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The same over the sample documents."""
    monkeypatch.setenv("SHEAF_HOME", str(sample_home))
    return sheaf


def test_help_names_every_command(sheaf: Run) -> None:
    done = sheaf("--help")
    assert done.status == 0
    for command in COMMANDS:
        assert f"  {command} " in done.out
        assert sheaf(command, "--help").status == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["documentz"], "Did you mean documents?"),
        (["ask"], "QUESTION"),
        (["ask", "why", "--colection", "x"], "--collection"),
        (["search", "why", "--top-k", "0"], "--top-k"),
        (["search", "why", "--top-k", "many"], "--top-k"),
        (["ingest"], "PATHS"),
        (["documents", "--limit", "0"], "--limit"),
        (["ask", "why", "--collection", ""], "it is empty. Name a collection"),
        (["ingest", "a.txt", "--collection", " "], "it is empty. Name a collection"),
    ],
)
def test_wrong_usage_is_status_2_and_says_what_is_meant(sheaf: Run, arguments: list[str], says: str) -> None:
    done = sheaf(*arguments)
    assert done.status == 2
    assert done.out == ""
    assert says in done.err


@pytest.mark.parametrize("arguments", [["ask", "why?"], ["search", "why?"], ["documents", "--collection", "reports"]])
def test_with_nothing_ingested_the_error_says_how_to_begin(sheaf: Run, arguments: list[str]) -> None:
    done = sheaf(*arguments)
    assert (done.status, done.out) == (1, "")
    assert "There are none yet." in done.err
    assert "sheaf ingest" in done.err

    as_json = sheaf(*arguments, "--json")
    assert as_json.status == 1
    assert as_json.value["error"].keys() == {"code", "message", "hint"}
    assert as_json.value["error"]["code"] == "not_found"


def test_a_document_that_is_not_there_is_told_with_the_command_that_lists_them(sheaf: Run) -> None:
    done = sheaf("delete", "nothing", "--json")
    assert (done.status, done.value["error"]["code"]) == (1, "not_found")
    assert done.value["error"]["hint"].endswith("`sheaf documents` lists what there is.")


@pytest.mark.parametrize("command", ["ask", "search"])
@pytest.mark.parametrize(("question", "told"), [(" ", "The question is empty."), ("?! …", "The question has no words")])
def test_a_question_without_words_is_told_in_a_sentence(sheaf: Run, command: str, question: str, told: str) -> None:
    done = sheaf(command, question)
    assert (done.status, done.out) == (1, "")
    assert told in done.err
    assert "Ask something." in done.err


@pytest.mark.parametrize("command", ["ask", "search"])
def test_a_question_as_long_as_a_document_is_refused_as_by_the_service(sheaf: Run, command: str) -> None:
    done = sheaf(command, "why " * 2_501, "--json")
    assert (done.status, done.value["error"]["code"]) == (1, "invalid_request")
    assert "10,004 characters" in done.value["error"]["message"]
    assert "10,000" in done.value["error"]["hint"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("The disk of the pump failed.", "The disk of the pump failed."),
        (f"The disk failed. {'More words. ' * 40}", "The disk failed. More words. More words. More …"),
        (f"{'More words. ' * 40}The disk failed.", "… words. More words. More words. The disk failed."),
        ("x" * 100, f"{'x' * 50} …"),
    ],
)
def test_of_a_long_quote_what_answers_is_shown(text: str, shown: str) -> None:
    assert around(text, "Which disk failed?", 50) == shown


def test_a_collection_without_documents_gives_the_advice_to_ingest(sheaf: Run, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7\n")
    assert sheaf("ingest", str(broken)).status == 1
    done = sheaf("ask", "How long is the pier?")
    assert done.status == 0
    assert "There are no documents in what was searched." in done.out
    assert "sheaf ingest PATHS" in done.err
    assert "Not searched: no documents are there yet" in sheaf("search", "How long is the pier?").err


def test_where_no_file_can_be_taken_in_no_collection_is_made(sheaf: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    done = sheaf("ingest", str(tmp_path / "empty.txt"), str(tmp_path / "mistyped.txt"), "--json")
    assert done.status == 1
    assert [(each["path"], each["error"]["code"]) for each in done.value["files"]] == [
        (str(tmp_path / "empty.txt"), "empty_file"),
        (str(tmp_path / "mistyped.txt"), "unreadable_file"),
    ]
    assert sheaf("collections", "--json").value == {"collections": []}

    (tmp_path / "mistyped.txt").write_text("The pier is 300 m long.")
    assert sheaf("ingest", str(tmp_path / "mistyped.txt")).status == 0
    assert sheaf("ingest", str(tmp_path / "empty.txt")).status == 1
    assert [each["name"] for each in sheaf("collections", "--json").value["collections"]] == ["default"]


def test_a_failure_names_the_path_that_was_given_and_each_file_once(
    sheaf: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "broken.pdf").write_bytes(b"%PDF-1.7\n")
    (tmp_path / "reports" / "pier.txt").write_text("The pier is 300 m long.")
    broken = "reports/broken.pdf"
    done = sheaf("ingest", broken, "reports", str(tmp_path / broken), "reports/mistyped.pdf", broken)
    assert done.status == 1
    assert "1 of 3 files" in done.out
    assert done.out.count("failed ") == 2
    assert f"failed {broken}: 'broken.pdf' is a damaged" in done.out
    assert "failed reports/mistyped.pdf: 'mistyped.pdf' is not there" in done.out


def test_lists_of_nothing_are_empty_and_no_error(sheaf: Run) -> None:
    assert sheaf("documents", "--json").value == {"documents": [], "total": 0, "next": None}
    assert sheaf("collections", "--json").value == {"collections": []}
    assert "sheaf ingest" in sheaf("documents").out


@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [
        ("SHEAF_EMBEDING", "wordllama", "SHEAF_EMBEDDING"),
        ("SHEAF_STORE", "postgres", "lancedb"),
        ("SHEAF_CHAT__TOP_K", "1000", "It may be 1 to 100."),
        ("SHEAF_CHAT__TOP_K", "many", "It may be 1 to 100."),
        ("SHEAF_INGEST__TIMEOUT_SECONDS", "0", "It may be more than 0."),
        ("SHEAF_FOO", "3", "Unset it;"),
        ("SHEAF_CONFIG", "/no/such/file.toml", "SHEAF_CONFIG"),
        ("SHEAF_LLM", "openai", "SHEAF_OPENAI_API_KEY"),
    ],
)
def test_a_wrong_setting_says_which_and_what_to_set(
    sheaf: Run, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, says: str
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv(variable, value)
    done = sheaf("documents", "--json")
    assert done.status == 1
    assert done.value["error"]["code"] == "invalid_request"
    assert variable in done.err
    assert says in done.err
    assert "Traceback" not in done.err


def test_a_home_that_cannot_be_made_is_an_error_in_words(
    sheaf: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "taken").write_text("a file")
    monkeypatch.setenv("SHEAF_HOME", str(tmp_path / "taken"))
    done = sheaf("documents", "--json")
    assert done.status == 1
    assert done.value["error"]["code"] == "unavailable"
    assert "SHEAF_HOME" in done.err


def test_a_collection_cannot_be_called_as_those_of_sessions_are(sheaf: Run, tmp_path: Path) -> None:
    path = tmp_path / "mill.txt"
    path.write_text("The water mill Ostrander grinds 12 tonnes of rye a day.\n")
    done = sheaf("ingest", str(path), "--collection", "session abc", "--json")
    assert (done.status, done.value["error"]["code"]) == (1, "invalid_request")
    assert "session abc" in done.value["error"]["message"]
    assert sheaf("collections", "--json").value == {"collections": []}


def test_from_ingest_to_delete(sheaf: Run, tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    (folder / "2023").mkdir(parents=True)
    (folder / "mill.txt").write_text("The water mill Ostrander grinds 12 tonnes of rye a day.\n")
    (folder / "2023" / "picture.pdf").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))

    ingested = sheaf("ingest", str(folder), "--json", "--owner", "miller", "--collection", "mills")
    assert ingested.status == 1
    assert ingested.value.keys() == {"files", "seconds", "remarks"}
    bad, good = ingested.value["files"]
    assert bad.keys() == good.keys() == FILE_KEYS
    assert (bad["file_name"], bad["status"], bad["error"]["code"]) == ("2023/picture.pdf", "failed", "unsupported_type")
    assert (good["file_name"], good["status"], good["error"]) == ("mill.txt", "ready", None)

    shown = sheaf("ingest", str(folder), "--owner", "miller", "--collection", "mills")
    assert shown.status == 1
    assert "unchanged" in shown.out
    assert "PNG image" in shown.out

    listed = sheaf("documents", "--json", "--owner", "miller").value
    assert listed.keys() == {"documents", "total", "next"}
    assert all(document.keys() >= DOCUMENT_KEYS for document in listed["documents"])
    assert [each["name"] for each in sheaf("collections", "--json", "--owner", "miller").value["collections"]] == [
        "mills"
    ]
    assert [
        each["document_count"] for each in sheaf("collections", "--json", "--owner", "miller").value["collections"]
    ] == [1]
    assert "mill.txt" in sheaf("documents", "--owner", "miller").out
    assert sheaf("documents", "--json").value["total"] == 0
    assert sheaf("delete", good["document_id"]).status == 1

    question = ["ask", "How many tonnes of rye does the mill grind?", "--owner", "miller"]
    assert "mills" in sheaf(*question).err
    assert "12 tonnes" in sheaf(*question, "--collection", "mills").out
    named = sheaf("delete", "mill.txt", "--owner", "miller", "--json")
    assert named.status == 1
    hint = f"That is the name of a file; its id is {good['document_id']}."
    assert named.value["error"]["hint"].startswith(hint)
    assert "its id" not in sheaf("delete", "mill.txt", "--json").value["error"]["hint"], "it is another's"

    deleted = sheaf("delete", good["document_id"], "--owner", "miller", "--json")
    assert deleted.status == 0
    assert deleted.value["document_id"] == good["document_id"]
    assert sheaf(*question, "--collection", "mills", "--json").value["status"] == "no_evidence"
    again = sheaf("delete", good["document_id"], "--owner", "miller", "--json")
    assert (again.status, again.value["error"]["code"]) == (1, "not_found")


def test_what_an_ingest_replaces_or_has_twice_is_told(sheaf: Run, tmp_path: Path) -> None:
    for folder, name, words in [
        ("north", "fees.txt", "The fee is 4 euros.\n"),
        ("south", "fees.txt", "The gate opens at seven.\n"),
        ("yard/keys", "list.txt", "Key 4 opens the shed.\n"),
    ]:
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / name).write_text(words)
    assert sheaf("ingest", str(tmp_path / "north"), str(tmp_path / "yard"), "--json").value["remarks"] == []
    assert sheaf("ingest", str(tmp_path / "north"), "--json").value["remarks"] == []

    (replaced,) = sheaf("ingest", str(tmp_path / "south"), "--json").value["remarks"]
    assert replaced.startswith("Replaced what had the same name: fees.txt (ingested 20")
    (linked,) = sheaf("ingest", str(tmp_path / "yard" / "keys"), "--json").value["remarks"]
    assert "list.txt (keys/list.txt)" in linked
    (tmp_path / "yard" / "keys" / "list.txt").write_text("Key 5 opens the shed.\n")
    sheaf("delete", sheaf("documents", "--json").value["documents"][-1]["document_id"])
    assert "list.txt (keys/list.txt)" in " ".join(sheaf("ingest", str(tmp_path / "yard" / "keys")).out.split())


def test_a_folder_without_files_and_links_out_of_it_are_told(sheaf: Run, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (tmp_path / "wages.txt").write_text("The wage is 3 euros.\n")
    (folder / "out.txt").symlink_to(tmp_path / "wages.txt")
    done = sheaf("ingest", str(folder))
    assert done.status == 1
    assert "no files are found in it" in done.out
    assert "Left out, as they lead out of their folder: out.txt" in done.err

    (folder / "fees.txt").write_text("The fee is 4 euros.\n")
    (folder / "same.txt").symlink_to(folder / "fees.txt")
    files = sheaf("ingest", str(folder), "--json").value["files"]
    assert [(file["file_name"], file["status"]) for file in files] == [("fees.txt", "ready"), ("same.txt", "linked")]
    assert sheaf("ingest", str(folder / "out.txt"), "--json").value["files"][0]["status"] == "ready"


def test_what_this_user_may_not_open_of_a_folder_fails_by_itself(tmp_path: Path) -> None:
    for name in ("plain", "closed", "unentered"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "fees.txt").write_text("The fee is 4 euros.\n")
    (tmp_path / "linked").symlink_to(tmp_path.parent)
    for folder in [tmp_path, *tmp_path.parents]:
        if folder.stat().st_uid == os.getuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o055)
    (tmp_path / "closed").chmod(0o700 if os.getuid() == 0 else 0)
    (tmp_path / "unentered").chmod(0o744 if os.getuid() == 0 else 0o400)
    script = (
        "import json, os, sys\n"
        "from pathlib import Path\n"
        "from app.cli.ingest import expand\n"
        "if os.getuid() == 0: os.seteuid(65534)\n"
        "files, leading_out = expand((Path(sys.argv[1]),))\n"
        "print(json.dumps([[name for _, name in files], leading_out]))\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=True)
    for name in ("closed", "unentered"):
        (tmp_path / name).chmod(0o755)
    assert json.loads(done.stdout) == [["closed", "plain/fees.txt", "unentered/fees.txt"], ["linked"]]


def test_an_error_is_told_where_nothing_can_be_written_to_stdout(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    full = OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr(output, "emit", Mock(side_effect=full))
    monkeypatch.setattr(output, "note", told.append)
    with pytest.raises(SystemExit) as ended:
        output.fail({"code": "unavailable", "message": "It is full.", "hint": "Make room."}, as_json=True)
    assert ended.value.code == 1
    assert "It is full." in told[0]


def test_a_stopped_ingest_says_how_it_goes_on(sheaf: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def stopped(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("app.sheaf.Sheaf.ingest", stopped)
    (tmp_path / "fees.txt").write_text("The fee is 4 euros.\n")
    assert "it goes on with what is left" in sheaf("ingest", str(tmp_path / "fees.txt")).err


def test_one_of_a_thing_is_told_as_one(sheaf: Run, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("The boat shed is closed on Mondays.")
    assert "1 of 1 file, 1 page, 1 chunk in" in sheaf("ingest", str(note)).out
    assert "note.txt has 1 page." in sheaf("search", "boat shed", "--why", "note.txt#page=9").err


def test_pages_that_are_not_there_are_told(sheaf: Run, tmp_path: Path) -> None:
    path = with_broken_pages(
        drawn(tmp_path / "annexes.pdf", [text("The mill grinds rye."), *[text("Annex")] * 3]), 2, 4
    )
    told = "Pages 2, 4 could not be read."
    ingested = sheaf("ingest", str(path), "--json")
    [file] = ingested.value["files"]
    assert (ingested.status, file["status"], file["notice"]["message"]) == (0, "ready", told)
    shown = sheaf("ingest", str(path)).out
    assert "unchanged" in shown
    assert f"notice annexes.pdf: {told}" in shown
    assert file["notice"]["hint"] in shown

    [document] = sheaf("documents", "--json").value["documents"]
    assert document["notice"] == file["notice"]
    assert "notice" not in document["metadata"]
    assert f"notice annexes.pdf: {told}" in sheaf("documents").out


def test_search_gives_hits_with_their_scores(samples_cli: Run) -> None:
    done = samples_cli("search", "warranty of the battery", "--top-k", "3", "--json")
    assert (done.status, done.err) == (0, "")
    assert done.value.keys() == {"hits", "unsearched", "unavailable", "model_failures", "trace", "why"}
    assert len(done.value["hits"]) == 3
    for hit in done.value["hits"]:
        assert hit.keys() >= HIT_KEYS
        assert "final" in hit["scores"]
        assert set(hit["scores"]) <= SCORES
    shown = samples_cli("search", "warranty of the battery", "--top-k", "1")
    assert "supply-contract" in shown.out
    assert all(len(line.rstrip()) <= 100 for line in shown.out.splitlines())


def test_ask_gives_an_answer_with_citations_and_its_trace(samples_cli: Run) -> None:
    question = "How many members did the Skellvane Tidal Cooperative have at the end of 2023?"
    done = samples_cli("ask", question, "--json")
    assert (done.status, done.err) == (0, "")
    assert done.value.keys() >= ANSWER_KEYS
    assert done.value["status"] == "answered"
    for citation in done.value["citations"]:
        assert citation.keys() >= CITATION_KEYS
    shown = samples_cli("ask", question, "--trace")
    assert "447" in shown.out
    assert "annual-report-2023.pdf, p. 2" in shown.out
    assert "verify_citations" in shown.out
    refused = samples_cli("ask", "Who is the captain of the research vessel Albatross?", "--json")
    assert (refused.status, refused.value["status"]) == (0, "no_evidence")
    shown = samples_cli("ask", "Who is the captain of the research vessel Albatross?")
    first = refused.value["sources"][0]
    assert f"The closest passages: {first['file_name']}, p. {first['pages'][0]}" in " ".join(shown.out.split())


def test_a_session_goes_on_from_one_command_to_the_next(samples_cli: Run) -> None:
    first = samples_cli("ask", "What was the net generation of the cooperative in 2022?", "--json").value
    follow = samples_cli("ask", "And in 2023?", "--session", first["session_id"], "--json").value
    assert follow["session_id"] == first["session_id"]
    assert "9,840" in follow["answer"]


def test_a_conversation_that_begins_is_told_and_one_that_goes_on_is_not(samples_cli: Run) -> None:
    begun = samples_cli("ask", "What was the net generation in 2022?", "--session", "tides")
    assert "'tides'" in begun.err
    assert "To go on: --session tides" in begun.out
    assert samples_cli("ask", "And in 2023?", "--session", "tides").err == ""


def test_small_talk_names_no_passages(samples_cli: Run) -> None:
    assert "closest" not in samples_cli("ask", "Hello").out
    assert "closest" in samples_cli("ask", "Who is the captain of the vessel Albatross?").out


def test_an_unknown_collection_names_those_there_are(samples_cli: Run) -> None:
    done = samples_cli("ask", "why?", "--collection", "reports")
    assert (done.status, done.out) == (1, "")
    assert "'reports'" in done.err
    assert "default" in done.err


def test_pages_of_a_listing_follow_each_other(samples_cli: Run) -> None:
    whole = samples_cli("documents", "--json").value
    seen: list[str] = []
    after: list[str] = []
    while True:
        page = samples_cli("documents", "--limit", "7", "--json", *after).value
        assert page["total"] == whole["total"]
        seen += [document["document_id"] for document in page["documents"]]
        if page["next"] is None:
            break
        after = ["--after", page["next"]]
    assert seen == [document["document_id"] for document in whole["documents"]]


def test_a_backfill_says_what_it_did(sheaf: Run, sample_copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHEAF_HOME", str(sample_copy))
    assert "Nothing is missing." in sheaf("backfill").err
    assert "15 of 15 documents were given everything anew" in sheaf("backfill", "--all").err


@pytest.mark.parametrize("columns", ["50", "80", "120"])
def test_names_stay_in_one_piece_and_no_line_ends_in_blanks(
    samples_cli: Run, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for arguments in (["documents"], ["ask", "What was the net generation in 2023?"], ["search", "tariff"]):
        lines = samples_cli(*arguments).out.split("\n")
        assert not [line for line in lines if line.endswith(" ")]
        assert all(len(line) <= int(columns) for line in lines if not line.startswith("To go on:"))
    assert "board-minutes-2024-02.md" in samples_cli("documents").out


def test_doctor_says_what_there_is_and_what_is_set(samples_cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHEAF_OPENAI_API_KEY", "sk-very-secret")
    done = samples_cli("doctor", "--json")
    assert done.status == 0
    assert done.value.keys() == {"ok", "checks", "settings"}
    assert done.value["ok"] is True
    changed = {setting["variable"] for setting in done.value["settings"] if not setting["default"]}
    assert changed == {"SHEAF_HOME", "SHEAF_OPENAI_API_KEY"}
    shown = samples_cli("doctor")
    assert "catalogue: 1 collection, 15 documents" in shown.out
    assert "most pages of one document" in shown.out
    assert all(setting["description"] for setting in done.value["settings"])
    assert "sk-very-secret" not in done.out + shown.out


@pytest.mark.slow
def test_the_demo_as_a_newcomer_runs_it_and_as_the_readme_shows_it(home: Path) -> None:
    root = Path(__file__).parents[3]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SHEAF_")}
    done = subprocess.run(
        [sys.executable, "-m", "app.cli.main", "demo", "--json"],
        cwd=root,
        env=environment | {"SHEAF_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    shown = json.loads(done.stdout)
    assert shown.keys() == {"files", "seconds", "answers"}
    assert {file["status"] for file in shown["files"]} == {"ready"}
    assert [answer["status"] for answer in shown["answers"]] == ["answered"] * 4 + ["no_evidence"]
    assert "Traceback" not in done.stderr
    readme = " ".join((root / "README.md").read_text(encoding="utf-8").split())
    for answer in shown["answers"][3:]:
        assert " ".join(answer["answer"].split()) in readme


def test_serving_at_a_port_that_is_taken_says_so(sheaf: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = sheaf("serve", "--port", str(port))
    assert done.status == 1
    assert f"Port {port} of 127.0.0.1 is taken." in done.err
    assert "--port" in done.err
    assert "Sheaf listens" not in done.err


@pytest.mark.parametrize("asked", [(), ("--json",)])
def test_a_service_that_cannot_open_its_catalogue_says_so_in_words(
    sheaf: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: tuple[str, ...]
) -> None:
    monkeypatch.setenv("SHEAF_DATABASE_URL", f"sqlite:///{tmp_path}")
    monkeypatch.setattr(logs, "configure_logs", lambda *_: None)
    monkeypatch.setattr(uvicorn.Server, "main_loop", AsyncMock())
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    done = sheaf("serve", "--port", str(port), *asked)
    assert done.status == 1
    assert "Sheaf listens" not in done.err
    assert "Traceback" not in done.err
    if asked:
        assert done.value["error"]["code"] == "unavailable"
    else:
        assert "The catalogue cannot be used." in done.err
        assert "Check SHEAF_DATABASE_URL" in done.err


def test_a_service_says_when_it_is_ready(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "app.cli.main", "serve", "--port", str(port), "--json"]
    environment = {**os.environ, "SHEAF_HOME": str(tmp_path / "home")}
    with subprocess.Popen(
        command, cwd=Path(__file__).parents[3], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as service:
        try:
            lines = service.stdout
            assert lines is not None
            told = json.loads("".join(iter(lambda: lines.readline().decode(), "}\n")) + "}")
            assert told == {"url": f"http://127.0.0.1:{port}", "pid": service.pid}
            with urllib.request.urlopen(f"{told['url']}/health") as reply:
                assert reply.status == 200
        finally:
            service.terminate()


@pytest.mark.parametrize(
    ("host", "auth", "is_told"), [("0.0.0.0", "off", True), ("0.0.0.0", "keys", False), ("127.0.0.1", "off", False)]
)
def test_a_service_that_anyone_can_reach_says_so(
    sheaf: Run, monkeypatch: pytest.MonkeyPatch, host: str, auth: str, is_told: bool
) -> None:
    monkeypatch.setenv("SHEAF_AUTH", auth)
    made: list[tuple[str, ...]] = []
    create = application.create_application

    def noted(settings: Settings) -> FastAPI:
        made.append(settings.service.allowed_hosts)
        return create(settings)

    monkeypatch.setattr(application, "create_application", noted)
    monkeypatch.setattr(logs, "configure_logs", lambda *_: None)
    monkeypatch.setattr(uvicorn.Server, "run", lambda _, sockets: [each.close() for each in sockets])
    with socket.create_server((host, 0)) as free:
        port = free.getsockname()[1]
    done = sheaf("serve", "--host", host, "--port", str(port))
    assert ("reads and deletes everything" in done.err) == is_told
    assert made == [("*",) if is_told else ()]


def test_a_connection_may_idle_for_longer_than_a_proxy_keeps_it(sheaf: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[int] = []

    def noted(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
        kept.append(server.config.timeout_keep_alive)
        for each in sockets:
            each.close()

    monkeypatch.setattr(logs, "configure_logs", lambda *_: None)
    monkeypatch.setattr(uvicorn.Server, "run", noted)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    sheaf("serve", "--port", str(port))
    assert kept == [KEEP_ALIVE]
    assert min(kept) > 60


@pytest.mark.parametrize("command", ["serve", "worker", "mcp"])
def test_what_keeps_a_command_from_starting_is_told_as_json(
    sheaf: Run, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHEAF_CHAT__TOP_K", "many")
    done = sheaf(command, "--json")
    assert done.status == 1
    assert done.value["error"]["code"] == "invalid_request"
