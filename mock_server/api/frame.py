"""The parts of Connexion that carry the interface: its middleware frame, its security and its registries.

The sandbox uses nothing else of Connexion. Its package imports a test client and an HTTP client for features that are
not used here. Together they would take a third of the start time, so stand-ins have their names while Connexion loads.
The stand-ins are removed afterwards.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType


def _stand_ins() -> dict[str, ModuleType | None]:
    test_client = ModuleType("starlette.testclient")
    test_client.TestClient = None  # type: ignore[attr-defined]  # Connexion only names it.
    # None makes an import fail; httpx expects that of its own command line.
    return {
        "starlette.testclient": test_client,
        "httpx._main": None,
        "requests": ModuleType("requests"),
    }


@contextmanager
def _lightly() -> Iterator[None]:
    added = {name: module for name, module in _stand_ins().items() if name not in sys.modules}
    sys.modules.update(added)  # type: ignore[arg-type]  # typeshed does not know None.
    try:
        yield
    finally:
        for name in added:
            del sys.modules[name]


with _lightly():
    from connexion.middleware import ConnexionMiddleware
    from connexion.middleware.abstract import ROUTING_CONTEXT, RoutedAPI, RoutedMiddleware, SpecMiddleware
    from connexion.middleware.security import SecurityMiddleware
    from connexion.resolver import Resolver
    from connexion.security import ApiKeySecurityHandler

__all__ = [
    "ROUTING_CONTEXT",
    "ApiKeySecurityHandler",
    "ConnexionMiddleware",
    "Resolver",
    "RoutedAPI",
    "RoutedMiddleware",
    "SecurityMiddleware",
    "SpecMiddleware",
]
