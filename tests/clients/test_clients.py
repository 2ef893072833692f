"""Each client generator reads both renderings without a complaint, and its client passes its compiler and its trip."""

import json
import re
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from tests.clients.workshop import WARNING, Client, Generator, Workshop, generators
from tests.sandbox.agencies import Agency
from tests.sandbox.servers import Server
from tests.sandbox.trade import NOW, ORDINARY, SATURDAY, by_trait

pytestmark = pytest.mark.clients

TSC = ["tsc", "--noEmit", "--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"]
TSC += ["--lib", "es2022,dom,dom.iterable", "--types", "node"]
# What nobody would choose: a number at the end, or a name that says only where it was found.
NUMBERED = re.compile(
    r"\b(?:class|interface|enum|type) (\w*[a-z](?:\d+|Type\d+|OneOf\d*|AnyOf\d*|AllOf\d*)|Inline\w+)\b"
)
# The names of statuses carry theirs.
STATUS = re.compile(r"(?i)(?:response|responses|error|code|status|type)?[1-5]\d\d$")
# An annotation of which the Java client has one on every class, and which does nothing.
GENERATED = """package javax.annotation;
public @interface Generated { String[] value(); String date() default ""; String comments() default ""; }
"""

TRIP = {
    "courses": 3,
    "online": [True, False],
    "currency": ORDINARY.currency,
    "teeTimes": True,
    "contact": True,
    "held": 3,
    "booked": "confirmed",
    "listed": True,
    "changed": 2,
    "cancelled": "cancelled",
    "hook": "held",
    "group": "processing",
    "webhook": True,
}


def each_generator(*languages: str) -> pytest.MarkDecorator:
    rows = [generator for generator in generators() if not languages or generator.language in languages]
    return pytest.mark.parametrize("generator", rows, ids=str)


@pytest.fixture
def client(workshop: Workshop, generator: Generator) -> Client:
    return workshop.clients[str(generator)]


def sources(client: Client) -> list[Path]:
    """What the generator wrote, the trip left out."""
    written = [*client.folder.rglob("*.py"), *client.folder.rglob("*.ts"), *client.folder.rglob("*.java")]
    return [file for file in written if "node_modules" not in file.parts and file.name != client.generator.trip]


@each_generator()
def test_the_generator_has_nothing_to_complain_of(client: Client) -> None:
    listed = re.compile("|".join([*client.generator.noise, "writing file", r"wrote"]))
    complaints = [line for line in client.said.splitlines() if WARNING.search(line) and not listed.search(line)]

    assert (client.exit_code, complaints) == (0, []), client.said[-3000:]


@each_generator()
def test_names_are_such_as_people_choose(client: Client) -> None:
    names = {name for file in sources(client) for name in NUMBERED.findall(file.read_text("utf-8"))}

    assert sources(client)
    assert {name for name in names if not STATUS.search(name)} - set(client.generator.numbered) == set()


@each_generator("python")
def test_a_python_client_type_checks(workshop: Workshop, client: Client) -> None:
    trip = client.folder / (client.generator.trip or "")
    (client.folder / "mypy.ini").write_text(f"[mypy]\nplugins = {','.join(client.generator.plugins)}\n")
    options = ["--strict-optional", "--check-untyped-defs", *client.generator.mypy]

    checked = workshop.run(["mypy", *options, trip], client.folder, MYPYPATH=str(client.folder / "client"))

    assert checked.returncode == 0, checked.stdout + checked.stderr


@each_generator("typescript")
def test_a_typescript_client_type_checks(workshop: Workshop, client: Client) -> None:
    checked = workshop.run([*TSC, client.generator.trip or ""], client.folder)

    assert checked.returncode == 0, checked.stdout + checked.stderr


@each_generator("java")
def test_a_java_client_compiles(workshop: Workshop, client: Client) -> None:
    annotation = client.folder / "Generated.java"
    annotation.write_text(GENERATED)
    files = [annotation, *(client.folder / "client" / "src" / "main").rglob("*.java")]

    compiled = workshop.run(["javac", "-nowarn", "-d", "classes", "-cp", workshop.jar(), *files], client.folder)

    assert compiled.returncode == 0, compiled.stdout + compiled.stderr


@each_generator("python", "typescript")
def test_a_client_makes_a_trip(workshop: Workshop, client: Client, sandbox: Server) -> None:
    with httpx.Client() as http:
        agency = Agency(http, sandbox.address, f"w{uuid4().hex[:16]}", "alpha")
        agency.freeze(NOW)
    places = {"ONLINE": ORDINARY.id, "OFFLINE": by_trait("offline-confirms").id, "DAY": str(SATURDAY)}
    program = "python" if client.generator.language == "python" else "tsx"

    trip = workshop.run(
        [program, client.generator.trip or ""],
        client.folder,
        PYTHONPATH=str(client.folder / "client"),
        HOST=sandbox.address,
        KEY=agency.key,
        **places,
    )

    assert trip.returncode == 0, trip.stdout + trip.stderr
    assert json.loads(trip.stdout) == TRIP
