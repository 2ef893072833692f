"""The target: its address, its keys, and its operator's declarations of facts that no document shows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from conformance.target.channels import ReceiverFacts, TokenFacts
from conformance.target.connection import WireSettings
from conformance.target.levers import GroupPayloads, HookPayloads, Levers

CAPABILITIES: Mapping[str, str] = {
    "offline": "courses without online booking",
    "wh": "webhooks",
    "group": "group bookings",
    "hook": "booking hooks",
    "jwt": "tokens",
}


@dataclass(frozen=True)
class Placement:
    """Where a value goes in a request: *place* is body, header or query, *name* the member or header."""

    place: str
    name: str


@dataclass(frozen=True)
class BookingCode:
    """A booking code and the document id of the course that it names."""

    code: str
    id: str


@dataclass(frozen=True)
class CourseFacts:
    """Courses and names that only the operator knows; None when not declared. Of the *booking_codes* each names another
    course: the second looks much like the first, and the others are of courses of other kinds.
    """

    booking_codes: tuple[BookingCode, ...] = ()
    region_id: str | None = None
    geo_area: str | None = None
    default_terms: str | None = None
    override_terms: str | None = None
    low_maximum: str | None = None
    no_modification: str | None = None
    short_horizon: str | None = None
    offline: str | None = None

    @property
    def booking_code(self) -> BookingCode | None:
        """The first declared booking code."""
        return next(iter(self.booking_codes), None)


@dataclass(frozen=True)
class Budgets:
    """How long a change may take to become visible, an answer to come and a delivery to arrive, in seconds.

    *quiet_seconds* is how long a check waits for deliveries that must not arrive, after a delivery that did arrive.
    """

    visibility_seconds: float = 5.0
    timeout_seconds: float = 10.0
    delivery_seconds: float = 60.0
    quiet_seconds: float = 2.0


@dataclass(frozen=True)
class About:
    """The implementation behind the address, as its operator names it. *version* is None when not declared."""

    name: str
    version: str | None = None

    def __str__(self) -> str:
        """Name and version in one text: `Golf API 4.2`."""
        return self.name if self.version is None else f"{self.name} {self.version}"


@dataclass(frozen=True)
class Target:
    """The target of a run.

    *hold_id* is None when nobody declared its place. *webhook_id* is a dotted place in the answer to POST /webhooks.
    When *webhook_id* or *tokens* is None, the suite searches the usual places. *single_date* is False when availability
    takes only periods. *absent* names capabilities.
    """

    base_url: str
    api_key: str
    second_api_key: str | None = None
    hold_id: Placement | None = None
    may_send_bad_keys: bool = True
    single_date: bool = True
    absent: frozenset[str] = frozenset()
    courses: CourseFacts = field(default_factory=CourseFacts)
    budgets: Budgets = field(default_factory=Budgets)
    webhook_id: str | None = None
    receiver: ReceiverFacts = field(default_factory=ReceiverFacts)
    tokens: TokenFacts | None = None
    levers: Levers = field(default_factory=Levers)
    hooks: HookPayloads = field(default_factory=HookPayloads)
    groups: GroupPayloads = field(default_factory=GroupPayloads)
    wire: WireSettings = field(default_factory=WireSettings)
    about: About | None = None

    @property
    def reaches_the_receiver(self) -> bool:
        """Whether deliveries can come: at a public address, or because the target itself is on loopback."""
        host = urlsplit(self.base_url).hostname or ""
        return self.receiver.public_url is not None or host in ("localhost", "::1") or host.startswith("127.")
