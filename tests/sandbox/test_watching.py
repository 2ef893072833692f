"""The watcher of contracts: it follows every file that the start named, and no fault of the sandbox stops it."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from mock_server import app
from mock_server.app import Sandbox
from mock_server.candidates import watching
from mock_server.candidates.named import Named
from mock_server.candidates.offers import ContractOffer
from mock_server.candidates.watching import Watched
from mock_server.settings import Settings
from openapi.versions import RELEASED_FOLDER
from tests.sandbox.candidates import seconds_until

EARLIER = RELEASED_FOLDER / "1.2.0" / "openapi.json"


class Followed:
    """A watcher in a thread of this test, with what it published and said."""

    def __init__(self, named: Named) -> None:
        self.published: list[ContractOffer] = []
        self.lines: list[str] = []
        self.watched = Watched(named)
        self.watched.follow(self.published.append, self.lines.append)

    @property
    def differences(self) -> tuple[str, ...]:
        """The differences that were published last."""
        return (self.published[-1].differences or ()) if self.published else ()


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return Path(shutil.copy(EARLIER, tmp_path / "main.json"))


@pytest.fixture
def beside(tmp_path: Path) -> Path:
    return Path(shutil.copy(EARLIER, tmp_path / "beside.json"))


@pytest.fixture
def mapping(tmp_path: Path) -> Path:
    file = tmp_path / "mapping.yaml"
    file.write_text("operations: {}\n", "utf-8")
    return file


@pytest.fixture
def followed(main: Path, beside: Path, mapping: Path) -> Followed:
    """A watcher of two contracts and a mapping."""
    return Followed(Named(str(main), str(beside), "/api/v2", str(mapping), watch=True))


def _edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def _shorter_text(file: Path) -> None:
    """Allows less in the remarks of a booking."""
    _edit(file, '"maxLength": 2000', '"maxLength": 1000')


def _fails(*_arguments: object) -> None:
    raise KeyError("x-unheard-of")


def test_an_edit_of_the_second_contract_is_published(followed: Followed, beside: Path) -> None:
    _shorter_text(beside)

    seconds_until(lambda: any("`maxLength` was 2000 and is 1000." in sentence for sentence in followed.differences))


def test_an_edit_of_the_mapping_is_published(followed: Followed, mapping: Path) -> None:
    mapping.write_text("operations:\n  listBookings: {default: {page: 1}}\n", "utf-8")

    seconds_until(lambda: bool(followed.published) and bool(followed.published[-1].translation.operations))


def test_a_broken_mapping_keeps_the_last_good_contracts(followed: Followed, mapping: Path) -> None:
    mapping.write_text("operation: {}\n", "utf-8")

    seconds_until(lambda: bool(followed.published) and "mapping.yaml:1: " in followed.published[-1].trouble)


def test_a_second_contract_alone_can_be_watched(beside: Path) -> None:
    followed = Followed(Named(None, str(beside), "/api/v2", None, watch=True))

    _shorter_text(beside)

    seconds_until(lambda: any("`maxLength` was 2000" in sentence for sentence in followed.differences))


def test_a_failing_comparison_is_reported_and_the_edit_is_served(
    followed: Followed, main: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "sentences_between", _fails)

    _shorter_text(main)

    failed = f"{main}: this edit is served, but its comparison with the contract of the start failed (KeyError: 'x-un"
    seconds_until(lambda: any(line.startswith(failed) for line in followed.lines))
    assert any(sentence.startswith(failed) for sentence in followed.differences)


def test_an_edit_after_a_failing_comparison_is_compared(
    followed: Followed, main: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(watching, "sentences_between", _fails)
        _shorter_text(main)
        seconds_until(lambda: bool(followed.lines))

    _edit(main, '"maxLength": 1000', '"maxLength": 900')

    seconds_until(lambda: any("`maxLength` was 2000 and is 900." in sentence for sentence in followed.differences))


def test_a_failing_reader_keeps_the_last_good_contracts(
    followed: Followed, main: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "read_named", _fails)

    _shorter_text(main)

    seconds_until(lambda: any("The last good contract is still served." in line for line in followed.lines))
    assert "This is a fault of teesheet." in followed.published[-1].trouble


def test_a_contract_that_cannot_be_prepared_keeps_the_last_good_contracts(monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox = Sandbox(Settings(database_url="sqlite://"))
    served = sandbox.shelf.now.main
    failing: Callable[..., None] = _fails
    monkeypatch.setattr(app, "line_up", failing)

    sandbox.take_up(ContractOffer())

    assert (sandbox.shelf.now.main is served, "failed to prepare" in sandbox.shelf.now.trouble) == (True, True)
