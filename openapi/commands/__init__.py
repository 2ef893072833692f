"""The subcommands of `teesheet contract` that say something about contracts alone, a module for each."""
