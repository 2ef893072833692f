"""The console: pages for people below /_sandbox/. It speaks only to the addresses that programs use."""
