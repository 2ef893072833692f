"""First contact with a target: looks at what it shows, tries what nobody documents, and writes a target file."""
