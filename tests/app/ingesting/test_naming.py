from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from app.ingesting.naming import clean_name, unique_names


def test_names_that_lead_elsewhere_lose_what_leads_there() -> None:
    assert clean_name("../../etc/passwd") == "etc/passwd"
    assert clean_name("/etc/passwd") == "etc/passwd"
    assert clean_name("//etc/passwd") == "etc/passwd"
    assert clean_name("..") == "file"
    assert clean_name("a/" + 254 * "b") == 254 * "b"
    assert clean_name("C:\\reports\\a.pdf") == "C:/reports/a.pdf"


def test_quotes_emoji_and_scripts_stay_and_line_breaks_become_blanks() -> None:
    assert clean_name('he said "hi" 🎉.txt') == 'he said "hi" 🎉.txt'
    assert clean_name("報告\n書.pdf") == "報告 書.pdf"


@settings(max_examples=200)
@given(st.text())
def test_a_clean_name_is_safe_and_stays_itself(name: str) -> None:
    cleaned = clean_name(name)
    assert cleaned
    assert len(cleaned) <= 255
    assert ".." not in cleaned.split("/")
    assert not cleaned.startswith("/")
    assert clean_name(cleaned) == cleaned


def test_two_files_of_one_name_are_told_apart_by_their_folders() -> None:
    files = [(Path("/a/2022/report.pdf"), None), (Path("/a/2023/report.pdf"), None), (Path("/a/notes.md"), None)]
    assert unique_names(files) == ["2022/report.pdf", "2023/report.pdf", "notes.md"]


def test_the_same_path_twice_is_one_name() -> None:
    assert unique_names([(Path("/a/report.pdf"), None), (Path("/a/report.pdf"), None)]) == ["report.pdf"] * 2


def test_given_names_that_clash_are_numbered() -> None:
    assert unique_names([(Path("/x"), "report.pdf"), (Path("/y"), "report.pdf")])[1] != "report.pdf"


def test_names_that_only_a_control_character_tells_apart_are_numbered_and_not_given_folders() -> None:
    files = [(Path("/home/ann/new\nline.txt"), None), (Path("/home/ann/new line.txt"), "new line.txt")]
    assert unique_names(files) == ["new line.txt", "new line (2).txt"]


@settings(max_examples=100)
@given(
    st.lists(st.tuples(st.sampled_from(["/a/x", "/b/x", "/a/b/x", "/b/b/x", "/x"]), st.sampled_from([None, "n", "x"])))
)
def test_distinct_paths_never_share_a_name(files: list[tuple[str, str | None]]) -> None:
    paths = [(Path(path), name) for path, name in files]
    names = unique_names(paths)
    holders: dict[str, set[Path]] = {}
    for (path, _), name in zip(paths, names, strict=True):
        holders.setdefault(name, set()).add(path)
    assert all(len(found) == 1 for found in holders.values())
