"""Which rows a run decides, which checks it needs, and the reason every other row carries."""

import pytest

from conformance.catalogue.files import load_catalogue
from conformance.catalogue.requirements import Catalogue, CatalogueError
from conformance.scope.selection import CheckMarks, Options, choose, select
from conformance.target.channels import ReceiverFacts
from conformance.target.target import Placement, Target
from tests.conformance.made_up import row

BARE = Target("http://t.example/api/v1", "a-key", may_send_bad_keys=False)
FULL = Target("http://t.example/api/v1", "a-key", "b-key", Placement("body", "holdId"))


def reason(row_id: str, target: Target = FULL, **options: bool) -> str:
    selection = select(load_catalogue(), target, Options(**options))  # type: ignore[arg-type]  # only read_only
    return selection.barred[row_id].message


def test_every_row_is_either_decided_or_has_its_reason() -> None:
    selection = select(load_catalogue(), FULL, Options())

    undecided = {row.id for row in load_catalogue()} - selection.decided - selection.barred.keys()
    assert {row_id[:3] for row_id in undecided} == {"EXC"}


@pytest.mark.parametrize(
    ("row_id", "target", "words"),
    [
        ("HLD-06", FULL, "A decision needs a clock that can be moved: declare clock_advance under [levers]"),
        ("BKX-06", FULL, "A decision needs a clock that can be moved: declare clock_advance under [levers]"),
        ("BST-01", FULL, "A decision needs an answer of the course: declare course_confirm under [levers]"),
        ("AUT-09", BARE, "A decision needs the key of a second agency: give --second-api-key."),
        ("AUT-05", BARE, "the target file says may_send_bad_keys = false."),
        ("HLD-07", BARE, "A decision needs hold_id under [declares] in the target file"),
        ("EVT-01", FULL, "A decision needs an address at which the target can reach this run: give --receiver-url,"),
    ],
)
def test_a_row_that_cannot_be_decided_says_why(row_id: str, target: Target, words: str) -> None:
    assert words in reason(row_id, target)


@pytest.mark.parametrize("row_id", ["BKC-13", "HLD-01", "AUT-02"])
def test_a_read_only_run_leaves_rows_that_write(row_id: str) -> None:
    selection = select(load_catalogue(), FULL, Options(read_only=True))

    assert row_id in selection.left_out - selection.selected - selection.decided
    assert reason(row_id, read_only=True) == "The read-only profile excludes this row: a decision needs more than GET."


def test_a_row_that_is_asked_for_by_its_id_is_never_left_out() -> None:
    selection = select(load_catalogue(), FULL, Options(only=("BKC-13", "PAG-*"), read_only=True))

    assert ("BKC-13" in selection.selected, selection.left_out) == (True, frozenset())
    assert selection.barred["BKC-13"].message == "A decision needs requests that write, and this run is read-only."


def test_a_read_only_run_decides_rows_that_read() -> None:
    selection = select(load_catalogue(), FULL, Options(read_only=True))

    assert "PAG-03" in selection.decided


def test_a_capability_declared_absent_does_not_apply() -> None:
    target = Target("http://t.example/api/v1", "a-key", absent=frozenset({"offline"}))

    evidence = select(load_catalogue(), target, Options()).barred["AVO-01"]

    assert (evidence.finding, evidence.message) == (
        "absent",
        "The target declares that it has no courses without online booking.",
    )


@pytest.mark.parametrize(
    "target",
    [
        Target("http://127.0.0.1:8080/api/v1", "a-key"),
        Target("http://localhost/api/v1", "a-key"),
        Target("http://t.example/api/v1", "a-key", receiver=ReceiverFacts(public_url="https://tunnel.example")),
    ],
    ids=["loopback", "localhost", "public address"],
)
def test_events_are_decided_where_the_target_reaches_this_run(target: Target) -> None:
    assert "EVT-01" in select(load_catalogue(), target, Options()).decided


