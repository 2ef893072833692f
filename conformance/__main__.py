"""`python -m conformance`: the commands of the suite alone."""

from conformance.cli import commands

if __name__ == "__main__":
    commands(prog_name="python -m conformance")
