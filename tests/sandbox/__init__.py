"""The sandbox from outside: a real process over HTTP, or the application in process where a test must reach inside."""

import pytest

# Their assertions speak in failures as those of a test do.
pytest.register_assert_rewrite(
    *(f"tests.sandbox.{name}" for name in ("agencies", "problems", "servers", "trade")),
)
