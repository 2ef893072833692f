"""What a course answers when a check repeats the request for a sampled period, unchanged or changed."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, recent
from conformance.evidence.exchanges import Answer, Role
from conformance.suite.arranged.days_offered import Period, ask_period, days_of, documented
from conformance.suite.arranged.tee_sheets import ListedTeeTime, ask, listed_tee_times


def period_body(agency: Agency, period: Period, **options: object) -> Any:
    """What the course answers now for *period*; *options* replace or add parameters, None removes a parameter."""
    wanted = {"players": period.players} | options
    answer = ask_period(agency, period.course_id, period.first, period.last, **wanted)
    return accepted(answer, "Reading the availability of several days")


def days_now(agency: Agency, period: Period, **options: object) -> list[dict[str, Any]]:
    """The days of `period_body`, as the checks read them."""
    return documented(period_body(agency, period, **options))


def try_period(agency: Agency, period: Period, players: int) -> list[dict[str, Any]]:
    """As `days_now`, for a number of players that no document allows."""
    answer = ask_period(agency, period.course_id, period.first, period.last, players)
    answer.mark(Role.attempt)
    return documented(accepted(answer, "Reading the availability of several days"))


def period_twin(agency: Agency, period: Period) -> Answer:
    """The valid request for *period*, as a control."""
    return recent(
        period.answer, lambda: ask_period(agency, period.course_id, period.first, period.last, period.players)
    )


def as_asked(agency: Agency, period: Period) -> Callable[[], list[dict[str, Any]]]:
    """Reads the days of *period*: first from its own answer while the answer is recent, then from new answers."""
    at_hand = [period.answer]

    def read() -> list[dict[str, Any]]:
        if not at_hand:
            return days_now(agency, period)
        answer = recent(
            at_hand.pop(), partial(ask_period, agency, period.course_id, period.first, period.last, period.players)
        )
        return documented(accepted(answer, "Reading the availability of several days"))

    return read


def first_day_on_sale(agency: Agency, period: Period) -> str | None:
    """The first day of *period* whose tee sheet has room for its players."""
    for ahead in range((period.last - period.first).days + 1):
        day = (period.first + timedelta(days=ahead)).isoformat()
        if any(tee_time.available >= period.players for tee_time in sheets_of(agency, period, [day])[day]):
            return day
    return None


def sheets_of(agency: Agency, period: Period, dates: Sequence[str]) -> dict[str, Sequence[ListedTeeTime]]:
    """The tee times of each date for the course and the players of *period*."""
    answers = {day: ask(agency, period.course_id, day, period.players) for day in dates}
    return {day: listed_tee_times(accepted(answer, "Reading a tee sheet")) for day, answer in answers.items()}


def summary_of_period(agency: Agency, period: Period) -> dict[str, list[Any]]:
    """By date, whether *period* has tee times, the first and the last."""
    return {
        day["date"]: [True, day.get("firstAvailableTime"), day.get("lastAvailableTime")]
        if day.get("hasAvailability")
        else [False]
        for day in days_of(period_body(agency, period))
    }


def in_question(period: Period) -> str:
    """The course and the days of *period*, for a message."""
    return f"{period.course_id} from {period.first} to {period.last}"


def in_words(framed: Sequence[Any]) -> str:
    """What `frame` gives, in words."""
    return f"tee times from {framed[1]} to {framed[2]}" if framed[0] else "no tee times"


def frame(tee_times: Sequence[ListedTeeTime]) -> list[Any]:
    """What `summary_of_period` must say of the day whose tee sheet lists *tee_times*."""
    return [True, tee_times[0].time, tee_times[-1].time] if tee_times else [False]
