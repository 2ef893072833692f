"""Several processes on one database, each with a store of its own: writers take turns, readers see one moment."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Barrier

import pytest

from mock_server.domain.ids import Numbered
from mock_server.domain.refusals import TooManyWorlds
from mock_server.storage.courses import CourseBook
from mock_server.storage.engines import StoreUnavailable
from mock_server.storage.store import Store
from mock_server.storage.timers import TimerKind, add_timer, upcoming_timers
from mock_server.storage.world_rows import count_rules, next_number, set_next_due
from tests.databases import postgresql

COURSES = CourseBook(1)
WALL = datetime(2027, 3, 1, tzinfo=UTC)
STORES = 6
TURNS = 15


@contextmanager
def _store(url: str, max_worlds: int = 100) -> Iterator[Store]:
    store = Store(url, COURSES, max_worlds)
    yield store
    store.close()


def _by_many(url: str, turn: Callable[[Store, int], None], max_worlds: int = 100) -> None:
    """Lets stores do something at once, each of them several times."""

    def turns(number: int) -> None:
        with _store(url, max_worlds) as store:
            for again in range(TURNS):
                turn(store, number * TURNS + again)

    with ThreadPoolExecutor(STORES) as pool:
        list(pool.map(turns, range(STORES)))


def _one_more_rule(store: Store, _turn: int) -> None:
    with store.writing("shared", WALL) as session:
        count_rules(session, session.world.rules + 1)


def test_many_servers_open_a_new_database_at_once(tmp_path: Path) -> None:
    for again in range(40):
        url = f"sqlite:///{tmp_path / f'{again}.db'}"
        together = Barrier(STORES)

        def open_and_close(url: str = url, together: Barrier = together) -> None:
            together.wait()
            with _store(url):
                pass

        with ThreadPoolExecutor(STORES) as pool:
            for opened in [pool.submit(open_and_close) for _ in range(STORES)]:
                opened.result()


def test_a_postgresql_without_an_encoding_keeps_text() -> None:
    url = postgresql().new_database("ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")

    with _store(url) as store:
        _one_more_rule(store, 0)

        found = store.find_world("shared")

    assert (found is not None and found.name, found and found.rules) == ("shared", 1)


def test_no_update_is_lost(database_url: str) -> None:
    _by_many(database_url, _one_more_rule)

    with _store(database_url) as store:
        world = store.find_world("shared")
    assert world is not None
    assert world.rules == STORES * TURNS


def test_numbers_are_given_once(database_url: str) -> None:
    given: list[int] = []

    def number(store: Store, _turn: int) -> None:
        with store.writing("shared", WALL) as session:
            given.append(next_number(session, Numbered.BOOKING))

    _by_many(database_url, number)

    assert sorted(given) == list(range(1, STORES * TURNS + 1))


def test_no_more_worlds_are_created_than_may_be(database_url: str) -> None:
    refused: list[int] = []

    def create(store: Store, turn: int) -> None:
        try:
            with store.writing(f"w{turn}", WALL):
                pass
        except TooManyWorlds:
            refused.append(turn)

    _by_many(database_url, create, max_worlds=10)

    assert len(refused) == STORES * TURNS - 10


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    """A store with a world."""
    with _store(database_url) as opened:
        with opened.writing("read", WALL) as session:
            set_next_due(session, None)
        yield opened


def test_a_reader_sees_one_moment(store: Store, database_url: str) -> None:
    world = store.find_world("read")
    assert world is not None
    with store.reading(world, WALL) as reader, _store(database_url) as other:
        before = upcoming_timers(reader)
        with other.writing("read", WALL) as writer:
            add_timer(writer, WALL, TimerKind.HOOK_EXPIRES, "hok_new")
        after = upcoming_timers(reader)

    assert (before, after) == ([], [])


def test_the_next_reader_sees_what_was_written(store: Store, database_url: str) -> None:
    with _store(database_url) as other, other.writing("read", WALL) as writer:
        add_timer(writer, WALL, TimerKind.HOOK_EXPIRES, "hok_new")
    world = store.find_world("read")
    assert world is not None

    with store.reading(world, WALL) as reader:
        seen = [timer.object_id for timer in upcoming_timers(reader)]

    assert seen == ["hok_new"]


class Abandoned(Exception):
    """What goes wrong in the middle of a transaction."""


def _abandoned(store: Store) -> None:
    with store.writing("read", WALL) as session:
        add_timer(session, WALL, TimerKind.HOOK_EXPIRES, "hok_new")
        raise Abandoned


def test_a_writer_that_fails_leaves_nothing(store: Store) -> None:
    with pytest.raises(Abandoned):
        _abandoned(store)
    world = store.find_world("read")
    assert world is not None

    with store.reading(world, WALL) as reader:
        assert upcoming_timers(reader) == []


@pytest.mark.parametrize("ending", ["-wal", "-shm"])
def test_a_thread_that_opens_the_file_after_its_log_is_gone_is_refused(tmp_path: Path, ending: str) -> None:
    with _store(f"sqlite:///{tmp_path / 'teesheet.db'}") as store:
        _one_more_rule(store, 0)
        (tmp_path / f"teesheet.db{ending}").unlink()

        with ThreadPoolExecutor(1) as pool:
            refused = pool.submit(_one_more_rule, store, 1).exception()

    assert isinstance(refused, StoreUnavailable)
    assert refused.cause == "the log beside its file was removed while the server runs"
