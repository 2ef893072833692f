"""The suite in a user's own pytest: the same checks as tests, with pytest's selection, reporting and plugins.

    pytest --pyargs conformance.suite --target target.toml

A test fails for each finding that ends `teesheet check` with an exit code other than 0: a violated must, a serious
finding, and a must that could not be decided. Another violated should passes with a warning.
"""

import os
import secrets
from collections.abc import Generator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from conformance.asking.preflight import PreflightError
from conformance.catalogue.files import load_catalogue
from conformance.catalogue.own_rules import RuleError, with_rules
from conformance.catalogue.requirements import CatalogueError, Gravity, Level, Requirement
from conformance.evidence.verdicts import Finding, Judgement, Verdict
from conformance.footprint.journal import JOURNAL_FILE, Journal, JournalFile, header_of
from conformance.footprint.journal_reading import left_behind, make_room
from conformance.report import write_reports
from conformance.report.curl import curl_line
from conformance.report.terminal_summary import print_summary
from conformance.results.baseline import BaselineError, apply_baseline, read_baseline
from conformance.results.run_result import COUNTED, KnownFailure, RunResult
from conformance.running import check_fixtures, shape_tests
from conformance.running.check import OpenRun, begin_run
from conformance.running.plugin import ConformancePlugin, check_name, rows_of
from conformance.scope.selection import FailOn, Options, words_of
from conformance.target.declarations import TargetError
from conformance.target.describing import describe_target
from conformance.target.target import Target
from conformance.target.target_files import read_target_file
from conformance.text.terminal import Terminal
from conformance.text.visible import visible
from conformance.wire.transport import HttpTransport

_UNDECIDED = (Finding.untested, Finding.inconclusive)


class SuiteWarning(UserWarning):
    """A requirement of the level should does not hold."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options of `teesheet check` that make sense here."""
    group = parser.getgroup("teesheet", "conformance of a tee-time booking interface")
    group.addoption(
        "--target", metavar="FILE_OR_URL", help="the target file: address, keys, and facts that no document shows"
    )
    group.addoption("--base-url-of-target", metavar="URL", help="the address, if the target file has none")
    group.addoption("--read-only", action="store_true", help="send nothing but GET")
    group.addoption("--only", metavar="ID,AREA,..", default="", help="decide only these requirements")
    group.addoption(
        "--fail-on",
        choices=[choice.value for choice in FailOn],
        default="serious",
        help="the lightest finding that fails",
    )
    group.addoption("--check-seed", type=int, metavar="N", help="repeat the random choices of an earlier run")
    group.addoption("--rules", action="append", default=[], metavar="FILE", help="a Python file with your own rules")
    group.addoption("--baseline", metavar="FILE", help="known failures with reason, owner and last day")
    group.addoption("--teesheet-report", metavar="DIR", default="teesheet-report", help="the folder for the reports")


def pytest_configure(config: pytest.Config) -> None:
    """Begins a run. Raises `pytest.UsageError` when there is no target, or when the target cannot be judged."""
    if config.option.help:
        return
    if hasattr(config, "workerinput") or getattr(config.option, "numprocesses", None):
        raise pytest.UsageError("The checks of a run depend on each other's bookings: run them without -n.")
    try:
        LibraryRun.begin(config)
    except (TargetError, RuleError, BaselineError, PreflightError, CatalogueError) as error:
        raise pytest.UsageError(str(error)) from error


def _journal_file(config: pytest.Config, target: Target) -> JournalFile:
    """The journal of this run, in the folder of its reports. The journal of a run that was killed stays beside it."""
    place = Path(config.option.teesheet_report) / JOURNAL_FILE
    try:
        kept = make_room(place)
    except OSError as error:
        raise TargetError(f"The journal {place} cannot be written: {error.strerror}.") from error
    if kept:
        config.issue_config_time_warning(SuiteWarning(left_behind(kept)), 2)
    return JournalFile(place, header_of(target))


