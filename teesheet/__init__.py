"""The public interface of teesheet for Python: `teesheet.testing` and `teesheet.levers`. It has no logic of its own."""
