"""Assembles the interface: Connexion's frame with our routing, key, validation and operations in its places."""

from collections.abc import Callable
from typing import Any

from mock_server.api.answer_checks import Faults
from mock_server.api.contract import Contract
from mock_server.api.frame import ConnexionMiddleware, Resolver, SecurityMiddleware
from mock_server.api.handlers import handlers_for
from mock_server.api.operations import Operations
from mock_server.api.routing import Routing
from mock_server.api.security import Keys, key_scheme
from mock_server.api.transactions import Surroundings
from mock_server.storage.store import Store


def interface(
    contract: Contract,
    store: Store,
    faults: Faults,
    max_body_bytes: int,
    keys: Keys,
    outbox_filled: Callable[[], None] = lambda: None,
) -> Any:
    """The ASGI application of the contract.

    It is built completely: a contract that cannot be served fails here and not at the first request.
    """
    handlers = handlers_for(contract)
    frame = ConnexionMiddleware(
        Operations(),
        middlewares=[Routing, SecurityMiddleware],
        security_map={"apiKey": key_scheme(keys)},
        # Connexion looks for a Python function behind each operation id. handlers_for finds ours instead.
        resolver=Resolver(handlers.get),
    )
    around = Surroundings(store, handlers, max_body_bytes, contract.document, faults, outbox_filled)
    frame.add_api(contract.skeleton(), contract=contract, around=around)
    frame.app, frame.middleware_stack = frame._build_middleware_stack()
    return frame
