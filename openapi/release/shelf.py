"""The files of a contract's releases: frozen copies, change notes and the feed, in the folder of the contract.

This module knows where the files are and what has been released, not what a release says.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openapi.places import ContractError, load_yaml, shown_path
from openapi.release.rule import Number
from openapi.versions import Version

_RELEASED = "released"


@dataclass(frozen=True)
class Shelf:
    """The folder of a contract. Other contracts keep their releases as ours does."""

    folder: Path

    @property
    def changelog(self) -> Path:
        """The change notes in Markdown, newest first."""
        return self.folder / "CHANGELOG.md"

    @property
    def feed(self) -> Path:
        """The change notes as an Atom feed."""
        return self.folder / "dist" / "changes.atom"

    def notes(self) -> str:
        """The text of the change notes, empty where there are none. Raises ContractError if they are not text."""
        try:
            return self.changelog.read_text("utf-8") if self.changelog.is_file() else ""
        except UnicodeDecodeError:
            raise ContractError(f"{shown_path(self.changelog)} is not text in UTF-8.") from None

    def frozen(self, number: Number) -> Path:
        """The folder of the frozen copy of a release."""
        return self.folder / _RELEASED / str(number)

    def released(self, number: Number) -> Mapping[str, Any] | None:
        """The document that was released with a number, or None. Raises ContractError if it cannot be read."""
        file = self.frozen(number) / "openapi.json"
        if not file.is_file():
            return None
        document = load_yaml(file)
        if not isinstance(document, dict):
            raise ContractError(f"{shown_path(file)} is not an OpenAPI document.")
        return document


def shelf_of(version: Version) -> Shelf | None:
    """The shelf of a version that was read from a file or a folder, and None for a git revision."""
    path = Path(version.place("").file)
    if not path.is_file():
        return None
    folder = path.resolve().parent
    return Shelf(folder.parents[1] if folder.parent.name == _RELEASED else folder)


def freeze(version: Version, shelf: Shelf, number: Number) -> list[Path]:
    """Writes the frozen copy of a version, and returns the files that changed."""
    contents = {"openapi.json": version.document, "assumptions.json": version.assumptions}
    return [
        file
        for name, content in contents.items()
        if content is not None and written(file := shelf.frozen(number) / name, _as_json(content))
    ]


def written(file: Path, text: str) -> bool:
    """Writes a file whose text differs, and says whether it differed. The file keeps its line breaks."""
    before = file.read_bytes() if file.is_file() else b""
    after = text.replace("\n", "\r\n" if b"\r\n" in before else "\n").encode()
    if before == after:
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(after)
    return True


def _as_json(content: Mapping[str, Any]) -> str:
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"
