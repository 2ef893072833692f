"""The sandbox inside the tests of other people: typed levers, fixtures, and what happens when something breaks."""
