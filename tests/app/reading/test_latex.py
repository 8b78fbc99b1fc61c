from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from app.reading.kinds import detect_kind
from app.reading.latex import read_latex
from nodes.documents.titles import choose_title
from nodes.domain.documents import FileProperties, Page
from nodes.domain.errors import NoTextError

PAPER = r"""\documentclass[11pt]{article}
\usepackage[utf8]{inputenc}
\newcommand{\unit}[1]{\,#1}
\title[Short]{Erosion of \emph{Basalt} Cliffs\thanks{Grant 7}}
\author{Mira Oskarsson \\ University of Holm \and J\"urgen Stra\ss{}e\inst{1}}
\date{May 2021}
\begin{document}
\maketitle
\begin{abstract}
We measure 4.2\,mm per year --- at ``Cape Holm''. % a hidden turnip
\end{abstract}
\section{Method}\label{sec:method}
% another turnip
100\% of the pins\footnote{All 36.} were \textbf{placed in \emph{May}}~\cite[p.~3]{holm2020}.
The rate is $r = \frac{d}{t}$, see \href{https://a.example}{the site} of the caf\'e, \c{c}a, na\"{\i}ve.
\begin{itemize}
  \item First pin
  \item[Second] pin \verb|a % b|
\end{itemize}
\begin{equation}
  r = \frac{d}{t}
\end{equation}
\subsection*{Code}
\begin{verbatim}
  % kept
  \x = {1}
\end{verbatim}
\begin{table}[ht]\centering
\begin{tabular}{l|r}\toprule
Site & Rate \\ \midrule
Cape Holm & 4.2 \\[2mm]
\multicolumn{1}{l}{Port \& Ness} & 1.9 \\ \bottomrule
\end{tabular}
\caption{Rates of \textit{both}.}
\end{table}
\begin{comment}
A third turnip.
\end{comment}
\begin{thebibliography}{9}
\bibitem{holm2020} A. Holm, \emph{Cliffs}, 2020.
\end{thebibliography}
\end{document}
A fourth turnip.
"""
SET = r"""# Erosion of Basalt Cliffs

Mira Oskarsson, Jürgen Straße
University of Holm

May 2021

## Abstract

We measure 4.2 mm per year — at “Cape Holm”.

## Method

100% of the pins (All 36.) were placed in May [holm2020].
The rate is $r = \frac{d}{t}$, see the site of the café, ça, naïve.
- First pin
- Second: pin `a % b`

r = \frac{d}{t}

### Code

```
  % kept
  \x = {1}
```

| Site | Rate |
| --- | --- |
| Cape Holm | 4.2 |
| Port & Ness | 1.9 |

Rates of both.

## References
- A. Holm, Cliffs, 2020.
"""


def read(path: Path, source: str) -> tuple[Page, FileProperties]:
    path = path / "paper.tex"
    path.write_text(source, encoding="utf-8")
    assert detect_kind(path, path.name).format == "latex"
    return read_latex(path, path.name)


def test_a_paper(tmp_path: Path, check_pages: Callable[[list[Page]], None]) -> None:
    page, properties = read(tmp_path, PAPER)
    check_pages([page])
    assert page["text"] == SET
    assert [(heading["level"], heading["title"]) for heading in page["headings"]] == [
        (1, "Erosion of Basalt Cliffs"),
        (2, "Abstract"),
        (2, "Method"),
        (3, "Code"),
        (2, "References"),
    ]
    assert len(page["tables"]) == 1
    assert properties == {"title": "Erosion of Basalt Cliffs", "authors": ["Mira Oskarsson", "Jürgen Straße"]}


def test_chapters_stand_right_below_the_title(tmp_path: Path) -> None:
    source = r"\title{Cliffs}\begin{document}\chapter{Basalt}\section{Age}Old.\chapter{Chalk}Soft.\end{document}"
    page, _ = read(tmp_path, source)
    assert [(heading["level"], heading["title"]) for heading in page["headings"]] == [
        (1, "Cliffs"),
        (2, "Basalt"),
        (3, "Age"),
        (2, "Chalk"),
    ]


def test_a_part_of_a_work_without_a_body_of_its_own(tmp_path: Path) -> None:
    page, properties = read(tmp_path, "\\section{Basalt}\nOld {\\bf and} hard.\n\n\\input{chalk}\n")
    assert page["text"] == "## Basalt\n\nOld and hard.\n"
    assert choose_title(properties, [page], "02-b.tex", "application/x-tex") == "Basalt"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"5\% of 3\,km \& more\ldots", "5% of 3 km & more…"),
        (r"Stra\ss e, \AA ngstr\"om, \v{C}apek, pages 3--4", "Straße, Ångström, Čapek, pages 3–4"),
        (r"\unknown{kept} \noindent [Note] \textcolor{red}{warm}", "kept [Note] warm"),
        (r"a \\ b\newline c", "a\nb\nc"),
        (r"$a < b$ costs \$5 and \(x + y\)", "$a < b$ costs $5 and x + y"),
        (r"unclosed \textbf{brace", "unclosed brace"),
        (r"closed } twice \end{x", "closed twice"),
        ("ends with a \\", "ends with a"),
    ],
)
def test_signs_and_commands(tmp_path: Path, source: str, text: str) -> None:
    page, _ = read(tmp_path, source)
    assert " ".join(page["text"].split(" ")).replace("  ", " ").strip() == text


@pytest.mark.parametrize(
    "source", [r"\documentclass{article}\begin{document}\end{document}", "% only this", r"\title{}"]
)
def test_what_sets_nothing_says_so(tmp_path: Path, source: str) -> None:
    with pytest.raises(NoTextError):
        read(tmp_path, source)


@pytest.mark.parametrize(
    "piece", ["\\'e", "{", "$", "\\begin{x}", "\\[", "\\item [", "\\begin{tabular}{l}a&", "\\\\ ["]
)
def test_whatever_repeats_is_read_in_time(tmp_path: Path, piece: str) -> None:
    begin = time.perf_counter()
    read(tmp_path, "words " + piece * 20_000)
    assert time.perf_counter() - begin < 20
