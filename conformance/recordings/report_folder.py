"""The files of a report folder that other commands read again."""

EXCHANGES_FILE = "exchanges.har"
REPORT_FILE = "report.json"
