"""The names that a file of rules imports: the mark, the verdicts, the oracles, and the types of the fixtures.

from conformance.rules import Agency, expect, golden, rule

This module is for users. The suite itself imports each name from the module that defines it.
"""

from conformance.asking.client import Agency
from conformance.asking.levers import CourseDecisions
from conformance.asking.oracles import accepted, golden, recent, refused, refused_or, same, steady
from conformance.catalogue.own_rules import rule
from conformance.discovery import BookingDesk, BookingHookDesk, CourseFinder, GroupDesk, MovableClock, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Exchange
from conformance.evidence.receiver import Receiver
from conformance.evidence.verdicts import Advisory, Inconclusive, NotApplicable, Untested, Violation, expect
from conformance.scope.run import Run
from conformance.target.target import Target

__all__ = [
    "Advisory",
    "Agency",
    "Answer",
    "BookingDesk",
    "BookingHookDesk",
    "CourseDecisions",
    "CourseFinder",
    "Exchange",
    "GroupDesk",
    "Inconclusive",
    "MovableClock",
    "NotApplicable",
    "Receiver",
    "Run",
    "Target",
    "TeeTimeFinder",
    "Untested",
    "Violation",
    "accepted",
    "expect",
    "golden",
    "recent",
    "refused",
    "refused_or",
    "rule",
    "same",
    "steady",
]
