"""The rules of the trade: values in, values out. No I/O, no clock, no HTTP, no SQL; the standard library only."""
