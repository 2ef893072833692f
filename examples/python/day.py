"""A day of a small agency: it books two players online and one offline, changes, cancels, and takes deliveries.

Needs TEESHEET_BASE_URL and TEESHEET_API_KEY.
"""

import os
import sys
import time
from datetime import UTC, datetime, timedelta

from agency import Agency, Party, SoldOut
from calls import Calls, Refused, Unreachable
from receiver import Receiver

FEW_SECONDS = 0.6


def main() -> None:
    """One day."""
    agency = Agency(Calls(os.environ["TEESHEET_BASE_URL"], os.environ["TEESHEET_API_KEY"]))
    receiver = Receiver()
    subscription = agency.subscribe(receiver.url)
    receiver.secret = subscription["secret"]
    try:
        sell(agency)
        time.sleep(FEW_SECONDS)  # The last deliveries are on their way.
    finally:
        agency.unsubscribe(subscription)
        receiver.close()
    print(f"{len(receiver.events)} deliveries: {', '.join(event['type'] for event in receiver.events)}")


def sell(agency: Agency) -> None:
    """Sell one tee time online and one offline, and take both back."""
    today = datetime.fromisoformat(os.environ.get("TEESHEET_NOW") or datetime.now(UTC).isoformat()).date()
    courses = list(agency.courses(country="GB"))
    online = next(course for course in courses if course["isOnline"])
    offline = next(course for course in agency.courses(country="ES") if not course["isOnline"])
    ada = Party(2, "Ada", "Lindqvist", "ada@example.com")

    day = agency.best_day(online["id"], today + timedelta(days=30), today + timedelta(days=36), ada.players)
    booking = agency.book(online["id"], day, ada)
    print(f"{booking['bookingReference']} {online['name']} {booking['date']} {booking['teeTime']} {booking['status']}")
    if not agency.change_players(booking, 1):
        print("The course does not allow the change.")
    if not agency.cancel(booking):
        print("The course does not allow the cancellation.")

    grace = Party(1, "Grace", "Okafor", "grace@example.com")
    answered = agency.ask_the_course(offline["id"], day, "10:00", grace)
    print(f"{answered['bookingReference']} {offline['name']} {answered['date']} {answered['status']}")
    if answered["status"] != "cancelled":
        agency.cancel(answered)
    print(f"{len({booking['id'] for booking in agency.bookings(status='confirmed')})} bookings are left.")


if __name__ == "__main__":
    try:
        main()
    except (SoldOut, Refused, Unreachable) as failure:
        sys.exit(f"The day ends early: {failure}")
