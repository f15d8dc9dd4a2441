"""The post-mortem as one HTML page that needs nothing else: no script, no font, no picture, no network."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from html import escape
from pathlib import Path

import click

from forehand import Fault, Hindsight, PostMortem

from .inputs import Problem, printable
from .postmortem_html_deal import DealSection
from .postmortem_html_style import STYLE
from .postmortem_words import NOT_BLAME
from .words import counted

_VALUES = """A value is a total for the whole deal: what a seat has won, and what it is sure of still to win, whatever
all the others do. In a misère it is the most that the others can force on it."""


class HtmlPage:
    """The page in the making, a section a deal; it is in the file once it is whole, and not before.

    Raises click.BadParameter for what is no place for a file.
    """

    def __init__(self, name: str) -> None:
        self._path = Path(os.path.realpath(name))
        folder = self._path.parent
        faults = {
            f"{name!r} is not a file": self._path.exists() and not self._path.is_file(),
            f"there is no folder {str(folder)!r}": not folder.is_dir(),
            f"nothing can be written to {str(folder)!r}": folder.is_dir() and not os.access(folder, os.W_OK),
        }
        for text, is_so in faults.items():
            if is_so:
                raise click.BadParameter(text, param_hint="--html")
        self._sections: list[DealSection] = []
        self._failures: list[str] = []
        self._is_cut_short = False

    def add(self, judged: PostMortem, hindsight: Hindsight | None) -> None:
        """One more deal."""
        self._sections.append(DealSection(judged, hindsight, len(self._sections) + 1))

    def add_failure(self, problem: Problem, faults: Sequence[Fault]) -> None:
        """One that has no answer."""
        self._failures += problem.describe(faults)

    def cut_short(self) -> None:
        """No more deals come, though there may be some."""
        self._is_cut_short = True

    def write(self) -> None:
        """Puts the file in place; nothing where no deal has an answer. Raises click.FileError if that fails."""
        if not self._sections:
            return
        aside = self._path.with_name(f".{self._path.name}.{os.getpid()}.new")
        try:
            with aside.open("w", encoding="utf-8", newline="\n") as stream:
                stream.write(self.text())
                stream.flush()
                os.fsync(stream.fileno())
            aside.replace(self._path)
        except OSError as error:
            with suppress(OSError):
                aside.unlink(missing_ok=True)
            raise click.FileError(str(self._path), error.strerror or str(error)) from error

    def text(self) -> str:
        """The whole page."""
        sections = self._sections
        title = f"Post-mortem of {sections[0].title if len(sections) == 1 else counted(len(sections), 'deal')}"
        parts = [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{escape(title)}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>",
            f"<header>\n<h1>{escape(title)}</h1>\n<p><strong>{escape(NOT_BLAME)}</strong> {_VALUES}</p>\n</header>",
            *(self._contents() if len(sections) > 1 else ()),
            "<main>",
            *(line for section in sections for line in section.lines()),
            *self._left_out(),
            *(["<p>The work was interrupted: later deals are not here.</p>"] if self._is_cut_short else ()),
            "</main>\n<footer><p>Made by Forehand.</p></footer>\n</body>\n</html>",
        ]
        return "\n".join(parts) + "\n"

    def _contents(self) -> list[str]:
        links = [f'<li><a href="#{section.anchor}">{escape(section.title)}</a></li>' for section in self._sections]
        return ['<nav aria-label="Deals">\n<ol>', *links, "</ol>\n</nav>"]

    def _left_out(self) -> list[str]:
        if not self._failures:
            return []
        listed = [f"<li>{escape(printable(failure))}</li>" for failure in self._failures]
        return ["<section>\n<h2>Left out</h2>\n<ul>", *listed, "</ul>\n</section>"]
