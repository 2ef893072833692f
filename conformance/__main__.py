"""`python -m conformance`: only the commands of the suite."""

from conformance.cli import commands

if __name__ == "__main__":
    commands(prog_name="python -m conformance")
