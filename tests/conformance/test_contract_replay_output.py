"""How `teesheet contract replay` shows its result: fast, without keys and people, and with a sentence for bad input."""

import json
import time
from pathlib import Path

import pytest
from click.testing import Result

from tests.conformance.archives import archive, entry
from tests.conformance.conftest import Checked
from tests.conformance.judging.recordings import parsed
from tests.conformance.replaying import TEXT_PLAYERS, booked, replay
from tests.conformance.small_contracts import WISHED, written


@pytest.mark.parametrize("rendering", ["text", "json", "markdown"])
@pytest.mark.parametrize("by", ["agency", "operation", "check"])
def test_no_rendering_shows_a_key_or_a_person(tmp_path: Path, rendering: str, by: str) -> None:
    sent = {"players": 3, "lead": {"lastName": "Adalovelace"}, "ada@lovelace.example": 1}
    call = booked(sent, key="key-of-ada", status=201)
    call["request"]["url"] += "?mail=ada@lovelace.example&ada@lovelace.example=1"
    read = entry("/bookings/ada@lovelace.example", key="key-of-ada", answer='{"players": "Ada"}')
    traffic = archive(tmp_path / "traffic.har", call, read)

    result = replay(
        *(traffic, "--old", written(tmp_path / "old.json", (WISHED, {}))),
        *("--new", written(tmp_path / "new.json"), "--format", rendering, "--by", by),
    )

    assert result.exit_code == 1
    assert [word for word in ("ada@", "lovelace", "Adalove", "key-of", '"Ada"') if word in result.stdout] == []
    assert "(masked)" in result.stdout


def test_the_text_ends_with_the_outcome(tmp_path: Path) -> None:
    traffic, old = archive(tmp_path / "t.har", booked()), written(tmp_path / "old.json")

    result = replay(traffic, "--old", old, "--new", written(tmp_path / "new.json", TEXT_PLAYERS))

    assert result.stdout.splitlines()[-3:] == [
        "The only agency gets `players` as a whole number; this change breaks it.",
        "The only agency sends `players` as a whole number; this change breaks it.",
        "Breaking: 1 of 1 request and 1 of 1 answer are newly broken.",
    ]


def test_text_and_markdown_say_why_messages_were_broken_before(tmp_path: Path) -> None:
    """The most frequent reason comes first, whatever the operations."""
    traffic = archive(
        tmp_path / "t.har",
        booked({"players": "three"}),
        booked({"players": "four"}),
        booked({"players": 2, "kind": "odd"}),
    )
    contract = written(tmp_path / "contract.json")

    text = replay(traffic, "--old", contract, "--new", contract).stdout
    markdown = replay(traffic, "--old", contract, "--new", contract, "--format", "markdown").stdout

    lines = text.splitlines()
    begin = lines.index("Broken before, under both contracts:") + 1
    reasons = lines[begin : lines.index("", begin)]
    assert [line.rpartition(" (")[2] for line in reasons] == ["2 times)", "1 time)"]
    assert [f"- {line.strip()}" for line in reasons] == markdown.splitlines()[-2:]


def test_at_most_five_reasons_are_named_for_messages_that_were_broken_before(tmp_path: Path) -> None:
    calls = [booked({f"unknown{number}": 1, "players": 2}) for number in range(7)]
    traffic, contract = archive(tmp_path / "t.har", *calls), written(tmp_path / "contract.json")

    lines = replay(traffic, "--old", contract, "--new", contract).stdout.splitlines()

    begin = lines.index("Broken before, under both contracts:") + 1
    assert (len(lines[begin : lines.index("", begin)]), lines[begin + 5]) == (6, "  2 more kinds of fault.")


def test_a_folder_of_archives_is_one_traffic(tmp_path: Path) -> None:
    folder = tmp_path / "traffic"
    (folder / "monday").mkdir(parents=True)
    archive(folder / "monday" / "a.har", booked())
    archive(folder / "b.har", booked())
    contract = written(tmp_path / "contract.json")

    report = json.loads(replay(folder, "--old", contract, "--new", contract, "--format", "json").stdout)

    assert (report["files"], report["counts"]["requests"]["judged"]) == (["b.har", "monday/a.har"], 2)


