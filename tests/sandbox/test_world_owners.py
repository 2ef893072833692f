"""Whoever gets a key of a file is alone with what its company made: no other key reaches, changes or prepares it.

The property plays any keys against any names in every way in which a request can bring a world into being, change it or
remove it, under one file of keys and then under the next, on one database.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, text

from mock_server.app import Sandbox
from mock_server.domain.refusals import WorldNotYours
from mock_server.domain.world_owners import WorldOwners
from mock_server.settings import Settings
from mock_server.storage.tables import metadata
from tests.databases import new_database
from tests.sandbox.agencies import BASE_PATH, CONTROL
from tests.sandbox.companies import ADMIN_TOKEN, STEPS, Company, key_file, secret_of
from tests.sandbox.in_process import asked

# Each row is what the files of keys give away, one file after the other. None: every key is let in.
FILES = {
    "neighbours": [("a", "b"), ("a", "b", "b-x")],
    "one below the other": [("a", "a-b"), ("a", "a-b", "a-b-c", "a-x")],
    "hyphens": [("a", "a-"), ("a", "a-", "a--x", "b")],
    "fewer": [("a", "b", "a-b"), ("a-x", "b")],
    "open before": [None, ("a", "b", "a-x")],
}


@dataclass
class Servers:
    """Servers that follow each other on one database, and the worlds that the keys of each are for."""

    url: str
    ages: list[tuple[Sandbox, Sequence[str] | None]] = field(default_factory=list)

    def empty(self) -> None:
        """Forgets everything."""
        engine = create_engine(self.url)
        with engine.begin() as connection:
            for table in metadata.tables.values():
                connection.execute(table.delete())
        engine.dispose()

    def worlds(self) -> dict[str, tuple[Any, ...]]:
        """Everything that makes a world another one: its clock, its subscriptions, its snapshots."""
        engine = create_engine(self.url)
        with engine.begin() as connection:
            found = {
                name: tuple(
                    tuple(map(tuple, connection.execute(text(f"SELECT {what} = :name ORDER BY 1"), {"name": name})))
                    for what in (
                        "seed, clock_mode, created_at FROM worlds WHERE name",
                        "id, url, description FROM webhooks WHERE world",
                        "name, taken_at FROM snapshots WHERE world",
                    )
                )
                for (name,) in connection.execute(text("SELECT name FROM worlds"))
            }
        engine.dispose()
        return found


@pytest.fixture(scope="module", params=FILES.values(), ids=FILES)
def servers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """The servers of one row of FILES."""
    folder = tmp_path_factory.mktemp("keys")
    following = Servers(new_database("sqlite", tmp_path_factory.mktemp("database")))
    for worlds in request.param:
        keys = None if worlds is None else key_file(folder, worlds)
        token = None if worlds is None else ADMIN_TOKEN
        settings_ = Settings(database_url=following.url, keys_file=keys, admin_token=token)
        following.ages.append((Sandbox(settings_), worlds))
    yield following
    for sandbox, _worlds in following.ages:
        sandbox.store.close()


@settings(max_examples=20, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(steps=st.tuples(STEPS, STEPS))
def test_no_key_reaches_what_another_company_made(servers: Servers, steps: tuple[Any, Any]) -> None:
    servers.empty()
    made_by: dict[str, str] = {}
    for (sandbox, worlds), planned in zip(servers.ages, steps, strict=True):
        named = worlds or ("a", "b", "c", "a-x")
        companies = [Company(sandbox, world, has_secret=worlds is not None) for world in named]
        for who, verb, name in planned:
            company, before = companies[who % len(companies)], servers.worlds()
            company.does(verb, name)

            foreign = {world for world, maker in made_by.items() if maker != company.mark}
            after = servers.worlds()
            assert {world: before[world] for world in foreign} == {world: after.get(world) for world in foreign}
            _note(servers, made_by, company)
        for company in companies:
            assert company.sees() <= {company.mark}
            # Whoever looks into its own world begins it.
            _note(servers, made_by, company)


def _note(servers: Servers, made_by: dict[str, str], company: Company) -> None:
    """Notes that a company has made the worlds that are new, and forgets those that are gone."""
    there = servers.worlds()
    for name in made_by.keys() - there.keys():
        del made_by[name]
    for name in there.keys() - made_by.keys():
        made_by[name] = company.mark


@pytest.fixture
def keyed(tmp_path: Path) -> Sandbox:
    """A server for the companies `acme` and `acme-eu` that keeps six worlds, so three for each."""
    return Sandbox(Settings(database_url="sqlite://", keys_file=key_file(tmp_path, ["acme", "acme-eu"]), max_worlds=6))


def _acme(keyed: Sandbox, method: str, path: str, **options: Any) -> httpx.Response:
    return asked(keyed, method, f"{CONTROL}{path}", headers={"X-Api-Key": secret_of("acme")}, **options)


def _code(answer: httpx.Response) -> tuple[int, str | None]:
    return answer.status_code, None if answer.is_success else answer.json()["code"]


FORBIDDEN, NOT_YOURS = (403, "forbidden"), (403, "world_not_yours")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("acme-copy", (201, None)), ("acme-eu", NOT_YOURS), ("acme-eu-copy", NOT_YOURS), ("acmecopy", NOT_YOURS),
     ("other", NOT_YOURS), ("acme", (409, "world_exists")), ("ACME-copy", (400, "invalid_request")),
     ("acme-copy\n", (400, "invalid_request")), ("acme-cöpy", (400, "invalid_request")),
     ("acme-\uff43opy", (400, "invalid_request")), ("self", (400, "invalid_request"))],
)  # fmt: skip
def test_a_key_forks_below_its_own_name(keyed: Sandbox, name: str, expected: tuple[int, str | None]) -> None:
    assert _code(_acme(keyed, "POST", "/worlds/self/fork", json={"name": name})) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [("self", (200, None)), ("acme", (200, None)), ("acme-copy", (200, None)), ("acme-eu", FORBIDDEN),
     ("acme-eu-copy", FORBIDDEN), ("other", FORBIDDEN)],
)  # fmt: skip
def test_a_key_imports_below_its_own_name(keyed: Sandbox, name: str, expected: tuple[int, str | None]) -> None:
    export = _acme(keyed, "GET", "/worlds/self/export").json()

    assert _code(_acme(keyed, "POST", f"/worlds/{name}/import", json=export)) == expected


@pytest.mark.parametrize("name", ["acme-copy", "acme-eu", "other"])
def test_worlds_are_created_by_the_administrator_alone(keyed: Sandbox, name: str) -> None:
    assert _code(_acme(keyed, "POST", "/worlds", json={"name": name})) == (401, "token_invalid")


def test_a_key_sees_exports_and_removes_what_it_has_made(keyed: Sandbox) -> None:
    _acme(keyed, "POST", "/worlds/self/fork", json={"name": "acme-copy"})

    seen, exported = _acme(keyed, "GET", "/worlds/acme-copy"), _acme(keyed, "GET", "/worlds/acme-copy/export")

    assert (seen.json()["data"]["name"], exported.json()["world"]) == ("acme-copy", "acme-copy")
    assert _acme(keyed, "DELETE", "/worlds/acme-copy").status_code == 204


def test_without_a_token_nobody_is_the_administrator_where_keys_are_kept(keyed: Sandbox) -> None:
    _acme(keyed, "GET", "/clock")
    paths = ["/worlds", "/worlds/acme", "/worlds/acme/export", "/metrics"]

    assert [asked(keyed, "GET", CONTROL + path, headers={}).status_code for path in paths] == [401] * 4
    assert asked(keyed, "DELETE", f"{CONTROL}/worlds/acme", headers={}).status_code == 401


def test_whether_a_world_of_others_exists_is_nothing_that_a_key_learns(keyed: Sandbox) -> None:
    export = _acme(keyed, "GET", "/worlds/self/export").json()
    calls: list[tuple[str, str, Any]] = [
        ("GET", "", None),
        ("DELETE", "", None),
        ("GET", "/export", None),
        ("POST", "/import", export),
        ("GET", "/snapshots", None),
    ]
    shown = {}
    for age in ("before", "after"):
        answers = [
            _acme(keyed, method, f"/worlds/acme-eu{path}", **({} if body is None else {"json": body}))
            for method, path, body in calls
        ]
        answers.append(_acme(keyed, "POST", "/worlds/self/fork", json={"name": "acme-eu"}))
        shown[age] = [(answer.status_code, answer.json()["detail"]) for answer in answers]
        asked(keyed, "GET", f"{BASE_PATH}/travel/bookings", headers={"X-Api-Key": secret_of("acme-eu")})

    assert shown["before"] == shown["after"]


def test_the_forks_of_one_key_leave_room_for_the_others(keyed: Sandbox) -> None:
    forked = [_code(_acme(keyed, "POST", "/worlds/self/fork", json={"name": f"acme-{number}"})) for number in range(5)]

    other = {"X-Api-Key": secret_of("acme-eu")}
    first_use = asked(keyed, "GET", f"{CONTROL}/worlds/self", headers=other)
    others = [
        asked(keyed, "POST", f"{CONTROL}/worlds/self/fork", headers=other, json={"name": f"acme-eu-{number}"})
        for number in range(2)
    ]

    assert forked == [(201, None)] * 2 + [(403, "too_many_worlds")] * 3
    assert [first_use.status_code, *(answer.status_code for answer in others)] == [200, 201, 201]


def test_a_removed_fork_makes_room(keyed: Sandbox) -> None:
    for number in range(2):
        _acme(keyed, "POST", "/worlds/self/fork", json={"name": f"acme-{number}"})
    _acme(keyed, "DELETE", "/worlds/acme-0")

    assert _acme(keyed, "POST", "/worlds/self/fork", json={"name": "acme-2"}).status_code == 201


def test_forks_of_forks_count_where_every_key_is_let_in() -> None:
    sandbox = Sandbox(Settings(database_url="sqlite://", max_worlds=1000))
    names = [f"fork-{number}" for number in range(101)]
    asked(sandbox, "GET", f"{CONTROL}/worlds/self")
    statuses = [
        asked(
            sandbox, "POST", f"{CONTROL}/worlds/self/fork", json={"name": name}, headers={"X-Api-Key": f"sbx_{by}_x"}
        ).status_code
        for by, name in zip(["inside", *names], names, strict=False)
    ]

    assert statuses == [201] * 100 + [403]
    assert asked(sandbox, "GET", f"{CONTROL}/worlds/self", headers={"X-Api-Key": "sbx_another_x"}).status_code == 200


def test_more_worlds_than_the_server_keeps_are_not_given_keys(tmp_path: Path) -> None:
    with pytest.raises(Exception, match=r"names 2 worlds, and --max-worlds lets this server keep 1\."):
        Sandbox(Settings(database_url="sqlite://", keys_file=key_file(tmp_path, ["a", "b"]), max_worlds=1))


def test_a_world_that_anybody_has_prepared_is_not_given_to_a_key_and_can_be_removed(tmp_path: Path) -> None:
    url, key = new_database("sqlite", tmp_path), {"X-Api-Key": secret_of("acme")}
    asked(Sandbox(Settings(database_url=url)), "GET", f"{CONTROL}/clock", headers={"X-Api-Key": "sbx_acme_mallory"})
    kept = Sandbox(Settings(database_url=url, keys_file=key_file(tmp_path, ["acme"]), admin_token=ADMIN_TOKEN))

    paths = [f"{BASE_PATH}/travel/bookings", f"{BASE_PATH}/travel/courses", f"{CONTROL}/clock", f"{CONTROL}/journal"]
    before = [asked(kept, "GET", path, headers=key).status_code for path in paths]
    asked(kept, "DELETE", f"{CONTROL}/worlds/acme", headers={"Authorization": f"Bearer {ADMIN_TOKEN}"})
    after = [asked(kept, "GET", path, headers=key).status_code for path in paths]

    assert (before, after) == ([403] * 4, [200] * 4)


OWNERS = [
    (("acme", "acme-eu"), "acme", "acme"),
    (("acme", "acme-eu"), "acme-copy", "acme"),
    (("acme", "acme-eu"), "acme-eu", "acme-eu"),
    (("acme", "acme-eu"), "acme-eu-copy-2", "acme-eu"),
    (("acme", "acme-eu"), "acme-europe", "acme"),
    (("acme", "acme-eu"), "acmeeu", "acmeeu"),
    (("acme", "acme-eu"), "other-acme", "other-acme"),
    (("a", "a-"), "a--x", "a-"),
    (("a", "a-"), "a-x", "a"),
    (("-",), "--x", "-"),
    ((), "a-x", "a-x"),
]


@pytest.mark.parametrize(("named", "name", "owner"), OWNERS)
def test_a_name_belongs_to_the_longest_one_that_it_is_below(named: tuple[str, ...], name: str, owner: str) -> None:
    assert WorldOwners(frozenset(named)).of(name) == owner


_WORLD_NAMES = st.text(st.sampled_from("ab-"), min_size=1, max_size=6)


@given(named=st.frozensets(_WORLD_NAMES, max_size=4), name=_WORLD_NAMES)
def test_one_owner_at_most_may_make_a_name(named: frozenset[str], name: str) -> None:
    owners = WorldOwners(named)
    below = [world for world in named if name == world or name.startswith(f"{world}-")]

    assert [world for world in named if _may_make(owners, world, name)] == sorted(below, key=len)[-1:]


def _may_make(owners: WorldOwners, world: str, name: str) -> bool:
    try:
        owners.require_may_make(world, name)
    except WorldNotYours:
        return False
    return True


@given(named=st.frozensets(_WORLD_NAMES, min_size=1, max_size=8), spare=st.integers(0, 50))
def test_the_shares_of_all_owners_fit_together(named: frozenset[str], spare: int) -> None:
    most_worlds = len(named) + spare

    assert (WorldOwners(named).most_forks(most_worlds) + 1) * len(named) <= most_worlds
