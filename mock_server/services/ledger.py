"""Shows the ledger: where every place of a day is, and who has it. Takes nothing.

The specification has no ledger: it belongs to the control plane.
"""

from datetime import date, time

from mock_server.domain.ledger import Taking
from mock_server.domain.ledger_accounts import TeeTimeAccount, account
from mock_server.domain.refusals import CourseOffline
from mock_server.storage.ledger import takings_between
from mock_server.storage.sessions import Session


def accounts_of_day(session: Session, course_id: str, play_date: date) -> list[TeeTimeAccount]:
    """The account of every tee time on the sheet of a day, in order of time.

    Raises CourseNotFound or CourseOffline.
    """
    course = session.courses.by_id(course_id)
    if not course.is_online:
        raise CourseOffline(course.name)
    takings: dict[time, list[Taking]] = {}
    for taking in takings_between(session, course_id, play_date, play_date):
        takings.setdefault(taking.tee_time, []).append(taking)
    prices = session.world.settings.prices
    return [
        account(
            line.time,
            prices.get((course_id, play_date, line.time), line.green_fee),
            line.places,
            line.taken,
            takings.get(line.time, ()),
            session.now,
        )
        for line in session.courses.tee_sheet(course_id, play_date).tee_times
    ]
