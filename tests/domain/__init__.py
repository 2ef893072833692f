"""The rules of the trade, alone: no fixtures, no database, no HTTP. Time is an argument."""