def test_the_result_can_go_to_a_file(tmp_path: Path) -> None:
    traffic, contract = archive(tmp_path / "t.har", booked()), written(tmp_path / "contract.json")

    result = replay(traffic, "--old", contract, "--new", contract, "--format", "markdown", "--out", tmp_path / "out.md")

    assert (result.exit_code, result.stdout) == (0, "")
    assert (tmp_path / "out.md").read_text("utf-8").startswith("## Compatible")


def test_a_recording_of_a_run_is_compared_with_its_own_contract(checked: Checked, tmp_path: Path) -> None:
    file = tmp_path / "exchanges.har"
    file.write_text(json.dumps(parsed(checked("CRS-05"))), encoding="utf-8")

    report = json.loads(replay(file, "--new", "published", "--format", "json").stdout)

    assert report["old"]["reason"] == "the contract of the recording"


def test_other_traffic_is_compared_with_the_published_contract(tmp_path: Path) -> None:
    traffic = archive(tmp_path / "t.har", entry())

    report = json.loads(replay(traffic, "--new", "published", "--format", "json").stdout)

    assert report["old"]["reason"] == "published; the recording names no contract"


def refused(result: Result) -> str:
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("teesheet contract: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "is empty"),
        ('{"log": {"entries": [', "is not JSON, or was cut off"),
        ("{}", "is not a HAR archive"),
        ('{"log": {"entries": []}}', "holds no exchange"),
        ('{"log": {"entries": [{"request": {}}]}}', "entry 0 cannot be read: it lacks 'url'"),
    ],
)
def test_traffic_that_is_no_archive_is_refused_in_a_sentence(tmp_path: Path, content: str, words: str) -> None:
    traffic = tmp_path / "traffic.har"
    traffic.write_text(content, encoding="utf-8")

    assert words in refused(replay(traffic, "--new", "published"))


UNUSABLE = {
    "no contract": (("traffic.har", "--new", "none.json"), "is not an OpenAPI document"),
    "no version": (("traffic.har", "--new", "nowhere"), "or a git revision"),
    "no pattern": (("traffic.har", "--old", "new.json", "--new", "bad.json"), "cannot be used"),
    "no file": (("nothing.har", "--new", "new.json"), "cannot be read"),
    "no archive in the folder": (("empty", "--new", "new.json"), "has no file that ends in .har"),
    "no call": (("elsewhere.har", "--old", "new.json", "--new", "new.json"), "has no exchange with an operation"),
    "no place for the result": (
        ("traffic.har", "--old", "new.json", "--new", "new.json", "--out", "/dev/null/x"),
        "cannot be written",
    ),
}


@pytest.mark.parametrize(("arguments", "words"), UNUSABLE.values(), ids=UNUSABLE)
def test_input_that_cannot_be_used_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], words: str
) -> None:
    archive(tmp_path / "traffic.har", booked())
    archive(tmp_path / "elsewhere.har", entry("/x"))
    written(tmp_path / "new.json")
    written(tmp_path / "bad.json", ((*WISHED, "properties", "kind"), {"type": "string", "pattern": "("}))
    (tmp_path / "none.json").write_text("{}", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)

    assert words in refused(replay(*arguments))


def test_five_thousand_exchanges_take_less_than_five_seconds(tmp_path: Path) -> None:
    calls = [booked(key=f"key-{number % 11}") for number in range(5000)]
    traffic = archive(tmp_path / "t.har", *calls)
    old, new = written(tmp_path / "old.json"), written(tmp_path / "new.json", TEXT_PLAYERS)
    began = time.process_time()

    result = replay(traffic, "--old", old, "--new", new)

    assert (result.exit_code, time.process_time() - began < 5) == (1, True)
