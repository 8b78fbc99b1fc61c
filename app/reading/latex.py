"""LaTeX: what it sets, as one page of Markdown. Known commands are read, of others what stands in their braces."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from app.reading.encoding import decode
from app.reading.layout import split_authors
from app.reading.markdown import markdown_page
from app.reading.normalise import normalise_line, normalise_text
from nodes.domain.documents import FileProperties, Page
from nodes.domain.errors import NoTextError
from nodes.domain.regexes import lazy_regex

_BODY = lazy_regex(r"\\begin\s*\{document\}(.*?)(?:\\end\s*\{document\}|\Z)", re.DOTALL)
_COMMENT = lazy_regex(r"(?<!\\)((?:\\\\)*)%[^\n]*(?:\n[ \t]*)?")
_CODE = lazy_regex(
    r"\\begin\{(verbatim\*?|lstlisting|minted)\}(?:\[[^\]\n]*\]|\{[^}\n]*\})*(.*?)\\end\{\1\}", re.DOTALL
)
_INLINE_CODE = lazy_regex(r"\\(?:verb\*?|lstinline)([^A-Za-z\s\[{*])([^\n]*?)\1")
_PLACE = "\x1a"
_PLACED = lazy_regex(rf"{_PLACE}(\d+){_PLACE}")
"""Where a block of code stood, in which nothing is a command."""
_RESERVED = {ord(_PLACE): None, 0x1D: None}
_BETWEEN_AUTHORS = lazy_regex(r"\\(?:and|And|AND)\b")
_BRACE = lazy_regex(r"\\.|[{}]", re.DOTALL)
_OPTION = lazy_regex(r"\[[^\[\]\n]{0,200}\]")
_END = "\\end"
_CLOSES = {"[": "\\]", "(": "\\)"}
_PLAIN = {"\\": "", "{": "", "}": "", "~": " ", "--": "–", "---": "—", "``": "“", "''": "”"}
_TOKEN = lazy_regex(r"\\([A-Za-z]+\*?|.|\n)|\$\$?|[{}~]|-{2,3}|``|''|[^\\${}~`'-]+|.", re.DOTALL)
_PARTS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
_OUTERMOST = "\x1d"
"""Begins the heading of what stands beside the outermost parts, whichever these are."""
_HEADING = lazy_regex(rf"^(?:(#+)|{_OUTERMOST}) ", re.MULTILINE)
_SIGNS = {
    **dict.fromkeys(("\\", "newline", "par"), "\n"),
    **dict.fromkeys((" ", ",", ";", ":", "\n", "quad", "qquad", "thinspace", "enspace", "space"), " "),
    **{sign: sign for sign in "%&$#_{}"},
    **{"-": "", "/": "", "!": "", "@": "", "ldots": "…", "dots": "…", "textellipsis": "…"},
    **{"ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å"},
    **{"AA": "Å", "i": "i", "j": "j", "S": "§", "P": "¶", "pounds": "£", "euro": "€", "texteuro": "€", "degree": "°"},
    **{"textdegree": "°", "copyright": "©", "textendash": "–", "textemdash": "—", "textbackslash": "\\"},
    **{"textasciitilde": "~", "LaTeX": "LaTeX", "TeX": "TeX", "textquotedblleft": "“", "textquotedblright": "”"},
}
_ACCENTS = {
    **{"`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307"},
    **{'"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "c": "\u0327", "k": "\u0328", "d": "\u0323"},
}
_SILENT = {
    **dict.fromkeys(
        ("label", "bibliographystyle", "bibliography", "includegraphics", "vspace", "vspace*", "hspace"), 1
    ),
    **dict.fromkeys(("hspace*", "input", "include", "usepackage", "documentclass", "pagestyle", "thispagestyle"), 1),
    **dict.fromkeys(("index", "cline", "cmidrule", "hypersetup", "title", "author", "date", "graphicspath"), 1),
    **dict.fromkeys(("bibitem", "color", "fontsize", "selectlanguage", "pagenumbering", "addbibresource"), 1),
    **dict.fromkeys(("thanks", "inst", "IEEEauthorblockA"), 1),
    **dict.fromkeys(("newcommand", "renewcommand", "setlength", "setcounter", "addtolength", "DeclareMathOperator"), 2),
    **dict.fromkeys(("providecommand", "newtheorem", "addcontentsline", "def"), 2),
}
"""Commands that set nothing, with how many groups they take."""
_GROUPS_BEFORE = {
    "href": 1,
    "textcolor": 1,
    "multicolumn": 2,
    "multirow": 2,
    "parbox": 1,
    "resizebox": 2,
    "scalebox": 1,
}
"""How many groups of a command are not set, before the one that is."""
_FRAMES = {
    **dict.fromkeys(("cite", "citep", "citet", "parencite", "textcite", "autocite", "citealp", "footcite"), ("[", "]")),
    **{"footnote": (" (", ")"), "caption": ("\n\n", "\n\n")},
}
"""What stands before and behind what a command is given."""
_TABLES = {"tabular": 1, "tabular*": 2, "tabularx": 2, "longtable": 1, "array": 1}
_HEADED = {"abstract": "Abstract", "thebibliography": "References"}
_FORMULAS = frozenset(
    name + star for name in ("equation", "align", "gather", "multline", "eqnarray", "displaymath") for star in ("", "*")
)
_UNSET = frozenset({"comment", "tikzpicture", "pgfpicture"})
_WITH_ARGUMENT = frozenset({"minipage", "multicols", "thebibliography", "wrapfigure", "adjustbox", "subfigure"})
_RULES = lazy_regex(
    r"\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot)\b"
    r"|\\c(?:line|midrule)(?:\([^)\n]*\))?\{[^}\n]*\}"
)


def read_latex(path: Path, file_name: str) -> tuple[Page, FileProperties]:
    """The body as one page below its title and authors, without comments and preamble.

    Formulas stand as they are written. Files that it includes are not read.

    Raises:
        NoTextError: It sets no text.
    """
    source = decode(path.read_bytes()).replace("\r\n", "\n").translate(_RESERVED)
    codes: list[str] = []

    def put_aside(found: re.Match[str]) -> str:
        is_block = found.re.pattern == _CODE.pattern
        codes.append(f"```\n{found[2].strip(chr(10))}\n```" if is_block else f"`{found[2]}`")
        place = f"{_PLACE}{len(codes) - 1}{_PLACE}"
        return f"\n\n{place}\n\n" if is_block else place

    source = _COMMENT.sub(r"\1", _INLINE_CODE.sub(put_aside, _CODE.sub(put_aside, source)))
    title, date = (_line(_argument_of(source, name)) for name in ("title", "date"))
    names, about_them = _authors(_argument_of(source, "author"))
    found = _BODY.search(source)
    body = _leveled(_Setter(found[1] if found else source).text())
    parts = [f"# {title}" if title else "", "\n".join([", ".join(names), *about_them]), date, body]
    text = re.sub(r"\n{3,}", "\n\n", "\n\n".join(filter(None, parts))).strip()
    text = _PLACED.sub(lambda place: codes[int(place[1])], text)
    if not text:
        raise NoTextError(f"{file_name!r} sets no text.", hint="Add the files that it includes, or the PDF made of it.")
    page, _ = markdown_page(normalise_text(text + "\n"), file_name)
    properties = FileProperties()
    if title:
        properties["title"] = title
    if names:
        properties["authors"] = names
    return page, properties


def _authors(source: str) -> tuple[list[str], list[str]]:
    """The names, and what is said below them."""
    names: list[str] = []
    below: list[str] = []
    for author in _BETWEEN_AUTHORS.split(source):
        first, *rest = [line for each in author.split("\\\\") if (line := _line(each))] or [""]
        names.extend(split_authors(first))
        below.extend(rest)
    return names, below


def _leveled(body: str) -> str:
    """The body with its outermost parts right below the title."""
    # Each begins where a run of blanks or line breaks does: looked for at every one, a long run is read once for each.
    body = re.sub(r"(?<![ \t])[ \t]*\n[ \t]*", "\n", body)
    body = re.sub(r"(?<!\n)\n+- +", "\n- ", body)
    most = min((len(found[1]) for found in _HEADING.finditer(body) if found[1]), default=2)
    return _HEADING.sub(lambda found: "#" * min(6, 2 + len(found[1] or "#" * most) - most) + " ", body)


def _argument_of(source: str, command: str) -> str:
    """What stands in the braces of a command, as it is written; empty where it is not given."""
    found = re.search(rf"\\{command}\s*(?:\[[^\]\n]*\]\s*)?(?=\{{)", source)
    return _Setter(source, found.end()).group() if found else ""


def _line(source: str) -> str:
    return normalise_line(_Setter(source).text())


class _Setter:
    """Goes through a source from left to right."""

    def __init__(self, source: str, position: int = 0) -> None:
        self._source = source
        self._at = position

    def text(self) -> str:
        """What is set, from here to the end."""
        return "".join(self._pieces())

    def group(self) -> str:
        """The next group, as it is written, or the next sign."""
        self._skip(" \n\t")
        if not self._source.startswith("{", self._at):
            sign = _TOKEN.match(self._source, self._at)
            self._at = sign.end() if sign and sign[0].startswith("\\") else min(self._at + 1, len(self._source))
            return sign[0] if sign and sign[0].startswith("\\") else self._source[self._at - 1 : self._at]
        depth, start = 0, self._at + 1
        for sign in _BRACE.finditer(self._source, self._at):
            depth += {"{": 1, "}": -1}.get(sign[0], 0)
            if not depth:
                self._at = sign.end()
                return self._source[start : sign.start()]
        self._at = len(self._source)
        return self._source[start:]

    def _skip(self, signs: str) -> None:
        while self._source[self._at : self._at + 1] and self._source[self._at] in signs:
            self._at += 1

    def _skip_options(self) -> None:
        while found := _OPTION.match(self._source, self._at):
            self._at = found.end()

    def _until(self, end: str) -> str:
        stop = self._source.find(end, self._at)
        stop = len(self._source) if stop < 0 else stop
        inside, self._at = self._source[self._at : stop], stop + len(end)
        return inside

    def _pieces(self) -> Iterator[str]:
        while found := _TOKEN.match(self._source, self._at):
            self._at = found.end()
            sign, command = found[0], found[1]
            if command is not None:
                yield self._command(command)
            elif sign in {"$", "$$"}:
                yield f"{sign}{self._until(sign)}{sign}"
            else:
                yield _PLAIN.get(sign, sign)

    def _command(self, name: str) -> str:
        if name in {"[", "("}:
            return f" {self._until(_CLOSES[name])} "
        if name in {"begin", "end"}:
            environment = self.group()
            return self._begin(environment) if name == "begin" else "\n\n"
        if name in _ACCENTS and not (name.isalpha() and not re.match(r"\s*\{", self._source[self._at : self._at + 9])):
            letter = _line(self.group())
            return unicodedata.normalize("NFC", letter[:1] + _ACCENTS[name] + letter[1:])
        if name in _SIGNS:
            if name.isalpha():
                self._skip(" ")
                self._at += 2 * self._source.startswith("{}", self._at)
            if name in {"\\", "newline"}:
                self._skip_options()
            return _SIGNS[name]
        return self._command_with_groups(name)

    def _command_with_groups(self, name: str) -> str:
        bare = name.rstrip("*")
        if bare == "item":
            return self._item()
        self._skip_options()
        if bare in _PARTS:
            return f"\n\n{'#' * (1 + _PARTS.index(bare))} {_line(self.group())}\n\n"
        if bare in _SILENT:
            for _ in range(_SILENT[bare]):
                self.group()
                self._skip_options()
            return "\n- " if bare == "bibitem" else ""
        for _ in range(_GROUPS_BEFORE.get(bare, 0)):
            self.group()
            self._skip_options()
        # Of any other command what it is given is set, as of `\textbf`; what it is called is not.
        return self._framed(bare) if self._source.startswith("{", self._at) else self._without_blank()

    def _framed(self, name: str) -> str:
        before, after = _FRAMES.get(name, ("", ""))
        return f"{before}{_Setter(self.group()).text()}{after}"

    def _item(self) -> str:
        self._skip(" ")
        label = _OPTION.match(self._source, self._at)
        self._at = label.end() if label else self._at
        self._skip(" ")
        return f"\n- {_line(label[0][1:-1])}: " if label else "\n- "

    def _without_blank(self) -> str:
        self._skip(" ")
        return ""

    def _begin(self, name: str) -> str:
        if name in _FORMULAS:
            return f"\n\n{self._until(f'{_END}{{{name}}}').strip()}\n\n"
        if name in _UNSET:
            self._until(f"{_END}{{{name}}}")
            return ""
        self._skip_options()
        if name in _TABLES:
            for _ in range(_TABLES[name]):
                self.group()
                self._skip_options()
            return f"\n\n{_table(self._until(f'{_END}{{{name}}}'))}\n\n"
        if name in _WITH_ARGUMENT:
            self.group()
        return f"\n\n{_OUTERMOST} {_HEADED[name]}\n\n" if name in _HEADED else "\n\n"


def _table(source: str) -> str:
    """Rows of Markdown, the first as header."""
    rows = [
        [_line(cell).replace("|", "¦") for cell in re.split(r"(?<!\\)&", row)]
        for row in re.split(r"\\\\(?:\[[^\]\n]*\])?|\\tabularnewline\b", _RULES.sub("", source))
    ]
    rows = [row for row in rows if any(row)]
    if not rows:
        return ""
    width = max(map(len, rows))
    lines = ["| " + " | ".join(row + [""] * (width - len(row))) + " |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * width, *lines[1:]])
