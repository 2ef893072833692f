"""The sandbox from outside: a real process over HTTP, or the application in process where a test must reach inside."""
