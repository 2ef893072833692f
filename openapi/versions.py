"""Reads one version of a contract by its name: a file, a folder, a release, a git revision, or `published`.

A version is the bundled document, with the assumptions beside it, and the file and line of everything in it.
"""

import io
import re
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openapi.bundler import bundle
from openapi.places import ContractError, Place, load_yaml, place_of, shown_path

PUBLISHED = "published"
RELEASED_FOLDER = Path(__file__).parent / "released"
# Where a git revision keeps the contract, unless the name says otherwise: `HEAD~3:contracts/openapi.yaml`.
_IN_REPOSITORY = "openapi/openapi.yaml"
_ROOTS = ("openapi.yaml", "openapi.yml", "openapi.json")
_LEDGERS = ("assumptions.yaml", "assumptions.json")
_STATED = ("stated.yaml",)


@dataclass(frozen=True)
class Version:
    """One version of a contract.

    `name` is what the user called it. `document` is the bundled document. `assumptions` maps the ids of the ledger to
    its rows, and is None where no ledger is beside the document. `stated` lists what the specification states, and is
    None where no such list is beside the document, or where the list is about another document.
    """

    name: str
    document: dict[str, Any]
    assumptions: Mapping[str, Any] | None
    stated: Mapping[str, Any] | None = None

    @property
    def number(self) -> str:
        """The version in the title page of the document, for example `1.2.0`."""
        return str(self.document.get("info", {}).get("version", ""))

    def place(self, pointer: str) -> Place:
        """Where the value at a JSON pointer of the document is written.

        Raises KeyError, IndexError or ValueError if there is no such value.
        """
        return place_of(self.document, pointer)


def read_version(name: str) -> Version:
    """The version that *name* names: a file, a folder with an openapi.yaml, a release, a git revision or `published`.

    A release is named by its number, such as `1.3.0`. A git tag of this name is `tags/1.3.0`.
    Raises ContractError with one sentence if there is no such version, or if it cannot be read.
    """
    path = Path(name)
    if name == PUBLISHED:
        return _of_file(name, published_file())
    if path.is_dir():
        return _of_file(name, _root_in(path))
    if path.exists():
        return _of_file(name, path)
    if name in (releases := _releases()):
        return _of_file(name, releases[name])
    return _of_revision(name)


def published_file() -> Path:
    """The bundled document of the newest release.

    Raises ContractError if nothing has been released.
    """
    files = _releases()
    if not files:
        raise ContractError(f"{shown_path(RELEASED_FOLDER)}: nothing has been released yet.")
    return list(files.values())[-1]


def _releases() -> dict[str, Path]:
    """The number of each release to its bundled document, the newest last."""
    files = sorted(RELEASED_FOLDER.glob("*/openapi.json"), key=lambda file: version_order(file.parent.name))
    return {file.parent.name: file for file in files}


def version_order(number: str) -> tuple[int, ...]:
    """A sort key for version numbers such as `1.10.0`."""
    return tuple(int(part) for part in re.findall(r"\d+", number)[:3])


def _root_in(folder: Path) -> Path:
    for name in _ROOTS:
        if (folder / name).is_file():
            return folder / name
    raise ContractError(f"{shown_path(folder)} has no {_ROOTS[0]}. Name the first file of the contract.")


def _of_file(name: str, root: Path) -> Version:
    return Version(name, bundle(root), _beside(root, _LEDGERS, None), _stated_beside(root, None))


def _stated_beside(root: Path, shown: str | None) -> Mapping[str, Any] | None:
    stated = _beside(root, _STATED, shown)
    return stated if stated is not None and stated.get("contract") == root.stem else None


def _beside(root: Path, names: Sequence[str], shown: str | None) -> Mapping[str, Any] | None:
    """The first of the named files that is in the folder of *root*, or None."""
    for name in names:
        file = root.parent / name
        if file.is_file():
            content = load_yaml(file, None if shown is None else f"{shown}/{name}")
            return content if isinstance(content, dict) else None
    return None


def _of_revision(name: str) -> Version:
    revision, _, inside = name.partition(":")
    commit = _commit(revision, name)
    top = Path(_git("rev-parse", "--show-toplevel").decode().strip())
    path = inside or _IN_REPOSITORY
    folder = path.rpartition("/")[0] or "."
    with tempfile.TemporaryDirectory(prefix="teesheet-") as temporary:
        place = Path(temporary).resolve()
        _extract(commit, folder, top, place, name)
        root = place / path
        if not root.is_file():
            raise ContractError(f"{name}: the revision has no file {path}. Write REVISION:path/openapi.yaml.")
        document = bundle(root, lambda file: f"{revision}:{file.relative_to(place).as_posix()}")
        shown = f"{revision}:{folder}"
        return Version(name, document, _beside(root, _LEDGERS, shown), _stated_beside(root, shown))


def _commit(revision: str, name: str) -> str:
    try:
        return _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").decode().strip()
    except (subprocess.CalledProcessError, OSError, ValueError):
        raise ContractError(
            f"{name} is not a file, a folder or a git revision here. `{PUBLISHED}` names the newest release"
            f"{_of_these(list(_releases()))}."
        ) from None


def _of_these(numbers: Sequence[str]) -> str:
    return f" of {', '.join(numbers[:-1])} and {numbers[-1]}" if len(numbers) > 1 else ""


def _extract(commit: str, folder: str, top: Path, place: Path, name: str) -> None:
    """Writes the files of *folder* at *commit* below *place*."""
    try:
        archive = _git("-C", str(top), "archive", "--format=tar", commit, "--", folder)
    except subprocess.CalledProcessError:
        raise ContractError(f"{name}: the revision has no folder {folder}. Write REVISION:path/openapi.yaml.") from None
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(place, filter="data")


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], capture_output=True, check=True).stdout  # noqa: S603, S607 - the git of the user