def test_only_selects_those_rows() -> None:
    selection = select(load_catalogue(), FULL, Options(only=("PAG-03", "PAG-05")))

    assert selection.selected == selection.decided == {"PAG-03", "PAG-05"}


@pytest.mark.parametrize(
    ("word", "ids"),
    [
        ("versioning", {"VER-01", "VER-02"}),
        ("VER-*", {"VER-01", "VER-02"}),
        ("TRM-0[12]", {"TRM-01", "TRM-02"}),
        ("HOK-0?", {f"HOK-0{number}" for number in range(1, 9)}),
    ],
)
def test_only_takes_areas_and_patterns(word: str, ids: set[str]) -> None:
    assert select(load_catalogue(), FULL, Options(only=(word,))).selected == ids


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("PAG-99", "There is no requirement 'PAG-99'."),
        ("boookings", "There is no area 'boookings'. Did you mean 'bookings'?"),
        ("CRS", "There is no area 'CRS'. Did you mean 'CRS-*'?"),
        ("CSR-*", "No requirement fits the pattern 'CSR-*'. Did you mean 'CRS-*'?"),
        ("NOPE-*", "No requirement fits the pattern 'NOPE-*'. Known: "),
        ("NOPE-1", "There is no requirement 'NOPE-1'. Ids begin with "),
    ],
)
def test_only_refuses_a_word_that_names_nothing(word: str, sentence: str) -> None:
    with pytest.raises(CatalogueError) as refused:
        select(load_catalogue(), FULL, Options(only=(word,)))

    assert str(refused.value).startswith(sentence)


DECIDES = CheckMarks(verifies=("PAG-03",))
CLOSES = CheckMarks(verifies=("ENV-02",), closing=True)
READS = CheckMarks(exercises=("searchCourses",))
WRITES = CheckMarks(exercises=("createBooking",), writes=True)
MOVES = CheckMarks(verifies=("AVT-24",), moves_clock_minutes=10)

CATALOGUE = Catalogue(
    (
        row(row_id="PAG-03"),
        row(row_id="ENV-02"),
        row(row_id="AVT-24"),
        row(row_id="CRS-01", shape={"operations": ["searchCourses"], "schema": {"type": "object"}}),
        row(row_id="BKC-03", shape={"operations": ["createBooking"], "schema": {"type": "object"}}),
    )
)


@pytest.mark.parametrize(
    ("decided", "read_only", "chosen"),
    [
        pytest.param({"PAG-03"}, False, [DECIDES], id="the check that decides a row"),
        pytest.param({"CRS-01"}, False, [READS], id="the step that shows what a shape looks at"),
        pytest.param({"BKC-03"}, False, [WRITES], id="a step that writes"),
        pytest.param({"BKC-03"}, True, [], id="no step that writes in a read-only run"),
        pytest.param({"ENV-02"}, False, [CLOSES, READS, WRITES], id="the whole tour for a closing check"),
        pytest.param({"ENV-02"}, True, [CLOSES, READS], id="the reading tour for a closing check"),
        pytest.param({"AVT-24"}, False, [MOVES], id="a check that moves the clock"),
        pytest.param({"AVT-24"}, True, [], id="no check that moves the clock in a read-only run"),
        pytest.param(set(), False, [], id="nothing for nothing"),
    ],
)
def test_a_run_makes_the_checks_it_needs(decided: set[str], read_only: bool, chosen: list[CheckMarks]) -> None:
    marks = [DECIDES, CLOSES, READS, WRITES, MOVES]

    wanted = choose(marks, CATALOGUE, decided, read_only=read_only)

    assert [mark for mark, needed in zip(marks, wanted, strict=True) if needed] == chosen


@pytest.mark.parametrize(("decided", "runs"), [("AVT-08", True), ("AVM-03", False)])
def test_a_step_that_speaks_for_rows_runs_for_these(decided: str, runs: bool) -> None:
    speaking = CheckMarks(exercises=("listTeeTimes",), speaks_for=("AVT-",))

    assert choose([speaking], load_catalogue(), {decided}, read_only=True) == [runs]
