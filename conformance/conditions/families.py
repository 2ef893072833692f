"""The families of questions and lives, and the conditions that matter to each. All of it is data."""

from conformance.conditions.courses import ADDRESS, COURSE, HOLES, TERMS
from conformance.conditions.days import AHEAD, CALENDAR, LENGTHS_DAYS, SPANS, WEEK
from conformance.conditions.model import Condition, Family

ASKERS = ("first agency", "second agency")
PARTIES = ("1", "2", "3", "4")
UNSAID = "unsaid"
PLAYERS = (UNSAID, *PARTIES)
PAGES = ("only", "first", "second", "later", "last")
LISTS = ("courses", "bookings")
# A booking for fewer players than the hold that it completes.
LARGER_HOLD = "from a larger hold"
OFFLINE_COURSE = "offline course"
ONLINE_WAYS = ("plain", "from a hold", LARGER_HOLD, "from a hook")
SIZES = (UNSAID, "one", "a few", "a hundred")
PRICE_TYPES = ("standard", "twilight", "another")
PLACES_IN_THE_DAY = ("first", "morning", "afternoon", "last")

_NO_SECOND_KEY = "The run has no key of a second agency, or asked nothing of this kind with it."
_NO_SUCH_COURSE = "No course whose details and terms this run read is of this kind."
_NOT_SHOWN = "No answer of this run showed it."
_NOT_DECLARED = "The target file does not declare it, or the target refused it."
_NO_CHANGE_OF_CLOCKS = "No course sells the days about that change."
_TOO_SHORT = "No list of this kind had enough pages."

_ASKER = Condition("asker", ASKERS, optional={ASKERS[1]: _NO_SECOND_KEY})
_COURSE = Condition("course", COURSE, of_course=True, optional=dict.fromkeys(COURSE, _NO_SUCH_COURSE))
_HOLES = Condition("holes", HOLES, of_course=True, optional=dict.fromkeys(HOLES, _NO_SUCH_COURSE))
_TERMS = Condition("terms", TERMS, of_course=True, optional=dict.fromkeys(TERMS, _NO_SUCH_COURSE))
_ADDRESS = Condition("address", ADDRESS, of_course=True, optional={ADDRESS[1]: _NOT_DECLARED})
_WEEK = Condition("week", WEEK)
_AHEAD = Condition("ahead", AHEAD, optional={AHEAD[1]: "No course sells so far ahead."})
_PAGE = Condition("page", PAGES, optional=dict.fromkeys(PAGES, _TOO_SHORT))
_SIZE = Condition("size", SIZES)
_COUNTRY = Condition("country", (), of_course=True, single=True)

COURSE_SEARCH = Family(
    "course search",
    frozenset({"searchCourses"}),
    (
        Condition("country filter", ("none", "given")),
        Condition("holes filter", ("none", *HOLES)),
        Condition("position", ("none", "usual distance", "less than 50 km", "more than 50 km")),
        Condition("region", ("none", "given"), optional={"given": _NOT_DECLARED}),
        Condition("area", ("none", "given"), optional={"given": _NOT_DECLARED}),
        _SIZE,
        _ASKER,
        _COUNTRY,
    ),
    rows=("CRS-", "PAG-", "CRD-07", "ENV-08", "INV-01", "INV-07"),
)

PAGES_OF_LISTS = Family(
    "pages of lists",
    frozenset({"searchCourses", "listBookings"}),
    (Condition("list", LISTS), Condition("filtered", ("no", "yes")), _SIZE, _PAGE),
    rows=("CRS-", "BKL-", "PAG-"),
)

COURSE_DETAILS = Family(
    "course details and terms",
    frozenset({"getCourse", "getCourseTerms"}),
    (_COURSE, _HOLES, _TERMS, _ADDRESS, Condition("question", ("details", "terms")), _ASKER, _COUNTRY),
    ({"question": ("terms",), "address": (ADDRESS[1],)},),
    rows=("CRD-", "TRM-", "CRS-18", "INV-01", "INV-07"),
)

PRICES = Family(
    "prices",
    frozenset({"getCoursePricing"}),
    (
        _COURSE,
        _HOLES,
        _ADDRESS,
        Condition("period", (UNSAID, "from a day", "until a day", "one day", "part of a year", "a year")),
        Condition("hole filter", ("none", *HOLES)),
        Condition("extras", (UNSAID, "false", "true")),
        _ASKER,
        _COUNTRY,
    ),
    rows=("PRC-", "INV-07"),
)

TEE_SHEETS = Family(
    "tee sheets",
    frozenset({"listTeeTimes"}),
    (
        _COURSE,
        _HOLES,
        _TERMS,
        Condition("players", PLAYERS),
        _WEEK,
        Condition("calendar", CALENDAR, optional=dict.fromkeys(CALENDAR[2:], _NO_CHANGE_OF_CLOCKS)),
        _AHEAD,
        Condition("bounds", ("none", "earliest", "latest", "both")),
        _ASKER,
        _COUNTRY,
    ),
    rows=("AVT-", "AVO-", "INV-01", "INV-07"),
)

