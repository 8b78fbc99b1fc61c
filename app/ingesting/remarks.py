"""What a person should know of files beside those that were there before: what they replaced, what is there twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.catalogue.records import Namesake
from nodes.domain.errors import NotFoundError

_MOST = 5
"""Files that a remark names."""


def remarks(
    files: Sequence[dict[str, Any]], before: Sequence[Namesake], same: Mapping[str, Sequence[str]]
) -> list[str]:
    """Sentences: what was replaced or was to be, what is there under another name, what may be in an older version.

    A document may be an older version of a file where the name of one ends in the whole name of the other, as when a
    folder was ingested before and a folder in it is now.

    Args:
        files: What became of each file.
        before: Documents that were there, among them all whose names end as those of the files.
        same: By file name the other names of the same content.
    """
    versions = {each.file_name: each for each in before}
    names = {file["file_name"] for file in files}
    replaced = [f"{name} ({_what(versions[name])})" for name in _named(files, "replaced", "linked") if name in versions]
    deleted = {file["file_name"] for file in files if (file.get("error") or {}).get("code") == NotFoundError.code}
    failed = [name for name in _named(files, "failed") if name in versions and name not in deleted]
    kept = [f"{name} ({_what(versions[name])})" for name in failed]
    linked = [f"{name} ({', '.join(same[name][:_MOST])})" for name in _named(files, "linked") if same.get(name)]
    alike = [
        f"{name} ({older})"
        for name in _named(files, "ready")
        if name not in versions
        for older in sorted(versions.keys() - names)
        if older.endswith(f"/{name}") or name.endswith(f"/{older}")
    ]
    told = {
        "Replaced what had the same name: {}. If these are different documents, ingest the folder that holds both.": (
            replaced
        ),
        "The version before stays, and is searched: {}.": kept,
        "The same content is there under another name: {}.": linked,
        "New, but an older version may be there under another name: {}. `sheaf delete` removes one.": (alike),
    }
    return [sentence.format(_listed(each)) for sentence, each in told.items() if each]


def _named(files: Sequence[dict[str, Any]], *statuses: str) -> list[str]:
    return list(dict.fromkeys(file["file_name"] for file in files if file["status"] in statuses))


def _what(version: Namesake) -> str:
    title = "" if version.title in version.file_name else f"“{version.title}”, "
    return f"{title}ingested {version.ingested_at[:16].replace('T', ' ')} UTC"


def _listed(items: Sequence[str]) -> str:
    more = f" and {len(items) - _MOST:,} more" if len(items) > _MOST else ""
    return "; ".join(items[:_MOST]) + more
