"""A room answers what in it concerns an assumption, an operation or a member of a schema."""

from dataclasses import replace
from pathlib import Path

import pytest

from openapi.concerns.parts import Call, Part, Where
from openapi.concerns.rooms import concerns_of, touched_by
from openapi.concerns.sources import symbols
from openapi.concerns.subjects import Subject
from openapi.diff.model import Side

SOURCE = '''"""Bookings. Assumption A-02."""

ROWS = (
    ("accept", "A-01"),
    ("refuse", "A-01"),
)


class Desk:
    def opens(self):
        """At nine. A-01."""


@asks("A-01")
def probe():
    return 1
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "desk.py").write_text(SOURCE, "utf-8")
    return tmp_path


def found(folder: Path, subject: Subject) -> list[tuple[str, int]]:
    return [(symbol.name, symbol.place.line) for symbol in symbols(folder, subject)]


def test_a_symbol_is_the_table_the_method_or_the_function_around_a_line(folder: Path) -> None:
    assert found(folder, Subject.assumption("A-01")) == [("desk.ROWS", 4), ("desk.Desk.opens", 11), ("desk.probe", 14)]


def test_a_comment_belongs_to_the_statement_below_it(tmp_path: Path) -> None:
    (tmp_path / "desk.py").write_text("# Assumption A-03.\n# It is long.\nHOURS = 9\n", "utf-8")

    assert found(tmp_path, Subject.assumption("A-03")) == [("desk.HOURS", 1)]


def test_a_module_is_the_symbol_of_its_own_docstring(folder: Path) -> None:
    assert found(folder, Subject.assumption("A-02")) == [("desk", 1)]


def test_further_lines_of_a_symbol_are_listed(folder: Path) -> None:
    (table, *_) = symbols(folder, Subject.assumption("A-01"))

    assert table.says.endswith("(lines 4, 5)")


@pytest.mark.parametrize(
    ("name", "text", "is_named"),
    [
        ("A-01", "Assumption A-01.", True),
        ("A-01", "Row A-010 of another list.", False),
        ("A-32", "Assumptions A-31 to A-33.", True),
        ("A-34", "Assumptions A-31 to A-33.", False),
    ],
)
def test_a_text_names_an_assumption_alone_or_in_a_range(name: str, text: str, is_named: bool) -> None:
    assert Subject.assumption(name).is_named_in(text) is is_named


def test_an_operation_concerns_its_handler_its_rows_and_its_path() -> None:
    rooms = concerns_of(Subject.operation("searchCourses")).by_room

    assert [concern.place.file for concern in rooms["contract"]] == ["openapi/paths/courses.yaml"]
    assert "handlers.HANDLERS" in [concern.name for concern in rooms["sandbox"]]
    assert "CRS-01" in [concern.name for concern in rooms["suite"]]


def test_a_member_concerns_the_place_of_its_definition() -> None:
    rooms = concerns_of(Subject.member("Booking", "bookingReference")).by_room

    assert [concern.name for concern in rooms["contract"]] == ["Booking.bookingReference"]
    assert rooms["sandbox"] != ()


PLAYERS = Part(
    Side.REQUEST,
    (Call("createBooking", "POST", "/travel/bookings", "bookings", is_delivery=False),),
    Where.BODY,
    "players",
    path=("players",),
)


def of_room(room: str, part: Part) -> list[str]:
    return [f"{concern.kind} {concern.name}" for concern in touched_by(part).by_room[room]]


def test_a_member_of_a_request_touches_the_code_that_reads_the_member() -> None:
    assert of_room("sandbox", PLAYERS) == [
        "handler createBooking",
        "code bookings.booking_request",
        "column bookings.players",
    ]


def test_a_member_of_an_answer_touches_the_code_that_writes_the_member() -> None:
    answered = replace(PLAYERS, side=Side.ANSWER, status="201", path=("data", "players"))

    assert "code bookings._item" in of_room("sandbox", answered)


def test_a_column_with_another_name_is_found_by_the_code_between() -> None:
    reference = replace(PLAYERS, word="agencyBookingReference", path=("agencyBookingReference",))

    assert "column bookings.agency_reference" in of_room("sandbox", reference)


def test_a_member_of_an_answer_touches_the_rows_whose_shape_has_the_member() -> None:
    listed = Call("listBookings", "GET", "/travel/bookings", "bookings", is_delivery=False)
    answered = Part(Side.ANSWER, (listed,), Where.BODY, "courseId", "200", ("data", "[]", "courseId"))

    assert "must row BKL-01" not in of_room("suite", answered)
    assert "must row BKL-01" in of_room("suite", replace(answered, word="teeTime", path=("data", "[]", "teeTime")))


def test_a_member_of_one_operation_touches_no_row_of_its_neighbours() -> None:
    cancelled = Call("cancelBooking", "DELETE", "/travel/bookings/{id}", "bookings", is_delivery=False)
    answered = Part(Side.ANSWER, (cancelled,), Where.BODY, "status", "200", ("data", "status"))

    assert "must row BKX-01" in of_room("suite", answered)
    assert "must row BKC-01" not in of_room("suite", answered)


def test_a_command_of_a_page_sends_to_one_operation() -> None:
    changed = Call("updateBooking", "PUT", "/travel/bookings/{id}", "bookings", is_delivery=False)

    lines = {concern.says for concern in touched_by(replace(PLAYERS, calls=(changed,))).by_room["documentation"]}

    assert lines != set()
    assert all("-X PUT" in line for line in lines)


@pytest.mark.parametrize(
    ("word", "path", "text", "is_named"),
    [
        ("players", ("players",), "players is required.", True),
        ("players", ("players",), "maxPlayers is required.", False),
        ("leadPlayer", ("leadPlayer",), "a lead_player has a name", True),
        ("email", ("leadPlayer", "email"), "The course has an email.", False),
        ("email", ("leadPlayer", "email"), "leadPlayer.email is required.", True),
        ("If-Match", (), "The header if-match is optional.", True),
    ],
)
def test_a_text_names_a_member_as_a_word_beside_its_object(
    word: str, path: tuple[str, ...], text: str, is_named: bool
) -> None:
    assert replace(PLAYERS, word=word, path=path).is_named_in(text) is is_named