TEE_TIMES = Family(
    "tee times shown",
    frozenset({"listTeeTimes"}),
    (
        _HOLES,
        Condition("players", PLAYERS),
        _WEEK,
        Condition("price type", PRICE_TYPES, optional=dict.fromkeys(PRICE_TYPES, _NOT_SHOWN)),
        Condition("places left", PARTIES, optional=dict.fromkeys(PARTIES, _NOT_SHOWN)),
        Condition("place in the day", PLACES_IN_THE_DAY),
    ),
    (
        {"players": ("2",), "places left": ("1",)},
        {"players": ("3",), "places left": ("1", "2")},
        {"players": ("4", UNSAID), "places left": ("1", "2", "3")},
    ),
    rows=("AVT-",),
    only_online=True,
)

PERIODS = Family(
    "availability of a period",
    frozenset({"checkAvailability"}),
    (
        _HOLES,
        _TERMS,
        Condition("players", PLAYERS),
        Condition("length", tuple(LENGTHS_DAYS)),
        Condition("span", SPANS, optional=dict.fromkeys(SPANS[2:], _NO_CHANGE_OF_CLOCKS)),
        _AHEAD,
        Condition("part of the day", (UNSAID, "all", "morning", "afternoon")),
        Condition("form", ("period", "single date")),
        _ASKER,
        _COUNTRY,
    ),
    (
        {"length": ("one day",), "span": SPANS[1:]},
        {"form": ("single date",), "length": ("up to a week", "longer than a week")},
        {"form": ("single date",), "part of the day": ("all", "morning", "afternoon")},
        {"form": ("single date",), "players": (UNSAID,)},
    ),
    rows=("AVM-", "INV-07"),
    only_online=True,
)

BOOKING_LISTS = Family(
    "lists of bookings",
    frozenset({"listBookings"}),
    (
        Condition("status", ("none", "confirmed", "pending", "cancelled")),
        Condition("from", ("none", "given")),
        Condition("until", ("none", "given")),
        _SIZE,
        _ASKER,
    ),
    rows=("BKL-", "PAG-"),
)

BOOKING_LIVES = Family(
    "lives of bookings",
    frozenset({"getBooking", "listBookings", "updateBooking", "cancelBooking"}),
    (
        Condition(
            "way",
            (*ONLINE_WAYS, OFFLINE_COURSE),
            optional={
                "from a hold": _NOT_DECLARED,
                LARGER_HOLD: _NOT_DECLARED,
                "from a hook": "No confirmed hook showed the booking that it became.",
                OFFLINE_COURSE: "No offline course took a booking in this run.",
            },
        ),
        Condition("players", PARTIES),
        _HOLES,
        _TERMS,
        _WEEK,
        Condition("before", ("nothing", "more players", "fewer players", "other words", "cancelled")),
        Condition("question", ("get", "list", "change", "cancel")),
        Condition("asker", ("its agency", "another agency"), optional={"another agency": _NO_SECOND_KEY}),
    ),
    (
        {"before": ("cancelled",), "question": ("change", "cancel")},
        {"asker": ("another agency",), "question": ("list",)},
        {"terms": (TERMS[2],), "players": ("4",)},
        {"before": ("more players",), "players": ("1",)},
        {"before": ("fewer players",), "players": ("4",)},
    ),
    rows=("BKC-", "BKG-", "BKL-", "BKU-", "BKX-", "BST-", "INV-05", "INV-06", "HLD-07", "HLD-16", "HOK-06"),
)

HOLDS = Family(
    "holds",
    frozenset({"holdTeeTime"}),
    (Condition("players", PARTIES), _HOLES, _TERMS, _WEEK),
    ({"terms": (TERMS[2],), "players": ("4",)},),
    rows=("HLD-",),
    only_online=True,
)

HOOKS = Family(
    "booking hooks",
    frozenset({"createBookingHook", "confirmBookingHook", "releaseBookingHook"}),
    (
        Condition("players", PARTIES),
        _HOLES,
        _TERMS,
        _WEEK,
        Condition("step", ("created", "confirmed", "released")),
    ),
    ({"terms": (TERMS[2],), "players": ("4",)},),
    rows=("HOK-",),
    only_online=True,
)

GROUPS = Family(
    "group bookings",
    frozenset({"findGroupSlots", "calculateGroupPrice", "validateGroupBooking", "createGroupBooking"}),
    (
        Condition("question", ("slots", "price", "validation", "booking")),
        Condition("size", ("5", "6 to 8", "9 to 16", "more than 16")),
        _HOLES,
        _WEEK,
    ),
    rows=("GRP-",),
    only_online=True,
)

SUBSCRIPTIONS = Family(
    "subscriptions",
    frozenset({"createWebhook", "updateWebhook"}),
    (
        Condition("question", ("create", "update")),
        Condition("events", ("confirmed", "cancelled", "modified", "several")),
        _ASKER,
    ),
    rows=("WHK-", "EVT-"),
)

FAMILIES = (
    COURSE_SEARCH,
    PAGES_OF_LISTS,
    COURSE_DETAILS,
    PRICES,
    TEE_SHEETS,
    TEE_TIMES,
    PERIODS,
    BOOKING_LISTS,
    BOOKING_LIVES,
    HOLDS,
    HOOKS,
    GROUPS,
    SUBSCRIPTIONS,
)
