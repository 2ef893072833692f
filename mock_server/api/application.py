"""Assembles the interface: Connexion's frame with our routing, key, validation and operations in its places."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from mock_server.api.answer_checks import Faults, checked, fitting
from mock_server.api.contract import Contract
from mock_server.api.editions import Edition
from mock_server.api.frame import API, ConnexionMiddleware, Resolver, SecurityMiddleware, Skeleton
from mock_server.api.handlers import handlers_for
from mock_server.api.mappings import UNTRANSLATED, Translation
from mock_server.api.operations import Operations
from mock_server.api.routing import Routing
from mock_server.api.security import Keys, key_scheme
from mock_server.api.substitutes import Substitutes
from mock_server.api.transactions import FromCourses, FromWorld, Surroundings
from mock_server.storage.store import Store


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a server that every edition of the interface shares."""

    store: Store
    faults: Faults
    max_body_bytes: int
    keys: Keys
    outbox_filled: Callable[[], None] = lambda: None


def packaged_edition(contract: Contract, parts: Parts) -> Edition:
    """The edition of the packaged contract, which the code of the sandbox was written for.

    It is built completely: a contract that cannot be served fails here and not at the first request.
    """
    around = Surroundings(
        parts.store,
        parts.max_body_bytes,
        contract.document,
        UNTRANSLATED,
        check=partial(checked, faults=parts.faults),
        guard=lambda _plan, transact, _around: transact,
        outbox_filled=parts.outbox_filled,
    )
    return Edition(contract, _frame(contract, handlers_for(contract), around, parts))


def edition_of_a_user(
    name: str, contract: Contract, translation: Translation, reasons: Mapping[str, str], parts: Parts
) -> Edition:
    """The edition of a contract that a user named. *reasons* says which operations answer from examples, and why."""
    substitutes = Substitutes(reasons)
    around = Surroundings(
        parts.store,
        parts.max_body_bytes,
        contract.document,
        translation,
        check=fitting,
        guard=substitutes.guard,
        outbox_filled=parts.outbox_filled,
    )
    return Edition(contract, _frame(contract, handlers_for(contract, translation), around, parts), name, substitutes)


def _frame(
    contract: Contract, handlers: Mapping[str, FromCourses | FromWorld], around: Surroundings, parts: Parts
) -> Any:
    frame = ConnexionMiddleware(
        Operations(),
        middlewares=[Routing, SecurityMiddleware],
        security_map={"apiKey": key_scheme(parts.keys)},
        # Connexion looks for a Python function behind each operation id. handlers_for finds ours instead.
        resolver=Resolver(handlers.get),
    )
    ours = {"contract": contract, "handlers": handlers, "around": around}
    frame.apis.append(API(Skeleton(contract.skeleton()), base_path=None, name=None, **vars(frame.options), **ours))
    frame.app, frame.middleware_stack = frame._build_middleware_stack()
    return frame