class LibraryRun:
    """One run in a user's pytest."""

    def __init__(self, run: OpenRun, baseline: Sequence[KnownFailure], folder: Path) -> None:
        self._run = run
        self._baseline = baseline
        self._folder = folder
        self._chosen_by_pytest = False
        self._result: RunResult | None = None

    @classmethod
    def begin(cls, config: pytest.Config) -> None:
        """Checks the target, and lets pytest run the checks on it."""
        option = config.option
        target = _target(option.target, option.base_url_of_target)
        rules = [Path(rule) for rule in option.rules]
        options = Options(words_of(option.only), option.read_only, FailOn(option.fail_on))
        seed = secrets.randbelow(2**32) if option.check_seed is None else option.check_seed
        baseline = read_baseline(Path(option.baseline)) if option.baseline else ()
        catalogue = with_rules(load_catalogue(), rules)
        stack = ExitStack()
        config.add_cleanup(stack.close)
        transport = HttpTransport(target.budgets.timeout_seconds, target.wire)
        stack.callback(transport.close)
        journal = stack.enter_context(Journal(transport, target, _journal_file(config, target)))
        run = stack.enter_context(begin_run(target, options, seed, journal, catalogue=catalogue))
        config.args += map(str, rules)
        if shape_tests.rows_of_shapes(run.session):
            config.args.append(str(shape_tests.__file__))
        for plugin in (
            ConformancePlugin(run.session),
            check_fixtures,
            cls(run, baseline, Path(option.teesheet_report)),
        ):
            config.pluginmanager.register(plugin)

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """Lets -k find a check by the requirement that it decides."""
        item.extra_keyword_matches.update(rows_of(item))

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        """Notes that -k or -m removed checks: some rows may have no check then."""
        self._chosen_by_pytest |= bool(items)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Translates the judgement of a check into an outcome of pytest."""
        report = yield
        report.user_properties += [("requirement", row) for row in rows_of(item) if call.when == "call"]
        raised = call.excinfo.value if call.excinfo else None
        if isinstance(raised, Judgement):
            self._translate(report, item, raised)
        return report

    def _translate(self, report: pytest.TestReport, item: pytest.Item, raised: Judgement) -> None:
        finding, message = raised.finding, visible(str(raised))
        binding = self._binding(item, finding)
        if binding:
            report.outcome = "failed"
            report.longrepr = "\n".join([f"{finding}: {message}", *map(_row_line, binding), *self._repeat(item)])
        elif finding in (*_UNDECIDED, Finding.silent, Finding.absent):
            report.outcome = "skipped"
            report.longrepr = (str(item.path), 0, f"{finding}: {message}")
        else:
            report.outcome, report.longrepr = "passed", None
            if finding not in (Finding.observed, Finding.held):
                item.warn(SuiteWarning(f"{' '.join(rows_of(item))}: {message}"))

    def _binding(self, item: pytest.Item, finding: Finding) -> list[Requirement]:
        """The rows of a check that fail by *finding*: rows that this run decides and that no baseline accepts."""
        session, known = self._run.session, {failure.id for failure in self._baseline}
        return [
            row
            for row in session.catalogue
            if row.id in {*rows_of(item)} & session.selection.decided - known and self._fails(row, finding)
        ]

    def _fails(self, row: Requirement, finding: Finding) -> bool:
        if row.level is Level.must:
            return finding is Finding.violated or finding in _UNDECIDED
        verdict = Verdict.serious if row.gravity is Gravity.serious else Verdict.warn
        return finding is Finding.violated and verdict in COUNTED[self._run.options.fail_on]

    def _repeat(self, item: pytest.Item) -> list[str]:
        exchanges = self._run.session.recording.exchanges
        of_check = [exchange for exchange in exchanges if exchange.check == check_name(item)]
        return ["To repeat the last request:", curl_line(of_check[-1])] if of_check else []

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Cleans up, and judges the whole run."""
        self._result = apply_baseline(self._run.result(), self._baseline)
        if not self._chosen_by_pytest and self._result.exit_code and exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Writes the reports, and shows the last screen of `teesheet check`."""
        if self._result is None:
            return
        terminalreporter.section("conformance")
        if self._chosen_by_pytest:
            terminalreporter.line(
                "pytest deselected some checks, so the run has no verdict. Use --only instead of -k or -m."
            )
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        write_reports(self._result, self._folder)
        print_summary(self._result, self._folder, Terminal())


def _target(declared_at: str | None, base_url: str | None) -> Target:
    if declared_at is None and base_url is None:
        raise TargetError("Which target? Give --target FILE_OR_URL, a target file as `teesheet init` writes it.")
    keys = (os.environ.get("TEESHEET_API_KEY"), os.environ.get("TEESHEET_SECOND_API_KEY"))
    return describe_target(base_url, *keys, read_target_file(declared_at) if declared_at else {})


def _row_line(row: Requirement) -> str:
    return f"{row.id} ({row.heading}): {row.sentence}"
