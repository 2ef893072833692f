"""The parts of Connexion that carry the interface: its middleware frame, its security and its registries.

The sandbox uses nothing else of Connexion. Its package imports a test client, two HTTP clients and templates for
features that are not used here. Together they would take a third of the start time. So stand-ins have their names while
Connexion loads. A stand-in loads the real module as soon as somebody uses it.
"""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Any

# A module that Connexion imports, and the names that Connexion takes out of the module at once.
_USED_LATER: Mapping[str, tuple[str, ...]] = {
    "httpx": (),
    "jinja2": (),
    "requests": (),
    "starlette.templating": ("Jinja2Templates",),
    "starlette.testclient": ("TestClient",),
}


def _stand_in(name: str, taken: tuple[str, ...]) -> ModuleType:
    def member(wanted: str) -> Any:
        if wanted.startswith("__"):  # The import system asks for such names.
            raise AttributeError(wanted)
        return getattr(import_module(name), wanted)

    def call(wanted: str, *arguments: Any, **options: Any) -> Any:
        return member(wanted)(*arguments, **options)

    module = ModuleType(name)
    vars(module).update({"__getattr__": member, **{wanted: partial(call, wanted) for wanted in taken}})
    return module


@contextmanager
def _lightly() -> Iterator[None]:
    added = {name: _stand_in(name, taken) for name, taken in _USED_LATER.items() if name not in sys.modules}
    sys.modules.update(added)
    try:
        yield
    finally:
        for name in added:
            del sys.modules[name]


with _lightly():
    from connexion.middleware import ConnexionMiddleware
    from connexion.middleware.abstract import ROUTING_CONTEXT, RoutedAPI, RoutedMiddleware, SpecMiddleware
    from connexion.middleware.main import API
    from connexion.middleware.security import SecurityMiddleware
    from connexion.resolver import Resolver
    from connexion.security import ApiKeySecurityHandler
    from connexion.spec import OpenAPISpecification


class Skeleton(OpenAPISpecification):  # type: ignore[misc]  # Connexion carries no types.
    """A document that this program writes and no user sees, so that Connexion need not check its form at each start."""

    @classmethod
    def _validate_spec(cls, spec: dict[str, Any]) -> None:
        """Accepts the document."""


__all__ = [
    "API",
    "ROUTING_CONTEXT",
    "ApiKeySecurityHandler",
    "ConnexionMiddleware",
    "Resolver",
    "RoutedAPI",
    "RoutedMiddleware",
    "SecurityMiddleware",
    "Skeleton",
    "SpecMiddleware",
]
