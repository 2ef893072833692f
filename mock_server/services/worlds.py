"""Worlds and their time: opens a session that is up to date, moves the clock, and keeps the settings.

Everything that happens by itself, such as the answer of an offline course, happens before anybody reads the world.
The specification has no worlds: they belong to the sandbox.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime

from mock_server.clock import ClockMode
from mock_server.domain.tee_time_holds import EXPIRED
from mock_server.domain.world_settings import WorldSettings
from mock_server.services.due import Happening, catch_up, is_overdue
from mock_server.storage import tee_time_holds
from mock_server.storage.engines import StoreUnavailable
from mock_server.storage.sessions import Session, World
from mock_server.storage.store import Store
from mock_server.storage.world_rows import save_settings, set_clock


@contextmanager
def opened(store: Store, name: str, wall: datetime, *, writes: bool, world: World | None = None) -> Iterator[Session]:
    """A session in the world *name*, with everything that is due by now already done.

    *world* is the result of `find_world`, if it was just called. Creates the world on first use. Commits at the end; an
    exception undoes what the session did.
    """
    if not writes:
        world = world or store.find_world(name)
        if world is not None:
            with store.reading(world, wall) as session:
                if not is_overdue(session):
                    yield session
                    return
    with store.writing(name, wall) as session:
        catch_up(session)
        yield session


@contextmanager
def opened_where_there(store: Store, name: str, wall: datetime, *, writes: bool) -> Iterator[Session | None]:
    """The same without creating a world: None if there is no such world, or if it is just being removed."""
    world = store.find_world(name)
    if world is None:
        yield None
        return
    if not writes:
        with store.reading(world, wall) as session:
            if not is_overdue(session):
                yield session
                return
    with store.writing_where_there(name, wall) as writing:
        if writing is not None:
            catch_up(writing)
        yield writing


def callers_world(store: Store, name: str) -> World | None:
    """The world *name* of a caller, or None if nobody has used it yet. Raises WorldNotOwned or StoreUnavailable."""
    world = store.find_world(name)
    _require_own(store, world)
    return world


def callers_world_if_reachable(store: Store, name: str) -> World | None:
    """The same for operations that work without a world: None if the database cannot be reached."""
    try:
        return callers_world(store, name)
    except StoreUnavailable:
        return None


def require_own_world(store: Store, name: str) -> None:
    """Refuses the world of a key if others created it before the key got its name. Raises WorldNotOwned."""
    if not store.owners.are_open:
        _require_own(store, store.find_world(name))


def _require_own(store: Store, world: World | None) -> None:
    if world is not None and not store.owners.are_open:
        store.owners.require_own(world.name, world.owner, is_open=world.is_open)


def move_clock(session: Session, to: datetime, mode: ClockMode) -> list[Happening]:
    """Moves the clock to *to*. Returns everything that happened on the way, in order of time.

    Raises BackwardsInTime where *to* is before the session's now.
    """
    before = session.now
    clock = session.world.clock.moved(to, mode, session.wall)
    set_clock(session, clock)
    session.now = clock.now(session.wall)
    expired = tee_time_holds.expiring_holds(session, before, session.now)
    happenings = [Happening(hold.expires_at, EXPIRED, hold.id) for hold in expired]
    return sorted(happenings + catch_up(session), key=lambda happening: happening.at)


def change_settings(session: Session, settings: WorldSettings) -> None:
    """Replaces the settings of the world, for the rest of the transaction too."""
    save_settings(session, settings)
    session.world = replace(session.world, settings=settings)
