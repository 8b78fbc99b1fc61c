"""Names of files in a collection: clean, and unique within one call."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

LONGEST = 255
"""Characters of a name in a collection."""


def clean_name(name: str) -> str:
    """The name without control characters and without parts that lead out of a folder; `file` if nothing is left.

    Quotes, blanks, emoji and letters of any script stay as they are.
    """
    visible = "".join(" " if unicodedata.category(character)[0] == "C" else character for character in name)
    parts = [part.strip() for part in visible.replace("\\", "/").split("/")]
    kept = [part for part in parts if part not in ("", ".", "..")]
    cleaned = "/".join(kept)
    # What a cut leaves may begin with what leads elsewhere.
    return clean_name(cleaned[-LONGEST:]) if len(cleaned) > LONGEST else cleaned or "file"


def base_name(name: str) -> str:
    """As `clean_name`, without the folders: what is left of a name that came over the network."""
    return PurePosixPath(clean_name(name)).name


def unique_names(files: Sequence[tuple[Path, str | None]]) -> list[str]:
    """A name for each file: the given one, else that of its path, with as many folders as tell it from the others.

    Two files of one name in one call are two documents: `2022/report.pdf` and `2023/report.pdf`. The same path given
    twice keeps one name. Those whose folders tell nothing, as of two names that differ by a control character, are
    numbered.
    """
    absolute = [path.absolute() for path, _ in files]
    given = [clean_name(name if name is not None else path.name) for path, name in files]
    names, depth = given, 1
    while (clashing := _shared(absolute, names)) and depth < max(len(path.parts) for path in absolute):
        depth += 1
        names = [
            clean_name("/".join(path.parts[-depth:])) if name in clashing else name
            for path, name in zip(absolute, names, strict=True)
        ]
    kept = [own if name in clashing else name for own, name in zip(given, names, strict=True)]
    return numbered_names(absolute, kept)


def _shared(paths: Sequence[Path], names: Sequence[str]) -> set[str]:
    """Names that several paths have."""
    places: dict[str, set[Path]] = {}
    for path, name in zip(paths, names, strict=True):
        places.setdefault(name, set()).add(path)
    return {name for name, found in places.items() if len(found) > 1}


def numbered_names(paths: Sequence[Path], names: Sequence[str]) -> list[str]:
    """A name for each path, where given names clash: `report (2).pdf`. The same path given twice keeps one name."""
    seen: dict[str, Path] = {}
    counts: Counter[str] = Counter()
    result = []
    for path, name in zip(paths, names, strict=True):
        candidate = name
        while seen.get(candidate, path) != path:
            counts[name] += 1
            pure = PurePosixPath(name)
            candidate = str(pure.with_name(f"{pure.stem} ({counts[name] + 1}){pure.suffix}"))
        seen[candidate] = path
        result.append(candidate)
    return result
